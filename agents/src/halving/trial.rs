//! Trials of plans: every plan is tried under the same determinizations and the same chance events.

use super::plan::Plan;
use super::player::PlanHalving;
use crate::cancellation;
use crate::policy::{Dice, Memos, Rollout};
use crate::share::share;
use engine::{Evaluated, GameRng, Seat, View};

/// The largest number of trials of each plan whose determinizations and results are in memory at once.
const BATCH: usize = 1024;

impl<G: Evaluated> PlanHalving<G> {
    /// Runs this many trials of every plan. Each thread has a cache; the results do not depend on the number of threads.
    pub(super) fn run_trials(
        &mut self,
        plans: &mut [Plan<G>],
        times: usize,
        view: &G::View,
        rng: &mut GameRng,
    ) {
        let (rollout, seat) = (&self.settings.rollout, view.seat());
        for first in (0..times).step_by(BATCH) {
            let times = BATCH.min(times - first);
            let conditions: Vec<_> =
                (0..times).map(|_| (view.determinize(rng), Dice::new(rng))).collect();
            let mut values = vec![0.0; plans.len() * times];
            let length = values.len().div_ceil(self.memos.len());
            let numbers = (0..).step_by(length);
            let work = values.chunks_mut(length).zip(numbers).zip(&mut self.memos).collect();
            share(work, |((values, first), memos): ((&mut [f64], usize), &mut Memos)| {
                for (value, number) in values.iter_mut().zip(first..) {
                    cancellation::check();
                    let (plan, (state, dice)) = (number / times, &conditions[number % times]);
                    *value = result(&plans[plan], state, rollout, seat, dice.clone(), memos);
                }
            });
            for (plan, values) in plans.iter_mut().zip(values.chunks(times)) {
                plan.credit(values);
            }
        }
    }
}

/// Returns the result of one trial of a seat's plan.
fn result<G: Evaluated>(
    plan: &Plan<G>,
    state: &G,
    rollout: &Rollout<G>,
    seat: Seat,
    mut dice: Dice,
    memos: &mut Memos,
) -> f64 {
    let mut position = plan.follow(state);
    let last_turn = state.turns_played() + 1 + rollout.turns(state);
    rollout.play(&mut position, last_turn, seat, &mut dice, &mut memos.choices);
    rollout.objective.worths(&position, None, &mut memos.values)[seat.index()]
}
