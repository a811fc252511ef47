//! Policies by which seats play their turns in rollouts.

use crate::spec::ParameterValues;

/// The parameter value that selects [`TurnPolicy::Greedy`].
pub(super) const GREEDY: &str = "greedy";

/// A policy for a seat's turn in a rollout.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum TurnPolicy {
    /// The best of this many random turns, all played under the determinization's actual upcoming chance
    /// events.
    BestOf(u32),
    /// The turn of `greedy` with low effort, without knowledge of the upcoming chance events.
    Greedy,
}

impl TurnPolicy {
    /// The policy that plays uniformly at random.
    pub(super) const UNIFORM: Self = Self::BestOf(1);

    /// Reads a parameter: a number of random turns, or the word for the greedy policy.
    pub(super) fn read(values: &ParameterValues, parameter: &str) -> Self {
        let turns = values.whole_or_word(parameter);
        turns.map_or(Self::Greedy, |turns| Self::BestOf(turns as u32))
    }
}
