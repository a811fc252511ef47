//! The arms: a position played on, often, after each first step.

use super::Question;
use super::policy::Policy;
use super::position::Position;
use engine::{Game, Seed, View};
use std::ops::Index;

/// Below the seed of a game: the children that choose the first steps. Those of the position are 0 and 1.
const CHOOSE_ACT: u64 = 2;
const CHOOSE_OTHER: u64 = 3;
/// Below the seed of a game: the child whose children are the decks.
const DECKS: u64 = 4;

/// Below the seed of a deck: the child that guesses what is hidden.
const GUESS: u64 = 0;
/// Below the seed of a deck: the child that it is played with.
const PLAY: u64 = 1;

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

/// What came of an arm for the seat in question: means over the decks.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// The final margin: points less those of the best other seat.
    pub margin: f64,
    /// The share of the win.
    pub win_share: f64,
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
    pub outcomes: PerArm<Outcome>,
}

impl<M> Branches<M> {
    /// Plays a position on, on so many decks. A deck is whatever the seat cannot know, drawn anew with the
    /// probability that it has for the seat: never what was dealt in the game that the position is from.
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
        let view = position.state.view(position.seat);
        let mut sums = [(0, 0.0); Arm::ALL.len()];
        for deck in 0..decks {
            let seed = seed.child(DECKS).child(deck.into());
            let guess = view.guess(&mut seed.child(GUESS).stream());
            for (arm, sum) in Arm::ALL.into_iter().zip(&mut sums) {
                let mut state = guess.clone();
                match arm {
                    Arm::Act => state.play(act),
                    Arm::Other => state.play(other),
                    Arm::Pass => state = Q::turn_lost(&state),
                }
                let standing = policy.play_on(state, seed.child(PLAY), |_, _| ()).standing();
                sum.0 += i64::from(standing.margin(position.seat));
                sum.1 += standing.win_share(position.seat);
            }
        }
        let mean = |(margin, win_share)| Outcome {
            margin: margin as f64 / f64::from(decks),
            win_share: win_share / f64::from(decks),
        };
        Self { act, other, decks, outcomes: PerArm(sums.map(mean)) }
    }
}
