//! Statistics of samples: moments, and means with intervals from blocks. They know nothing of games.

mod blocks;
mod moments;

pub use blocks::BlockedMean;
pub use moments::Moments;
