//! Trials of plans: every plan under the same guesses and the same luck.

use super::plan::Plan;
use crate::evaluation::Memo;
use crate::policy::{Dice, Rollout};
use crate::share::share;
use engine::Game;
use engine::{GameRng, Outcome, Seat, View};

/// What is tried.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Depth {
    /// The turn, judged by the lead at its end.
    Turn,
    /// A whole rollout, judged by its reward.
    Rollout,
}

/// How plans are tried for a seat.
pub(super) struct Trial<'a, G> {
    pub(super) rollout: &'a Rollout<G>,
    pub(super) seat: Seat,
    pub(super) depth: Depth,
    /// The outcome that counts as the game's result unless a plan changes it.
    pub(super) settled: Option<Outcome>,
}

impl<G: Game> Trial<'_, G> {
    /// Tries all plans so many times. Each memory, one at least, has a thread that shares the work; what comes
    /// of it does not depend on them.
    pub(super) fn run(
        &self,
        plans: &mut [Plan<G>],
        times: usize,
        view: &G::View,
        memos: &mut [Memo],
        rng: &mut GameRng,
    ) {
        let conditions: Vec<_> =
            (0..times).map(|_| (view.determinize(rng), Dice::new(rng))).collect();
        let mut values = vec![0.0; plans.len() * times];
        let length = values.len().div_ceil(memos.len());
        let work = values.chunks_mut(length).zip((0..).step_by(length)).zip(memos).collect();
        share(work, |((values, first), memo): ((&mut [f64], usize), &mut Memo)| {
            // The plan before, and its value if that does not depend on the conditions.
            let mut certain: Option<(usize, f64)> = None;
            for (value, number) in values.iter_mut().zip(first..) {
                let (plan, (guess, dice)) = (number / times, &conditions[number % times]);
                *value = match certain {
                    Some((known, value)) if known == plan => value,
                    _ => self.value(&plans[plan], guess, dice.clone(), memo),
                };
                certain = self.is_certain(&plans[plan], guess).then_some((plan, *value));
            }
        });
        for (plan, values) in plans.iter_mut().zip(values.chunks(times)) {
            plan.credit(values);
        }
    }

    /// Whether every trial of a plan has the same value: the turn ends with it, and nothing is hidden.
    fn is_certain(&self, plan: &Plan<G>, guess: &G) -> bool {
        G::IS_OPEN && self.depth == Depth::Turn && plan.ends_turn(guess)
    }

    /// What comes of a plan once.
    fn value(&self, plan: &Plan<G>, guess: &G, mut dice: Dice, memo: &mut Memo) -> f64 {
        let mut position = plan.follow(guess);
        let turns = match self.depth {
            Depth::Turn => 0,
            Depth::Rollout => self.rollout.turns(guess),
        };
        let last_turn = guess.turns_played() + 1 + turns;
        self.rollout.play(&mut position, last_turn, self.seat, &mut dice, memo);
        let judge = &self.rollout.judge;
        if self.settled.as_ref().is_some_and(|settled| *settled == position.outcome()) {
            return judge.final_rewards(&position)[self.seat.index()].into();
        }
        judge.reward(&position, self.seat, memo).into()
    }
}
