//! The jobs: each plays many games to answer a question.

pub mod branching;
pub mod disagreements;
pub mod draws;
pub mod exploitability;
pub mod move_value;
pub mod moves;
pub mod training;
pub mod tuning;

pub use ::runner::{matching, run as tournament};

use crate::failure::Failure;
use crate::store::manifest::Manifest;
use crate::store::parts::Parts;
use anygame::AnyGame;
use engine::PlayableGame;
use engine::study::{MoveStudy, Studies, StudyVisitor};
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
pub fn merge<G: PlayableGame>(game: &dyn AnyGame, parts: &Parts) -> Result<ExitCode, Failure> {
    let job = parts.whole().job();
    let name = job.get(1).map_or("", String::as_str);
    match job.first().map(String::as_str) {
        None => tournament::merge(game, parts),
        Some(matching::COMMAND) => matching::merge(parts),
        Some(exploitability::COMMAND) => exploitability::merge(game, parts),
        Some("study") if name == disagreements::NAME => disagreements::merge::<G>(parts),
        Some("study") if name == moves::NAME => moves::merge::<G>(parts),
        Some("study") if name == draws::NAME => draws::merge::<G>(parts),
        Some(job) => merge_own::<G>(parts, name).unwrap_or_else(|| {
            Err(Failure::Usage(format!("parts of '{job} {name}' cannot be joined")))
        }),
    }
}

/// Merges the parts of a study of the game's own; `None` if the game has none of this name.
fn merge_own<G: PlayableGame>(parts: &Parts, name: &str) -> Option<Result<ExitCode, Failure>> {
    struct Merge<'a> {
        parts: &'a Parts,
        name: &'a str,
        merged: Option<Result<ExitCode, Failure>>,
    }
    impl<G: PlayableGame> StudyVisitor<G> for Merge<'_> {
        fn study<Q: MoveStudy<G>>(&mut self) {
            if self.name == Q::NAME {
                self.merged = Some(move_value::merge::<G, Q>(self.parts));
            }
        }
    }
    let mut merge = Merge { parts, name, merged: None };
    G::Studies::visit(&mut merge);
    merge.merged
}
