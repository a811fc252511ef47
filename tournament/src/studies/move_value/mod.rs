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
//! is asked about a game, and what its rows tell, is a [`Question`].

mod arms;
mod effects;
mod level;
mod report;
#[cfg(test)]
mod tests;

pub use arms::{Arm, Branches, PerArm};
pub use level::Level;

use crate::cli::arguments::BranchingArguments;
use crate::failure::Failure;
use crate::games::PlayableGame;
use crate::store::parts::Parts;
use crate::studies::branching::{self, Decision, MeanOutcome, Position, Study, Task, conduct};
use effects::{EffectRow, Effects};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::process::ExitCode;

/// What is asked about a game: the worth of a kind of move.
pub trait Question {
    /// The game.
    type Game: PlayableGame;
    /// What is told of a position and its branches.
    type Row: Row;

    /// The job's name on the command line.
    const COMMAND: &'static str;
    /// The file of the rows.
    const FILE: &'static str;
    /// The file of the effects.
    const SUMMARY: &'static str;
    /// The word for the arm [`Arm::Act`] in tables.
    const ACT: &'static str;

    /// Whether the move is of the kind.
    fn is_act(mv: <Self::Game as engine::Game>::Move) -> bool;

    /// The position, where nothing but the moves that `keep` accepts can be chosen now; nothing if it
    /// accepts none.
    fn restricted(
        state: &Self::Game,
        keep: impl Fn(<Self::Game as engine::Game>::Move) -> bool,
    ) -> Option<Self::Game>;

    /// What comes of a position with a legal move of the kind if the turn is lost.
    fn turn_lost(state: &Self::Game) -> Self::Game;

    /// The row of a position.
    fn row(
        position: &Position<Self::Game>,
        branches: &Branches<<Self::Game as engine::Game>::Move>,
    ) -> Self::Row;
}

/// A position and what came of its branches, as a row of the file.
pub trait Row: Serialize + DeserializeOwned + Default + Send {
    /// What came of each arm.
    fn outcomes(&self) -> PerArm<MeanOutcome>;

    /// Where the position stands on each curve: the curve's name and the level there.
    fn levels(&self) -> Vec<(&'static str, Level)>;
}

/// Measures what a kind of move is worth.
///
/// # Errors
/// If that cannot be done as asked, or a file cannot be written.
pub fn measure<Q: Question>(arguments: &BranchingArguments) -> Result<ExitCode, Failure> {
    conduct::<MoveValue<Q>>(arguments, &[])
}

/// Puts the parts of such a study together.
///
/// # Errors
/// If a file cannot be read or written; then there is no merged study.
pub fn merge<Q: Question>(parts: &Parts) -> Result<ExitCode, Failure> {
    branching::merge::<MoveValue<Q>>(parts)
}

/// The study that answers a question.
struct MoveValue<Q>(PhantomData<Q>);

impl<Q: Question> MoveValue<Q> {
    /// Whether a decision is between an act and something else.
    fn is_choice(decision: &Decision<'_, Q::Game>) -> bool {
        let acts = decision.moves.iter().filter(|&&mv| Q::is_act(mv)).count();
        acts > 0 && acts < decision.moves.len()
    }
}

impl<Q: Question> Study for MoveValue<Q> {
    type Game = Q::Game;
    type Row = Q::Row;
    type Sums = Effects;
    type Total = EffectRow;

    const COMMAND: &'static str = Q::COMMAND;
    const FILE: &'static str = Q::FILE;
    const SUMMARY: &'static str = Q::SUMMARY;

    fn row(task: &Task<'_, Q::Game>) -> Option<Q::Row> {
        let Task { policy, setup, decks, game, seed, .. } = task;
        let position = Position::sample(policy, setup, *game, *seed, Self::is_choice)?;
        Some(Q::row(&position, &Branches::of::<Q>(&position, policy, *decks, *seed)))
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
