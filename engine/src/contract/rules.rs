//! Rule options: what a game offers and what was requested.

use super::Dealable;
use serde::Serialize;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A rule option, set as `key=value`.
#[derive(Clone, Debug)]
pub struct RuleOption {
    /// Its name.
    pub key: &'static str,
    /// What it decides, in a few words.
    pub meaning: &'static str,
    /// Its possible values.
    pub values: RuleValues,
}

/// The values that a rule may have.
#[derive(Clone, Debug)]
pub enum RuleValues {
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// A whole number.
    Whole {
        /// The allowed values.
        range: RangeInclusive<u64>,
        /// The default value.
        default: u64,
    },
    /// The content of a text file. Records refer to it by the name it contains.
    Text {
        /// The default text.
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
    /// A number.
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

/// The requested rules, as keys and values. A rule whose value is a text has the text itself here.
///
/// A record states words and texts before the number of players, texts by name. Numbers follow it
/// where they differ from the default. To read a record, pass the texts that it may name.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Rules {
    given: Vec<(String, String)>,
    /// Texts requested by name, to be found among the given ones.
    named: Vec<(String, String)>,
}

impl Rules {
    /// Creates an empty set of rules: all have their default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rule.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.given.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Adds a text by its name: the game looks for it among the given texts.
    #[must_use]
    pub(crate) fn with_named(mut self, key: &str, name: &str) -> Self {
        self.named.push((key.to_owned(), name.to_owned()));
        self
    }

    /// Returns the value given for a rule.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.values(key).next()
    }

    /// Returns all values given for a rule. A text rule may have several, for records to name.
    pub fn values(&self, key: &str) -> impl Iterator<Item = &str> {
        find(&self.given, key)
    }

    /// Returns the name by which a text is requested.
    pub fn named(&self, key: &str) -> Option<&str> {
        find(&self.named, key).next()
    }

    /// Returns the value given for a rule, if it parses.
    pub fn parsed<T: FromStr>(&self, key: &str) -> Option<T> {
        self.value(key).and_then(|value| value.parse().ok())
    }

    /// Checks that a game supports this number of players, these rules and these values. Texts are
    /// not examined.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn check<G: Dealable>(&self, players: usize) -> Result<(), RuleError> {
        if !G::PLAYERS.contains(&players) {
            let (least, most) = (*G::PLAYERS.start(), *G::PLAYERS.end());
            let range =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(RuleError::Players { game: G::NAME, range, given: players });
        }
        for (number, (key, value)) in self.given.iter().enumerate() {
            let option = G::RULES.iter().find(|option| option.key == key).ok_or_else(|| {
                RuleError::Unknown { game: G::NAME, key: key.clone(), known: known(G::RULES) }
            })?;
            let is_again = self.given[..number].iter().any(|(other, _)| other == key);
            if is_again && self.named(key).is_none() {
                return Err(RuleError::Twice(key.clone()));
            }
            option.check(value, G::NAME)?;
        }
        Ok(())
    }
}

fn find<'a>(pairs: &'a [(String, String)], key: &str) -> impl Iterator<Item = &'a str> {
    pairs.iter().filter(move |(one, _)| one == key).map(|(_, value)| value.as_str())
}

/// Lists the rules of a game, for error messages.
fn known(options: &[RuleOption]) -> String {
    if options.is_empty() {
        return "it has none to choose".to_owned();
    }
    format!("it has {}", options.iter().map(|option| option.key).collect::<Vec<_>>().join(", "))
}

impl RuleOption {
    fn check(&self, value: &str, game: &'static str) -> Result<(), RuleError> {
        let (key, given) = (self.key, value.to_owned());
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

/// Why a table cannot be set up.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RuleError {
    /// Too few or too many players.
    #[error("{game} is for {range} players, not {given}")]
    Players {
        /// The game.
        game: &'static str,
        /// The supported numbers of players.
        range: String,
        /// The requested number.
        given: usize,
    },
    /// No such rule.
    #[error("{game} has no rule '{key}': {known}")]
    Unknown {
        /// The game.
        game: &'static str,
        /// The requested rule.
        key: String,
        /// The rules that exist.
        known: String,
    },
    /// A rule with two values.
    #[error("the rule '{0}' is given twice")]
    Twice(String),
    /// No such word.
    #[error("there is no {key} '{given}' of {game}: choose {choice}")]
    Word {
        /// The game.
        game: &'static str,
        /// The rule.
        key: &'static str,
        /// The requested word.
        given: String,
        /// The words that exist.
        choice: String,
    },
    /// Not a number, or a number out of range.
    #[error("{key} must be a whole number from {least} to {most}, not {given}")]
    Whole {
        /// The rule.
        key: &'static str,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
        /// The requested value.
        given: String,
    },
    /// A text that the rule cannot use.
    #[error("{what}")]
    Text {
        /// The rule.
        key: &'static str,
        /// What is wrong with the text.
        what: String,
    },
    /// Rules that conflict, in the game's words.
    #[error("{0}")]
    Game(String),
}
