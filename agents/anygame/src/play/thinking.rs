//! Measurement of agents' thinking times.

use std::time::{Duration, Instant};

/// Threshold of a quick decision: below it, reading the clock twice would take a considerable part of the time.
const QUICK: Duration = Duration::from_micros(1);
/// Number of decisions that are not timed after a quick one.
const UNMEASURED: u64 = 15;

/// The decisions and thinking times of one agent in one game.
#[derive(Clone, Debug, Default)]
pub struct Thinking {
    /// The number of decisions.
    pub decisions: u64,
    /// The total number of rollouts in these decisions.
    pub playouts: u64,
    /// For each timed decision: its time in nanoseconds, and the number of decisions that it represents, which are itself and
    /// the untimed ones after it.
    pub measured: Vec<(u64, u64)>,
    /// The number of decisions that will not be timed.
    may_go_by: u64,
}

impl Thinking {
    /// Lets the agent make a decision, and times it unless the agent is quick.
    pub fn measure<T>(&mut self, decide: impl FnOnce() -> T) -> T {
        self.decisions += 1;
        if let (Some((_, represented)), 1..) = (self.measured.last_mut(), self.may_go_by) {
            *represented += 1;
            self.may_go_by -= 1;
            return decide();
        }
        let begin = Instant::now();
        let decision = decide();
        let time = begin.elapsed();
        self.measured.push((time.as_nanos() as u64, 1));
        self.may_go_by = if time < QUICK { UNMEASURED } else { 0 };
        decision
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slow_and_every_16th_fast_decision_is_timed() {
        let mut slow = Thinking::default();
        for _ in 0..3 {
            slow.measure(|| std::thread::sleep(2 * QUICK));
        }
        assert!(slow.measured.iter().all(|&(_, decisions)| decisions == 1));
        assert_eq!((slow.decisions, slow.measured.len()), (3, 3));
        let mut quick =
            Thinking { may_go_by: UNMEASURED, measured: vec![(0, 1)], ..Thinking::default() };
        for number in 0..=UNMEASURED {
            assert_eq!(quick.measure(|| number), number);
        }
        assert_eq!((quick.decisions, quick.measured.len()), (16, 2));
        assert_eq!((quick.measured[0].1, quick.measured[1].1), (16, 1));
    }
}
