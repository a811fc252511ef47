//! Parameters of agents: what may be set, in which range, and what was set.

use crate::{AgentError, Spec};
use serde::Serialize;
use std::fmt;

/// Something about an agent that can be set in its spec.
#[derive(Copy, Clone, Debug)]
pub struct Parameter {
    /// The key in the spec.
    pub name: &'static str,
    /// What it is for, in one line.
    pub meaning: &'static str,
    /// The values that it takes.
    pub range: Range,
    /// The value that it has unless another is given, in words if no value of the range does.
    pub default: &'static str,
}

/// The values that a parameter takes.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Range {
    /// A whole number between these two, inclusive.
    Whole(u64, u64),
    /// A whole number between these two, inclusive, or one of these words.
    WholeOr(u64, u64, &'static [&'static str]),
    /// A number between these two, inclusive.
    Number(f64, f64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// The path of a file. A key `parameter.entry` gives a single entry, whatever the file says.
    File,
    /// A program with its arguments.
    Command,
}

/// The value of a parameter; in files it is a plain number or text.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// A word or a path.
    Text(String),
}

impl Range {
    fn parse(self, text: &str) -> Option<Value> {
        if text.starts_with('+') && !matches!(self, Self::File | Self::Command) {
            return None; // what is written is a label, too
        }
        let whole = |least, most| {
            text.parse().ok().filter(|value| (least..=most).contains(value)).map(Value::Whole)
        };
        match self {
            Self::WholeOr(_, _, words) if words.contains(&text) => {
                Some(Value::Text(text.to_owned()))
            }
            Self::Whole(least, most) | Self::WholeOr(least, most, _) => whole(least, most),
            Self::Number(least, most) => {
                text.parse().ok().filter(|value| (least..=most).contains(value)).map(Value::Number)
            }
            Self::Word(words) => words.contains(&text).then(|| Value::Text(text.to_owned())),
            Self::File | Self::Command => Some(Value::Text(text.to_owned())),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::WholeOr(least, most, words) => {
                write!(f, "a whole number from {least} to {most}, or {}", words.join(" or "))
            }
            Self::Number(least, most) => write!(f, "a number from {least} to {most}"),
            Self::Word(words) => write!(f, "one of {}", words.join(", ")),
            Self::File => f.write_str("the path of a file"),
            Self::Command => {
                f.write_str("a program with its arguments, in quotes if there is a : or , in it")
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// The parameters of an agent with their values, checked against its list.
#[derive(Clone, Debug)]
pub struct ParameterValues {
    agent: &'static str,
    values: Vec<Argument>,
    /// What the spec gives in place of single entries of files: `parameter.entry` and its value.
    entries: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
struct Argument {
    parameter: &'static str,
    value: Value,
    is_given: bool,
}

impl Argument {
    fn read(agent: &'static str, parameter: &Parameter, spec: &Spec) -> Result<Self, AgentError> {
        let Parameter { name, range, default, .. } = *parameter;
        let given = spec.arguments().iter().find(|(key, text)| key == name && text != default);
        let value = match given {
            Some((_, text)) => range.parse(text).ok_or_else(|| AgentError::Value {
                agent,
                key: name,
                value: text.clone(),
                range,
            })?,
            None => range.parse(default).unwrap_or_else(|| Value::Text(default.to_owned())),
        };
        Ok(Self { parameter: name, value, is_given: given.is_some() })
    }
}

impl ParameterValues {
    /// Checks what a spec gives against an agent's parameters and adds the defaults.
    ///
    /// # Errors
    /// A parameter that the agent does not have, or a value out of its range.
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
            return Err(match known.as_slice() {
                [] => AgentError::NoParameters { agent, key: key.clone() },
                _ => AgentError::Parameter { agent, key: key.clone(), known: known.join(", ") },
            });
        }
        let arguments = parameters.iter().map(|parameter| Argument::read(agent, parameter, spec));
        let entries = spec.arguments().iter().filter(|(key, _)| is_entry(key)).cloned();
        Ok(Self { agent, values: arguments.collect::<Result<_, _>>()?, entries: entries.collect() })
    }

    /// The agent's name.
    pub const fn agent(&self) -> &'static str {
        self.agent
    }

    /// What the spec gives in place of single entries of a file, `file.entry=value`: entries and values.
    pub fn entries<'a>(&'a self, file: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.entries.iter().filter_map(move |(key, value)| {
            let (parameter, entry) = key.split_once('.')?;
            (parameter == file).then_some((entry, value.as_str()))
        })
    }

    /// Whether the spec gives the parameter.
    ///
    /// # Panics
    /// Like all methods here, if the agent has no such parameter.
    pub fn is_given(&self, parameter: &str) -> bool {
        self.argument(parameter).is_given
    }

    /// The value of a parameter that is a whole number; nothing if it is a word.
    pub fn whole_or_word(&self, parameter: &str) -> Option<u64> {
        match self.argument(parameter).value {
            Value::Whole(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a parameter that is a whole number.
    pub fn whole(&self, parameter: &str) -> u64 {
        match self.argument(parameter).value {
            Value::Whole(value) => value,
            _ => unreachable!("the range admits whole numbers alone"),
        }
    }

    /// The value of a parameter that is a number.
    pub fn number(&self, parameter: &str) -> f64 {
        match self.argument(parameter).value {
            Value::Number(value) => value,
            _ => unreachable!("the range admits numbers alone"),
        }
    }

    /// The value of a parameter that is a word or a path.
    pub fn text(&self, parameter: &str) -> &str {
        match &self.argument(parameter).value {
            Value::Text(value) => value,
            _ => unreachable!("the range admits texts alone"),
        }
    }

    /// Two parameters exclude each other: drops one that is not given and names the other, which is
    /// the usual one if neither is given.
    ///
    /// # Errors
    /// If both are given.
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
        self.values.retain(|argument| argument.parameter != dropped);
        Ok(chosen)
    }

    /// The names of the parameters in force and their values.
    pub fn in_force(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.values.iter().map(|argument| (argument.parameter, &argument.value))
    }

    fn argument(&self, parameter: &str) -> &Argument {
        let mut values = self.values.iter();
        let found = values.find(|argument| argument.parameter == parameter);
        found.unwrap_or_else(|| panic!("{} has no parameter '{parameter}' in force", self.agent))
    }
}
