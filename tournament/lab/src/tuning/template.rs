//! The agent to be tuned: a spec with blanks, and the values that may fill the blanks.

use super::spsa::Bounds;
use agents::evaluation::{LARGEST_WEIGHT, WEIGHTS};
use agents::{AgentError, Range, Spec, Value};
use anygame::{AnyGame, AnyParticipant};
use runner::Failure;

/// An agent's spec in which the tuned parameters are blank.
#[derive(Clone, Debug)]
pub struct Template {
    agent: String,
    /// The keys and values of the parameters that are not tuned.
    fixed: Vec<(String, String)>,
    /// The keys of the tuned parameters.
    pub tuned: Vec<String>,
}

impl Template {
    /// Creates a template by removing the tuned keys from a spec.
    pub fn new(spec: &Spec, tuned: Vec<String>) -> Self {
        let stays = |(key, _): &&(String, String)| !tuned.contains(key);
        let fixed = spec.arguments().iter().filter(stays).cloned().collect();
        Self { agent: spec.name().to_owned(), fixed, tuned }
    }

    /// Returns the spec with the given values in the blanks.
    pub fn spec(&self, values: &[String]) -> String {
        let fixed = self.fixed.iter().map(|(key, value)| format!(":{key}={value}"));
        let tuned = self.tuned.iter().zip(values).map(|(key, value)| format!(":{key}={value}"));
        fixed.chain(tuned).fold(self.agent.clone(), |spec, argument| spec + &argument)
    }

    /// Builds the agent with the given values and a label.
    ///
    /// # Errors
    /// Fails if the agent rejects the combination of values.
    pub fn participant(
        &self,
        label: &str,
        values: &[String],
        game: &dyn AnyGame,
    ) -> Result<AnyParticipant, AgentError> {
        game.participant(&format!("{label}={}", self.spec(values)).parse()?)
    }

    /// Returns the spec of the tuned agent with all weights written out, so that it depends on no file.
    pub fn portable(&self, found: &AnyParticipant, players: usize) -> String {
        let is_weight = |key: &str| key == WEIGHTS || feature(key).is_some();
        let given = found.spec().arguments().iter().cloned();
        let parameters = found.parameters_at(players).into_iter();
        let weights = parameters.filter(|(key, _)| feature(key).is_some());
        let weights = weights.map(|(key, value)| (key, value.to_string()));
        let all: Vec<_> = given.filter(|(key, _)| !is_weight(key)).chain(weights).collect();
        let arguments = all.iter().map(|(key, value)| format!(":{key}={value}"));
        arguments.fold(self.agent.clone(), |spec, argument| spec + &argument)
    }

    /// Whether any weight is tuned.
    pub fn has_weights(&self) -> bool {
        self.tuned.iter().any(|key| feature(key).is_some())
    }
}

/// Returns the feature to which a key gives a weight, or `None` if the key is not a weight.
pub fn feature(key: &str) -> Option<&str> {
    key.strip_prefix(WEIGHTS)?.strip_prefix('.')
}

/// Returns the formatted value of a parameter, or an empty string if the agent does not have it.
pub fn value(parameters: &[(String, Value)], key: &str) -> String {
    let found = parameters.iter().find(|(name, _)| name == key);
    found.map(|(_, value)| value.to_string()).unwrap_or_default()
}

/// Returns the keys and the ranges of the numbers to be tuned, for an agent with these parameters.
///
/// # Errors
/// Fails if a requested number does not exist, or if there is none to tune.
pub fn numbers(
    only: &[String],
    agent: &str,
    start: &[(String, Value)],
    game: &dyn AnyGame,
) -> Result<(Vec<String>, Vec<Bounds>), Failure> {
    let is_number = |value: &Value| matches!(value, Value::Number(_) | Value::Whole(_));
    let known = start.iter().filter(|(_, value)| is_number(value));
    let known: Vec<&str> = known.map(|(key, _)| key.as_str()).collect();
    let mut keys = Vec::new();
    for name in only {
        let matches = |key: &&&str| *key == name || feature(key) == Some(name);
        let Some(&key) = known.iter().find(matches) else {
            let known = known.join(", ");
            return Err(Failure::usage(format!(
                "--only: '{name}' is not a numeric parameter of {agent}: expected {known}"
            )));
        };
        if keys.contains(&key) {
            return Err(Failure::usage(format!("--only: '{name}' is given twice")));
        }
        keys.push(key);
    }
    if keys.is_empty() {
        keys.extend(known.iter().filter(|key| feature(key).is_some()));
    }
    if keys.is_empty() {
        return Err(Failure::usage(format!(
            "{agent} has no weights: choose parameters to tune with --only"
        )));
    }
    let parameters = game.agent(agent)?.parameters;
    let bounds = |key: &&str| {
        let parameter = parameters.iter().find(|parameter| parameter.name == *key);
        match parameter.map(|parameter| parameter.range) {
            Some(Range::Number(least, most)) => Bounds { least, most, is_whole: false },
            Some(
                Range::Whole(least, most)
                | Range::WholeOr(least, most, _)
                | Range::Milliseconds(least, most),
            ) => Bounds { least: least as f64, most: most as f64, is_whole: true },
            _ => Bounds { least: -LARGEST_WEIGHT, most: LARGEST_WEIGHT, is_whole: false },
        }
    };
    let bounds = keys.iter().map(bounds).collect();
    Ok((keys.into_iter().map(str::to_owned).collect(), bounds))
}
