//! The rows of a comparison: the means of both runs and of the paired difference.

use crate::terminal::{TextTable, decimal};
use serde::Serialize;
use statistics::{BlockedMean, Moments, holm};

/// Running totals of a value in both runs and of its paired difference.
#[derive(Debug)]
pub struct Effect {
    what: String,
    runs: [Moments; 2],
    difference: BlockedMean,
}

impl Effect {
    /// Creates totals without values.
    pub fn new(what: String) -> Self {
        Self { what, runs: Default::default(), difference: BlockedMean::default() }
    }

    /// Adds the values of a pair.
    pub fn add(&mut self, [first, second]: [f64; 2]) {
        self.runs[0].add(first);
        self.runs[1].add(second);
        self.difference.add(second - first);
    }

    /// Ends a block.
    pub fn close_block(&mut self) {
        self.difference.close_block(0);
    }
}

/// A row of `comparison.csv`: one value in two runs. `tournament compare --out` names the file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ComparisonRow {
    /// Rows that are compared: `game`, `all seats`, the label of an agent, or a seat such as `seat 0`.
    pub of: String,
    /// Column of `games.csv` or `seats.csv`, or a column and a word such as `cause=deck`.
    pub what: String,
    /// Number of rows with a value in both runs.
    pub pairs: u64,
    /// Mean in the first run.
    pub first: Option<f64>,
    /// Mean in the second run.
    pub second: Option<f64>,
    /// Mean of the second run minus the first.
    pub difference: Option<f64>,
    /// Lower end of the 95% confidence interval of `difference`, from the variance between blocks.
    pub low: Option<f64>,
    /// Upper end of the 95% confidence interval of `difference`, from the variance between blocks.
    pub high: Option<f64>,
    /// Two-sided p-value of no difference.
    pub p: Option<f64>,
    /// `p` with Holm's correction for all rows of the table.
    pub p_holm: Option<f64>,
}

/// Returns the table of all effects, each with the group of rows that it belongs to.
pub fn table(effects: &[(String, Effect)]) -> Vec<ComparisonRow> {
    let row = |(of, effect): &(String, Effect)| {
        let Effect { what, runs: [first, second], difference } = effect;
        let (low, high) = difference.interval().unzip();
        ComparisonRow {
            of: of.clone(),
            what: what.clone(),
            pairs: difference.count(),
            first: first.mean(),
            second: second.mean(),
            difference: difference.mean(),
            low,
            high,
            p: difference.p_value(),
            p_holm: None,
        }
    };
    let mut table: Vec<_> = effects.iter().map(row).collect();
    let corrected = holm(&table.iter().map(|row| row.p).collect::<Vec<_>>());
    for (row, p_holm) in table.iter_mut().zip(corrected) {
        row.p_holm = p_holm;
    }
    table
}

/// Formats the table.
pub fn report(table: &[ComparisonRow]) -> String {
    let line = |row: &ComparisonRow| {
        let number = |value: Option<f64>| decimal(value, 3);
        let ends = row.low.zip(row.high);
        vec![
            row.of.clone(),
            row.what.clone(),
            number(row.first),
            number(row.second),
            row.difference.map_or("-".to_owned(), |difference| format!("{difference:+.3}")),
            ends.map_or("-".to_owned(), |(low, high)| format!("{low:+.3} to {high:+.3}")),
            number(row.p),
            number(row.p_holm),
        ]
    };
    let header = ["of", "what", "first", "second", "second-first", "95% CI", "p", "p (Holm)"];
    TextTable::new(&header, 2, table.iter().map(line).collect()).to_string()
}
