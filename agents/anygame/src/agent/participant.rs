//! Participants of a tournament, without the types of their games.

use super::any_agent::{AnyAgent, TypedAgent};
use agents::{Participant, Spec, Value};
use engine::PlayableGame;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An agent that was built from a spec and the files that the spec names.
#[derive(Clone)]
pub struct AnyParticipant {
    inner: Arc<dyn Erased>,
}

/// The object-safe part of [`Participant`].
trait Erased: Any + Send + Sync {
    fn spec(&self) -> &Spec;
    fn agent(&self) -> &str;
    fn parameters(&self) -> &[(String, Value)];
    fn parameters_at(&self, players: usize) -> Vec<(String, Value)>;
    fn parameters_of_tables(&self, players: &[usize]) -> Vec<(String, Value)>;
    fn observes(&self) -> bool;
    fn is_external(&self) -> bool;
    fn make(&self) -> Box<dyn AnyAgent>;
    fn as_any(&self) -> &dyn Any;
}

impl<G: PlayableGame> Erased for Participant<G> {
    fn spec(&self) -> &Spec {
        self.spec()
    }

    fn agent(&self) -> &str {
        self.agent()
    }

    fn parameters(&self) -> &[(String, Value)] {
        self.parameters()
    }

    fn parameters_at(&self, players: usize) -> Vec<(String, Value)> {
        self.parameters_at(players)
    }

    fn parameters_of_tables(&self, players: &[usize]) -> Vec<(String, Value)> {
        self.parameters_of_tables(players)
    }

    fn observes(&self) -> bool {
        self.make().observes()
    }

    fn is_external(&self) -> bool {
        self.make().is_external()
    }

    fn make(&self) -> Box<dyn AnyAgent> {
        Box::new(TypedAgent::new(self.make()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl AnyParticipant {
    /// Erases the type of a participant.
    pub fn new<G: PlayableGame>(participant: Participant<G>) -> Self {
        Self { inner: Arc::new(participant) }
    }

    /// Returns the participant's name in tables.
    pub fn label(&self) -> &str {
        self.spec().label()
    }

    /// Returns the spec as it was entered.
    pub fn spec(&self) -> &Spec {
        self.inner.spec()
    }

    /// Returns the name of the agent. For an alias such as `mcts`, this is the name of the actual search.
    pub fn agent(&self) -> &str {
        self.inner.agent()
    }

    /// Returns every effective parameter with its value, including defaults and the content of files.
    pub fn parameters(&self) -> &[(String, Value)] {
        self.inner.parameters()
    }

    /// Returns every effective parameter at tables with this many players.
    pub fn parameters_at(&self, players: usize) -> Vec<(String, Value)> {
        self.inner.parameters_at(players)
    }

    /// Returns the effective parameters at tables with any of these player counts, which leaves out weights for
    /// other counts.
    pub fn parameters_of_tables(&self, players: &[usize]) -> Vec<(String, Value)> {
        self.inner.parameters_of_tables(players)
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
        self.inner.as_any().downcast_ref()
    }
}

impl fmt::Debug for AnyParticipant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyParticipant").field(self.spec()).finish()
    }
}
