//! A game with its type.

use crate::GameFacts;
use agents::Registry;
use engine::PlayableGame;

/// A game with its type, and its agents: the only implementation of [`AnyGame`](crate::AnyGame).
pub struct TypedGame<G: PlayableGame> {
    pub(crate) facts: GameFacts,
    pub(crate) registry: Registry<G>,
}

impl<G: PlayableGame> TypedGame<G> {
    /// Returns the game with these agents.
    pub const fn new(registry: Registry<G>) -> Self {
        Self { facts: GameFacts::of::<G>(), registry }
    }

    /// Returns the agents.
    pub const fn registry(&self) -> &Registry<G> {
        &self.registry
    }
}
