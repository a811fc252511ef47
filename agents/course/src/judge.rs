//! A search that judges decisions made by others.

use anygame::{AnyParticipant, AnyView, ChoiceError};
use engine::{NotedMove, RecordError, Seed};

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
    #[error("{label}: {error}")]
    Agent {
        /// The agent's label.
        label: String,
        /// Its failure.
        error: ChoiceError,
    },
    /// The game has no numbered actions and no observation tensors.
    #[error("{0} has no numbered actions and no observation tensors, so it has no arrays")]
    NoEncoding(&'static str),
}

impl Judge {
    /// Searches at a decision. Returns the move that the agent would make, as its index in [`AnyView::moves`], and the search
    /// table.
    pub(crate) fn ask(
        &self,
        view: &dyn AnyView,
        game: u64,
        decision: usize,
    ) -> Result<(usize, Vec<NotedMove>), JudgeError> {
        let mut agent = self.participant.make();
        let seed = Seed::new(self.seed).child(game).child(decision as u64);
        let failed =
            |error| JudgeError::Agent { label: self.participant.label().to_owned(), error };
        let chosen = agent.choose(view, seed).map_err(failed)?;
        Ok((chosen, agent.search_table()))
    }
}
