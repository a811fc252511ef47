//! The laboratory: jobs that play many games to tune or train an agent, or to answer a question.
//!
//! Each job takes a plain configuration, and can be interrupted and resumed like a run. [`merge`] joins the parts of any
//! job, those of tournaments and matches included.

pub mod branching;
pub mod exploitability;
pub mod training;
pub mod tuning;

use anygame::AnyGame;
use runner::Failure;
use runner::{matching, run as tournament};
use std::process::ExitCode;
use store::manifest::Manifest;
use store::parts::Parts;

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
