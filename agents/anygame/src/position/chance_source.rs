//! The sources of a position's chance events.

use engine::{GameRng, PlayableGame};
use std::sync::Arc;

/// The source of chance events.
#[derive(Clone)]
pub enum ChanceSource<G: PlayableGame> {
    /// The caller, who provides each event.
    Explicit,
    /// A deck shuffled before the game.
    Deal(Arc<G::Deal>),
    /// A random-number generator.
    Drawn(GameRng),
}

impl<G: PlayableGame> ChanceSource<G> {
    /// Returns the chance event that is about to happen; `None` if the caller provides it.
    pub fn next(&mut self, game: &G) -> Option<G::Chance> {
        match self {
            Self::Explicit => None,
            Self::Deal(deal) => Some(game.dealt(deal)),
            Self::Drawn(rng) => Some(game.random_chance(rng)),
        }
    }
}
