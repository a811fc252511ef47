//! What cannot be tuned, in a sentence.

use crate::failure::Failure;

/// What cannot be tuned.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TuneError {
    /// None or several agents.
    #[error("one agent is tuned at a time, written without a comma; --pool lists its opponents")]
    Agents,
    /// Two would be called the same.
    #[error("--pool: 'start' is what the tuned agent is called as it starts: choose another label")]
    Label,
    /// Nothing to tune.
    #[error("{0} has no weights: --only says what to tune")]
    NoWeights(String),
    /// A name in `--only` that is no number of the agent.
    #[error("--only: '{name}' is no number of {agent}: there are {known}")]
    Number {
        /// The agent.
        agent: String,
        /// What was typed.
        name: String,
        /// What there is.
        known: String,
    },
    /// Something is tuned twice.
    #[error("'{0}' is tuned twice")]
    Repeated(String),
    /// Not even one iteration.
    #[error("--games must be at least {0}, the games of an iteration")]
    Games(u64),
    /// No decks, or too many.
    #[error("--blocks must be between 1 and 10000, not {0}")]
    Blocks(u64),
    /// A margin that nothing can be measured by.
    #[error("--margin must be more than 0, not {0}")]
    Margin(f64),
    /// Steps that lead nowhere.
    #[error("--perturbation and --gain must be more than 0")]
    Boldness,
    /// An effect that cannot be tested.
    #[error("--effect must be more than 0 and less than 0.5")]
    Effect,
    /// Part of a search.
    #[error("--shard: every step of a search depends on the one before it, so it has no parts")]
    Shard,
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Self {
        Self::Usage(error.to_string())
    }
}
