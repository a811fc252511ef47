//! Words as a shell takes them.

use std::borrow::Cow;

/// A word as a shell takes it.
pub fn quoted(word: &str) -> Cow<'_, str> {
    // The library quotes commas and equals signs too, of which lists of agents are full.
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./:=,+@%".contains(character);
    let is_plain = !word.is_empty() && word.chars().all(is_plain);
    // No argument holds a zero byte, the only thing that cannot be quoted.
    if is_plain { word.into() } else { shlex::try_quote(word).unwrap_or(word.into()) }
}
