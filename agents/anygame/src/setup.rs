//! The setup of a table, without the type of its game.

use engine::{PlayableGame, RuleError, RuleValue, Rules};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// How a table is set up: the number of players and the rules in force.
#[derive(Clone)]
pub struct AnySetup {
    players: usize,
    rules: Vec<(&'static str, RuleValue)>,
    facts: Vec<(&'static str, String)>,
    /// The game's own setup.
    inner: Arc<dyn Any + Send + Sync>,
}

impl AnySetup {
    pub(crate) fn new<G: PlayableGame>(players: usize, rules: &Rules) -> Result<Self, RuleError> {
        Ok(Self::of::<G>(players, G::setup(players, rules)?))
    }

    /// Erases the type of a setup.
    pub fn of<G: PlayableGame>(players: usize, setup: G::Setup) -> Self {
        let (rules, facts) = (G::rules_in_force(&setup), G::facts(&setup));
        Self { players, rules, facts, inner: Arc::new(setup) }
    }

    /// Returns the number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns the value of every rule in force, in the order of the game's rules.
    pub fn rules(&self) -> &[(&'static str, RuleValue)] {
        &self.rules
    }

    /// Returns further facts about the table for readers of results: names and values.
    pub fn facts(&self) -> &[(&'static str, String)] {
        &self.facts
    }

    /// Returns the setup with its type; `None` for the setup of another game.
    pub fn typed<G: PlayableGame>(&self) -> Option<&G::Setup> {
        self.inner.downcast_ref()
    }
}

impl fmt::Debug for AnySetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnySetup")
            .field("players", &self.players)
            .field("rules", &self.rules)
            .finish()
    }
}
