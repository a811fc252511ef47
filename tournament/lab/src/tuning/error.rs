//! Reasons why an agent cannot be tuned, each as a sentence.

use runner::Failure;

/// Invalid arguments of `tournament tune`.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TuneError {
    /// There is no agent to tune, or more than one.
    #[error("expected one agent to tune, without a comma; list its opponents with --pool")]
    Agents,
    /// An agent of the pool has the label of the initial agent.
    #[error("--pool: the label 'start' is reserved for the initial agent: choose another label")]
    Label,
    /// The agent has no weights.
    #[error("{0} has no weights: choose parameters to tune with --only")]
    NoWeights(String),
    /// `--only` contains a name that is not a numeric parameter of the agent.
    #[error("--only: '{name}' is not a numeric parameter of {agent}: expected {known}")]
    Number {
        /// The label of the agent.
        agent: String,
        /// The name that was given.
        name: String,
        /// The names of the agent's numeric parameters.
        known: String,
    },
    /// `--only` contains a name twice.
    #[error("--only: '{0}' is given twice")]
    Repeated(String),
    /// There are not enough games for one iteration.
    #[error("--games must be at least {0}, the games of an iteration")]
    Games(u64),
    /// There are no decks per iteration, or too many.
    #[error("--blocks must be between 1 and 10000, not {0}")]
    Blocks(u64),
    /// The half-value margin of the objective is not positive.
    #[error("--margin must be more than 0, not {0}")]
    Margin(f64),
    /// A step size is not positive.
    #[error("--perturbation and --gain must be more than 0")]
    StepSizes,
    /// The effect to be tested is out of range.
    #[error("--effect must be more than 0 and less than 0.5")]
    Effect,
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Self {
        Self::Usage(error.to_string())
    }
}
