//! What every player is: somebody who sees a view and names a move.

use engine::{Game, Stream};

/// A player of one seat in one game.
///
/// An agent is made anew for every game and seat, so it may remember what it likes while the game
/// lasts. It sees views only, and all its randomness comes from the stream that it is handed: the same
/// views and streams give the same moves.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal moves of a view whose seat is to decide.
    fn choose(&mut self, view: &G::View, rng: &mut Stream) -> G::Move;

    /// Simulations played since the agent was made; 0 for agents that play none.
    fn playouts(&self) -> u64 {
        0
    }
}
