//! The games that tournaments are held in.
//!
//! Everything else in this program works for any game. A new one implements [`PlayableGame`] in a module of
//! its own and joins [`GAMES`] with a line.

mod pictured;
mod tongiaki;
mod wongar;

pub use pictured::{Entry, Render};

use crate::cli::arguments::{
    BenchArguments, BranchingArguments, ComplianceArguments, DisputesArguments, MatchArguments,
    PerftArguments, PlayArguments, RuleArguments, ShowArguments, TuneArguments,
};
use crate::cli::{agents as catalogue, perft};
use crate::failure::Failure;
use crate::play::luck::OutcomeModel;
use crate::play::{MatchSetup, PlayedGame};
use crate::report::summary::Statistics;
use crate::store::csv_table::{CsvRows, CsvTable};
use crate::store::parts::Parts;
use crate::studies::{self, disagreements as disputes, matching, tournament, tuning};
use crate::{bench, compliance, render as show};
use agents::Value;
use agents::evaluation::Evaluate;
use engine::{Dealable, Observable, Outcome, RecordError};
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

/// A study of what a kind of move is worth.
#[derive(Copy, Clone, Debug)]
pub struct KingValue {
    /// Its name on the command line.
    pub command: &'static str,
    /// Measures it.
    pub measure: fn(&BranchingArguments) -> Result<ExitCode, Failure>,
    /// Puts the parts of such a study together.
    pub merge: fn(&Parts) -> Result<ExitCode, Failure>,
}

/// A game that tournaments can be held in.
pub trait PlayableGame: Observable + Evaluate + Render {
    /// The numbers of players that it is for.
    const PLAYERS: RangeInclusive<usize>;
    /// Its editions, the default first.
    const EDITIONS: &'static [&'static str];

    /// Reads a board of one's own, so that records that name it can be replayed; nothing if the game has
    /// no board that could be another.
    const READ_BOARD: Option<ReadBoard> = None;

    /// How the value of a position tells the result.
    const OUTCOME_MODEL: OutcomeModel;

    /// Measures what founding a king island is worth; nothing if the game has none.
    const KING_VALUE: Option<KingValue> = None;

    /// Turns the course of a game into rows.
    type RowBuilder: RowBuilder<Self>;
    /// Sums up the rows of all games.
    type Aggregator: Aggregator<<<Self::RowBuilder as RowBuilder<Self>>::Rows as Rows>::GameSummary>;

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

/// Follows one game and turns its course into rows.
pub trait RowBuilder<G: Dealable>: Default {
    /// All rows that a game adds to the files.
    type Rows: Rows;

    /// A seat is about to play this move.
    fn decide(&mut self, before: &G, mv: G::Move);

    /// What came of a move or of chance in this turn, counted from 1.
    fn follow(&mut self, turn: u32, events: &[G::Event]);

    /// The rows, once the game is over.
    fn rows(self, game: &PlayedGame<G>, table: &MatchSetup<G>) -> Self::Rows;
}

/// The rows that one game adds to the files. In every file the first column is the number of the game.
pub trait Rows: Sized {
    /// What the sums over all games need of them: it goes from thread to thread.
    type GameSummary: Send;

    /// The files.
    fn tables() -> Vec<CsvTable>;

    /// What the rows add to each of the files.
    fn pages(&self) -> Vec<CsvRows>;

    /// The rows that added these pages: one for each of the [`tables`](Self::tables).
    ///
    /// # Errors
    /// If there are no such rows.
    fn read(pages: &[CsvRows]) -> Result<Self, csv::Error>;

    /// How the seats stood in the end; nothing if their rows cannot be those of a game.
    fn outcome(&self) -> Option<Outcome>;

    /// Who has forfeited the game and how, joined by `|`.
    fn forfeits(&self) -> &str;

    /// What the sums need.
    fn game_summary(self) -> Self::GameSummary;
}

/// Sums up the rows of all games, given the game_summary of each.
pub trait Aggregator<E>: Default + Send {
    /// Takes in the next game.
    fn add(&mut self, game: &E);

    /// The files with the sums.
    fn summaries(&self, statistics: &Statistics) -> Vec<(CsvTable, CsvRows)>;

    /// The same for the reader of the final table.
    fn report(&self, statistics: &Statistics) -> String;
}

/// What can be done with a game.
#[derive(Debug)]
pub struct GameEntry {
    /// The game's name on the command line and in records.
    pub name: &'static str,
    /// The main job.
    pub play: fn(&PlayArguments) -> Result<ExitCode, Failure>,
    /// Puts the parts of a run together.
    pub merge: fn(&Parts) -> Result<ExitCode, Failure>,
    /// Plays a match.
    pub match_up: fn(&MatchArguments) -> Result<ExitCode, Failure>,
    /// See [`PlayableGame::KING_VALUE`].
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
            play: tournament::play::<G>,
            merge: studies::merge::<G>,
            match_up: matching::play::<G>,
            king_value: G::KING_VALUE,
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
