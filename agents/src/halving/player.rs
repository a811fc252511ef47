//! The halving agent, which plans whole turns.

use super::plan::{Plan, plans};
use super::trial::{Depth, Trial};
use crate::budget::Budget;
use crate::evaluation::Memo;
use crate::plan::PlanUnderWay;
use crate::policy::Rollout;
use crate::{Agent, SearchedMove};
use engine::Game;
use engine::{GameRng, Outcome, View};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::time::Instant;

/// The settings in a spec of `halving`.
#[derive(Clone, Debug)]
pub struct Halving<G> {
    pub(super) budget: Budget,
    /// Number of threads that share the rollouts; the results do not depend on it.
    pub(super) threads: usize,
    /// Number of plans tried in rollouts.
    pub(super) plans: usize,
    /// Number of evaluations of each plan before the rollouts.
    pub(super) eval_samples: usize,
    /// Number of plans listed.
    pub(super) max_plans: usize,
    /// Number of turns of every seat without a change of the outcome after which it counts as final.
    pub(super) stall_limit: u32,
    pub(super) rollout: Rollout<G>,
    /// Number of rollouts that the first evaluation counts for.
    pub(super) prior_rollouts: f64,
}

/// Before the rollouts, this multiple of the tried plans gets this multiple of the first evaluations.
const MORE: usize = 4;

/// Number of trials before the plans of a round are first compared; later comparisons follow whenever it
/// doubles.
const FIRST_COMPARISON: usize = 64;

/// An agent that plans whole turns by sequential halving.
pub(super) struct PlanningAgent<G: Game> {
    settings: Halving<G>,
    moves: Vec<G::Move>,
    /// The outcome at the last decision, and the number of turns played when it was first observed.
    still: Option<(Outcome, u32)>,
    /// The unchanging outcome, if it appears to be final.
    settled: Option<Outcome>,
    plan: Option<PlanUnderWay<G>>,
    /// The first moves of the plans that the last search tried.
    tried: Tried<G>,
    /// Each thread's cache of evaluations.
    memos: Vec<Memo>,
    playouts: u64,
}

/// For each first move of plans: the number of rollouts, and the sum of their results.
type Tried<G> = BTreeMap<<G as Game>::Move, (u64, f64)>;

impl<G: Game> PlanningAgent<G> {
    pub(super) fn new(settings: Halving<G>) -> Self {
        let memos = vec![Memo::default(); settings.threads];
        Self {
            memos,
            settings,
            moves: Vec::new(),
            still: None,
            settled: None,
            plan: None,
            tried: Tried::<G>::new(),
            playouts: 0,
        }
    }

    /// Searches for a plan.
    fn think(&mut self, view: &G::View, rng: &mut GameRng) {
        let begin = self.settings.budget.clock();
        let state = view.determinize(rng);
        self.watch(&state);
        let mut memos = std::mem::take(&mut self.memos);
        let mut plans = plans(&state, view.seat(), self.settings.max_plans);
        let evaluation = self.trial(Depth::Turn, view);
        evaluation.run(&mut plans, self.settings.eval_samples, view, &mut memos, rng);
        sort(&mut plans, 0.0);
        plans.truncate(MORE * self.settings.plans);
        evaluation.run(&mut plans, (MORE - 1) * self.settings.eval_samples, view, &mut memos, rng);
        sort(&mut plans, 0.0);
        plans.truncate(self.settings.plans);
        plans.iter_mut().for_each(Plan::begin_rollouts);
        self.tried = self.halve(&mut plans, view, begin, &mut memos, rng);
        self.memos = memos;
        self.plan = Some(PlanUnderWay::new(plans.swap_remove(0).moves, state));
    }

    /// Tracks whether the outcome still changes.
    fn watch(&mut self, state: &G) {
        let outcome = state.outcome();
        if self.still.is_none_or(|(still, _)| still != outcome) {
            self.still = Some((outcome, state.turns_played()));
        }
        let limit = self.settings.stall_limit * state.players() as u32;
        let is_settled =
            |&(_, since): &(Outcome, u32)| limit > 0 && state.turns_played() - since >= limit;
        self.settled = self.still.filter(is_settled).map(|(outcome, _)| outcome);
    }

