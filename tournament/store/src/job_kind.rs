//! What a job does: the entry `job` of its manifest, and the first words of its command.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of a job.
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
    /// A tournament, whose command has no name of its own.
    Run,
    /// A sequential test between two agents.
    Match,
    /// A search for better parameters of an agent.
    Tune,
    /// The training of a network.
    Train,
    /// Best responses in a small game.
    Exploitability,
    /// The study of this name.
    Study(String),
}

impl JobKind {
    /// Returns the kind of the job that a command of the program begins. Manifests of version 0.3 have no other entry
    /// that names it.
    pub(crate) fn of_command(command: &str) -> Self {
        let mut words = command.split_whitespace().skip(1);
        match words.next() {
            Some("match") => Self::Match,
            Some("tune") => Self::Tune,
            Some("train") => Self::Train,
            Some("exploitability") => Self::Exploitability,
            Some("study") => Self::Study(words.next().unwrap_or_default().to_owned()),
            _ => Self::Run,
        }
    }
}

/// The words by which messages, and the commands of all kinds but `run`, name the job.
impl fmt::Display for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Run => "run",
            Self::Match => "match",
            Self::Tune => "tune",
            Self::Train => "train",
            Self::Exploitability => "exploitability",
            Self::Study(name) => return write!(f, "study {name}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_commands_and_by_entries() {
        let kinds = [
            ("tournament --agents greedy,random --games 10", JobKind::Run, r#""run""#),
            ("tournament match 'a b' c --games 10", JobKind::Match, r#""match""#),
            ("tournament tune greedy --games 10", JobKind::Tune, r#""tune""#),
            ("tournament train --games 10", JobKind::Train, r#""train""#),
            (
                "tournament exploitability greedy --samples 1",
                JobKind::Exploitability,
                r#""exploitability""#,
            ),
            (
                "tournament study moves --opening --decks 2",
                JobKind::Study("moves".to_owned()),
                r#"{"study":"moves"}"#,
            ),
        ];
        for (command, kind, entry) in kinds {
            assert_eq!(JobKind::of_command(command), kind);
            assert_eq!(serde_json::to_string(&kind).unwrap(), entry);
            assert_eq!(serde_json::from_str::<JobKind>(entry).unwrap(), kind);
        }
    }
}
