//! Agent specs as they are typed: `[label=]name[:key=value[:key=value…]]`, separated by commas.
//!
//! A value that begins with `"` extends to the next `"`, including colons and commas. Within it,
//! `\"` and `\\` stand for a quote and a backslash.
//!
//! This module parses only the grammar; [`Registry`](crate::Registry) checks agents and parameters.

use engine::{is_printable, printable};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// One agent as typed.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Spec {
    label: String,
    name: String,
    arguments: Vec<(String, String)>,
}

/// The reason why a text is not an agent spec.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum SpecError {
    /// Nothing between two commas, or nothing at all.
    #[error("expected an agent, found nothing: write for example mcts,greedy:samples=4")]
    Empty,
    /// The text contains control characters or bidirectional overrides.
    #[error("'{0}' contains unprintable characters, shown as question marks")]
    Unprintable(String),
    /// A label or a parameter, but no name.
    #[error("'{0}': expected the name of an agent, as in label=name:key=value")]
    Name(String),
    /// Nothing before the `=`.
    #[error("'{0}' has an empty label: write label=name, or only the name")]
    EmptyLabel(String),
    /// A label that would cause problems in tables and file names.
    #[error("label '{label}': expected letters, digits and - _ . #, found '{character}'")]
    Label {
        /// The label.
        label: String,
        /// The first invalid character.
        character: char,
    },
    /// A label that is too long for tables.
    #[error("a label has {0} characters: choose one with at most {most}", most = LONGEST_LABEL)]
    LongLabel(usize),
    /// A label with a reserved meaning.
    #[error("label '{0}' is reserved: choose another label")]
    ReservedLabel(String),
    /// A parameter without `=`, key or value.
    #[error("'{spec}': expected key=value, found '{argument}'")]
    Argument {
        /// The whole spec.
        spec: String,
        /// The part that is wrong.
        argument: String,
    },
    /// Nothing between quotes.
    #[error("'{0}': nothing is between the quotes: write a value, or leave the parameter out")]
    EmptyQuotes(String),
    /// A quoted value that does not end, or has text after its end.
    #[error("'{0}': expected quotes around a whole value, as in key=\"value\"")]
    Quote(String),
    /// A parameter given twice.
    #[error("'{spec}': '{key}' is given twice")]
    Repeated {
        /// The whole spec.
        spec: String,
        /// The parameter.
        key: String,
    },
}

impl Spec {
    /// Parses a comma-separated list and makes equal labels distinct: the second `mcts` becomes
    /// `mcts#2`.
    ///
    /// # Errors
    /// Returns the first error.
    ///
    /// # Examples
    /// ```
    /// let specs = agents::Spec::parse_list("mcts,mcts,quick=mcts:iterations=50").unwrap();
    /// let labels: Vec<_> = specs.iter().map(|spec| spec.label()).collect();
    /// assert_eq!(labels, ["mcts", "mcts#2", "quick"]);
    /// ```
    pub fn parse_list(list: &str) -> Result<Vec<Self>, SpecError> {
        let mut specs: Vec<Self> = Vec::new();
        for text in split(list, ',') {
            let mut spec: Self = text.trim().parse()?;
            let taken = |label: &str| specs.iter().any(|other| other.label == label);
            let mut number = 2;
            let label = spec.label.clone();
            while taken(&spec.label) {
                spec.label = format!("{label}#{number}");
                number += 1;
            }
            specs.push(spec);
        }
        Ok(specs)
    }

    /// Returns the agent's name in tables and file names: the given label or the text of the spec.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the agent's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the given parameters with their values, in the order given.
    pub fn arguments(&self) -> &[(String, String)] {
        &self.arguments
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text.is_empty() {
            return Err(SpecError::Empty);
        }
        if !text.chars().all(is_printable) {
            return Err(SpecError::Unprintable(printable(text).into_owned()));
        }
        let head = text.split(':').next().unwrap_or(text);
        let (label, rest) = match head.split_once('=') {
            Some((label, _)) => (checked_label(label, text)?, &text[label.len() + 1..]),
            None => (label_of(text), text),
        };
        let mut parts = split(rest, ':');
        let name = parts.next().filter(|name| !name.is_empty() && !name.contains('='));
        let name = name.ok_or_else(|| SpecError::Name(text.to_owned()))?.to_owned();
        let mut arguments: Vec<(String, String)> = Vec::new();
        for argument in parts {
            let (key, value) = argument
                .split_once('=')
                .filter(|(key, value)| !key.is_empty() && !value.is_empty())
                .ok_or_else(|| SpecError::Argument {
                    spec: text.to_owned(),
                    argument: argument.to_owned(),
                })?;
            if arguments.iter().any(|(other, _)| other == key) {
                return Err(SpecError::Repeated { spec: text.to_owned(), key: key.to_owned() });
            }
            if value == EMPTY_QUOTES {
                return Err(SpecError::EmptyQuotes(argument.to_owned()));
            }
            let value = unquoted(value).ok_or_else(|| SpecError::Quote(argument.to_owned()))?;
            arguments.push((key.to_owned(), value));
        }
        Ok(Self { label, name, arguments })
    }
}

