//! How long agents think: the only file that depends on the clock.

use anygame::play::Thinking;
use engine::csv_table::{CsvRows, CsvTable, page, rows};
use engine::joined;
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use std::path::Path;
use store::Failure;
use store::digest::sha256;

/// The name of the file.
pub const NAME: &str = "timing.csv";
/// Significant digits of quantiles.
const DIGITS: u8 = 2;
const NANOSECONDS_PER_MICROSECOND: f64 = 1e3;
const NANOSECONDS_PER_SECOND: f64 = 1e9;

/// The times of all decisions so far, by agent.
#[derive(Debug)]
pub struct Timing {
    agents: Vec<Times>,
}

#[derive(Debug)]
struct Times {
    decisions: u64,
    playouts: u64,
    /// Measured nanoseconds, each counted for all decisions it stands for, and their sum.
    histogram: Histogram<u64>,
    nanoseconds: u64,
}

/// A row of `timing.csv`: the decisions asked for and the microseconds per decision.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Row {
    agent: String,
    decisions: u64,
    microseconds_mean: Option<f64>,
    microseconds_p50: Option<f64>,
    microseconds_p99: Option<f64>,
    microseconds_max: Option<f64>,
    playouts_per_s: Option<f64>,
    playouts: u64,
    /// Decisions by nanoseconds: `nanoseconds:decisions`, joined by `|`.
    histogram: String,
    /// The beginning of the SHA-256 hash of the row without it. No manifest has a hash of this file, because
    /// manifests do not depend on the clock.
    check: String,
}

/// The digits of a row's `check`.
const CHECK_DIGITS: usize = 16;

impl Row {
    /// Fills in the last column.
    fn checked(self) -> Self {
        let row = Self { check: String::new(), ..self };
        let mut check = sha256(&page(&[&row]));
        check.truncate(CHECK_DIGITS);
        Self { check, ..row }
    }
}

impl Timing {
    /// Starts without decisions.
    pub fn new(agents: usize) -> Self {
        let times = || Times {
            decisions: 0,
            playouts: 0,
            histogram: Histogram::new(DIGITS).expect("a histogram has up to five digits"),
            nanoseconds: 0,
        };
        Self { agents: std::iter::repeat_with(times).take(agents).collect() }
    }

    /// Adds an agent's decisions in a game.
    pub fn add(&mut self, agent: usize, thinking: &Thinking) {
        let times = &mut self.agents[agent];
        for &(nanoseconds, decisions) in &thinking.measured {
            let recorded = times.histogram.record_n(nanoseconds, decisions);
            recorded.expect("the histogram grows as it must");
            times.nanoseconds += nanoseconds * decisions;
        }
        times.decisions += thinking.decisions;
        times.playouts += thinking.playouts;
    }

    /// Adds everything from the file in a folder.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is damaged, or is about other agents.
    pub fn recall(&mut self, folder: &Path, labels: &[String]) -> Result<(), Failure> {
        let path = folder.join(NAME);
        let page = agents::read_bounded(&path).map_err(Failure::read(&path))?;
        let header = CsvTable::of::<Row>(NAME).header;
        let read = rows::<Row>(page.strip_prefix(header.as_slice()).unwrap_or_default()).ok();
        let fitting = read.filter(|rows| rows.len() == self.agents.len());
        let is_taken_in = fitting.is_some_and(|rows| {
            self.agents.iter_mut().zip(labels).zip(rows).all(|((times, label), row)| {
                let check = row.check.clone();
                let row = row.checked();
                row.agent == *label && row.check == check && times.recall(&row).is_some()
            })
        });
        let what = "it is no timing of these agents, or it is damaged".to_owned();
        if is_taken_in { Ok(()) } else { Err(Failure::Content { path, what }) }
    }

    /// Returns the number of decisions of all agents.
    pub fn decisions(&self) -> u64 {
        self.agents.iter().map(|times| times.decisions).sum()
    }

    /// Returns the table of thinking times.
    pub fn summary(&self, labels: &[String]) -> (CsvTable, CsvRows) {
        let rows = labels.iter().zip(&self.agents).map(|(label, times)| times.row(label));
        (CsvTable::of::<Row>(NAME), page(&rows.collect::<Vec<_>>()))
    }
}

impl Times {
    fn recall(&mut self, row: &Row) -> Option<()> {
        let mut measured = 0;
        for bar in row.histogram.split_terminator('|') {
            let (nanoseconds, decisions) = bar.split_once(':')?;
            let decisions = decisions.parse().ok()?;
            self.histogram.record_n(nanoseconds.parse().ok()?, decisions).ok()?;
            measured += decisions;
        }
        let mean = row.microseconds_mean.unwrap_or(0.0) * NANOSECONDS_PER_MICROSECOND;
        self.nanoseconds += (mean * measured as f64).round() as u64;
        self.decisions += row.decisions;
        self.playouts += row.playouts;
        Some(())
    }

    fn row(&self, label: &str) -> Row {
        let measured = self.histogram.len();
        let mean = self.nanoseconds as f64 / measured as f64;
        let microseconds =
            |nanoseconds: f64| (measured > 0).then_some(nanoseconds / NANOSECONDS_PER_MICROSECOND);
        let quantile = |quantile| microseconds(self.histogram.value_at_quantile(quantile) as f64);
        let seconds = mean * self.decisions as f64 / NANOSECONDS_PER_SECOND;
        Row {
            agent: label.to_owned(),
            decisions: self.decisions,
            microseconds_mean: microseconds(mean),
            microseconds_p50: quantile(0.5),
            microseconds_p99: quantile(0.99),
            microseconds_max: microseconds(self.histogram.max() as f64),
            playouts_per_s: (self.playouts > 0).then(|| self.playouts as f64 / seconds),
            playouts: self.playouts,
            histogram: joined(
                self.histogram
                    .iter_recorded()
                    .map(|bar| format!("{}:{}", bar.value_iterated_to(), bar.count_at_value())),
            ),
            check: String::new(),
        }
        .checked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn times_are_summed_up_by_agent() {
        let mut timing = Timing::new(2);
        let thinking = |measured: &[(u64, u64)], playouts| {
            let mut thinking = Thinking::default();
            thinking.decisions = measured.iter().map(|(_, decisions)| decisions).sum();
            thinking.measured = measured.to_vec();
            thinking.playouts = playouts;
            thinking
        };
        timing.add(1, &thinking(&[(1000, 1), (2000, 1), (9000, 1)], 0));
        timing.add(1, &thinking(&[(4000, 1)], 8));
        let labels = ["idle".to_owned(), "busy".to_owned()];
        let (table, rows) = timing.summary(&labels);
        // Quantiles are rounded up to two digits.
        assert_eq!(
            String::from_utf8(rows.clone()).unwrap(),
            "idle,0,,,,,,0,,ec310afb781674df\n\
             busy,4,4.0,2.007,9.023,9.023,500000.0,8,1003:1|2007:1|4015:1|9023:1,d762c0fcf9187816\n"
        );
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(NAME), [table.header, rows.clone()].concat()).unwrap();
        let mut again = Timing::new(2);
        again.recall(folder.path(), &labels).unwrap();
        assert_eq!(again.summary(&labels).1, rows);
        assert!(Timing::new(3).recall(folder.path(), &labels).is_err());
    }
}
