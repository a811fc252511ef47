//! What a position is worth: features that a game names, weighed and added up.

mod weights;

pub use weights::{LARGEST_WEIGHT, WEIGHTS, Weights, WeightsError, chances};
pub(crate) use weights::{name_at, weights_parameter};
