//! Tables: the columns and CSV files that a game adds to the standard files of a run.
//!
//! All games share some columns of `games.csv` and `seats.csv`. A game may add columns to both, and may add separate tables. `()`
//! is the implementation for a game that adds nothing.

use super::{Game, Outcome};
use crate::csv_table::{CsvError, CsvLines, CsvTable, only, rows_after};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Display, Write};
use std::slice;

/// A row of a CSV file: a flat struct whose field names are the column names. Fields that may be empty must be numbers.
pub trait TableRow: Serialize + DeserializeOwned + Default + Send + 'static {}

impl<R: Serialize + DeserializeOwned + Default + Send + 'static> TableRow for R {}

/// A finished game with the information from which its rows are computed.
pub struct FinishedGame<'a, G: Game> {
    /// The game's number in the run, from 0.
    pub game: u64,
    /// The number of the game's block, from 0.
    pub block: u64,
    /// The setup of the table.
    pub setup: &'a G::Setup,
    /// The final state.
    pub end: &'a G,
    /// The result, including forfeits.
    pub outcome: &'a Outcome,
    /// The agents' labels by seat.
    pub agents: &'a [String],
}

/// The definition of a table that a game adds to a run: its place, its columns, and the conversion of its rows to and from text.
pub struct TableSpec<Rows> {
    place: TablePlace,
    columns: fn(&'static str) -> CsvTable,
    write: Box<dyn Fn(&mut Rows) -> CsvLines>,
    read: Box<ReadRows<Rows>>,
}

/// Reads rows from CSV text, after a number of columns to skip.
type ReadRows<Rows> = dyn Fn(&mut Rows, &[u8], usize) -> Result<(), CsvError>;

/// The file in which a table's rows are stored.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TablePlace {
    /// Further columns of `games.csv`, which has one row per game.
    Games,
    /// Further columns of `seats.csv`, which has one row per seat of each game.
    Seats,
    /// A separate file with this name and any number of rows per game.
    File(&'static str),
}

impl<Rows: 'static> TableSpec<Rows> {
    /// Defines the game's columns of `games.csv`.
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

    /// Defines the game's columns of `seats.csv`; the rows are in turn order.
    pub fn seats<R: TableRow>(by_seat: fn(&mut Rows) -> &mut Vec<R>) -> Self {
        Self::many(TablePlace::Seats, by_seat)
    }

    /// Defines a separate file. Its first column is `game`, the number of the game.
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

    /// Returns the place in which the rows are stored.
    pub const fn place(&self) -> TablePlace {
        self.place
    }

    /// Returns the columns as a CSV table with this name.
    pub fn columns(&self, name: &'static str) -> CsvTable {
        (self.columns)(name)
    }

    /// Writes the rows of a game as CSV text.
    pub fn write(&self, rows: &mut Rows) -> CsvLines {
        (self.write)(rows)
    }

    /// Reads the rows of a game back from CSV text, after the first `skip` columns.
    ///
    /// # Errors
    /// If the text does not contain rows of this table.
    pub fn read(&self, rows: &mut Rows, page: &[u8], skip: usize) -> Result<(), CsvError> {
        (self.read)(rows, page, skip)
    }
}

/// A finished game whose rows are added to the sums of a run.
pub struct SummedGame<'a> {
    /// The number of turns, counted over all seats.
    pub turns: u32,
    /// The result of the game.
    pub outcome: &'a Outcome,
    /// The agents' labels by seat.
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

/// The totals of one agent in a run.
#[derive(Clone, Debug)]
pub struct AgentTotals {
    /// The agent's label.
    pub label: String,
    /// The number of games in which the agent took part.
    pub games: u64,
    /// The agent's mean win share per seat.
    pub win_share: Option<f64>,
}

/// Joins several values with `|` into one cell of a table.
pub fn joined(things: impl IntoIterator<Item: Display>) -> String {
    let mut text = String::new();
    for thing in things {
        let separator = if text.is_empty() { "" } else { "|" };
        let _ = write!(text, "{separator}{thing}");
    }
    text
}

/// A running mean.
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

    /// Returns the number of values added.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean of the values added, or `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}
