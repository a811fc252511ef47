//! Paired branching: what a kind of move is worth, as cause and not as association.
//!
//! Who founds a king island may win more often because he was ahead already. So games are sampled where
//! a move of the kind can be played; each is played on in three [arms](Arm), under the same decks and the
//! same random numbers, by a named policy on all seats. What differs between the arms is caused by the
//! first step alone:
//!
//! * `act`: a move of the kind, the one that the policy prefers;
//! * `other`: what the policy prefers when it may play no move of the kind now;
//! * `pass`: the turn is lost. No rule allows that; it splits the effect of the act into what the act
//!   itself brings (act less pass) and what the turn would have brought otherwise (other less pass).
//!
//! The first steps are chosen on random numbers of their own. Chosen by the games that measure them, the
//! better looking would seem better than it is. All effects are those under the policy: it may play a
//! move of the kind later in every arm, so the question is *now or not now*.
//!
//! The unit of work is a game and its result a row at most, which is a function of the arguments and the
//! number of the game alone; all sums are functions of the rows. What is asked about a game, and what its
//! rows tell, is a [`Question`].

mod arms;
mod effects;
mod level;
mod policy;
mod position;
mod report;
mod study;
#[cfg(test)]
mod tests;

pub use arms::{Arm, Branches, Outcome, PerArm};
pub use level::Level;
pub use position::Position;
pub use study::study;

use crate::games::Hosted;
use serde::Serialize;

/// What is asked about a game: the worth of a kind of move.
pub trait Question: 'static {
    /// The game.
    type Game: Hosted;
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
pub trait Row: Serialize + Default + Send {
    /// What came of each arm.
    fn outcomes(&self) -> PerArm<Outcome>;

    /// Where the position stands on each curve: the curve's name and the level there.
    fn levels(&self) -> Vec<(&'static str, Level)>;
}
