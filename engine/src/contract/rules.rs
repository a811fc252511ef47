//! Rule options: the options that a game offers, and the values chosen for a table.

use crate::printable;
use serde::Serialize;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A rule option of a game, given as `key=value`.
#[derive(Clone, Debug)]
pub struct RuleOption {
    /// The name of the option.
    pub key: &'static str,
    /// The effect of the option, in a few words.
    pub meaning: &'static str,
    /// The accepted values.
    pub values: RuleValues,
}

/// The values that a rule option accepts.
#[derive(Clone, Debug)]
pub enum RuleValues {
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// A whole number in a range.
    Whole {
        /// The accepted numbers, inclusive.
        range: RangeInclusive<u64>,
        /// The default number.
        default: u64,
    },
    /// The content of a text file. The text contains a name by which records refer to it.
    Text {
        /// A description of the default text.
        default: &'static str,
    },
}

impl fmt::Display for RuleOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key, self.values)
    }
}

impl fmt::Display for RuleValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => {
                f.write_str(&words.join("|"))?;
                let default = words.first().copied().unwrap_or_default();
                write!(f, " [default: {default}]")
            }
            Self::Whole { range, default } => {
                write!(f, "{}..{} [default: {default}]", range.start(), range.end())
            }
            Self::Text { default } => write!(f, "FILE [default: {default}]"),
        }
    }
}

/// The value of a rule at a table.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum RuleValue {
    /// A word.
    Word(&'static str),
    /// A whole number.
    Whole(u64),
    /// The name of a text.
    Text(String),
}

impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => word.fmt(f),
            Self::Whole(number) => number.fmt(f),
            Self::Text(name) => name.fmt(f),
        }
    }
}

/// Chosen rules, as keys and values. For a rule whose value is a text, the value is the content of the text.
///
/// In a record, words and the names of texts come before the number of players. Numbers come after it and are left
/// out if they equal the default. Because a record contains only the names of texts, its reader must supply
/// every text that is not built into the game.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Rules {
    given: Vec<(String, String)>,
    /// Texts chosen by name, to be looked up among the given texts.
    named: Vec<(String, String)>,
}

impl Rules {
    /// Creates an empty set of rules, so that every option has its default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns these rules with a further value.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.given.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Returns these rules with a text chosen by name. The game looks for the text among the given values.
    #[must_use]
    pub fn with_named(mut self, key: &str, name: &str) -> Self {
        self.named.push((key.to_owned(), name.to_owned()));
        self
    }

    /// Returns the first value given for a rule.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.values(key).next()
    }

    /// Returns all values given for a rule. A text rule may have several, so that records can refer to them by
    /// name.
    pub fn values(&self, key: &str) -> impl Iterator<Item = &str> {
        find(&self.given, key)
    }

    /// Returns the name by which a text was chosen.
    pub fn named(&self, key: &str) -> Option<&str> {
        find(&self.named, key).next()
    }

    /// Returns the value given for a rule, parsed; `None` if no value was given or parsing fails.
    pub fn parsed<T: FromStr>(&self, key: &str) -> Option<T> {
        self.value(key).and_then(|value| value.parse().ok())
    }

    /// Checks the number of players, the names of the given rules and their values. The content of texts is not
    /// checked.
    ///
    /// # Errors
    /// Returns the first violation.
    pub fn check(
        &self,
        game: &'static str,
        seats: &RangeInclusive<usize>,
        options: &'static [RuleOption],
        players: usize,
    ) -> Result<(), RuleError> {
        if !seats.contains(&players) {
            let (least, most) = (*seats.start(), *seats.end());
            let range =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(RuleError::Players { game, range, given: players });
        }
        for (number, (key, value)) in self.given.iter().enumerate() {
            let option = options.iter().find(|option| option.key == key).ok_or_else(|| {
                RuleError::Unknown { game, key: printable(key).into_owned(), known: known(options) }
            })?;
            let is_again = self.given[..number].iter().any(|(other, _)| other == key);
            if is_again && self.named(key).is_none() {
                return Err(RuleError::Twice(printable(key).into_owned()));
            }
            option.check(value, game)?;
        }
        Ok(())
    }
}

fn find<'a>(pairs: &'a [(String, String)], key: &str) -> impl Iterator<Item = &'a str> {
    pairs.iter().filter(move |(one, _)| one == key).map(|(_, value)| value.as_str())
}

/// Lists the rule options of a game, for the error about an unknown rule.
fn known(options: &[RuleOption]) -> String {
    if options.is_empty() {
        return "it has no rule options".to_owned();
    }
    format!("it has {}", options.iter().map(|option| option.key).collect::<Vec<_>>().join(", "))
}

impl RuleOption {
    fn check(&self, value: &str, game: &'static str) -> Result<(), RuleError> {
        let (key, given) = (self.key, printable(value).into_owned());
        match &self.values {
            RuleValues::Words(words) if !words.contains(&value) => {
                Err(RuleError::Word { game, key, given, choice: words.join(", ") })
            }
            RuleValues::Whole { range, .. }
                if !value.parse().is_ok_and(|number| range.contains(&number)) =>
            {
                Err(RuleError::Whole { key, least: *range.start(), most: *range.end(), given })
            }
            _ => Ok(()),
        }
    }
}

/// The reason why rules do not give a valid setup.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RuleError {
    /// The number of players is outside the game's range.
    #[error("{game} is for {range} players, not {given}")]
    Players {
        /// The game.
        game: &'static str,
        /// The allowed player counts, as text.
        range: String,
        /// The requested number of players.
        given: usize,
    },
    /// The game has no such rule option.
    #[error("{game} has no rule '{key}': {known}")]
    Unknown {
        /// The game.
        game: &'static str,
        /// The requested key.
        key: String,
        /// The list of known options.
        known: String,
    },
    /// A rule is given twice.
    #[error("the rule '{0}' is given twice")]
    Twice(String),
    /// A word that the rule does not accept.
    #[error("there is no {key} '{given}' of {game}: choose {choice}")]
    Word {
        /// The game.
        game: &'static str,
        /// The rule.
        key: &'static str,
        /// The given word.
        given: String,
        /// The accepted words.
        choice: String,
    },
    /// A value that is not a whole number or is out of range.
    #[error("{key} must be a whole number from {least} to {most}, not {given}")]
    Whole {
        /// The rule.
        key: &'static str,
        /// The smallest accepted value.
        least: u64,
        /// The largest accepted value.
        most: u64,
        /// The given value.
        given: String,
    },
    /// A text that the game cannot use.
    #[error("{what}")]
    Text {
        /// The rule.
        key: &'static str,
        /// The reason, as a sentence.
        what: String,
    },
    /// A combination of rules that the game does not allow, in the game's words.
    #[error("{0}")]
    Game(String),
}
