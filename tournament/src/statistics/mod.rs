//! Statistics of samples: moments, means with intervals from blocks, ratings, and a sequential
//! test. Of games, they know only which agent finished ahead of which.

mod blocks;
mod components;
#[cfg(test)]
mod coverage;
mod finishes;
mod fit_test;
mod groups;
mod hypotheses;
mod linear_model;
mod moments;
mod normalised;
mod picks;
mod plackett_luce;
mod profile;
mod rated;
mod ratings;
mod sequential;
mod shares;

pub use blocks::BlockedMean;
pub use components::{Component, Decomposition, Estimate, VarianceComponents};
pub use finishes::{Finishes, Places};
pub use fit_test::FitTest;
pub use hypotheses::{holm, two_sided};
pub use linear_model::{LinearModel, Term};
pub use moments::Moments;
pub use normalised::NormalisedElo;
pub use rated::RatedFinishes;
pub use ratings::{Rating, Ratings};
pub use sequential::{Hypotheses, HypothesesError, SequentialTest, Verdict};
