//! Measures of a comparison: each numeric column's values in both runs, and the frequency of each word in a text
//! column.

use super::pairs::{RowPair, SharedColumn, TablePair};
use super::rows::Effect;
use std::collections::{BTreeMap, BTreeSet};
use store::Failure;
use store::manifest::Manifest;

/// Columns of names and of lists of seats, even if these look like numbers.
const LABELS: [&str; 2] = ["agent", "winners"];

/// The maximum number of different words in a column that is compared.
const MOST_WORDS: usize = 8;

/// How a column is measured.
enum Measure {
    /// The number in the column.
    Number,
    /// How often the column contains this word.
    Word(String),
}

/// A column and its measure.
struct Measured<'a> {
    column: &'a SharedColumn,
    measure: Measure,
}

impl Measured<'_> {
    fn name(&self) -> String {
        match &self.measure {
            Measure::Number => self.column.name.clone(),
            Measure::Word(word) => format!("{}={word}", self.column.name),
        }
    }

    /// Returns the measured values in both runs; `None` if one is missing.
    fn values(&self, row: &RowPair<'_>) -> Option<[f64; 2]> {
        let [first, second] = row.cells(self.column);
        match &self.measure {
            Measure::Number => Some([first.parse().ok()?, second.parse().ok()?]),
            Measure::Word(word) => {
                Some([first, second].map(|cell| f64::from(u8::from(cell == word))))
            }
        }
    }
}

/// Compares the columns of `games.csv`, which describe whole games.
///
/// # Errors
/// Fails if a file cannot be read.
pub fn of_games(
    table: &TablePair,
    manifests: &[Manifest; 2],
) -> Result<Vec<(String, Effect)>, Failure> {
    let measures = measures(table, manifests)?;
    let mut group = Group::new("game", &measures);
    let mut blocks = Changes::of(table, "block")?;
    table.each(|row| {
        if blocks.begins(row) {
            group.close_block();
        }
        group.add(&measures, row);
        Ok(())
    })?;
    group.close_block();
    Ok(group.0)
}

/// Compares all seats; the seats of each agent, if there is more than one agent; and each seat number. Also returns
/// the number of games, and of those in which all seats have the same points in both runs.
///
/// # Errors
/// Fails if a file cannot be read, or if different agents sit on a seat.
pub fn of_seats(
    table: &TablePair,
    manifests: &[Manifest; 2],
) -> Result<(Vec<(String, Effect)>, Games), Failure> {
    let measures = measures(table, manifests)?;
    let [agent, seat, points] = ["agent", "seat", "points"].map(|name| table.column(name));
    let (agent, seat, points) = (agent?, seat?, points?);
    let mut all = Group::new("all seats", &measures);
    let mut agents: BTreeMap<usize, Group> = BTreeMap::new();
    let mut seats: BTreeMap<usize, Group> = BTreeMap::new();
    let mut blocks = Changes::of(table, "block")?;
    let mut games = Changes::of(table, "game")?;
    let mut counted = Games::default();
    let mut is_same = false;
    table.each(|row| {
        if games.begins(row) {
            counted.equal += u64::from(std::mem::replace(&mut is_same, true));
            counted.all += 1;
        }
        if blocks.begins(row) {
            for group in agents.values_mut().chain(seats.values_mut()).chain([&mut all]) {
                group.close_block();
            }
        }
        let [here, there] = row.cells(points);
        is_same &= here == there;
        all.add(&measures, row);
        if manifests[0].labels.len() > 1 {
            let number = agent_of(row.cells(agent), manifests)?;
            let group = agents.entry(number);
            let group = group.or_insert_with(|| Group::new(&name(number, manifests), &measures));
            group.add(&measures, row);
        }
        let number = row.cells(seat)[0].parse().unwrap_or_default();
        let group = seats.entry(number);
        let group = group.or_insert_with(|| Group::new(&format!("seat {number}"), &measures));
        group.add(&measures, row);
        Ok(())
    })?;
    counted.equal += u64::from(is_same);
    let groups = [all].into_iter().chain(agents.into_values()).chain(seats.into_values());
    let closed = groups.flat_map(|mut group| {
        group.close_block();
        group.0
    });
    Ok((closed.collect(), counted))
}

