//! What a position is worth: features that a game names, weighed and added up.

mod weights;

pub use engine::{Evaluate, Feature, MAX_FEATURES};
pub(crate) use weights::name_at;
pub use weights::{LARGEST_WEIGHT, WEIGHTS, Weights, WeightsError, chances};
