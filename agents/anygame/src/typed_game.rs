//! Games that know their types.

use crate::facts::GameFacts;
use agents::Registry;
use agents::forecast::Forecast;
use engine::PlayableGame;
use std::sync::OnceLock;

/// A game that knows its type, with its agents: the only implementation of [`AnyGame`](crate::game::AnyGame).
pub struct TypedGame<G: PlayableGame> {
    pub(crate) facts: GameFacts,
    pub(crate) registry: Registry<G>,
    forecast: OnceLock<Option<Forecast<G>>>,
}

impl<G: PlayableGame> TypedGame<G> {
    /// Creates the game with these agents.
    pub const fn new(registry: Registry<G>) -> Self {
        Self { facts: GameFacts::of::<G>(), registry, forecast: OnceLock::new() }
    }

    /// Returns the forecasts that measure luck; `None` if the game has no outcome model. Its network is read only once.
    pub(crate) fn forecast(&self) -> Option<&Forecast<G>> {
        self.forecast.get_or_init(Forecast::built_in).as_ref()
    }
}
