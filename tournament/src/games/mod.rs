//! The games that tournaments are held in.
//!
//! Everything else in this program works for any game. A new one implements [`PlayableGame`] in a module of
//! its own and joins [`GAMES`] with a line.

mod tongiaki;
mod wongar;

use crate::cli::arguments::{
    BenchArguments, BranchingArguments, ComplianceArguments, DisputesArguments, MatchArguments,
    PerftArguments, PlayArguments, RuleArguments, ShowArguments, TuneArguments,
};
use crate::cli::merge::{self, Part};
use crate::cli::{agents as catalogue, perft, run};
use crate::failure::Failure;
use crate::studies::{disagreements as disputes, matching, move_value, tuning};
use crate::{bench, compliance, render as show};
use agents::Value;
use engine::study::MoveStudy;
use engine::{RecordError, RecordedGame};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;

/// The games, the default first: a new one joins with a line.
pub const GAMES: &[GameEntry] = &[
    GameEntry::of::<engine::tongiaki::State>(), //
    GameEntry::of::<engine::wongar::State>(),
];

/// Reads a board from a file, or says what is wrong.
pub type ReadBoard = fn(&Path) -> Result<(), String>;

/// Measures what a kind of move is worth.
pub type KingValue = fn(&BranchingArguments) -> Result<ExitCode, Failure>;

/// A game that tournaments can be held in.
pub trait PlayableGame: engine::PlayableGame {
    /// The numbers of players that it is for.
    const PLAYERS: RangeInclusive<usize>;
    /// Its editions, the default first.
    const EDITIONS: &'static [&'static str];

    /// Reads a board of one's own, so that records that name it can be replayed; nothing if the game has
    /// no board that could be another.
    const READ_BOARD: Option<ReadBoard> = None;

    /// Follows a record from the start to the end.
    ///
    /// # Errors
    /// What is wrong with it, as a replay would say.
    fn recorded_game(record: &str) -> Result<RecordedGame<Self>, RecordError>;

    /// Lays the table as it was asked for.
    ///
    /// # Errors
    /// A sentence that says what cannot be had.
    fn setup(players: usize, rules: &RuleArguments) -> Result<Self::Setup, String>;

    /// The rules in force as flags, without the dashes, and their values.
    fn rules(setup: &Self::Setup) -> Vec<(&'static str, Value)>;

    /// What else there is to know of the table, for the manifest.
    fn facts(_: &Self::Setup) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// Reads a deal for a table.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_deal(text: &str, setup: &Self::Setup) -> Result<Self::Deal, String>;

    /// The position after so many turns of a recorded game, and its deal.
    ///
    /// # Errors
    /// If the line is no record, or the game has not so many turns.
    fn position(record: &str, after_turn: u32) -> Result<(Self, Self::Deal), RecordError>;
}

/// What can be done with a game.
#[derive(Debug)]
pub struct GameEntry {
    /// The game's name on the command line and in records.
    pub name: &'static str,
    /// The main job.
    pub play: fn(&PlayArguments) -> Result<ExitCode, Failure>,
    /// Puts the parts of a run together.
    pub merge: fn(&[Part], &Path) -> Result<ExitCode, Failure>,
    /// Plays a match.
    pub match_up: fn(&MatchArguments) -> Result<ExitCode, Failure>,
    /// Measures what a kind of move is worth, if the game asks that.
    pub king_value: Option<KingValue>,
    /// Settles what two agents choose differently.
    pub disputes: fn(&DisputesArguments) -> Result<ExitCode, Failure>,
    /// Tunes an agent.
    pub tune: fn(&TuneArguments) -> Result<ExitCode, Failure>,
    /// Lists agents.
    pub agents: fn() -> Result<ExitCode, Failure>,
    /// Checks a bot.
    pub comply: fn(&ComplianceArguments) -> Result<ExitCode, Failure>,
    /// Counts positions.
    pub perft: fn(&PerftArguments) -> Result<ExitCode, Failure>,
    /// Measures speed.
    pub bench: fn(&BenchArguments) -> Result<ExitCode, Failure>,
    /// See [`PlayableGame::READ_BOARD`].
    pub read_board: Option<ReadBoard>,
    /// Shows the table at the start, or a recorded game.
    pub show: fn(&ShowArguments, Option<&str>) -> Result<ExitCode, Failure>,
    /// Replays a record.
    pub check_record: fn(&str) -> Result<(), RecordError>,
}

impl GameEntry {
    const fn of<G: PlayableGame>() -> Self {
        Self {
            name: G::NAME,
            play: run::play::<G>,
            merge: merge::merge_parts::<G>,
            match_up: matching::play::<G>,
            king_value: match <G::Study as MoveStudy<G>>::NAME {
                Some(_) => Some(move_value::measure::<G>),
                None => None,
            },
            disputes: disputes::settle::<G>,
            tune: tuning::tune::<G>,
            agents: catalogue::list::<G>,
            comply: compliance::check::<G>,
            perft: perft::count::<G>,
            bench: bench::measure::<G>,
            read_board: G::READ_BOARD,
            show: show::draw::<G>,
            check_record: G::check_record,
        }
    }
}

/// A name that no game has.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("there is no game '{0}': choose {known}", known = names())]
pub struct UnknownGame(String);

fn names() -> String {
    GAMES.iter().map(|game| game.name).collect::<Vec<_>>().join(" or ")
}

/// The game with this name.
///
/// # Errors
/// If there is none.
pub fn find(name: &str) -> Result<&'static GameEntry, UnknownGame> {
    GAMES.iter().find(|game| game.name == name).ok_or_else(|| UnknownGame(name.to_owned()))
}
