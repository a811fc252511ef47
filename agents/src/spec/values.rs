//! The values of parameters.

use super::{AgentError, Parameter, Range, Spec, Value};
use crate::suggestion::did_you_mean;

/// The values of an agent's parameters, checked against the agent's list of parameters.
#[derive(Clone, Debug)]
pub struct ParameterValues {
    agent: &'static str,
    values: Vec<ParameterValue>,
    /// Overrides of single entries of files: `parameter.entry` and its value.
    entries: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
struct ParameterValue {
    parameter: &'static str,
    value: Value,
    is_given: bool,
}

impl ParameterValue {
    fn read(agent: &'static str, parameter: &Parameter, spec: &Spec) -> Result<Self, AgentError> {
        let &Parameter { name, range, ref default, .. } = parameter;
        // Words that stand for no value are also accepted as input.
        let is_nothing = |text: &str| match (default, range) {
            (_, Range::Word(_) | Range::WholeOr(..) | Range::NameOrFile) => false,
            (Value::Text(words), _) => words == text,
            _ => false,
        };
        let mut given = spec.arguments().iter();
        let given = given.find(|(key, text)| key == name && !is_nothing(text));
        let value = match given {
            Some((_, text)) => range.parse(text).ok_or_else(|| AgentError::Value {
                agent,
                key: name,
                value: text.clone(),
                range,
            })?,
            None => default.clone(),
        };
        Ok(Self { parameter: name, value, is_given: given.is_some() })
    }
}

impl ParameterValues {
    /// Checks the arguments of a spec against an agent's parameters and adds the defaults.
    ///
    /// # Errors
    /// Fails for a parameter that the agent does not have, or for a value out of its range.
    pub fn check(
        agent: &'static str,
        parameters: &[Parameter],
        spec: &Spec,
    ) -> Result<Self, AgentError> {
        let known = |key: &str| parameters.iter().any(|parameter| parameter.name == key);
        let is_entry = |key: &str| {
            key.split_once('.').is_some_and(|(file, _)| {
                let mut files = parameters.iter().filter(|known| known.range == Range::File);
                files.any(|parameter| parameter.name == file)
            })
        };
        let unknown = spec.arguments().iter().find(|(key, _)| !known(key) && !is_entry(key));
        if let Some((key, _)) = unknown {
            let known: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
            let advice = did_you_mean(key, &known);
            let advice = advice.unwrap_or_else(|| format!("it has {}", listed(&known)));
            return Err(AgentError::Parameter { agent, key: key.clone(), advice });
        }
        let values =
            parameters.iter().map(|parameter| ParameterValue::read(agent, parameter, spec));
        let entries = spec.arguments().iter().filter(|(key, _)| is_entry(key)).cloned();
        Ok(Self { agent, values: values.collect::<Result<_, _>>()?, entries: entries.collect() })
    }

    /// Returns the agent's name.
    pub const fn agent(&self) -> &'static str {
        self.agent
    }

    /// Returns the overrides of single entries of a file, `file.entry=value`: entries and values.
    pub fn entries<'a>(&'a self, file: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.entries.iter().filter_map(move |(key, value)| {
            let (parameter, entry) = key.split_once('.')?;
            (parameter == file).then_some((entry, value.as_str()))
        })
    }

    /// Returns whether the spec gives the parameter explicitly.
    ///
    /// # Panics
    /// Panics, like all methods here, if the agent has no such parameter.
    pub fn is_given(&self, parameter: &str) -> bool {
        self.value(parameter).is_given
    }

    /// Returns the value of a whole-number parameter, or `None` if it is a word.
    pub fn whole_or_word(&self, parameter: &str) -> Option<u64> {
        match self.value(parameter).value {
            Value::Whole(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the value of a whole-number parameter.
    ///
    /// # Panics
    /// Panics if the parameter is a word.
    pub fn whole(&self, parameter: &str) -> u64 {
        self.whole_or_word(parameter).expect("the range admits whole numbers alone")
    }

    /// Sets another default, which applies unless the spec gives the parameter.
    pub fn prefer(&mut self, parameter: &str, default: impl Into<Value>) {
        let found = self.values.iter_mut().find(|value| value.parameter == parameter);
        if let Some(value) = found.filter(|value| !value.is_given) {
            value.value = default.into();
        }
    }

    /// Returns the value of a numeric parameter.
    pub fn number(&self, parameter: &str) -> f64 {
        match self.value(parameter).value {
            Value::Number(value) => value,
            _ => unreachable!("the range admits numbers alone"),
        }
    }

    /// Returns the value of a parameter that is a word or a path.
    pub fn text(&self, parameter: &str) -> &str {
        match &self.value(parameter).value {
            Value::Text(value) => value,
            _ => unreachable!("the range admits texts alone"),
        }
    }

    /// Decides between two mutually exclusive parameters: drops the one that is not given and returns the name
    /// of the other. If neither is given, `usual` remains.
    ///
    /// # Errors
    /// Fails if both are given.
    pub fn choose_between(
        &mut self,
        usual: &'static str,
        other: &'static str,
    ) -> Result<&'static str, AgentError> {
        let (chosen, dropped) = match (self.is_given(usual), self.is_given(other)) {
            (true, true) => return Err(AgentError::Exclusive(self.agent, usual, other)),
            (false, true) => (other, usual),
            (_, false) => (usual, other),
        };
        self.values.retain(|value| value.parameter != dropped);
        Ok(chosen)
    }

    /// Returns the names and values of the effective parameters.
    pub fn in_force(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.values.iter().map(|value| (value.parameter, &value.value))
    }

    fn value(&self, parameter: &str) -> &ParameterValue {
        let mut values = self.values.iter();
        let found = values.find(|value| value.parameter == parameter);
        found.unwrap_or_else(|| panic!("{} has no parameter '{parameter}' in force", self.agent))
    }
}

/// Lists names in a sentence: all of them, or the first eight and the number of others; none if there are none.
fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    if names.is_empty() {
        return "no parameters".to_owned();
    }
    if names.len() <= SHOWN + 1 {
        return names.join(", ");
    }
    let others = names.len() - SHOWN;
    format!("{} and {others} others, which `tournament agents` lists", names[..SHOWN].join(", "))
}
