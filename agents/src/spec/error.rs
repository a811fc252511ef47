//! Errors in agent specs.

use super::{Range, SpecError};

/// A list of agents that cannot play.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AgentError {
    /// The list is malformed.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// No agent has this name.
    #[error("there is no agent '{name}': {advice}", advice = advice(suggestion.as_deref(), "choose", known))]
    Agent {
        /// The given name.
        name: String,
        /// The name that was probably meant.
        suggestion: Option<String>,
        /// The known names.
        known: String,
    },
    /// The agent has no such parameter.
    #[error("{agent} has no parameter '{key}': {advice}", advice = advice(suggestion.as_deref(), "it has", known))]
    Parameter {
        /// The agent.
        agent: &'static str,
        /// The given parameter.
        key: String,
        /// The parameter that was probably meant.
        suggestion: Option<String>,
        /// The agent's parameters.
        known: String,
    },
    /// The agent has no parameters.
    #[error("{agent} has no parameters, so no '{key}' either")]
    NoParameters {
        /// The agent.
        agent: &'static str,
        /// The given parameter.
        key: String,
    },
    /// A value that the parameter does not accept.
    #[error("{agent}: {key} is {range}, not '{value}'")]
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
    #[error("{0} takes {1} or {2}, not both")]
    Exclusive(&'static str, &'static str, &'static str),
    /// An alias stands for an agent that has no such parameter.
    #[error("{name} is {agent} here, and {error}")]
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

/// Suggests what was probably meant, or else lists what there is.
fn advice(suggestion: Option<&str>, there_is: &str, known: &str) -> String {
    match suggestion {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("{there_is} {known}"),
    }
}

/// Returns the name most similar to the one typed, if any is similar enough.
pub(crate) fn suggestion<'a>(
    typed: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let typed = typed.to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&typed, name);
    let nearest = names.into_iter().min_by_key(|name| distance(name))?;
    (3 * distance(nearest) <= nearest.len().max(3)).then(|| nearest.to_owned())
}
