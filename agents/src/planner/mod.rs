//! Flat search over plans for the turn: what `mcts` does with `search=plans`.
//!
//! A plan is what the seat decides in a row, up to the next thing that is not its own to decide: chance,
//! another seat, the turn's end. All plans get first looks, by the evaluation at the end of the turn, and
//! promising ones more. The best of them are tried in rollouts by sequential halving: in each round all
//! that are left get the same number of rollouts, under the same guesses and the same luck, and the worse
//! half drops out (Karnin, Koren, Somekh: *Almost Optimal Exploration in Multi-Armed Bandits*, 2013; with
//! common random numbers: Baharav, Tse: *Ultra Fast Medoid Identification via Correlated Sequential
//! Halving*, 2019). Whatever else is clearly worse than the best drops out as well, in long rounds on the
//! way, too. What the first looks promised counts for some rollouts. The best plan is then followed
//! without another thought, as long as all goes by it.

mod plan;
mod player;
mod trial;

use crate::parameter::{Parameter, ParameterValues, Range};
pub(crate) use player::Player;

/// The parameter of how many plans are tried.
pub(crate) const PLANS: Parameter = Parameter {
    name: "plans",
    meaning: "plans that are tried in rollouts: the best at first look",
    range: Range::Whole(1, 1_000_000),
    default: "32",
};

/// The parameter of how well plans are looked at before.
pub(crate) const LOOKS: Parameter = Parameter {
    name: "looks",
    meaning: "first looks at every plan, each to the end of the turn; the best get four times as many",
    range: Range::Whole(1, 1_000_000),
    default: "2",
};

/// The parameter of how many plans are listed.
pub(crate) const WIDTH: Parameter = Parameter {
    name: "width",
    meaning: "about how many plans are listed; where there are more, they are cut short",
    range: Range::Whole(1, 1_000_000),
    default: "300",
};

/// The parameter of when outcome still counts as the end.
pub(crate) const PATIENCE: Parameter = Parameter {
    name: "patience",
    meaning: "turns of every seat that leave the outcome as it is, after which it is taken for the result unless a plan changes it; 0 waits for ever",
    range: Range::Whole(0, 1_000_000),
    default: "4",
};

/// The parameter of how much first looks count for, which trees have, too.
pub(crate) const PRIOR: &str = "prior";

/// Which plans are considered, and how.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Breadth {
    plans: usize,
    looks: usize,
    width: usize,
    patience: u32,
    prior: f64,
}

impl Breadth {
    /// What the parameters of this module ask for.
    pub(crate) fn read(arguments: &ParameterValues) -> Self {
        Self {
            plans: arguments.whole(PLANS.name) as usize,
            looks: arguments.whole(LOOKS.name) as usize,
            width: arguments.whole(WIDTH.name) as usize,
            patience: arguments.whole(PATIENCE.name) as u32,
            prior: arguments.whole(PRIOR) as f64,
        }
    }
}