/// The spec without its label.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|(key, value)| write!(f, ":{key}={}", quoted(value)))
    }
}

const QUOTE: char = '"';
const ESCAPE: char = '\\';
const EMPTY_QUOTES: &str = "\"\"";
/// The largest number of characters of a label that is given. Without one, the text of the spec is the label.
const LONGEST_LABEL: usize = 100;

/// Splits a text at every separator outside quotes. Quotes begin only at the beginning of a value.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let (mut before, mut is_quoted, mut is_escaped) = (' ', false, false);
    text.split(move |character| {
        let is_end = !is_quoted && character == separator;
        match character {
            _ if is_escaped => is_escaped = false,
            ESCAPE => is_escaped = is_quoted,
            QUOTE => is_quoted = !is_quoted && before == '=',
            _ => {}
        }
        before = character;
        is_end
    })
}

/// Returns a value without quotes, or `None` if its quotes are malformed.
fn unquoted(value: &str) -> Option<String> {
    let Some(quoted) = value.strip_prefix(QUOTE) else { return Some(value.to_owned()) };
    let mut meant = String::new();
    let mut characters = quoted.chars();
    loop {
        match characters.next()? {
            QUOTE => break,
            ESCAPE => match characters.next()? {
                escaped @ (QUOTE | ESCAPE) => meant.push(escaped),
                other => meant.extend([ESCAPE, other]),
            },
            other => meant.push(other),
        }
    }
    characters.next().is_none().then_some(meant)
}

/// Quotes a value if necessary.
fn quoted(value: &str) -> Cow<'_, str> {
    if !value.starts_with(QUOTE) && !value.contains([':', ',']) {
        return Cow::Borrowed(value);
    }
    let mut text = String::from(QUOTE);
    for character in value.chars() {
        if [QUOTE, ESCAPE].contains(&character) {
            text.push(ESCAPE);
        }
        text.push(character);
    }
    text.push(QUOTE);
    Cow::Owned(text)
}

/// Labels with a meaning elsewhere: all agents together in tables, folders in file names.
const RESERVED_LABELS: [&str; 3] = ["all", ".", ".."];

fn fits_a_label(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-_.#:=".contains(character)
}

fn checked_label(label: &str, spec: &str) -> Result<String, SpecError> {
    if label.is_empty() {
        return Err(SpecError::EmptyLabel(spec.to_owned()));
    }
    let length = label.chars().count();
    if length > LONGEST_LABEL {
        return Err(SpecError::LongLabel(length));
    }
    if RESERVED_LABELS.contains(&label) {
        return Err(SpecError::ReservedLabel(label.to_owned()));
    }
    match label.chars().find(|&character| !fits_a_label(character)) {
        Some(character) => Err(SpecError::Label { label: label.to_owned(), character }),
        None => Ok(label.to_owned()),
    }
}

