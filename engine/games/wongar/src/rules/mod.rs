//! The rules of Wongar, chapter by chapter.

mod area;
mod ceremony;
mod course;
mod draw;
mod opening;
pub(super) mod random;
mod round;
pub(super) mod score;

// Re-exports, so that the files of this module can write `super::name`.
use super::state::{self, board, cards, chance, edition, event, moves, phase, setup};
