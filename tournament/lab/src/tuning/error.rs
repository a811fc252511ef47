//! Reasons why a search cannot be run, each as a sentence.

use runner::Failure;

/// Why something cannot be tuned.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TuneError {
    /// No agent, or several.
    #[error("expected one agent to tune, without a comma; list its opponents with --pool")]
    Agents,
    /// Two agents would have the same label.
    #[error("--pool: the label 'start' is reserved for the initial agent: choose another label")]
    Label,
    /// The agent has no weights.
    #[error("{0} has no weights: choose parameters to tune with --only")]
    NoWeights(String),
    /// A name in `--only` that is not a number of the agent.
    #[error("--only: '{name}' is not a numeric parameter of {agent}: expected {known}")]
    Number {
        /// The agent.
        agent: String,
        /// The name given.
        name: String,
        /// The known names.
        known: String,
    },
    /// Something is tuned twice.
    #[error("--only: '{0}' is given twice")]
    Repeated(String),
    /// Too few games for one iteration.
    #[error("--games must be at least {0}, the games of an iteration")]
    Games(u64),
    /// No decks, or too many.
    #[error("--blocks must be between 1 and 10000, not {0}")]
    Blocks(u64),
    /// A margin that cannot measure anything.
    #[error("--margin must be more than 0, not {0}")]
    Margin(f64),
    /// Step sizes that lead nowhere.
    #[error("--perturbation and --gain must be more than 0")]
    StepSizes,
    /// An effect that cannot be tested.
    #[error("--effect must be more than 0 and less than 0.5")]
    Effect,
    /// A part of a search, which cannot be split.
    #[error("--shard: tuning cannot be split, because each step depends on the one before it")]
    Shard,
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Self {
        Self::Usage(error.to_string())
    }
}