/// Returns the label of a spec without one: its text. Only the path of a file can contain
/// characters that a label does not allow.
fn label_of(spec: &str) -> String {
    spec.chars().map(|character| if fits_a_label(character) { character } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(list: &str) -> Vec<String> {
        Spec::parse_list(list).unwrap().into_iter().map(|spec| spec.label).collect()
    }

    fn error(list: &str) -> String {
        Spec::parse_list(list).unwrap_err().to_string()
    }

    #[test]
    fn a_spec_has_a_label_a_name_and_arguments() {
        let spec: Spec = "deep=mcts:iterations=900:reward=win".parse().unwrap();
        assert_eq!((spec.label(), spec.name()), ("deep", "mcts"));
        let arguments = [("iterations", "900"), ("reward", "win")];
        assert_eq!(spec.arguments(), arguments.map(|(key, value)| (key.into(), value.into())));
        assert_eq!(spec.to_string(), "mcts:iterations=900:reward=win");
    }

    #[test]
    fn without_a_label_the_text_is_the_label() {
        assert_eq!(labels("mcts:iterations=100, random"), ["mcts:iterations=100", "random"]);
        assert_eq!(
            labels("greedy:weights=../my weights/a=b.toml"),
            ["greedy:weights=.._my_weights_a=b.toml"]
        );
    }

    #[test]
    fn quotes_keep_colons_and_commas_in_a_value() {
        let list = r#"bot=external:cmd="python3 \"my bot.py\" --at=a:1,b:\\2":move_ms=5,random"#;
        let specs = Spec::parse_list(list).unwrap();
        assert_eq!(specs.len(), 2);
        let value = r#"python3 "my bot.py" --at=a:1,b:\2"#;
        assert_eq!(
            specs[0].arguments(),
            [("cmd", value), ("move_ms", "5")].map(|(key, value)| (key.into(), value.into()))
        );
        let again: Spec = specs[0].to_string().parse().unwrap();
        assert_eq!(again.arguments(), specs[0].arguments());
        assert_eq!(labels(r#"external:cmd="a,b c":k=1"#), ["external:cmd=_a_b_c_:k=1"]);
    }

    #[test]
    fn quotes_elsewhere_and_lone_backslashes_stand_for_themselves() {
        let value = |spec: &str| spec.parse::<Spec>().unwrap().arguments()[0].1.clone();
        assert_eq!(value(r#"external:cmd=say "hi""#), r#"say "hi""#);
        assert_eq!(value(r"external:cmd=\bots\bot"), r"\bots\bot");
        assert_eq!(value(r#"external:cmd="C:\bots\bot.exe""#), r"C:\bots\bot.exe");
    }

    #[test]
    fn an_equals_sign_after_the_first_colon_belongs_to_a_parameter() {
        let spec: Spec = "greedy:weights=a=b".parse().unwrap();
        assert_eq!(spec.arguments(), [("weights".into(), "a=b".into())]);
    }

    #[test]
    fn labels_with_a_meaning_are_refused() {
        assert_eq!(error("all=mcts"), "label 'all' is reserved: choose another label");
        assert_eq!(error("..=mcts"), "label '..' is reserved: choose another label");
    }

    #[test]
    fn repeated_labels_are_numbered() {
        assert_eq!(
            labels("mcts,mcts,a=random,a=mcts,mcts"),
            ["mcts", "mcts#2", "a", "a#2", "mcts#3"]
        );
        assert_eq!(labels("mcts#2=random,mcts,mcts"), ["mcts#2", "mcts", "mcts#3"]);
    }

    #[test]
    fn malformed_specs_are_rejected() {
        let empty = "expected an agent, found nothing: write for example mcts,greedy:samples=4";
        assert_eq!(error(""), empty);
        assert_eq!(error("mcts,,greedy"), empty);
        assert_eq!(error("a="), "'a=': expected the name of an agent, as in label=name:key=value");
        assert_eq!(
            error(":samples=4"),
            "':samples=4': expected the name of an agent, as in label=name:key=value"
        );
        assert_eq!(
            error("a=b=mcts"),
            "'a=b=mcts': expected the name of an agent, as in label=name:key=value"
        );
        assert_eq!(
            error("mcts:a=\u{7}\u{202e}"),
            "'mcts:a=??' contains unprintable characters, shown as question marks"
        );
        assert_eq!(
            error("=mcts"),
            "'=mcts' has an empty label: write label=name, or only the name"
        );
        assert_eq!(
            error("my/mcts=mcts"),
            "label 'my/mcts': expected letters, digits and - _ . #, found '/'"
        );
        assert_eq!(
            error("mcts:iterations"),
            "'mcts:iterations': expected key=value, found 'iterations'"
        );
        assert_eq!(error("mcts:=3"), "'mcts:=3': expected key=value, found '=3'");
        assert_eq!(error("mcts:a="), "'mcts:a=': expected key=value, found 'a='");
        assert_eq!(
            error(r#"external:cmd="""#),
            r#"'cmd=""': nothing is between the quotes: write a value, or leave the parameter out"#
        );
        assert_eq!(
            error(&format!("{}=random", "a".repeat(101))),
            "a label has 101 characters: choose one with at most 100"
        );
        for value in [r#""a:b"#, r#""a"b"#] {
            assert_eq!(
                error(&format!("external:cmd={value}")),
                format!("'cmd={value}': expected quotes around a whole value, as in key=\"value\"")
            );
        }
        assert_eq!(error("mcts:a=1:a=2"), "'mcts:a=1:a=2': 'a' is given twice");
    }
}
