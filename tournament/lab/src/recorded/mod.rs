//! Analyses of recorded games: mistakes found by a search, and the luck of each seat.

pub mod analysis;
pub mod luck;
mod sweep;
mod tally;

pub use sweep::Sweep;
