//! A game of any type that people look at and play, step by step.

use crate::{AgentFacts, AnyParticipant, AnySetup, GameFacts, ReplayedGame, TypedGame};
use agents::{AgentError, Spec};
use engine::{PlayableGame, Record, RecordError, RuleError, Rules};

/// A game of any type with its agents, as far as it is set up, shown and played step by step.
///
/// A page needs no more, so its module contains nothing else of a game: the methods that run tournaments belong to
/// [`AnyGame`](crate::AnyGame). Setups and participants belong to the game that made them.
pub trait ShownGame: Send + Sync {
    /// Returns what is known about the game before a table is set up.
    fn facts(&self) -> &GameFacts;

    /// Returns the agents, in the order of their listing.
    fn agents(&self) -> Vec<AgentFacts>;

    /// Returns the agent with this name, ignoring case.
    ///
    /// # Errors
    /// If there is no such agent.
    fn agent(&self, name: &str) -> Result<AgentFacts, AgentError>;

    /// Sets up a table.
    ///
    /// # Errors
    /// If the game is not for this number of players, has no such rule, or the rule no such value.
    fn setup(&self, players: usize, rules: &Rules) -> Result<AnySetup, RuleError>;

    /// Reads a spec and the files that it names.
    ///
    /// # Errors
    /// For an unknown agent, or a parameter that is unknown, out of range or in conflict.
    fn participant(&self, spec: &Spec) -> Result<AnyParticipant, AgentError>;

    /// Reads a list of specs, separated by commas.
    ///
    /// # Errors
    /// The first error in the list.
    fn participants(&self, list: &str) -> Result<Vec<AnyParticipant>, AgentError> {
        Spec::parse_list(list)?.iter().map(|spec| self.participant(spec)).collect()
    }

    /// Checks a record like [`Self::check_record`] and keeps the position after every step.
    ///
    /// # Errors
    /// If the line is not the record of a game by the rules.
    fn replay_record(&self, line: &str, texts: &Rules) -> Result<ReplayedGame, RecordError>;

    /// Replays a record and checks every event and the result. The rules hold the texts that the record may refer to.
    ///
    /// # Errors
    /// If the line is not the record of a game by the rules.
    fn check_record(&self, line: &str, texts: &Rules) -> Result<(), RecordError>;
}

impl<G: PlayableGame> ShownGame for TypedGame<G> {
    fn facts(&self) -> &GameFacts {
        &self.facts
    }

    fn agents(&self) -> Vec<AgentFacts> {
        self.registry.factories().iter().map(AgentFacts::of).collect()
    }

    fn agent(&self, name: &str) -> Result<AgentFacts, AgentError> {
        self.registry.factory(name).map(AgentFacts::of)
    }

    fn setup(&self, players: usize, rules: &Rules) -> Result<AnySetup, RuleError> {
        AnySetup::new::<G>(players, rules)
    }

    fn participant(&self, spec: &Spec) -> Result<AnyParticipant, AgentError> {
        self.registry.participant(spec).map(AnyParticipant::new)
    }

    fn replay_record(&self, line: &str, texts: &Rules) -> Result<ReplayedGame, RecordError> {
        ReplayedGame::new::<G>(&Record::parse(line, texts)?)
    }

    fn check_record(&self, line: &str, texts: &Rules) -> Result<(), RecordError> {
        Record::<G>::parse(line, texts)?.check()
    }
}
