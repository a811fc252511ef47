//! How long agents think: the one file that depends on the clock.

use crate::play::Thinking;
use crate::sheet::{Page, Sheet, page};
use hdrhistogram::Histogram;
use serde::Serialize;

/// Significant digits of quantiles.
const DIGITS: u8 = 3;
const NANOSECONDS_PER_MICROSECOND: f64 = 1e3;
const NANOSECONDS_PER_SECOND: f64 = 1e9;

/// The times of all decisions so far, by agent.
#[derive(Debug)]
pub struct Timing {
    agents: Vec<Times>,
}

#[derive(Debug)]
struct Times {
    decisions: Histogram<u64>,
    nanoseconds: u64,
    playouts: u64,
}

/// A row of `timing.csv`: decisions that were asked for, microseconds per decision.
#[derive(Debug, Default, Serialize)]
struct Row {
    agent: String,
    decisions: u64,
    microseconds_mean: Option<f64>,
    microseconds_p50: Option<f64>,
    microseconds_p99: Option<f64>,
    microseconds_max: Option<f64>,
    playouts_per_s: Option<f64>,
}

impl Timing {
    /// No decisions yet.
    pub fn new(agents: usize) -> Self {
        let times = || Times {
            decisions: Histogram::new(DIGITS).expect("a histogram has up to five digits"),
            nanoseconds: 0,
            playouts: 0,
        };
        Self { agents: std::iter::repeat_with(times).take(agents).collect() }
    }

    /// Takes in an agent's decisions in a game.
    pub fn add(&mut self, agent: usize, thinking: &Thinking) {
        let times = &mut self.agents[agent];
        for &nanoseconds in &thinking.nanoseconds {
            times.decisions.record(nanoseconds).expect("the histogram grows as it must");
            times.nanoseconds += nanoseconds;
        }
        times.playouts += thinking.playouts;
    }

    /// The file.
    pub fn summary(&self, labels: &[String]) -> (Sheet, Page) {
        let rows = labels.iter().zip(&self.agents).map(|(label, times)| times.row(label));
        (Sheet::of::<Row>("timing.csv"), page(&rows.collect::<Vec<_>>()))
    }
}

impl Times {
    fn row(&self, label: &str) -> Row {
        let decisions = self.decisions.len();
        let microseconds =
            |nanoseconds: f64| (decisions > 0).then_some(nanoseconds / NANOSECONDS_PER_MICROSECOND);
        let quantile = |quantile| microseconds(self.decisions.value_at_quantile(quantile) as f64);
        let seconds = self.nanoseconds as f64 / NANOSECONDS_PER_SECOND;
        Row {
            agent: label.to_owned(),
            decisions,
            microseconds_mean: microseconds(self.nanoseconds as f64 / decisions as f64),
            microseconds_p50: quantile(0.5),
            microseconds_p99: quantile(0.99),
            microseconds_max: microseconds(self.decisions.max() as f64),
            playouts_per_s: (self.playouts > 0).then(|| self.playouts as f64 / seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_up_by_agent() {
        let mut timing = Timing::new(2);
        timing.add(1, &Thinking { nanoseconds: vec![1000, 2000, 9000], playouts: 0 });
        timing.add(1, &Thinking { nanoseconds: vec![4000], playouts: 8 });
        let (_, rows) = timing.summary(&["idle".to_owned(), "busy".to_owned()]);
        // Quantiles are rounded up to three digits.
        assert_eq!(
            String::from_utf8(rows).unwrap(),
            "idle,0,,,,,\nbusy,4,4.0,2.0,9.007,9.007,500000.0\n"
        );
    }
}
