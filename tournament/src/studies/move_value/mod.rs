//! Measures the value of a kind of move by [paired branching](crate::studies::branching).
//!
//! The study samples games at positions where a move of the kind is legal. It plays each to the end
//! in three [arms](Arm):
//!
//! * `act`: a move of the kind, the one that the policy prefers;
//! * `other`: what the policy prefers when no move of the kind is allowed now;
//! * `pass`: the turn is lost. No rule allows that; it splits the effect of the act into the gain
//!   from the act itself (act minus pass) and the gain from the turn otherwise (other minus pass).
//!
//! The policy may play a move of the kind later in every arm, so the question is *now or not now*.
//! A [`MoveStudy`] defines what is asked about a game and what its rows contain.

mod arms;
mod effects;
mod report;
#[cfg(test)]
mod tests;

use crate::cli::arguments::BranchingArguments;
use crate::failure::Failure;
use crate::store::parts::Parts;
use crate::studies::branching::{self, Decision, Study, Task, conduct, sample};
use effects::{EffectRow, Effects};
use engine::PlayableGame;
use engine::study::{MoveStudy, PerArm};
use std::marker::PhantomData;
use std::process::ExitCode;

/// Measures the value of a kind of move.
///
/// # Errors
/// Fails if the arguments cannot be carried out, or if a file cannot be written.
pub fn measure<G: PlayableGame>(arguments: &BranchingArguments) -> Result<ExitCode, Failure> {
    conduct::<MoveValue<G, G::Study>>(arguments, &[])
}

/// Merges the parts of such a study.
///
/// # Errors
/// Fails, leaving no merged study, if a file cannot be read or written.
pub fn merge<G: PlayableGame>(parts: &Parts) -> Result<ExitCode, Failure> {
    branching::merge::<MoveValue<G, G::Study>>(parts)
}

/// The study that answers a question.
struct MoveValue<G, Q>(PhantomData<(G, Q)>);

impl<G: PlayableGame, Q: MoveStudy<G>> MoveValue<G, Q> {
    /// Whether a decision is between an act and something else.
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

    fn row(task: &Task<'_, G>) -> Option<Q::Row> {
        let Task { policy, setup, decks, game, seed, .. } = task;
        let position = sample(policy, setup, *game, *seed, Self::is_choice)?;
        Some(Q::row(&position, &arms::branches::<G, Q>(&position, policy, *decks, *seed)))
    }

    fn add(effects: &mut Effects, row: &Q::Row) {
        effects.add(row);
    }

    fn outcome(effects: &Effects) -> String {
        let effect = effects.margin().map_or(String::new(), |margin| format!("{margin:+.2}"));
        format!("positions {}  effect {effect}", effects.positions())
    }

    fn totals(effects: &Effects, labels: &[String], players: usize) -> Vec<EffectRow> {
        effects.rows(&labels[0], players, PerArm([Q::ACT, "other", "pass"]))
    }

    fn report(totals: &[EffectRow]) -> String {
        report::report(totals, Q::ACT)
    }
}
