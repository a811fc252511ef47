//! Views: what one seat knows.

use super::{Game, Seat};
use rand::Rng;
use std::fmt::Debug;

/// What one seat knows of a game: all that an agent sees.
pub trait View: Clone + Eq + Debug + Send {
    /// The game that is seen.
    type Game: Game<View = Self>;

    /// Returns the seat whose view this is.
    fn seat(&self) -> Seat;

    /// Replaces the content of `into` by the moves that the seat may choose now; leaves it empty if
    /// the seat has nothing to decide.
    fn moves(&self, into: &mut Vec<<Self::Game as Game>::Move>);

    /// Draws a full state from all states that look like this to the seat, each with its
    /// probability.
    fn determinize<R: Rng>(&self, rng: &mut R) -> Self::Game;
}
