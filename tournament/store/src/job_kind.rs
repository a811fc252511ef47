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
    fn kinds_are_parsed_from_entries() {
        let kinds = [
            (JobKind::Run, r#""run""#),
            (JobKind::Match, r#""match""#),
            (JobKind::Study("moves".to_owned()), r#"{"study":"moves"}"#),
        ];
        for (kind, entry) in kinds {
            assert_eq!(serde_json::to_string(&kind).unwrap(), entry);
            assert_eq!(serde_json::from_str::<JobKind>(entry).unwrap(), kind);
        }
    }
}
