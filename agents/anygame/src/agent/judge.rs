//! A search that judges decisions made by others.

use super::participant::AnyParticipant;
use agents::{Agent, Fault, SearchedMove};
use engine::{Game, PlayableGame, RecordError, Seed};

/// An agent that evaluates decisions made by others: its search tables are used, not its moves.
///
/// A new agent is made for each decision, and its random choices depend only on the seed and the place of the
/// decision. So its tables do not depend on other decisions.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The agent. It must be able to start in the middle of a game.
    pub participant: AnyParticipant,
    /// The master seed.
    pub seed: u64,
}

/// The reason why the decisions of a recorded game cannot be evaluated.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The line is not the record of a game that follows the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// An agent failed.
    #[error("{label}: {fault}")]
    Agent {
        /// The agent's label.
        label: String,
        /// Its failure.
        fault: Fault,
    },
    /// The game has no numbered actions and no observation tensors.
    #[error("{0} has no numbered actions and no observation tensors, so it has no arrays")]
    NoEncoding(&'static str),
}

/// An agent and the move that it has chosen.
type Asked<G> = (Box<dyn Agent<G>>, <G as Game>::Move);

impl Judge {
    /// Searches at a decision, and returns the search table.
    pub(crate) fn table<G: PlayableGame>(
        &self,
        view: &G::View,
        game: u64,
        decision: usize,
    ) -> Result<Vec<SearchedMove<G::Move>>, JudgeError> {
        self.ask::<G>(view, game, decision).map(|(agent, _)| agent.search_table())
    }

    /// Returns the move that the agent would make at a decision.
    pub(crate) fn choice<G: PlayableGame>(
        &self,
        view: &G::View,
        game: u64,
        decision: usize,
    ) -> Result<G::Move, JudgeError> {
        self.ask::<G>(view, game, decision).map(|(_, chosen)| chosen)
    }

    fn ask<G: PlayableGame>(
        &self,
        view: &G::View,
        game: u64,
        decision: usize,
    ) -> Result<Asked<G>, JudgeError> {
        let mut rng = Seed::new(self.seed).child(game).child(decision as u64).rng();
        let mut agent = self.participant.typed::<G>().expect("it plays this game").make();
        let chosen = agent.try_choose(view, &mut rng);
        let label = self.participant.label();
        let chosen =
            chosen.map_err(|fault| JudgeError::Agent { label: label.to_owned(), fault })?;
        Ok((agent, chosen))
    }
}
