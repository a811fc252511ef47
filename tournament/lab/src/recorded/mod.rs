//! Recorded games: mistakes that a search finds in them, and the luck of their seats.

pub mod analysis;
pub mod luck;
mod sweep;
mod tally;

pub use sweep::Sweep;
