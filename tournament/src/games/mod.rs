//! The games that tournaments are held in.
//!
//! Everything else in this program works for any game. A new one implements [`PlayableGame`] in a module of
//! its own and joins the registry with a line.

mod tongiaki;
mod wongar;

use crate::cli::arguments::RuleArguments;
use agents::Value;
use engine::{RecordError, RecordedGame};
use std::ops::RangeInclusive;
use std::path::Path;

/// Reads a board from a file, or says what is wrong.
pub type ReadBoard = fn(&Path) -> Result<(), String>;

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
