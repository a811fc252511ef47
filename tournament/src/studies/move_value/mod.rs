//! Measures what a kind of move is worth, by [paired branching](crate::studies::branching).
//!
//! The study samples positions where a move of the kind is legal, and plays each to the end in three
//! [arms](engine::study::Arm):
//!
//! * `act`: the move of the kind that the policy prefers;
//! * `other`: the move that the policy prefers among all others;
//! * `pass`: the turn is lost. No rule allows that. It splits the effect of the act into the value of
//!   the act itself (act minus pass) and that of the turn otherwise (other minus pass).
//!
//! In every arm, the policy may play a move of the kind later, so the question is *now or not now*. A
//! game's [`MoveStudy`] defines the kind of move and the rows.

mod arms;
mod effects;
mod report;
#[cfg(test)]
mod tests;

use crate::cli::arguments::BranchingArguments;
use crate::failure::Failure;
use crate::store::parts::Parts;
use crate::studies::branching::{self, Decision, Study, Task, conduct, sample};
use agents::Registry;
use effects::{EffectRow, Effects};
use engine::PlayableGame;
use engine::study::{MoveStudy, PerArm};
use std::marker::PhantomData;
use std::process::ExitCode;

/// Measures what a kind of move is worth.
///
/// # Errors
/// Fails if the arguments cannot be carried out, or if a file cannot be written.
pub fn measure<G: PlayableGame>(
    arguments: &BranchingArguments,
    registry: &Registry<G>,
) -> Result<ExitCode, Failure> {
    conduct::<MoveValue<G, G::Study>>(arguments, &[], registry)
}

/// Merges the parts of such a study.
///
/// # Errors
/// Fails, leaving no merged study, if a file cannot be read or written.
pub fn merge<G: PlayableGame>(parts: &Parts) -> Result<ExitCode, Failure> {
    branching::merge::<MoveValue<G, G::Study>>(parts)
}

/// The study of a game's question.
struct MoveValue<G, Q>(PhantomData<(G, Q)>);

impl<G: PlayableGame, Q: MoveStudy<G>> MoveValue<G, Q> {
    /// Whether a decision is between a move of the kind and others.
    fn is_choice(decision: &Decision<'_, G>) -> bool {
        let acts = decision.moves.iter().filter(|&&mv| Q::is_act(mv)).count();
        acts > 0 && acts < decision.moves.len()
    }
}

impl<G: PlayableGame, Q: MoveStudy<G>> Study for MoveValue<G, Q> {
    type Game = G;
    type Row = Q::Row;
    type Sums = Effects;
    type Total = EffectRow;

    const COMMAND: &'static str = match Q::NAME {
        Some(name) => name,
        None => "",
    };
    const FILE: &'static str = Q::FILE;
    const SUMMARY: &'static str = Q::SUMMARY;

    fn rows(task: &Task<'_, G>) -> Vec<Q::Row> {
        let Task { policy, setup, decks, game, seed, .. } = task;
        let position = sample(policy, setup, *game, *seed, Self::is_choice);
        let row =
            |position| Q::row(&position, &arms::branches::<G, Q>(&position, policy, *decks, *seed));
        position.map(row).into_iter().collect()
    }

    fn add(effects: &mut Effects, rows: &[Q::Row]) {
        rows.iter().for_each(|row| effects.add(row));
    }

    fn outcome(effects: &Effects) -> String {
        let effect = effects.margin().map_or(String::new(), |margin| format!("{margin:+.2}"));
        format!("positions {}  effect {effect}", effects.positions())
    }

    fn totals(effects: &Effects, labels: &[String], players: usize) -> Vec<EffectRow> {
        effects.rows(&labels[0], players, PerArm([Q::ACT, "other", "pass"]))
    }

    fn report(totals: &[EffectRow]) -> String {
        report::report(totals, Q::ACT, Q::SUMMARY)
    }
}
