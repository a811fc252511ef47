//! Errors in agent specs.

use super::{Range, SpecError};

/// The reason why a list of agents is refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AgentError {
    /// The list is malformed.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// No agent has this name.
    #[error("{sentence}")]
    Agent {
        /// The given name.
        name: String,
        /// The error message, with advice.
        sentence: String,
    },
    /// The agent has no such parameter.
    #[error("{agent} has no parameter '{key}': {advice}")]
    Parameter {
        /// The agent.
        agent: &'static str,
        /// The given parameter.
        key: String,
        /// The parameter that was probably meant, or the list of all parameters.
        advice: String,
    },
    /// A value that the parameter does not accept.
    #[error("{agent}: {key}={value}: expected {range}")]
    Value {
        /// The agent.
        agent: &'static str,
        /// The parameter.
        key: &'static str,
        /// The given value.
        value: String,
        /// The accepted values.
        range: Range,
    },
    /// Two parameters that exclude each other.
    #[error("{0}: expected {1} or {2}, found both")]
    Exclusive(&'static str, &'static str, &'static str),
    /// An alias in the list refers to an agent that does not accept one of the parameters.
    #[error("{name} is an alias of {agent} in this game: {error}")]
    Alias {
        /// The name in the spec.
        name: &'static str,
        /// The agent.
        agent: &'static str,
        /// The error.
        error: Box<AgentError>,
    },
    /// Any other error in an agent's spec: a sentence.
    #[error("{0}")]
    Refused(String),
}
