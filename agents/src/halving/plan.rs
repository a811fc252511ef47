//! Plans with the results of their trials.

use crate::lookahead::{Candidate, Line};
use crate::plan::end_in;
use engine::Evaluated;

/// Minimum number of trials before a plan can be dropped because of its results.
const ENOUGH: usize = 6;

/// Number of standard errors by which a plan must trail to be dropped.
const HOPELESS: f64 = 3.0;

/// A sequence of decisions and the results of its trials.
pub(super) struct Plan<G: Evaluated> {
    line: Line<G>,
    /// The value at the last look.
    promise: f64,
    /// The results of the trials. Trials with the same number in different plans have the same chance events.
    values: Vec<f64>,
    sum: f64,
}

impl<G: Evaluated> Plan<G> {
    pub(super) fn new((promise, line): Candidate<G>) -> Self {
        Self { line, promise, values: Vec::new(), sum: 0.0 }
    }

    pub(super) fn moves(&self) -> &[G::Move] {
        &self.line.moves
    }

    /// Adds the results of more trials.
    pub(super) fn credit(&mut self, values: &[f64]) {
        self.values.extend(values);
        self.sum += values.iter().sum::<f64>();
    }

    /// Returns the number of trials.
    pub(super) const fn trials(&self) -> usize {
        self.values.len()
    }

    /// Returns the mean result of the trials; there must have been at least one.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.values.len() as f64
    }

    /// Returns the expected result, with the value at the last look weighted like `prior` trials.
    pub(super) fn expected(&self, prior: f64) -> f64 {
        (prior * self.promise + self.sum) / (prior + self.values.len() as f64)
    }

    /// Returns whether the plan can be dropped in favour of another one that did better in the same trials:
    /// clearly better, or exactly as well in each trial.
    pub(super) fn is_hopeless_beside(&self, better: &Self) -> bool {
        let number = self.values.len();
        let deficit = better.mean() - self.mean();
        let pairs = self.values.iter().zip(&better.values);
        let squares = pairs.map(|(own, other)| (other - own - deficit).powi(2));
        let variance = squares.sum::<f64>() / number as f64;
        number >= ENOUGH && deficit >= HOPELESS * (variance / number as f64).sqrt()
    }

    /// Returns the position after the plan in this determinization, up to the first move that is illegal there.
    pub(super) fn follow(&self, state: &G) -> G {
        end_in(&self.line.moves, &self.line.end, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tongiaki::{Setup, State};

    fn plan(promise: f64, values: &[f64]) -> Plan<State> {
        let end = State::new(&Setup::new(2).unwrap());
        let mut plan = Plan::new((promise, Line { moves: Vec::new(), end }));
        plan.credit(values);
        plan
    }

    #[test]
    fn a_promise_counts_for_some_trials() {
        let mut plan = plan(0.3, &[]);
        assert!((plan.expected(5.0) - 0.3).abs() < 1e-9);
        plan.credit(&[0.9, 0.9, 0.9, 0.9, 0.9]);
        assert!((plan.expected(0.0) - 0.9).abs() < 1e-9);
        assert!((plan.expected(5.0) - 0.6).abs() < 1e-9);
    }

    #[test]
    fn dominated_and_duplicate_plans_are_hopeless() {
        let best = plan(0.0, &[5.0, 7.0, 6.0, 8.0, 6.0, 7.0]);
        let less = best.values.iter().map(|value| value - 1.0).collect::<Vec<_>>();
        assert!(plan(0.0, &less).is_hopeless_beside(&best));
        assert!(plan(0.0, &best.values).is_hopeless_beside(&best));
        assert!(!plan(0.0, &[5.0, 5.0, 7.0, 8.0, 5.0, 7.0]).is_hopeless_beside(&best));
        let early = plan(0.0, &best.values[..ENOUGH - 1]);
        assert!(!plan(0.0, &less[..ENOUGH - 1]).is_hopeless_beside(&early));
    }
}
