//! The rules, chapter by chapter.

mod area;
mod ceremony;
mod course;
mod draw;
mod opening;
pub(super) mod random;
mod round;
pub(super) mod score;

// Doors to the other rooms: the files of this one find them at `super`.
use super::record::{event, moves};
use super::state::{self, board, cards, chance, edition, phase, setup};
