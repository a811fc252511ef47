//! What a game may offer beyond its rules.

use super::drawing::{PlainText, Render};
use super::study::Studies;
use super::{Encoding, Evaluate, Observable, Tables, first_word};

/// A game that tournaments can run: its rules and its optional capabilities.
///
/// Use `()` for no tables and no studies. A game without a renderer is shown as plain text, and one
/// without an encoding has no training data to export.
pub trait PlayableGame: Observable + Evaluate {
    /// The columns and tables that the game adds to a run.
    type Tables: Tables<Self>;

    /// The studies of kinds of steps.
    type Studies: Studies<Self>;

    /// Returns the renderer that shows the game to people.
    fn renderer() -> &'static dyn Render<Self> {
        &PlainText
    }

    /// Returns the numbers of the game's moves and the tensors of its views: `Some(&Encoded)` for a game
    /// with [`ActionSpace`](super::ActionSpace) and [`ObservationTensor`](super::ObservationTensor).
    fn encoding() -> Option<&'static dyn Encoding<Self>> {
        None
    }

    /// Returns the kind of a legal move, in a few words: tables put moves of a kind together. By
    /// default it is the first word of the notation.
    fn kind_of_move(&self, mv: Self::Move) -> String {
        first_word(mv)
    }

    /// Returns the kind of a possible chance event, in the same way. By default, each event is a kind
    /// of its own.
    fn kind_of_chance(&self, chance: Self::Chance) -> String {
        chance.to_string()
    }
}
