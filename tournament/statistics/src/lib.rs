//! Statistics for results that come in blocks of dependent games: means with confidence intervals, ratings with a test of
//! fit, linear models, and a sequential test.
//!
//! The crate does not depend on any game: ratings only need to know which agent finished ahead of which.
//!
//! Results within a block depend on each other, for example because its games share a deck, while different blocks are
//! independent. So every interval is computed from the variation between blocks.
//!
//! ```
//! use statistics::BlockedMean;
//!
//! let mut share = BlockedMean::default();
//! for block in [[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]] {
//!     for win in block {
//!         share.add(win);
//!     }
//!     share.close_block(0);
//! }
//! assert_eq!(share.mean(), Some(0.5));
//! let (low, high) = share.share_interval().unwrap();
//! assert!(0.0 < low && low < 0.5 && 0.5 < high && high < 1.0);
//! ```

mod blocks;
mod eigen;
mod finishes;
mod fit_test;
mod groups;
mod hypotheses;
mod linear_model;
mod matrix;
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
pub use finishes::{Finishes, Places, score_of_ranks};
pub use fit_test::{FitTest, NoTest, PairFit};
pub use groups::Standing;
pub use hypotheses::{holm, two_sided};
pub use linear_model::{LinearModel, Term};
pub use moments::Moments;
pub use normalised::NormalisedElo;
pub use picks::MAX_SEATS;
pub use rated::{Gap, RatedFinishes};
pub use ratings::{Rating, Ratings};
pub use sequential::{Hypotheses, HypothesesError, SequentialTest, Verdict};
pub use shares::student;

#[cfg(test)]
mod tests;