/// Returns the number of the agent that sits on a seat in both runs.
fn agent_of(labels: [&str; 2], manifests: &[Manifest; 2]) -> Result<usize, Failure> {
    let number = |run: usize| {
        let known = &manifests[run].labels;
        known.iter().position(|label| label == labels[run])
    };
    number(0).filter(|_| number(0) == number(1)).ok_or_else(|| {
        let [first, second] = labels;
        Failure::Usage(format!("{first} and {second} sit on the same seat of the same game, but have different positions in the lists of agents"))
    })
}

/// Returns the label of an agent, or both labels if they differ.
fn name(number: usize, manifests: &[Manifest; 2]) -> String {
    let [first, second] = [0, 1].map(|run| &manifests[run].labels[number]);
    if first == second { first.clone() } else { format!("{first} | {second}") }
}

/// The effects on a group of rows, one for each measure.
struct Group(Vec<(String, Effect)>);

impl Group {
    fn new(name: &str, measures: &[Measured<'_>]) -> Self {
        let effect = |measure: &Measured<'_>| (name.to_owned(), Effect::new(measure.name()));
        Self(measures.iter().map(effect).collect())
    }

    fn add(&mut self, measures: &[Measured<'_>], row: &RowPair<'_>) {
        for (measure, (_, effect)) in measures.iter().zip(&mut self.0) {
            if let Some(values) = measure.values(row) {
                effect.add(values);
            }
        }
    }

    fn close_block(&mut self) {
        for (_, effect) in &mut self.0 {
            effect.close_block();
        }
    }
}

/// Numbers of games that two runs have in common.
#[derive(Copy, Clone, Default)]
pub struct Games {
    /// All games.
    pub all: u64,
    /// The games in which all seats have the same points in both runs.
    pub equal: u64,
}

/// Detects where a new block or game begins.
struct Changes<'a> {
    column: &'a SharedColumn,
    last: Option<String>,
}

impl<'a> Changes<'a> {
    fn of(table: &'a TablePair, column: &str) -> Result<Self, Failure> {
        Ok(Self { column: table.column(column)?, last: None })
    }

    fn begins(&mut self, row: &RowPair<'_>) -> bool {
        let [cell, _] = row.cells(self.column);
        let is_new = self.last.as_deref() != Some(cell);
        if is_new {
            self.last = Some(cell.to_owned());
        }
        is_new
    }
}

/// The contents of the cells of a column.
#[derive(Default)]
struct Cells {
    has_numbers: bool,
    words: BTreeSet<String>,
}

/// Returns the columns that can be compared: columns of numbers, and columns of a few different words. A column whose
/// name is an entry of the manifest describes a condition of the run rather than an effect, so it is left out.
fn measures<'a>(
    table: &'a TablePair,
    manifests: &[Manifest; 2],
) -> Result<Vec<Measured<'a>>, Failure> {
    let is_condition = |name: &str| manifests.iter().any(|manifest| manifest.tells(name));
    let columns: Vec<_> =
        table.columns().iter().filter(|column| !is_condition(&column.name)).collect();
    let mut cells: Vec<_> = columns.iter().map(|_| Cells::default()).collect();
    table.each(|row| {
        for (column, cells) in columns.iter().zip(&mut cells) {
            for cell in row.cells(column).into_iter().filter(|cell| !cell.is_empty()) {
                if cell.parse::<f64>().is_ok() {
                    cells.has_numbers = true;
                } else if cells.words.len() <= MOST_WORDS && !cells.words.contains(cell) {
                    cells.words.insert(cell.to_owned());
                }
            }
        }
        Ok(())
    })?;
    let measured = columns.into_iter().zip(cells).flat_map(|(column, cells)| {
        let Cells { has_numbers, words } = cells;
        let are_words = !has_numbers && (2..=MOST_WORDS).contains(&words.len());
        let numbers = (has_numbers && words.is_empty()).then_some(Measure::Number);
        let words = words.into_iter().filter(move |_| are_words).map(Measure::Word);
        let all = numbers.into_iter().chain(words);
        all.map(move |measure| Measured { column, measure })
    });
    let measured = measured.filter(|measured| !LABELS.contains(&&*measured.column.name));
    Ok(measured.collect())
}
