//! The jobs: each plays many games to answer a question.

pub mod branching;
pub mod exploitability;
pub mod training;
pub mod tuning;

pub use ::runner::{matching, run as tournament};

use crate::failure::Failure;
use crate::store::manifest::Manifest;
use crate::store::parts::Parts;
use anygame::AnyGame;
use std::process::ExitCode;

/// Whether all files of a job follow from its rows, so that parts of it can be merged. In tuning and training
/// each step depends on the one before.
pub fn follows_from_rows(manifest: &Manifest) -> bool {
    let job = manifest.job();
    !job.first().is_some_and(|job| [tuning::COMMAND, training::COMMAND].contains(&job.as_str()))
}

/// Merges the parts of a job of any kind.
///
/// # Errors
/// Fails if the parts cannot be merged, or if a file cannot be read or written.
pub fn merge(game: &dyn AnyGame, parts: &Parts) -> Result<ExitCode, Failure> {
    let job = parts.whole().job();
    let name = job.get(1).map_or("", String::as_str);
    match job.first().map(String::as_str) {
        None => tournament::merge(game, parts),
        Some(matching::COMMAND) => matching::merge(parts),
        Some(exploitability::COMMAND) => exploitability::merge(game, parts),
        Some(job) => match game.studies().iter().find(|study| study.design().name == name) {
            Some(study) => branching::merge(&**study, parts),
            None => Err(Failure::Usage(format!("parts of '{job} {name}' cannot be joined"))),
        },
    }
}
