//! Trials of plans: every plan is tried under the same determinizations and the same chance events.

use super::plan::Plan;
use crate::cancellation;
use crate::evaluation::Memo;
use crate::policy::{Dice, Rollout};
use crate::share::share;
use engine::Game;
use engine::{GameRng, Outcome, Seat, View};

/// The largest number of trials of each plan whose determinizations and results are in memory at once.
const BATCH: usize = 1024;

/// How far a plan is simulated: to the end of the turn, or through a rollout.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Depth {
    /// To the end of the turn, evaluated by the lead there.
    Turn,
    /// Through a whole rollout, evaluated by its reward.
    Rollout,
}

/// The conditions under which plans are tried for a seat.
pub(super) struct Trial<'a, G> {
    pub(super) rollout: &'a Rollout<G>,
    pub(super) seat: Seat,
    pub(super) depth: Depth,
    /// The outcome that counts as the game's result unless a plan changes it.
    pub(super) settled: Option<Outcome>,
}

impl<G: Game> Trial<'_, G> {
    /// Runs this many trials of every plan. There is one thread for each cache in `memos`, which must not be
    /// empty; the results do not depend on their number.
    pub(super) fn run(
        &self,
        plans: &mut [Plan<G>],
        times: usize,
        view: &G::View,
        memos: &mut [Memo],
        rng: &mut GameRng,
    ) {
        for first in (0..times).step_by(BATCH) {
            let times = BATCH.min(times - first);
            let conditions: Vec<_> =
                (0..times).map(|_| (view.determinize(rng), Dice::new(rng))).collect();
            let mut values = vec![0.0; plans.len() * times];
            let length = values.len().div_ceil(memos.len());
            let work =
                values.chunks_mut(length).zip((0..).step_by(length)).zip(&mut *memos).collect();
            share(work, |((values, first), memo): ((&mut [f64], usize), &mut Memo)| {
                // The previous plan, and its value if it does not depend on the conditions.
                let mut certain: Option<(usize, f64)> = None;
                for (value, number) in values.iter_mut().zip(first..) {
                    cancellation::check();
                    let (plan, (state, dice)) = (number / times, &conditions[number % times]);
                    *value = match certain {
                        Some((known, value)) if known == plan => value,
                        _ => self.value(&plans[plan], state, dice.clone(), memo),
                    };
                    certain = self.is_certain(&plans[plan], state).then_some((plan, *value));
                }
            });
            for (plan, values) in plans.iter_mut().zip(values.chunks(times)) {
                plan.credit(values);
            }
        }
    }

    /// Returns whether every trial of a plan has the same value: the plan ends the turn, and the game has no
    /// hidden information.
    fn is_certain(&self, plan: &Plan<G>, state: &G) -> bool {
        G::IS_OPEN && self.depth == Depth::Turn && plan.ends_turn(state)
    }

    /// Returns the result of one trial of a plan.
    fn value(&self, plan: &Plan<G>, state: &G, mut dice: Dice, memo: &mut Memo) -> f64 {
        let mut position = plan.follow(state);
        let turns = match self.depth {
            Depth::Turn => 0,
            Depth::Rollout => self.rollout.turns(state),
        };
        let last_turn = state.turns_played() + 1 + turns;
        self.rollout.play(&mut position, last_turn, self.seat, &mut dice, memo);
        let judge = &self.rollout.judge;
        if self.settled.as_ref().is_some_and(|settled| *settled == position.outcome()) {
            return judge.final_rewards(&position)[self.seat.index()].into();
        }
        judge.reward(&position, self.seat, memo).into()
    }
}
