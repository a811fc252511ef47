//! What a game may offer beyond its rules.

use super::drawing::{PlainText, Render};
use super::study::MoveStudy;
use super::{Evaluate, Observable, RowBuilder};

/// A game that tournaments are held in: its rules, and whatever else it has to offer.
///
/// Everything here is optional. `()` stands for no tables and no study; without a renderer of
/// its own a game is shown as plain text.
pub trait PlayableGame: Observable + Evaluate {
    /// The columns and tables that the game adds to a run's.
    type Tables: RowBuilder<Self>;

    /// What the game asks about a kind of move.
    type Study: MoveStudy<Self>;

    /// How the game is shown to people.
    fn renderer() -> &'static dyn Render<Self> {
        &PlainText
    }
}
