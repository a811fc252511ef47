//! What a kind of move is worth, by [paired branching](crate::studies::branching).
//!
//! Games are sampled where a move of the kind can be played; each is played on in three [arms](Arm):
//!
//! * `act`: a move of the kind, the one that the policy prefers;
//! * `other`: what the policy prefers when it may play no move of the kind now;
//! * `pass`: the turn is lost. No rule allows that; it splits the effect of the act into what the act
//!   itself brings (act less pass) and what the turn would have brought otherwise (other less pass).
//!
//! The policy may play a move of the kind later in every arm, so the question is *now or not now*. What
//! is asked about a game, and what its rows tell, is a [`MoveStudy`].

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
/// If that cannot be done as asked, or a file cannot be written.
pub fn measure<G: PlayableGame>(
    arguments: &BranchingArguments,
    registry: &Registry<G>,
) -> Result<ExitCode, Failure> {
    conduct::<MoveValue<G, G::Study>>(arguments, &[], registry)
}

/// Puts the parts of such a study together.
///
/// # Errors
/// If a file cannot be read or written; then there is no merged study.
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
