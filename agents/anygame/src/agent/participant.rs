//! Participants of a tournament, without the types of their games.

use super::any_agent::{AnyAgent, TypedAgent};
use agents::{Entrant, Participant};
use engine::PlayableGame;
use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// An agent that was built from a spec and the files that the spec names.
#[derive(Clone)]
pub struct AnyParticipant {
    inner: Arc<dyn Erased>,
}

/// The object-safe part of [`Participant`].
trait Erased: Any + Send + Sync + Deref<Target = Entrant> {
    fn observes(&self) -> bool;
    fn is_external(&self) -> bool;
    fn make(&self) -> Box<dyn AnyAgent>;
}

impl<G: PlayableGame> Erased for Participant<G> {
    fn observes(&self) -> bool {
        self.make().observes()
    }

    fn is_external(&self) -> bool {
        self.make().is_external()
    }

    fn make(&self) -> Box<dyn AnyAgent> {
        Box::new(TypedAgent { agent: self.make(), moves: Vec::new() })
    }
}

impl AnyParticipant {
    /// Erases the type of a participant.
    pub fn new<G: PlayableGame>(participant: Participant<G>) -> Self {
        Self { inner: Arc::new(participant) }
    }

    /// Returns whether the agent follows whole games, so that it cannot join a game in progress.
    pub fn observes(&self) -> bool {
        self.inner.observes()
    }

    /// Returns whether another program makes the agent's decisions. The run's secret then keeps the decks
    /// hidden from it.
    pub fn is_external(&self) -> bool {
        self.inner.is_external()
    }

    /// Makes an agent for one seat of one game.
    pub fn make(&self) -> Box<dyn AnyAgent> {
        self.inner.make()
    }

    /// Returns the participant with its type; `None` if it belongs to another game.
    pub fn typed<G: PlayableGame>(&self) -> Option<&Participant<G>> {
        let inner: &dyn Any = &*self.inner;
        inner.downcast_ref()
    }
}

impl Deref for AnyParticipant {
    type Target = Entrant;

    fn deref(&self) -> &Entrant {
        &self.inner
    }
}

impl fmt::Debug for AnyParticipant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyParticipant").field(self.spec()).finish()
    }
}
