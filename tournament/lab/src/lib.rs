//! The laboratory: jobs that play many games to tune or train an agent or to answer a question, and analyses of
//! recorded games.
//!
//! Every job and every analysis takes a plain configuration. Jobs can be interrupted and resumed; analyses of records
//! start from the beginning. [`merge`] joins the parts of any job, including tournaments and matches.

pub mod branching;
pub mod ladder;
pub mod recorded;
pub mod training;
pub mod tuning;

use anygame::AnyGame;
use branching::StudyUnits;
use runner::matching::MatchUnits;
use runner::run::RunUnits;
use runner::{Failure, job};
use std::process::ExitCode;
use store::JobKind;
use store::manifest::Manifest;
use store::parts::Parts;

/// Whether all files of a job can be computed from its rows, so that its parts can be merged. This is not true of
/// tuning and training, where each step depends on the previous one.
pub fn follows_from_rows(manifest: &Manifest) -> bool {
    !matches!(manifest.kind, JobKind::Tune | JobKind::Train)
}

/// Merges the parts of a job of any kind that were run with `--shard`.
///
/// # Errors
/// Fails if the parts cannot be merged, or if a file cannot be read or written.
pub fn merge(game: &dyn AnyGame, parts: &Parts) -> Result<ExitCode, Failure> {
    let whole = parts.whole.clone();
    let refused = |kind| Err(Failure::usage(format!("parts of '{kind}' cannot be merged")));
    match &whole.kind.clone() {
        JobKind::Run => job::merge(parts, RunUnits::of(game, whole)?),
        JobKind::Match => job::merge(parts, MatchUnits::new(whole)?),
        kind @ (JobKind::Tune | JobKind::Train) => refused(kind),
        kind @ JobKind::Study(name) => {
            match game.studies().iter().find(|study| study.design().name == name) {
                Some(study) => job::merge(parts, StudyUnits::new(&**study, whole)),
                None => refused(kind),
            }
        }
    }
}