    fn trial(&self, depth: Depth, view: &G::View) -> Trial<'_, G> {
        Trial { rollout: &self.settings.rollout, seat: view.seat(), depth, settled: self.settled }
    }

    /// Moves the best plan to the front, by sequential halving. Returns the results of the moves tried.
    fn halve(
        &mut self,
        plans: &mut Vec<Plan<G>>,
        view: &G::View,
        begin: Option<Instant>,
        memos: &mut [Memo],
        rng: &mut GameRng,
    ) -> Tried<G> {
        let mut tried = Tried::<G>::new();
        let rounds = plans.len().next_power_of_two().ilog2();
        let mut spent = 0;
        for round in 1..=rounds {
            let trial = self.trial(Depth::Rollout, view);
            let end = match self.settings.budget {
                Budget::Iterations(iterations) => {
                    let left = (iterations as usize).saturating_sub(spent);
                    let times = left / ((rounds + 1 - round) as usize * plans.len());
                    plans[0].trials() + times.max(1)
                }
                Budget::Time(_) => usize::MAX,
            };
            let mut comparison = (2 * plans[0].trials()).max(FIRST_COMPARISON);
            while plans.len() > 1 {
                let before = plans[0].trials();
                let rest = comparison.min(end) - before;
                let times = match self.settings.budget {
                    Budget::Iterations(_) => rest,
                    // The clock is read after a trial of every plan on each thread.
                    Budget::Time(_) => self.settings.threads.min(rest),
                };
                trial.run(plans, times, view, memos, rng);
                spent += times * plans.len();
                let is_over = match self.settings.budget {
                    Budget::Iterations(_) => before + times == end,
                    Budget::Time(time) => {
                        begin.is_some_and(|begin| begin.elapsed() * rounds >= time * round)
                    }
                };
                if !is_over && before + times < comparison {
                    continue;
                }
                sort(plans, self.settings.prior_rollouts);
                if is_over {
                    note(&mut tried, plans.drain(plans.len().div_ceil(2)..));
                }
                give_up_hopeless(plans, &mut tried);
                if is_over {
                    break;
                }
                comparison *= 2;
            }
        }
        self.playouts += spent as u64;
        note(&mut tried, &plans[..]);
        tried
    }
}

/// Records the trials of these plans.
fn note<G: Game>(tried: &mut Tried<G>, plans: impl IntoIterator<Item: Borrow<Plan<G>>>) {
    for plan in plans {
        let plan: &Plan<G> = plan.borrow();
        if plan.trials() > 0 {
            let (visits, sum) = tried.entry(plan.moves[0]).or_default();
            *visits += plan.trials() as u64;
            *sum += plan.mean() * plan.trials() as f64;
        }
    }
}

/// Sorts plans from best to worst; plans with equal expectations keep their order.
fn sort<G: Game>(plans: &mut [Plan<G>], prior: f64) {
    plans.sort_by(|one, other| other.expected(prior).total_cmp(&one.expected(prior)));
}

/// Drops the sorted plans that are clearly worse than the first.
fn give_up_hopeless<G: Game>(plans: &mut Vec<Plan<G>>, tried: &mut Tried<G>) {
    let best = plans.remove(0);
    note(tried, plans.extract_if(.., |plan| plan.is_hopeless_beside(&best)));
    plans.insert(0, best);
}

impl<G: Game> Agent<G> for PlanningAgent<G> {
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        self.tried.clear();
        if let Some(mv) = PlanUnderWay::next_or_only(&mut self.plan, view, &mut self.moves) {
            return mv;
        }
        self.think(view, rng);
        // A determinization always produces the view that it was made from.
        PlanUnderWay::next(&mut self.plan, view).unwrap_or(self.moves[0])
    }

    fn playouts(&self) -> u64 {
        self.playouts
    }

    fn search_table(&self) -> Vec<SearchedMove<G::Move>> {
        let rows = self.tried.iter().map(|(&mv, &(visits, sum))| SearchedMove {
            mv,
            visits,
            value: sum / visits as f64,
        });
        rows.collect()
    }
}
