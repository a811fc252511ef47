//! Thinking times of agents, in the only files that depend on the clock.

use anygame::play::Thinking;
use engine::csv_table::{CsvRows, CsvTable, FilledTable, rows};
use hdrhistogram::Histogram;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use store::Failure;

/// The file with the thinking time of each agent.
pub const NAME: &str = "timing.csv";
/// The file with the distribution of the thinking times.
pub const HISTOGRAM: &str = "timing_histogram.csv";
/// The number of significant digits of quantiles.
const DIGITS: u8 = 2;
const NANOSECONDS_PER_MICROSECOND: f64 = 1e3;
const NANOSECONDS_PER_SECOND: f64 = 1e9;

/// Running totals of the thinking times, by agent.
#[derive(Debug)]
pub struct Timing {
    agents: Vec<Times>,
}

#[derive(Debug)]
struct Times {
    decisions: u64,
    playouts: u64,
    /// Measured nanoseconds, each with a weight for the decisions that it represents, and their sum.
    histogram: Histogram<u64>,
    nanoseconds: u64,
}

/// A row of `timing.csv`: the thinking times of one agent.
///
/// Only this file and `timing_histogram.csv` depend on the clock. After a decision shorter than a microsecond, the
/// program does not measure the next 15 decisions; it represents all 16.
#[derive(Debug, Default, Serialize, Deserialize)]
struct TimeRow {
    /// Label of the agent.
    agent: String,
    /// Number of decisions that the agent was asked to make.
    decisions: u64,
    /// Mean thinking time of a decision, in microseconds.
    microseconds_mean: Option<f64>,
    /// Median thinking time of a decision, in microseconds.
    microseconds_p50: Option<f64>,
    /// 99th percentile of the thinking time, in microseconds.
    microseconds_p99: Option<f64>,
    /// Longest thinking time of a decision, in microseconds.
    microseconds_max: Option<f64>,
    /// Simulations per second of thinking.
    playouts_per_s: Option<f64>,
    /// Number of simulations in all decisions.
    playouts: u64,
}

/// A row of `timing_histogram.csv`: one bar of the histogram of an agent's thinking times.
#[derive(Debug, Default, Serialize, Deserialize)]
struct BarRow {
    /// Label of the agent.
    agent: String,
    /// Longest thinking time in the bar, in nanoseconds, rounded up to two digits.
    nanoseconds: u64,
    /// Number of decisions in the bar.
    decisions: u64,
}

impl Timing {
    /// Creates totals without decisions.
    ///
    /// # Panics
    /// Never: the number of digits is valid for a histogram.
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
    ///
    /// # Panics
    /// Panics if the number of the agent is out of range.
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

    /// Whether a folder contains both files.
    pub fn is_there(folder: &Path) -> bool {
        [NAME, HISTOGRAM].iter().all(|name| folder.join(name).exists())
    }

    /// Adds the times from the files in a folder. Returns whether the two files are consistent: one of them may be
    /// damaged, or the job may have been killed after it had written only one.
    ///
    /// # Errors
    /// Fails if a file cannot be read, is not a table of times, or is about other agents.
    ///
    /// # Panics
    /// Never: the histograms resize automatically.
    pub fn recall(&mut self, folder: &Path, labels: &[String]) -> Result<bool, Failure> {
        let times = StoredTable::<TimeRow>::read(folder, NAME)?;
        let bars = StoredTable::<BarRow>::read(folder, HISTOGRAM)?;
        if !times.rows.iter().map(|row| &row.agent).eq(labels) {
            return Err(times.wrong());
        }
        if bars.rows.iter().any(|bar| !labels.contains(&bar.agent)) {
            return Err(bars.wrong());
        }
        let mut held = Self::new(labels.len());
        for (sums, row) in held.agents.iter_mut().zip(&times.rows) {
            let own = bars.rows.iter().filter(|bar| bar.agent == row.agent);
            sums.recall(row, own).ok_or_else(|| bars.wrong())?;
        }
        let [due_times, due_bars] = held.tables(labels);
        for (sums, held) in self.agents.iter_mut().zip(held.agents) {
            sums.histogram.add(held.histogram).expect("the histogram grows as it must");
            sums.decisions += held.decisions;
            sums.playouts += held.playouts;
            sums.nanoseconds += held.nanoseconds;
        }
        Ok(times.page == due_times.1 && bars.page == due_bars.1)
    }

    /// Returns the total number of decisions of all agents.
    pub fn decisions(&self) -> u64 {
        self.agents.iter().map(|times| times.decisions).sum()
    }

