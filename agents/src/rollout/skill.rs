//! How well seats play in rollouts.

use super::Effort;
use crate::parameter::{Parameter, ParameterValues, Range};

/// The parameter of how well the searching seat plays in rollouts; its default is the game's.
pub(crate) const OWN: Parameter = Parameter {
    name: "own",
    meaning: "random ways to play a turn of one's own in rollouts, of which the luckiest is taken; 1 plays on uniformly at random; greedy takes what promises most before chance acts; auto is 12, or greedy in a thorough search",
    range: Range::WholeOr(1, 1000, &["greedy", "auto"]),
    default: "1",
};

/// The parameter of how well the other seats play in rollouts; its default is the game's.
pub(crate) const OTHERS: Parameter =
    Parameter { name: "others", meaning: "the same for the turns of other seats", ..OWN };

/// The parameter of how much greedy turns in rollouts look at.
pub(crate) const THOUGHT: Parameter = Parameter {
    name: "thought",
    meaning: "positions that a greedy turn in a rollout looks at for a decision: a quarter at all ways to go on, the rest at the best of them",
    range: Range::Whole(1, 100_000_000),
    default: "800",
};

/// How well a seat plays its turns.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum TurnPolicy {
    /// The best of so many random ways under the luck that is to come.
    Ways(u32),
    /// As `greedy` does, in a hurry: without knowing the luck that is to come.
    Greedy,
}

impl TurnPolicy {
    /// What one of [`OWN`] and [`OTHERS`] asks for.
    pub(super) fn read(arguments: &ParameterValues, parameter: &Parameter, care: Effort) -> Self {
        match arguments.whole_or_word(parameter.name) {
            Some(ways) => Self::Ways(ways as u32),
            None => match arguments.text(parameter.name) {
                "greedy" => Self::Greedy,
                _ => care.skill(),
            },
        }
    }
}
