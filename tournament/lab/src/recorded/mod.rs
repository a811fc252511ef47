//! Analyses of recorded games: mistakes found by a search, puzzles, and the luck of each seat.

pub mod analysis;
pub mod luck;
pub mod puzzles;
mod sweep;
mod tally;

pub use sweep::Sweep;
