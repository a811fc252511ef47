//! Tables: the columns and CSV files that a game adds to those of every run.
//!
//! All games share some columns of `games.csv` and `seats.csv`. A game may add columns to both, and
//! tables of its own. `()` stands for a game that adds nothing.

use super::{Game, Outcome};
use crate::csv_table::{CsvError, CsvLines, CsvTable, only, rows_after};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Display, Write};
use std::slice;

/// A row of a CSV file: a flat struct whose field names are the columns. Fields that may be missing
/// are numbers.
pub trait TableRow: Serialize + DeserializeOwned + Default + Send + 'static {}

impl<R: Serialize + DeserializeOwned + Default + Send + 'static> TableRow for R {}

/// A finished game, as far as rows need it.
pub struct FinishedGame<'a, G: Game> {
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

/// A table that a game adds to, as data: its place, its columns, and how its rows become text and are read back.
pub struct TableSpec<Rows> {
    place: TablePlace,
    columns: fn(&'static str) -> CsvTable,
    write: Box<dyn Fn(&mut Rows) -> CsvLines>,
    read: Box<ReadRows<Rows>>,
}

/// Reads rows from a page, after some columns.
type ReadRows<Rows> = dyn Fn(&mut Rows, &[u8], usize) -> Result<(), CsvError>;

/// Where the rows of a table go.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TablePlace {
    /// Further columns of `games.csv`, which has one row for each game.
    Games,
    /// Further columns of `seats.csv`, which has one row for each seat of a game.
    Seats,
    /// A separate file, any number of rows for each game.
    File(&'static str),
}

impl<Rows: 'static> TableSpec<Rows> {
    /// Returns the game's columns of `games.csv`.
    pub fn games<R: TableRow>(row: fn(&mut Rows) -> &mut R) -> Self {
        Self {
            place: TablePlace::Games,
            columns: CsvTable::of::<R>,
            write: Box::new(move |rows| CsvLines::of(slice::from_ref(row(rows)))),
            read: Box::new(move |rows, page, skip| {
                *row(rows) = only(rows_after(page, skip)?)?;
                Ok(())
            }),
        }
    }

    /// Returns the game's columns of `seats.csv`, in turn order.
    pub fn seats<R: TableRow>(by_seat: fn(&mut Rows) -> &mut Vec<R>) -> Self {
        Self::many(TablePlace::Seats, by_seat)
    }

    /// Returns a separate file. Its first column is `game`, the number of the game.
    pub fn file<R: TableRow>(name: &'static str, all: fn(&mut Rows) -> &mut Vec<R>) -> Self {
        Self::many(TablePlace::File(name), all)
    }

    fn many<R: TableRow>(place: TablePlace, all: fn(&mut Rows) -> &mut Vec<R>) -> Self {
        Self {
            place,
            columns: CsvTable::of::<R>,
            write: Box::new(move |rows| CsvLines::of(all(rows))),
            read: Box::new(move |rows, page, skip| {
                *all(rows) = rows_after(page, skip)?;
                Ok(())
            }),
        }
    }

    /// Returns the place of the rows.
    pub const fn place(&self) -> TablePlace {
        self.place
    }

    /// Returns the columns, as a table with this name.
    pub fn columns(&self, name: &'static str) -> CsvTable {
        (self.columns)(name)
    }

    /// Writes the rows of a game.
    pub fn write(&self, rows: &mut Rows) -> CsvLines {
        (self.write)(rows)
    }

    /// Reads the rows of a game back from a page, after its first `skip` columns.
    ///
    /// # Errors
    /// If the page does not have such rows.
    pub fn read(&self, rows: &mut Rows, page: &[u8], skip: usize) -> Result<(), CsvError> {
        (self.read)(rows, page, skip)
    }
}

/// A game whose rows are added to the sums.
pub struct SummedGame<'a> {
    /// The number of turns of all seats.
    pub turns: u32,
    /// The result.
    pub outcome: &'a Outcome,
    /// The agents' labels, by seat.
    pub agents: &'a [String],
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
