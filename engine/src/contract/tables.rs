//! Tables: the columns and CSV files that a game adds to those of every run.
//!
//! All games share some columns of `games.csv` and `seats.csv`. A game may add columns to both, and
//! tables of its own. `()` stands for a game that adds nothing.

use super::{Dealable, Outcome, TextTable};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Display, Write};

/// A row of a CSV file: a flat struct whose field names are the columns. Fields that may be missing
/// are numbers.
pub trait Row: Serialize + DeserializeOwned + Default + Send {}

impl<R: Serialize + DeserializeOwned + Default + Send> Row for R {}

/// A finished game, as far as rows need it.
pub struct FinishedGame<'a, G: Dealable> {
    /// Its number in the run, from 0.
    pub game: u64,
    /// The number of its block, from 0.
    pub block: u64,
    /// How the table was set up.
    pub setup: &'a G::Setup,
    /// The final state.
    pub end: &'a G,
    /// The result, forfeits included.
    pub outcome: &'a Outcome,
    /// The agents' labels, by seat.
    pub agents: &'a [String],
}

/// Follows one game and turns it into rows.
pub trait RowBuilder<G: Dealable>: Default {
    /// The rows that one game adds.
    type Rows: GameRows;

    /// Called when a seat is about to play this move.
    fn decide(&mut self, before: &G, mv: G::Move);

    /// Called with the events that a move or chance event caused. Turns count from 1.
    fn follow(&mut self, turn: u32, events: &[G::Event]);

    /// Returns the rows once the game is over.
    fn finish(self, game: &FinishedGame<'_, G>) -> Self::Rows;
}

/// The rows that one game adds to the tables.
pub trait GameRows: Default + Send {
    /// Sums up the rows of all games.
    type Aggregator: Aggregator<Self>;

    /// Passes every table to the visitor, always in the same order.
    ///
    /// # Errors
    /// Those of the visitor.
    fn visit<V: TableVisitor>(&mut self, visitor: &mut V) -> Result<(), V::Error>;

    /// Returns what contradicts what in the rows, as the end of a sentence, if anything does: rows that are
    /// read back from files are held against each other.
    fn contradiction(&self) -> Option<&'static str> {
        None
    }
}

/// Reads or writes tables. One description of a game's rows serves headers, writing and reading.
pub trait TableVisitor {
    /// Why a table cannot be read or written.
    type Error;

    /// Visits the game's columns in `games.csv`.
    ///
    /// # Errors
    /// If the columns cannot be read or written.
    fn game<R: Row>(&mut self, columns: &mut R) -> Result<(), Self::Error>;

    /// Visits the game's columns in `seats.csv`, by seat.
    ///
    /// # Errors
    /// If the columns cannot be read or written.
    fn seats<R: Row>(&mut self, columns: &mut Vec<R>) -> Result<(), Self::Error>;

    /// Visits a table of the game's own. Its first column is `game`, the number of the game.
    ///
    /// # Errors
    /// If the rows cannot be read or written.
    fn table<R: Row>(&mut self, file: &'static str, rows: &mut Vec<R>) -> Result<(), Self::Error>;
}

/// Sums up the rows of all games.
pub trait Aggregator<Rows>: Default + Send {
    /// Adds the next game.
    fn add(&mut self, game: &SummedGame<'_>, rows: &Rows);

    /// Passes every summary table to the visitor.
    fn summaries(&self, run: &RunTotals, visitor: &mut impl SummaryVisitor);

    /// Returns the summary tables for the final report.
    fn report(&self, run: &RunTotals) -> Vec<TextTable>;
}

/// What every aggregator may know of a game.
pub struct SummedGame<'a> {
    /// The number of turns of all seats.
    pub turns: u32,
    /// The result.
    pub outcome: &'a Outcome,
    /// The agents' labels, by seat.
    pub agents: &'a [String],
}

/// Writes summary tables.
pub trait SummaryVisitor {
    /// Visits a summary table of a run.
    fn table<R: Serialize + Default>(&mut self, file: &'static str, rows: &[R]);
}

/// The totals of a run over all agents.
#[derive(Clone, Debug)]
pub struct RunTotals {
    /// The number of games.
    pub games: u64,
    /// The number of seats at the table.
    pub players: usize,
    /// The totals by agent, in the order in which they were listed.
    pub agents: Vec<AgentTotals>,
}

/// The totals of a run for one agent.
#[derive(Clone, Debug)]
pub struct AgentTotals {
    /// Its label.
    pub label: String,
    /// The number of games with this agent.
    pub games: u64,
    /// Its mean share of the win per seat.
    pub win_share: Option<f64>,
}

impl<G: Dealable> RowBuilder<G> for () {
    type Rows = ();

    fn decide(&mut self, _: &G, _: G::Move) {}

    fn follow(&mut self, _: u32, _: &[G::Event]) {}

    fn finish(self, _: &FinishedGame<'_, G>) {}
}

impl GameRows for () {
    type Aggregator = ();

    fn visit<V: TableVisitor>(&mut self, _: &mut V) -> Result<(), V::Error> {
        Ok(())
    }
}

impl Aggregator<()> for () {
    fn add(&mut self, _: &SummedGame<'_>, (): &()) {}

    fn summaries(&self, _: &RunTotals, _: &mut impl SummaryVisitor) {}

    fn report(&self, _: &RunTotals) -> Vec<TextTable> {
        Vec::new()
    }
}

/// Joins several values with `|`, for one cell of a table.
pub fn joined(things: impl IntoIterator<Item: Display>) -> String {
    let mut text = String::new();
    for thing in things {
        let separator = if text.is_empty() { "" } else { "|" };
        let _ = write!(text, "{separator}{thing}");
    }
    text
}

/// The mean of the numbers seen so far.
#[derive(Copy, Clone, Debug, Default)]
pub struct Mean {
    count: u64,
    sum: f64,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// Returns how many numbers were added.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns their mean, if there are any.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}
