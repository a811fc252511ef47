//! The rules of Tongiaki, chapter by chapter.

mod arrival;
mod course;
mod emigration;
pub(super) mod endless;
mod placing;
pub(super) mod random;
mod score;
pub(super) mod turn;
pub(super) mod voyage;

// Re-exports, so that the files of this module can write `super::name`.
use super::state::{self, border, event, fleet, hex, landing, moves, phase, setup, tiles};
