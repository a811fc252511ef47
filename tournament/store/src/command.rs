//! The command of a job, with the defaults that affect the job's files.
//!
//! The command identifies the job. A manifest stores it as text for a shell, and [`JobCommand::parse`] reads it back.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;
use std::fmt;

/// The name of the program.
const PROGRAM: &str = "tournament";

/// The command that reproduces the files of a job.
///
/// # Examples
/// ```
/// use store::command::JobCommand;
///
/// let command = JobCommand::new(["match", "mcts", "greedy:samples=4"]).flag("games", 500);
/// assert_eq!(command.to_string(), "tournament match mcts greedy:samples=4 --games 500");
/// assert_eq!(JobCommand::parse(&command.to_string()), Some(command));
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct JobCommand {
    /// The subcommand, if it is not a tournament, and the positional arguments.
    words: Vec<String>,
    flags: Vec<Flag>,
}

/// A flag of a command.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Flag {
    /// The name, without dashes.
    name: String,
    /// The value; a switch has none.
    value: Option<String>,
}

impl JobCommand {
    /// Creates a command without flags. The words are the subcommand and the positional arguments.
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self { words: words.into_iter().map(Into::into).collect(), flags: Vec::new() }
    }

    /// Adds a flag.
    #[must_use]
    pub fn flag(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.flags.push(Flag { name: name.to_owned(), value: Some(value.to_string()) });
        self
    }

    /// Adds a switch, which has no value.
    #[must_use]
    pub fn switch(mut self, name: &str) -> Self {
        self.flags.push(Flag { name: name.to_owned(), value: None });
        self
    }

    /// Adds a flag for each field of a struct: a switch for `true`, and nothing for `false`, `None` and empty lists.
    #[must_use]
    pub fn fields(self, fields: &impl Serialize) -> Self {
        entries(fields).into_iter().fold(self, |command, (name, value)| {
            let name = name.replace('_', "-");
            match value {
                Json::Null | Json::Bool(false) => command,
                Json::Bool(true) => command.switch(&name),
                Json::Array(values) if values.is_empty() => command,
                value => command.flag(&name, text(&value)),
            }
        })
    }

    /// Replaces the value of a flag, if the command has the flag.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        if let Some(flag) = self.flags.iter_mut().find(|flag| flag.name == name) {
            flag.value = Some(value.to_string());
        }
        self
    }

    /// Removes a flag.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.flags.retain(|flag| flag.name != name);
        self
    }

    /// Parses a command. Returns `None` if the text is not a command of the program.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = shlex::split(text)?.into_iter().peekable();
        words.next_if_eq(PROGRAM)?;
        let mut command = Self::new(std::iter::from_fn(|| words.next_if(|word| !is_flag(word))));
        while let Some(word) = words.next() {
            let name = word.strip_prefix("--")?.to_owned();
            command.flags.push(Flag { name, value: words.next_if(|word| !is_flag(word)) });
        }
        Some(command)
    }
}

/// Formats the command for a POSIX shell.
impl fmt::Display for JobCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PROGRAM)?;
        self.words.iter().try_for_each(|word| write!(f, " {}", quoted(word)))?;
        for Flag { name, value } in &self.flags {
            write!(f, " --{name}")?;
            value.iter().try_for_each(|value| write!(f, " {}", quoted(value)))?;
        }
        Ok(())
    }
}

impl Serialize for JobCommand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Whether a flag has its default value, so that it need not be in a command.
pub fn is_default<V: Default + PartialEq>(value: &V) -> bool {
    *value == V::default()
}

/// Returns the fields of a struct of plain values, by name.
///
/// # Panics
/// Panics if the value is not such a struct.
pub fn entries(fields: &impl Serialize) -> Map<String, Json> {
    match serde_json::to_value(fields) {
        Ok(Json::Object(entries)) => entries,
        _ => unreachable!("a struct of plain values is an object"),
    }
}

fn is_flag(word: &str) -> bool {
    word.starts_with("--")
}

/// Formats a value of a flag as users write it.
fn text(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
        // JSON writes the number 1 as 1.0 if it may have a fraction.
        Json::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        value => value.to_string(),
    }
}

/// Quotes a word for a POSIX shell if necessary.
pub fn quoted(word: &str) -> Cow<'_, str> {
    // The library would also quote commas and equals signs, which are common in lists of agents.
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./:=,+@%".contains(character);
    let is_plain = !word.is_empty() && word.chars().all(is_plain);
    // Only a zero byte cannot be quoted, and arguments never contain one.
    if is_plain { word.into() } else { shlex::try_quote(word).unwrap_or(word.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Fields {
        games: u64,
        last_rate: Option<f64>,
        rate: f64,
        records: bool,
        luck: bool,
        only: Vec<&'static str>,
        without: Vec<&'static str>,
    }

    #[test]
    fn fields_become_flags() {
        let fields = Fields {
            games: 20,
            last_rate: None,
            rate: 1.0,
            records: true,
            luck: false,
            only: vec!["a", "b"],
            without: Vec::new(),
        };
        let command = JobCommand::new(["tune"]).fields(&fields);
        let text = "tournament tune --games 20 --rate 1 --records --only a,b";
        assert_eq!(command.to_string(), text);
    }

    #[test]
    fn a_command_is_read_back_and_changed() {
        let text = "tournament match 'a=external:cmd=./my bot' b --effect -0.02 --luck --games 4 --shard 1/2";
        let command = JobCommand::parse(text).unwrap();
        assert_eq!(command.to_string(), text);
        let changed = command.with("games", 8).with("absent", 1).without("shard").to_string();
        assert!(changed.ends_with(" b --effect -0.02 --luck --games 8"), "{changed}");
        for other in ["", "cargo run", "tournament 'open", "tournament --games 1 word"] {
            assert_eq!(JobCommand::parse(other), None, "{other}");
        }
    }
}
