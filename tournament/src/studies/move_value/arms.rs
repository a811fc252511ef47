//! The arms: a position played on, often, after each first step.

use super::Question;
use crate::studies::branching::{MeanOutcome, Policy, Position, Step, play_on_decks};
use engine::{Game, Seed};
use std::ops::Index;

/// Below the seed of a game: the children that choose the first steps. Those of the position are 0 and 1.
const CHOOSE_ACT: u64 = 2;
const CHOOSE_OTHER: u64 = 3;
/// Below the seed of a game: the child whose children are the decks.
const DECKS: u64 = 4;

/// What is done first.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Arm {
    /// The act in question.
    Act,
    /// The best other move.
    Other,
    /// Nothing: the turn is lost.
    Pass,
}

impl Arm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Act, Self::Other, Self::Pass];
}

/// Something for every arm.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PerArm<T>(pub [T; Arm::ALL.len()]);

impl<T> Index<Arm> for PerArm<T> {
    type Output = T;

    fn index(&self, arm: Arm) -> &T {
        &self.0[arm as usize]
    }
}

/// A position played on in all arms.
#[derive(Clone, Debug)]
pub struct Branches<M> {
    /// The first step of [`Arm::Act`].
    pub act: M,
    /// The first step of [`Arm::Other`].
    pub other: M,
    /// On how many decks each arm was played.
    pub decks: u32,
    /// What came of them.
    pub outcomes: PerArm<MeanOutcome>,
}

impl<M> Branches<M> {
    /// Plays a position on, on so many decks.
    ///
    /// # Panics
    /// If the position has no legal move of the kind, or no other.
    pub fn of<Q>(
        position: &Position<Q::Game>,
        policy: &Policy<'_, Q::Game>,
        decks: u32,
        seed: Seed,
    ) -> Self
    where
        Q: Question<Game: Game<Move = M>>,
        M: Copy,
    {
        let choose = |is_act: bool, child| {
            let state = Q::restricted(&position.state, |mv| Q::is_act(mv) == is_act);
            let state = state.expect("both the act and something else are legal in a position");
            policy.choose(&state, seed.child(child))
        };
        let (act, other) = (choose(true, CHOOSE_ACT), choose(false, CHOOSE_OTHER));
        let play_act = |state: &mut Q::Game| state.play(act);
        let play_other = |state: &mut Q::Game| state.play(other);
        let pass = |state: &mut Q::Game| *state = Q::turn_lost(state);
        let arms: [Step<'_, Q::Game>; Arm::ALL.len()] = [&play_act, &play_other, &pass];
        let outcomes = play_on_decks(position, policy, decks, seed.child(DECKS), arms);
        Self { act, other, decks, outcomes: PerArm(outcomes) }
    }
}
