//! Quoting of words for a shell.

use std::borrow::Cow;
use std::fmt::Display;

/// Quotes a word for a shell where necessary.
pub fn quoted(word: &str) -> Cow<'_, str> {
    // The library also quotes commas and equals signs, which lists of agents are full of.
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./:=,+@%".contains(character);
    let is_plain = !word.is_empty() && word.chars().all(is_plain);
    // Only a zero byte cannot be quoted, and no argument contains one.
    if is_plain { word.into() } else { shlex::try_quote(word).unwrap_or(word.into()) }
}

/// Formats a flag with its value, or nothing if that is the default.
pub fn flag<V: Default + PartialEq + Display>(name: &str, value: &V) -> String {
    if *value == V::default() { String::new() } else { format!(" --{name} {value}") }
}
