//! What a position is worth: features that a game names, weighed and added up.

mod tongiaki;
mod weights;
mod wongar;

pub(crate) use weights::name_at;
pub use weights::{LARGEST_WEIGHT, WEIGHTS, Weights, WeightsError, chances};

use engine::{Game, Seat};

/// A number that says something about a seat's prospects.
#[derive(Copy, Clone, Debug)]
pub struct Feature {
    /// Its name in files of weights.
    pub name: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
    /// Its weight before any tuning.
    pub weight: f64,
}

const fn feature(name: &'static str, weight: f64, meaning: &'static str) -> Feature {
    Feature { name, meaning, weight }
}

/// Parameters of agents whose best values depend on the game.
#[derive(Copy, Clone, Debug)]
pub struct Defaults {
    /// How many decisions of other seats within a turn `greedy` foresees. It pays where they settle
    /// much of what a turn brings.
    pub replies: &'static str,
    /// How large a lead makes the odds to win e to 1, for `greedy` to strive for the win; 0 lets it
    /// strive for the lead.
    pub spread: &'static str,
    /// What `mcts` searches: plans or a tree.
    pub search: &'static str,
    /// How often `mcts` does.
    pub iterations: &'static str,
    /// How far it plays out.
    pub rollout: &'static str,
    /// How many ways to play a turn it tries in a rollout.
    pub ways: &'static str,
    /// What its rewards are for.
    pub reward: &'static str,
    /// The lead in value that is worth much to it.
    pub scale: &'static str,
    /// Visits or rollouts that first impressions count for.
    pub prior: &'static str,
}

impl Defaults {
    /// The values for games that do not say otherwise.
    pub const USUAL: Self = Self {
        replies: "0",
        spread: "0",
        search: "tree",
        iterations: "500",
        rollout: "round",
        ways: "1",
        reward: "value",
        scale: "20",
        prior: "10",
    };
}

/// The most features that a game may have.
pub const MAX_FEATURES: usize = 32;

/// A game whose positions can be evaluated by features.
pub trait Evaluate: Game {
    /// The features, in the order in which [`Evaluate::features`] hands them over.
    const FEATURES: &'static [Feature];

    /// For a number of players, a file of weights that do best there; the features' own serve the others.
    const TUNED: &'static [(usize, &'static str)] = &[];

    /// What agents do in this game unless they are told otherwise.
    const DEFAULTS: Defaults = Defaults::USUAL;

    /// Hands over the features of every seat.
    fn features(&self, each: impl FnMut(Seat, &[f64]));
}