    /// Returns the table of thinking times and the table of their distribution.
    pub fn tables(&self, labels: &[String]) -> [FilledTable; 2] {
        let agents = || labels.iter().zip(&self.agents);
        let rows: Vec<_> = agents().map(|(label, times)| times.row(label)).collect();
        let bars: Vec<_> = agents().flat_map(|(label, times)| times.bars(label)).collect();
        [CsvTable::filled(NAME, &rows), CsvTable::filled(HISTOGRAM, &bars)]
    }
}

/// A table that was read from a folder.
struct StoredTable<R> {
    path: PathBuf,
    /// The rows as text, without the header.
    page: CsvRows,
    rows: Vec<R>,
}

impl<R: DeserializeOwned + Serialize + Default> StoredTable<R> {
    fn read(folder: &Path, name: &'static str) -> Result<Self, Failure> {
        let path = folder.join(name);
        let text = agents::read_bounded(&path).map_err(Failure::read(&path))?;
        if let Some(page) = text.strip_prefix(&CsvTable::of::<R>(name).header[..])
            && let Ok(rows) = rows(page)
        {
            return Ok(Self { path, page: page.to_vec(), rows });
        }
        Err(Failure::content(path, "not the timing of a run of this version, or damaged"))
    }

    fn wrong(&self) -> Failure {
        Failure::content(&self.path, "not the timing of these agents, or damaged")
    }
}

impl Times {
    fn recall<'a>(&mut self, row: &TimeRow, bars: impl Iterator<Item = &'a BarRow>) -> Option<()> {
        let mut measured = 0;
        for bar in bars {
            self.histogram.record_n(bar.nanoseconds, bar.decisions).ok()?;
            measured += bar.decisions;
        }
        let mean = row.microseconds_mean.unwrap_or(0.0) * NANOSECONDS_PER_MICROSECOND;
        self.nanoseconds += (mean * measured as f64).round() as u64;
        self.decisions += row.decisions;
        self.playouts += row.playouts;
        Some(())
    }

    fn bars(&self, label: &str) -> impl Iterator<Item = BarRow> {
        self.histogram.iter_recorded().map(|bar| BarRow {
            agent: label.to_owned(),
            nanoseconds: bar.value_iterated_to(),
            decisions: bar.count_at_value(),
        })
    }

    fn row(&self, label: &str) -> TimeRow {
        let measured = self.histogram.len();
        let mean = self.nanoseconds as f64 / measured as f64;
        let microseconds =
            |nanoseconds: f64| (measured > 0).then_some(nanoseconds / NANOSECONDS_PER_MICROSECOND);
        let quantile = |quantile| microseconds(self.histogram.value_at_quantile(quantile) as f64);
        let seconds = mean * self.decisions as f64 / NANOSECONDS_PER_SECOND;
        TimeRow {
            agent: label.to_owned(),
            decisions: self.decisions,
            microseconds_mean: microseconds(mean),
            microseconds_p50: quantile(0.5),
            microseconds_p99: quantile(0.99),
            microseconds_max: microseconds(self.histogram.max() as f64),
            playouts_per_s: (self.playouts > 0).then(|| self.playouts as f64 / seconds),
            playouts: self.playouts,
        }
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
        let tables = timing.tables(&labels);
        let text = |table: usize| String::from_utf8(tables[table].1.clone()).unwrap();
        // Quantiles are rounded up to two digits.
        assert_eq!(text(0), "idle,0,,,,,,0\nbusy,4,4.0,2.007,9.023,9.023,500000.0,8\n");
        assert_eq!(text(1), "busy,1003,1\nbusy,2007,1\nbusy,4015,1\nbusy,9023,1\n");
        let folder = tempfile::tempdir().unwrap();
        assert!(!Timing::is_there(folder.path()));
        for (table, rows) in tables.clone() {
            fs::write(folder.path().join(table.name), [table.header, rows].concat()).unwrap();
        }
        assert!(Timing::is_there(folder.path()));
        let mut again = Timing::new(2);
        assert!(again.recall(folder.path(), &labels).unwrap());
        assert_eq!(again.tables(&labels).map(|(_, rows)| rows), tables.map(|(_, rows)| rows));
        assert!(Timing::new(2).recall(folder.path(), &labels[..1]).is_err());
        let path = folder.path().join(NAME);
        let changed = fs::read_to_string(&path).unwrap().replace("2.007", "2.008");
        fs::write(path, changed).unwrap();
        assert!(!Timing::new(2).recall(folder.path(), &labels).unwrap());
    }
}
