//! Rules that can be chosen: what a game offers, and what was asked for.

use crate::printable;
use serde::Serialize;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A rule that can be chosen, as `key=value`.
#[derive(Clone, Debug)]
pub struct RuleOption {
    /// What it is called.
    pub key: &'static str,
    /// What it decides: a few words.
    pub meaning: &'static str,
    /// What it may be.
    pub values: RuleValues,
}

/// The values that a rule may have.
#[derive(Clone, Debug)]
pub enum RuleValues {
    /// One of these words, the first unless another is asked for.
    Words(&'static [&'static str]),
    /// A whole number.
    Whole {
        /// The values.
        range: RangeInclusive<u64>,
        /// What it is unless another is asked for.
        default: u64,
    },
    /// The content of a text file. It has a name in it, by which records refer to it.
    Text {
        /// What is taken unless a text is given.
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
    /// A text: its name.
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

/// The rules that were asked for, as keys and values; for a rule whose value is a text, the text itself.
///
/// A record gives words and texts before the number of players, a text by its name; numbers stand after it,
/// where they are not the default. Whoever reads a record hands over the texts that it may name.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Rules {
    given: Vec<(String, String)>,
    /// Texts that are asked for by their names, to be found among those given.
    named: Vec<(String, String)>,
}

impl Rules {
    /// No rule: all have their default.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, and this rule.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.given.push((key.to_owned(), value.to_owned()));
        self
    }

    /// The same, and a text asked for by its name: the game looks for it among those given.
    #[must_use]
    pub fn with_named(mut self, key: &str, name: &str) -> Self {
        self.named.push((key.to_owned(), name.to_owned()));
        self
    }

    /// The value given for a rule.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.values(key).next()
    }

    /// All values given for a rule: of texts there may be several, for records to name.
    pub fn values(&self, key: &str) -> impl Iterator<Item = &str> {
        find(&self.given, key)
    }

    /// The name by which a text is asked for.
    pub fn named(&self, key: &str) -> Option<&str> {
        find(&self.named, key).next()
    }

    /// The value given for a rule, if it can be read as such.
    pub fn parsed<T: FromStr>(&self, key: &str) -> Option<T> {
        self.value(key).and_then(|value| value.parse().ok())
    }

    /// Checks that a game is for so many players, has these rules, and the rules these values. Texts are
    /// not looked into.
    ///
    /// # Errors
    /// The first thing that does not fit.
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

/// The rules of a game, for whoever asks for one that it lacks.
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

/// Why these rules give no valid setup.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RuleError {
    /// Too few or too many players.
    #[error("{game} is for {range} players, not {given}")]
    Players {
        /// The game.
        game: &'static str,
        /// How many may play.
        range: String,
        /// How many were asked for.
        given: usize,
    },
    /// No such rule.
    #[error("{game} has no rule '{key}': {known}")]
    Unknown {
        /// The game.
        game: &'static str,
        /// What was asked for.
        key: String,
        /// Those that there are.
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
        /// What was asked for.
        given: String,
        /// The words that there are.
        choice: String,
    },
    /// No number, or one out of range.
    #[error("{key} must be a whole number from {least} to {most}, not {given}")]
    Whole {
        /// The rule.
        key: &'static str,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
        /// What was asked for.
        given: String,
    },
    /// A text that is not what the rule asks for.
    #[error("{what}")]
    Text {
        /// The rule.
        key: &'static str,
        /// What is wrong with it.
        what: String,
    },
    /// Rules that do not go together, in the game's words.
    #[error("{0}")]
    Game(String),
}
