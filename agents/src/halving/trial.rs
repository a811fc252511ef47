//! Trials of plans: every plan is tried under the same determinizations and the same chance events.

use super::plan::Plan;
use crate::cancellation;
use crate::evaluation::Memo;
use crate::lookahead::{Valuation, Worths};
use crate::policy::{Dice, Judge, Rollout};
use crate::share::share;
use engine::{Evaluated, GameRng, Outcome, Seat, View};

/// The largest number of trials of each plan whose determinizations and results are in memory at once.
const BATCH: usize = 1024;

/// Caches of evaluations: of a search's own values, and of the choices of turns in rollouts.
#[derive(Clone, Default)]
pub(super) struct Memos {
    pub(super) values: Memo,
    choices: Memo,
}

/// The valuation of final positions: an outcome that has stopped changing counts as the game's result.
pub(super) struct Final<'a, G> {
    pub(super) judge: &'a Judge<G>,
    pub(super) settled: Option<Outcome>,
}

impl<G: Evaluated> Valuation<G> for Final<'_, G> {
    fn worths(&self, position: &G, memo: &mut Memo) -> Worths {
        let is_settled = |settled: &Outcome| *settled == position.outcome();
        let rewards = if self.settled.as_ref().is_some_and(is_settled) {
            self.judge.final_rewards(position)
        } else {
            self.judge.cached_rewards(position, memo)
        };
        rewards.map(f64::from)
    }
}

/// The conditions under which plans are tried for a seat.
pub(super) struct Trial<'a, G> {
    pub(super) rollout: &'a Rollout<G>,
    pub(super) seat: Seat,
    pub(super) settled: Option<Outcome>,
}

impl<G: Evaluated> Trial<'_, G> {
    /// Runs this many trials of every plan. There is one thread for each cache in `memos`, which must not be
    /// empty; the results do not depend on their number.
    pub(super) fn run(
        &self,
        plans: &mut [Plan<G>],
        times: usize,
        view: &G::View,
        memos: &mut [Memos],
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
            share(work, |((values, first), memos): ((&mut [f64], usize), &mut Memos)| {
                for (value, number) in values.iter_mut().zip(first..) {
                    cancellation::check();
                    let (plan, (state, dice)) = (number / times, &conditions[number % times]);
                    *value = self.value(&plans[plan], state, dice.clone(), memos);
                }
            });
            for (plan, values) in plans.iter_mut().zip(values.chunks(times)) {
                plan.credit(values);
            }
        }
    }

    /// Returns the result of one trial of a plan.
    fn value(&self, plan: &Plan<G>, state: &G, mut dice: Dice, memos: &mut Memos) -> f64 {
        let mut position = plan.follow(state);
        let last_turn = state.turns_played() + 1 + self.rollout.turns(state);
        self.rollout.play(&mut position, last_turn, self.seat, &mut dice, &mut memos.choices);
        Final { judge: &self.rollout.judge, settled: self.settled }
            .worths(&position, &mut memos.values)[self.seat.index()]
    }
}
