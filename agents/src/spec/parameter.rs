//! Parameters of agents and their ranges.

use super::{count, milliseconds};
use serde::Serialize;
use std::fmt;

/// A setting of an agent in its spec.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The key in the spec.
    pub name: &'static str,
    /// The accepted values.
    pub range: Range,
    /// The default value; a description in words if it is not a value of the range.
    pub default: Value,
    /// Its purpose, in one line.
    pub meaning: &'static str,
}

impl Parameter {
    /// Creates a parameter with this name, range, default and meaning.
    pub fn new(
        name: &'static str,
        range: Range,
        default: impl Into<Value>,
        meaning: &'static str,
    ) -> Self {
        Self { name, range, default: default.into(), meaning }
    }
}

/// The values that a parameter accepts.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Range {
    /// A whole number between these two, inclusive.
    Whole(u64, u64),
    /// A whole number between these two, inclusive, or one of these words.
    WholeOr(u64, u64, &'static [&'static str]),
    /// A number between these two, inclusive.
    Number(f64, f64),
    /// A time between these two in milliseconds, inclusive.
    Milliseconds(u64, u64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// The path of a file. A key `parameter.entry` overrides a single entry of the file.
    File,
    /// A name that the description lists, or the path of a file.
    NameOrFile,
    /// A program with its arguments.
    Command,
}

/// The value of a parameter; in files, it is a plain number or text.
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

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Whole(value.into())
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl Range {
    pub(super) fn parse(self, text: &str) -> Option<Value> {
        let within = |value: Option<u64>, least, most| {
            value.filter(|value| (least..=most).contains(value)).map(Value::Whole)
        };
        match self {
            Self::WholeOr(_, _, words) | Self::Word(words) if words.contains(&text) => {
                Some(text.into())
            }
            Self::Whole(least, most) | Self::WholeOr(least, most, _) => {
                within(count(text), least, most)
            }
            Self::Milliseconds(least, most) => within(milliseconds(text), least, most),
            // The text is also part of a label, where a sign would be in the way.
            Self::Number(..) if text.starts_with('+') => None,
            Self::Number(least, most) => {
                text.parse().ok().filter(|value| (least..=most).contains(value)).map(Value::Number)
            }
            Self::Word(_) => None,
            Self::File | Self::NameOrFile | Self::Command => Some(text.into()),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::WholeOr(least, most, words) => {
                write!(f, "a whole number from {least} to {most}, or ")?;
                Self::Word(words).fmt(f)
            }
            Self::Number(least, most) => write!(f, "a number from {least} to {most}"),
            Self::Milliseconds(least, most) => {
                write!(f, "a time from {least} to {most} ms, such as 200ms or 1.5s")
            }
            Self::Word([word]) => f.write_str(word),
            Self::Word(words) => write!(f, "one of {}", words.join(", ")),
            Self::File => f.write_str("a file path"),
            Self::NameOrFile => f.write_str("a name or a file path"),
            Self::Command => {
                f.write_str("a program with its arguments, in quotes if they contain : or ,")
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
