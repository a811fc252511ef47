//! What a position is worth: features that a game names, weighed and added up.

mod defaults;
mod tongiaki;
mod weights;
mod wongar;

pub use defaults::{Reward, Search, SearchDefaults};
pub(crate) use weights::name_at;
pub(crate) use weights::weights_parameter;
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

/// The most features that a game may have.
pub const MAX_FEATURES: usize = 32;

/// A game whose positions can be evaluated by features. A game without features leaves all of this as it is.
pub trait Evaluate: Game {
    /// The features, in the order in which [`Evaluate::features`] hands them over.
    const FEATURES: &'static [Feature] = &[];

    /// For a number of players, a file of weights that do best there; the features' own serve the others.
    const TUNED: &'static [(usize, &'static str)] = &[];

    /// What agents do in this game unless they are told otherwise.
    const DEFAULTS: SearchDefaults = SearchDefaults::GENERIC;

    /// Hands over the features of every seat.
    fn features(&self, _each: impl FnMut(Seat, &[f64])) {}
}
