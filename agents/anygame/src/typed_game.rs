//! Games that know their types.

use crate::facts::GameFacts;
use agents::Registry;
use engine::PlayableGame;

/// A game that knows its type, with its agents: the only implementation of [`AnyGame`](crate::game::AnyGame).
pub struct TypedGame<G: PlayableGame> {
    pub(crate) facts: GameFacts,
    pub(crate) registry: Registry<G>,
}

impl<G: PlayableGame> TypedGame<G> {
    /// Creates the game with these agents.
    pub const fn new(registry: Registry<G>) -> Self {
        Self { facts: GameFacts::of::<G>(), registry }
    }

    /// Returns the registry of the game's agents.
    pub const fn registry(&self) -> &Registry<G> {
        &self.registry
    }
}
