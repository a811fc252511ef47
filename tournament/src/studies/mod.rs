//! The jobs: each plays many games to answer a question.

pub mod branching;
pub mod disagreements;
pub mod matching;
pub mod move_value;
pub mod tournament;
pub mod tuning;

use crate::failure::Failure;
use crate::games::PlayableGame;
use crate::store::parts::Parts;
use std::process::ExitCode;

/// Puts the parts of a job together, whichever it is.
///
/// # Errors
/// If that cannot be done, or a file cannot be read or written.
pub fn merge<G: PlayableGame>(parts: &Parts) -> Result<ExitCode, Failure> {
    let job = parts.whole().job();
    match job.first().map(String::as_str) {
        None => tournament::merge::<G>(parts),
        Some(matching::COMMAND) => matching::merge::<G>(parts),
        Some(disagreements::COMMAND) => disagreements::merge::<G>(parts),
        Some(name) => match G::KING_VALUE.filter(|study| study.command == name) {
            Some(study) => (study.merge)(parts),
            None => Err(Failure::Refused(format!("parts of '{name}' cannot be put together"))),
        },
    }
}
