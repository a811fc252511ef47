//! Shell quoting of command-line arguments.

use std::borrow::Cow;
use std::fmt::Display;

/// Quotes a word for a POSIX shell if necessary.
pub fn quoted(word: &str) -> Cow<'_, str> {
    // The library would also quote commas and equals signs, which are common in lists of agents.
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./:=,+@%".contains(character);
    let is_plain = !word.is_empty() && word.chars().all(is_plain);
    // Only a zero byte cannot be quoted, and arguments never contain one.
    if is_plain { word.into() } else { shlex::try_quote(word).unwrap_or(word.into()) }
}

/// Formats a flag with its value, preceded by a space, or an empty string if the value is the default.
pub fn flag<V: Default + PartialEq + Display>(name: &str, value: &V) -> String {
    if *value == V::default() { String::new() } else { format!(" --{name} {value}") }
}
