//! Setups that know the types of their games.

use super::error::ActionError;
use agents::evaluation::Network;
use engine::{Encoding, PlayableGame};
use std::sync::OnceLock;

/// A setup that knows the type of its game, with the data that its positions share.
pub(crate) struct TypedSetup<G: PlayableGame> {
    pub(crate) players: usize,
    pub(crate) setup: G::Setup,
    pub(crate) encoding: Option<&'static Encoding<G>>,
    network: OnceLock<Option<Network<G>>>,
}

impl<G: PlayableGame> TypedSetup<G> {
    pub(crate) fn new(players: usize, setup: G::Setup) -> Self {
        Self { players, setup, encoding: G::encoding(), network: OnceLock::new() }
    }

    /// Returns the game's built-in network, if it has one. It is read only once.
    pub(crate) fn network(&self) -> Option<&Network<G>> {
        self.network.get_or_init(Network::built_in).as_ref()
    }

    /// Returns the game's encoding.
    ///
    /// # Errors
    /// Fails if the game has no encoding.
    pub(crate) fn encoding(&self) -> Result<&'static Encoding<G>, ActionError> {
        self.encoding.ok_or(ActionError::NoEncoding(G::NAME))
    }

    /// Returns the error for an action number that does not exist.
    pub(crate) fn no_action(&self, number: i64) -> ActionError {
        let actions = self.encoding.map_or(0, Encoding::actions);
        ActionError::NoAction { game: G::NAME, number, last: actions.saturating_sub(1) }
    }
}
