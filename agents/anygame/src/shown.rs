//! Games of any type that people look at and play, step by step.

use crate::agent::AnyParticipant;
use crate::facts::{GameFacts, Vocabulary};
use crate::position::{AnySetup, ReplayedGame};
use crate::table::{LuckyGame, luck};
use crate::typed_game::TypedGame;
use agents::{AgentError, AgentFacts, Spec};
use engine::{PlayableGame, Record, RecordError, RuleError, Rules};

/// A game of any type with its agents, limited to the methods for setting it up, displaying it and playing it
/// step by step.
///
/// The web page needs nothing else, so its module does not include the rest of a game: the methods that run
/// tournaments belong to [`AnyGame`](crate::game::AnyGame). Setups and participants must come from the game that they
/// are used with.
pub trait ShownGame: Send + Sync {
    /// Returns the facts about the game that do not depend on a setup.
    fn facts(&self) -> &GameFacts;

    /// Returns the words of the game, for translations.
    fn vocabulary(&self) -> Vocabulary;

    /// Returns the agents in the order of the registry.
    fn agents(&self) -> Vec<AgentFacts>;

    /// Returns the agent with this name, ignoring case.
    ///
    /// # Errors
    /// Fails if there is no such agent.
    fn agent(&self, name: &str) -> Result<AgentFacts, AgentError>;

    /// Sets up a table.
    ///
    /// # Errors
    /// Fails if the game does not support this number of players, or if a rule or its value does not exist.
    fn setup(&self, players: usize, rules: &Rules) -> Result<AnySetup, RuleError>;

    /// Reads a spec and the files that it names.
    ///
    /// # Errors
    /// Fails for an unknown agent, or for a parameter that is unknown, out of range or in conflict with
    /// another.
    fn participant(&self, spec: &Spec) -> Result<AnyParticipant, AgentError>;

    /// Reads a comma-separated list of specs.
    ///
    /// # Errors
    /// Returns the first error in the list.
    fn participants(&self, list: &str) -> Result<Vec<AnyParticipant>, AgentError> {
        Spec::parse_list(list)?.iter().map(|spec| self.participant(spec)).collect()
    }

    /// Checks a record like [`Self::check_record`] and keeps the position after every step.
    ///
    /// # Errors
    /// Fails if the line is not a record of a legal game.
    fn replay_record(&self, line: &str, texts: &Rules) -> Result<ReplayedGame, RecordError>;

    /// Checks a record like [`Self::check_record`] and measures the luck in it. The luck is empty if the game has no outcome model.
    ///
    /// # Errors
    /// Fails if the line is not a record of a legal game.
    fn luck(&self, line: &str, texts: &Rules) -> Result<LuckyGame, RecordError>;

    /// Replays a record and checks every event and the result. `texts` contains the texts that the record may
    /// refer to.
    ///
    /// # Errors
    /// Fails if the line is not a record of a legal game.
    fn check_record(&self, line: &str, texts: &Rules) -> Result<(), RecordError>;
}

impl<G: PlayableGame> ShownGame for TypedGame<G> {
    fn facts(&self) -> &GameFacts {
        &self.facts
    }

    fn vocabulary(&self) -> Vocabulary {
        let renderer = G::renderer();
        Vocabulary {
            phases: renderer.phases(),
            phrases: renderer.phrases(),
            names: renderer.names(),
        }
    }

    fn agents(&self) -> Vec<AgentFacts> {
        self.registry.factories().iter().map(|factory| factory.facts.clone()).collect()
    }

    fn agent(&self, name: &str) -> Result<AgentFacts, AgentError> {
        self.registry.factory(name).map(|factory| factory.facts.clone())
    }

    fn setup(&self, players: usize, rules: &Rules) -> Result<AnySetup, RuleError> {
        Ok(AnySetup::of::<G>(players, G::setup(players, rules)?))
    }

    fn participant(&self, spec: &Spec) -> Result<AnyParticipant, AgentError> {
        self.registry.participant(spec).map(AnyParticipant::new)
    }

    fn replay_record(&self, line: &str, texts: &Rules) -> Result<ReplayedGame, RecordError> {
        ReplayedGame::new::<G>(&Record::parse(line, texts)?)
    }

    fn luck(&self, line: &str, texts: &Rules) -> Result<LuckyGame, RecordError> {
        luck(&Record::parse(line, texts)?, self.forecast())
    }

    fn check_record(&self, line: &str, texts: &Rules) -> Result<(), RecordError> {
        Record::<G>::parse(line, texts)?.check()
    }
}
