//! Studies by paired branching: they measure the causal effect of a step, not an association.
//!
//! An agent that chooses well may win more often merely because it was already ahead. So a study samples games
//! of self-play and takes a position from each. After each of several first steps, a named
//! [policy](policy::Policy) in all seats plays the position to the end, with the same decks and the same random
//! numbers. All effects are conditional on this policy, which makes all later decisions.
//!
//! The unit of work is a game. Its result is the rows of one position, or no rows. The rows depend only on the
//! table, the number of the game and the number of decks.

mod arms;
mod columns;
mod decks;
mod design;
mod disagreements;
mod draws;
mod moves;
mod policy;
mod sampling;
mod task;
#[cfg(test)]
mod tests;
mod values;

pub use design::{Measure, StudyDesign};

use crate::table::AnyTable;
use engine::PlayableGame;
use engine::csv_table::rows;
use engine::study::{Case, Study};
use serde::de::DeserializeOwned;
use task::Task;

/// The names of the studies that exist for all games.
pub const COMMON_STUDIES: [&str; 3] = [disagreements::NAME, moves::NAME, draws::NAME];

/// A study of a game of any type.
pub trait AnyStudy: Send + Sync {
    /// Returns the design of the study: its measures and its files.
    fn design(&self) -> StudyDesign;

    /// Samples a position from a game and plays it to the end on a number of decks. Returns the cases of the
    /// position, or none if the game has no suitable position. The last participant at the table is the policy,
    /// and the participants before it are the agents that the study asks.
    ///
    /// # Panics
    /// If the table belongs to another game or lacks participants.
    fn sample(&self, table: &dyn AnyTable, game: u64, decks: u32) -> Vec<Case>;

    /// Parses the cases of a position from their rows; `None` unless these are all rows of a position.
    fn read(&self, rows: &[u8]) -> Option<Vec<Case>>;
}

/// A study that knows the type of its game.
enum TypedStudy<G: PlayableGame> {
    Disagreements,
    Moves { opening: bool },
    Draws,
    Arms(&'static dyn Study<G>),
}

/// Returns a game's studies: the common ones, then the game-specific ones. A game without features has none: it is small enough
/// to be solved, and compiles faster without them.
pub(crate) fn studies<G: PlayableGame>() -> Vec<Box<dyn AnyStudy>> {
    if const { G::FEATURES.is_empty() } {
        return Vec::new();
    }
    let common = [
        TypedStudy::<G>::Disagreements,
        TypedStudy::Moves { opening: false },
        TypedStudy::Moves { opening: true },
        TypedStudy::Draws,
    ];
    let arms = G::studies().iter().copied().map(TypedStudy::Arms);
    let all = common.into_iter().chain(arms);
    all.map(|study| Box::new(study) as Box<dyn AnyStudy>).collect()
}

impl<G: PlayableGame> AnyStudy for TypedStudy<G> {
    fn design(&self) -> StudyDesign {
        match self {
            Self::Disagreements => disagreements::design(),
            Self::Moves { opening } => moves::design(*opening),
            Self::Draws => draws::design(),
            Self::Arms(study) => arms::design(study.facts()),
        }
    }

    fn sample(&self, table: &dyn AnyTable, game: u64, decks: u32) -> Vec<Case> {
        let task = Task::new(table, game, decks);
        match *self {
            Self::Disagreements => {
                disagreements::sample(&task).iter().map(disagreements::case).collect()
            }
            Self::Moves { opening } => {
                moves::sample(&task, opening).iter().map(moves::case).collect()
            }
            Self::Draws => draws::sample(&task).iter().map(draws::case).collect(),
            Self::Arms(study) => arms::sample(study, &task).into_iter().collect(),
        }
    }

    fn read(&self, text: &[u8]) -> Option<Vec<Case>> {
        if text.is_empty() {
            return Some(Vec::new());
        }
        match self {
            Self::Disagreements => read(text, |_| 1, disagreements::case),
            Self::Moves { .. } => read(text, moves::rows, moves::case),
            Self::Draws => read(text, draws::rows, draws::case),
            Self::Arms(study) => study.read(text).map(|case| vec![case]),
        }
    }
}

/// Parses the rows of a position, each of which contains the number of rows.
fn read<R: DeserializeOwned>(
    text: &[u8],
    count: impl Fn(&R) -> usize,
    case: impl Fn(&R) -> Case,
) -> Option<Vec<Case>> {
    let rows: Vec<R> = rows(text).ok()?;
    let is_whole = rows.iter().all(|row| count(row) == rows.len());
    is_whole.then(|| rows.iter().map(case).collect())
}
