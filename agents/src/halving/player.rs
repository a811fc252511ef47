//! The halving agent, which plans whole turns.

use super::plan::Plan;
use super::trial::{Final, Memos, Trial};
use crate::budget::Budget;
use crate::greedy::Determinizations;
use crate::lookahead::FirstLook;
use crate::order::sort_best_first;
use crate::plan::PlanUnderWay;
use crate::policy::Rollout;
use crate::{Agent, SearchedMove};
use engine::{Evaluated, Game, GameRng, Outcome, View};
use rand::RngExt;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::time::Instant;

/// The settings in a spec of `halving`.
#[derive(Clone, Debug)]
pub struct Halving<G> {
    pub(super) budget: Budget,
    /// Number of threads that share the rollouts; the results do not depend on it.
    pub(super) threads: usize,
    /// Number of positions evaluated in the first look, with 2 players and with more.
    pub(super) nodes: [usize; 2],
    /// Number of outcomes sampled at the first chance event of the first look.
    pub(super) samples: u32,
    /// Maximum number of plans tried in rollouts.
    pub(super) plans: usize,
    /// Number of determinizations for the first look.
    pub(super) determinizations: usize,
    /// Number of turns of every seat without a change of the outcome after which it counts as final.
    pub(super) stall_limit: u32,
    pub(super) rollout: Rollout<G>,
    /// Number of rollouts that the value at the first look counts for.
    pub(super) prior_rollouts: f64,
}

/// Number of trials before the plans of a round are first compared; later comparisons follow whenever it
/// doubles.
const FIRST_COMPARISON: usize = 64;

/// An agent that plans whole turns by sequential halving.
pub(super) struct PlanningAgent<G: Evaluated> {
    settings: Halving<G>,
    moves: Vec<G::Move>,
    /// The outcome at the last decision, and the number of turns played when it was first observed.
    still: Option<(Outcome, u32)>,
    /// The unchanging outcome, if it appears to be final.
    settled: Option<Outcome>,
    plan: Option<PlanUnderWay<G>>,
    determinized: Determinizations<G>,
    /// The first moves of the plans that the last search tried.
    tried: Tried<G>,
    /// Each thread's caches of evaluations.
    memos: Vec<Memos>,
    playouts: u64,
}

/// For each first move of plans: the number of rollouts, and the sum of their results.
type Tried<G> = BTreeMap<<G as Game>::Move, (u64, f64)>;

impl<G: Evaluated> PlanningAgent<G> {
    pub(super) fn new(settings: Halving<G>) -> Self {
        let memos = vec![Memos::default(); settings.threads];
        Self {
            memos,
            settings,
            moves: Vec::new(),
            still: None,
            settled: None,
            plan: None,
            determinized: Determinizations::default(),
            tried: Tried::<G>::new(),
            playouts: 0,
        }
    }

    /// Searches for a plan.
    fn think(&mut self, view: &G::View, rng: &mut GameRng) {
        let Halving { nodes, samples, plans, determinizations, .. } = self.settings;
        let begin = self.settings.budget.clock();
        let mut determinized = std::mem::take(&mut self.determinized);
        determinized.draw(view, determinizations, rng);
        self.watch(determinized.first());
        let mut memos = std::mem::take(&mut self.memos);
        let valuation = Final { judge: &self.settings.rollout.judge, settled: self.settled };
        let look = FirstLook {
            seat: view.seat(),
            determinized: &determinized,
            valuation: &valuation,
            offset: rng.random(),
            samples,
        };
        let nodes = nodes[usize::from(determinized.first().players() > 2)];
        let mut candidates = look.candidates(plans, nodes, &mut memos[0].values);
        candidates.truncate(plans);
        let mut plans = candidates.into_iter().map(Plan::new).collect();
        self.tried = self.halve(&mut plans, view, begin, &mut memos, rng);
        self.memos = memos;
        let moves = plans.swap_remove(0).moves().to_vec();
        self.plan = Some(PlanUnderWay::new(moves, determinized.first().clone()));
        self.determinized = determinized;
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

    fn trial(&self, view: &G::View) -> Trial<'_, G> {
        Trial { rollout: &self.settings.rollout, seat: view.seat(), settled: self.settled }
    }

    /// Moves the best plan to the front, by sequential halving. Returns the results of the moves tried.
    fn halve(
        &mut self,
        plans: &mut Vec<Plan<G>>,
        view: &G::View,
        begin: Option<Instant>,
        memos: &mut [Memos],
        rng: &mut GameRng,
    ) -> Tried<G> {
        let mut tried = Tried::<G>::new();
        let rounds = plans.len().next_power_of_two().ilog2();
        let mut spent = 0;
        for round in 1..=rounds {
            let trial = self.trial(view);
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
fn note<G: Evaluated>(tried: &mut Tried<G>, plans: impl IntoIterator<Item: Borrow<Plan<G>>>) {
    for plan in plans {
        let plan: &Plan<G> = plan.borrow();
        if plan.trials() > 0 {
            let (visits, sum) = tried.entry(plan.moves()[0]).or_default();
            *visits += plan.trials() as u64;
            *sum += plan.mean() * plan.trials() as f64;
        }
    }
}

/// Sorts plans from best to worst; plans with equal expectations keep their order.
fn sort<G: Evaluated>(plans: &mut [Plan<G>], prior: f64) {
    sort_best_first(plans, |plan| plan.expected(prior));
}

/// Drops the sorted plans that are clearly worse than the first.
fn give_up_hopeless<G: Evaluated>(plans: &mut Vec<Plan<G>>, tried: &mut Tried<G>) {
    let best = plans.remove(0);
    note(tried, plans.extract_if(.., |plan| plan.is_hopeless_beside(&best)));
    plans.insert(0, best);
}

impl<G: Evaluated> Agent<G> for PlanningAgent<G> {
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
