//! How seats play their turns in rollouts.

use crate::spec::ParameterValues;

/// The word for [`TurnPolicy::Greedy`].
pub(super) const GREEDY: &str = "greedy";

/// How a seat plays a turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum TurnPolicy {
    /// The best of this many random turns, played under the actual upcoming luck.
    BestOf(u32),
    /// Like `greedy` with little effort, without knowing the upcoming luck.
    Greedy,
}

impl TurnPolicy {
    /// Uniformly at random.
    pub(super) const UNIFORM: Self = Self::BestOf(1);

    /// Reads a parameter: a number, or else the word.
    pub(super) fn read(values: &ParameterValues, parameter: &str) -> Self {
        let turns = values.whole_or_word(parameter);
        turns.map_or(Self::Greedy, |turns| Self::BestOf(turns as u32))
    }
}
