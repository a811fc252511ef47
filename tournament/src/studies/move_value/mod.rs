//! Measures what a kind of step is worth, by [paired branching](crate::studies::branching).
//!
//! A game's [`MoveStudy`] says which positions are sampled, in which arms each is played to the end,
//! and which arms are compared. A choice that an arm forbids for the rest of the game is forbidden
//! in the position itself, so agents that look ahead see that.
//!
//! The study declares which hypotheses it tests. Their p values are corrected together by Holm's
//! method: the effects over all positions and at every level of the declared curves, and the
//! coefficients of a [joint model](model) of all predictors.

mod arms;
mod effects;
mod model;
mod report;
#[cfg(test)]
mod tests;

use crate::cli::arguments::BranchingArguments;
use crate::failure::Failure;
use crate::store::parts::Parts;
use crate::studies::branching::{self, Decision, Study, Task, conduct, sample};
use anygame::TypedGame;
use effects::{EffectRow, Effects, Totals};
use engine::PlayableGame;
use engine::csv_table::{CsvRows, CsvTable, page};
use engine::study::MoveStudy;
use model::ModelRow;
use std::marker::PhantomData;
use std::process::ExitCode;

/// Conducts a study of a game.
///
/// # Errors
/// Fails if the arguments cannot be carried out, or if a file cannot be written.
pub fn measure<G: PlayableGame, Q: MoveStudy<G>>(
    arguments: &BranchingArguments,
    game: &TypedGame<G>,
) -> Result<ExitCode, Failure> {
    conduct::<MoveValue<G, Q>>(arguments, &[], game)
}

/// Merges the parts of such a study.
///
/// # Errors
/// Fails, leaving no merged study, if a file cannot be read or written.
pub fn merge<G: PlayableGame, Q: MoveStudy<G>>(parts: &Parts) -> Result<ExitCode, Failure> {
    branching::merge::<MoveValue<G, Q>>(parts)
}

/// The study of a game's question.
struct MoveValue<G, Q>(PhantomData<(G, Q)>);

impl<G: PlayableGame, Q: MoveStudy<G>> MoveValue<G, Q> {
    /// Whether a decision may be sampled.
    fn is_candidate(decision: &Decision<'_, G>) -> bool {
        Q::is_candidate(decision.state, decision.moves)
    }
}

impl<G: PlayableGame, Q: MoveStudy<G>> Study for MoveValue<G, Q> {
    type Game = G;
    type Row = Q::Row;
    type Sums = Effects;
    type Totals = Totals;

    const COMMAND: &'static str = Q::NAME;
    const FILE: &'static str = Q::FILE;
    const SUMMARIES: &'static [&'static str] = &[Q::SUMMARY, Q::MODEL];

    fn rows(task: &Task<'_, G>) -> Vec<Q::Row> {
        let Task { policy, setup, decks, game, seed, .. } = task;
        let position = sample(policy, setup, *game, *seed, Self::is_candidate);
        let row =
            |position| Q::row(&position, &arms::branches::<G, Q>(&position, policy, *decks, *seed));
        position.map(row).into_iter().collect()
    }

    fn add(effects: &mut Effects, rows: &[Q::Row]) {
        for row in rows {
            effects.add(row, Q::CONTRASTS);
        }
    }

    fn outcome(effects: &Effects) -> String {
        let effect = effects.margin().map_or(String::new(), |margin| format!("{margin:+.2}"));
        format!("positions {}  effect {effect}", effects.positions())
    }

    fn totals(effects: &Effects, labels: &[String], players: usize) -> Totals {
        effects.totals(&labels[0], players, Q::ARMS, Q::CONTRASTS, Q::FAMILY)
    }

    fn tables(totals: &Totals) -> Vec<(CsvTable, CsvRows)> {
        vec![
            (CsvTable::of::<EffectRow>(Q::SUMMARY), page(&totals.effects)),
            (CsvTable::of::<ModelRow>(Q::MODEL), page(&totals.model)),
        ]
    }

    fn report(totals: &Totals) -> String {
        report::report(totals, Q::CONTRASTS, Q::FAMILY, Q::CANDIDATE, Q::SUMMARY)
    }
}
