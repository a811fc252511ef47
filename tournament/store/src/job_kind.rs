//! The kind of a job, stored in its manifest as the entry `job`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of a job, such as a tournament or a match.
///
/// # Examples
/// ```
/// use store::JobKind;
///
/// assert_eq!(JobKind::Study("moves".to_owned()).to_string(), "study moves");
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// A tournament: `tournament --agents …`, without a subcommand.
    Run,
    /// A sequential test between two agents.
    Match,
    /// A search for better parameters of an agent.
    Tune,
    /// The training of a network.
    Train,
    /// The study with this name.
    Study(String),
}

impl JobKind {
    /// Returns the subcommand that starts a job of this kind, or `None` for a tournament.
    pub fn subcommand(&self) -> Option<String> {
        (*self != Self::Run).then(|| self.to_string())
    }

    /// Derives the kind from a command line, because manifests of release 0.3.0 lack the entry `job`.
    ///
    /// # Errors
    /// Returns a sentence if the command does not start a job.
    pub(crate) fn of_command(command: &str) -> Result<Self, String> {
        let mut words = command.split_whitespace().skip(1);
        Ok(match words.next() {
            Some("match") => Self::Match,
            Some("tune") => Self::Tune,
            Some("train") => Self::Train,
            Some("study") => Self::Study(words.next().unwrap_or_default().to_owned()),
            Some(other) if !other.starts_with('-') => {
                return Err(format!("this version has no job '{}'", engine::printable(other)));
            }
            _ => Self::Run,
        })
    }
}

/// Formats the kind as its subcommand; `run` has none on the command line.
impl fmt::Display for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Run => "run",
            Self::Match => "match",
            Self::Tune => "tune",
            Self::Train => "train",
            Self::Study(name) => return write!(f, "study {name}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_parsed_from_commands_and_entries() {
        let kinds = [
            ("tournament --agents greedy,random --games 10", JobKind::Run, r#""run""#),
            ("tournament match 'a b' c --games 10", JobKind::Match, r#""match""#),
            ("tournament tune greedy --games 10", JobKind::Tune, r#""tune""#),
            ("tournament train --games 10", JobKind::Train, r#""train""#),
            (
                "tournament study moves --opening --decks 2",
                JobKind::Study("moves".to_owned()),
                r#"{"study":"moves"}"#,
            ),
        ];
        for (command, kind, entry) in kinds {
            assert_eq!(JobKind::of_command(command), Ok(kind.clone()));
            assert_eq!(serde_json::to_string(&kind).unwrap(), entry);
            assert_eq!(serde_json::from_str::<JobKind>(entry).unwrap(), kind);
        }
        let unknown = JobKind::of_command("tournament king-value --games 10");
        assert_eq!(unknown, Err("this version has no job 'king-value'".to_owned()));
    }
}
