//! How seats play their turns in rollouts.

use crate::spec::ParameterValues;

/// The word for [`TurnPolicy::Greedy`].
pub(super) const GREEDY: &str = "greedy";

/// How a seat plays a turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum TurnPolicy {
    /// The best of so many random turns under the luck that is to come.
    BestOf(u32),
    /// As `greedy` does, in a hurry: without knowing the luck that is to come.
    Greedy,
}

impl TurnPolicy {
    /// Uniformly at random.
    pub(super) const UNIFORM: Self = Self::BestOf(1);

    /// What a parameter asks for: a number, or else the word.
    pub(super) fn read(values: &ParameterValues, parameter: &str) -> Self {
        let turns = values.whole_or_word(parameter);
        turns.map_or(Self::Greedy, |turns| Self::BestOf(turns as u32))
    }
}
