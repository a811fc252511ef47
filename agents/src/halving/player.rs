//! The search for a plan by sequential halving.

use super::plan::Plan;
use super::tried::Tried;
use crate::budget::{Budget, Limit, Running};
use crate::determinizations::Determinizations;
use crate::lookahead::{FirstLook, near};
use crate::order::sort_best_first;
use crate::plan::{Found, PlanSearch};
use crate::policy::{Memos, Rollout};
use engine::{Evaluated, GameRng, Outcome, View};
use rand::RngExt;

/// Numbers of positions in the looks at plans.
#[derive(Copy, Clone, Debug)]
pub(super) struct Looks {
    /// Evaluated in the first look.
    pub(super) first: usize,
    /// Searched in the second look; 0 for none.
    pub(super) second: usize,
}

/// Parameters of the agent `halving`.
#[derive(Clone, Debug)]
pub struct Halving<G> {
    pub(super) budget: Budget,
    /// Number of threads that share the rollouts; the results do not depend on it.
    pub(super) threads: usize,
    /// The looks with 2 players, and with more.
    pub(super) looks: [Looks; 2],
    /// Number of outcomes sampled at the first chance event of the first look.
    pub(super) samples: u32,
    /// Maximum number of plans tried in rollouts.
    pub(super) plans: usize,
    /// Number of determinizations for the looks.
    pub(super) determinizations: usize,
    /// Number of turns of every seat without a change of the outcome after which it counts as final.
    pub(super) stall_limit: u32,
    pub(super) rollout: Rollout<G>,
    /// Number of rollouts that the value at the last look counts for.
    pub(super) prior_rollouts: f64,
}

/// Maximum number of plans in the second look, and the number of outcomes sampled at its first chance event.
const NEAREST: usize = 4;
const LOOK_SAMPLES: u32 = 8;

/// Plans within this gap of the best value at the first look are looked at again.
const GAP: f64 = 0.04;

/// Number of trials before the plans of a round are first compared; later comparisons follow whenever it
/// doubles.
const FIRST_COMPARISON: usize = 64;

/// The search of one game and seat.
pub(super) struct PlanHalving<G: Evaluated> {
    pub(super) settings: Halving<G>,
    /// The outcome at the last decision, and the number of turns played when it was first observed.
    still: Option<(Outcome, u32)>,
    /// Each thread's caches of evaluations.
    pub(super) memos: Vec<Memos>,
    playouts: u64,
}

impl<G: Evaluated> PlanHalving<G> {
    pub(super) fn new(settings: Halving<G>) -> Self {
        let memos = vec![Memos::default(); settings.threads];
        Self { settings, still: None, memos, playouts: 0 }
    }

    /// Tracks whether the outcome still changes, and settles it if it does not.
    fn watch(&mut self, state: &G) {
        let outcome = state.outcome();
        if self.still.is_none_or(|(still, _)| still != outcome) {
            self.still = Some((outcome, state.turns_played()));
        }
        let limit = self.settings.stall_limit * state.players() as u32;
        let is_settled =
            |&(_, since): &(Outcome, u32)| limit > 0 && state.turns_played() - since >= limit;
        let settled = self.still.filter(is_settled).map(|(outcome, _)| outcome);
        self.settings.rollout.objective.settled = settled;
    }

    /// Moves the best plan to the front, by sequential halving. The iterations are meant for `of` plans; fewer plans have as many
    /// each.
    fn halve(
        &mut self,
        plans: &mut Vec<Plan<G>>,
        of: usize,
        view: &G::View,
        running: Running,
        tried: &mut Tried<G>,
        rng: &mut GameRng,
    ) {
        let Halving { threads, prior_rollouts, .. } = self.settings;
        let rounds = plans.len().next_power_of_two().ilog2();
        let (mut spent, number) = (0, plans.len());
        for round in 1..=rounds {
            let begin = plans[0].trials();
            let limit = running.limit(round, rounds, |iterations| {
                let left = (iterations as usize * number / of).saturating_sub(spent);
                begin + (left / ((rounds + 1 - round) as usize * plans.len())).max(1)
            });
            let mut comparison = (2 * begin).max(FIRST_COMPARISON);
            let mut is_over = false;
            while plans.len() > 1 && !is_over {
                let times = match limit {
                    Limit::Count(end) => comparison.min(end) - plans[0].trials(),
                    // The clock is read after a trial of every plan on each thread.
                    Limit::Time(_) => threads.min(comparison - plans[0].trials()),
                };
                self.run_trials(plans, times, view, rng);
                spent += times * plans.len();
                is_over = limit.is_reached(plans[0].trials());
                if is_over || plans[0].trials() == comparison {
                    sort_best_first(plans, |plan| plan.expected(prior_rollouts));
                    let end = if is_over { plans.len().div_ceil(2) } else { plans.len() };
                    tried.note(plans.drain(end..));
                    give_up_hopeless(plans, tried);
                    comparison *= 2;
                }
            }
        }
        self.playouts += spent as u64;
        tried.note(&plans[..]);
    }
}

/// Drops the sorted plans that are clearly worse than the first.
fn give_up_hopeless<G: Evaluated>(plans: &mut Vec<Plan<G>>, tried: &mut Tried<G>) {
    let best = plans.remove(0);
    tried.note(plans.extract_if(.., |plan| plan.is_hopeless_beside(&best)));
    plans.insert(0, best);
}

impl<G: Evaluated> PlanSearch<G> for PlanHalving<G> {
    fn search(
        &mut self,
        view: &G::View,
        determinized: &Determinizations<G>,
        rng: &mut GameRng,
    ) -> Found<G::Move> {
        let running = self.settings.budget.begin();
        let state = determinized.first();
        self.watch(state);
        let Halving { looks, samples, plans: most, prior_rollouts, ref rollout, .. } =
            self.settings;
        let (seat, offset, objective) = (view.seat(), rng.random(), &rollout.objective);
        let look = FirstLook { seat, determinized, objective, offset, samples };
        let Looks { first, second } = looks[usize::from(state.players() > 2)];
        let mut candidates = look.candidates(most, first, &mut self.memos[0].values);
        candidates.truncate(most);
        let (mut of, mut tried) = (candidates.len(), Tried::new());
        if second > 0 {
            let looked = candidates.iter().map(|(worth, line)| (line.moves[0], *worth));
            tried = Tried::after_look(prior_rollouts, looked.collect());
            let near = near(&candidates, NEAREST, GAP);
            of = most.max(near);
            candidates.truncate(near);
            if near > 1 {
                let look = FirstLook { samples: LOOK_SAMPLES, ..look };
                look.look(&mut candidates, 2, second / NEAREST, &mut self.memos[0].values);
            }
        }
        let mut plans = candidates.into_iter().map(Plan::new).collect();
        self.halve(&mut plans, of, view, running, &mut tried, rng);
        let moves = plans.swap_remove(0).moves().to_vec();
        Found { tried: tried.table(moves[0]), moves }
    }

    fn playouts(&self) -> u64 {
        self.playouts
    }
}
