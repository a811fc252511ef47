//! Measurement of agents' thinking times.

use std::time::{Duration, Instant};

/// Threshold of a quick decision: below it, reading the clock twice would take a considerable part of the time.
const QUICK: Duration = Duration::from_micros(1);
/// Maximum number of decisions that are not timed after a quick one.
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
    /// Whether a timed decision was slow. An agent that follows a plan for its turn is quick in between, so that untimed decisions
    /// would hide slow ones.
    has_been_slow: bool,
}

impl Thinking {
    /// Lets the agent make a decision. Times it unless all timed decisions in the game were quick: then increasing numbers of
    /// decisions go by.
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
        self.has_been_slow |= time >= QUICK;
        let quick = self.measured.len() as u64;
        self.may_go_by = if self.has_been_slow { 0 } else { quick.min(UNMEASURED) };
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
        let measured = vec![(0, 1); UNMEASURED as usize];
        let mut quick = Thinking { may_go_by: UNMEASURED, measured, ..Thinking::default() };
        for number in 0..=UNMEASURED {
            assert_eq!(quick.measure(|| number), number);
        }
        assert_eq!((quick.decisions, quick.measured.len()), (16, 16));
        assert_eq!((quick.measured[14].1, quick.measured[15].1), (16, 1));
    }

    /// An agent that thinks at the beginning of a turn and then follows its plan.
    #[test]
    fn quick_decisions_do_not_hide_slow_ones() {
        let mut thinking = Thinking::default();
        for number in 0..40 {
            thinking.measure(|| {
                if number % 4 == 1 {
                    std::thread::sleep(2 * QUICK);
                }
            });
        }
        let slow = thinking.measured.iter().filter(|(nanoseconds, _)| *nanoseconds >= 2000).count();
        assert!((9..=40).contains(&slow), "{slow}");
        assert!(thinking.measured[4..].iter().all(|&(_, represented)| represented == 1));
    }
}
