//! The results of a search for the first moves of plans.

use super::plan::Plan;
use crate::SearchedMove;
use engine::{Evaluated, Game};
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// The results of the plans tried in rollouts, by first move, and the values of all plans at the first look if there was a second
/// one.
pub(super) struct Tried<G: Game> {
    /// The number of rollouts that the value at the last look counts for.
    prior: f64,
    /// For each first move: the number of rollouts, and the sum of the expected results, one for each rollout.
    results: BTreeMap<G::Move, (u64, f64)>,
    /// First moves with their values at the first look, the best one first.
    looked: Vec<(G::Move, f64)>,
}

impl<G: Evaluated> Tried<G> {
    /// Begins with rollouts alone.
    pub(super) const fn new() -> Self {
        Self { prior: 0.0, results: BTreeMap::new(), looked: Vec::new() }
    }

    /// Begins after a first look that leaves few plans for rollouts. These are too few to stand alone, so the value at the last look
    /// counts as well.
    pub(super) const fn after_look(prior: f64, looked: Vec<(G::Move, f64)>) -> Self {
        Self { prior, results: BTreeMap::new(), looked }
    }

    /// Records the trials of these plans.
    pub(super) fn note(&mut self, plans: impl IntoIterator<Item: Borrow<Plan<G>>>) {
        for plan in plans {
            let plan: &Plan<G> = plan.borrow();
            if plan.trials() > 0 {
                let (visits, sum) = self.results.entry(plan.moves()[0]).or_default();
                *visits += plan.trials() as u64;
                *sum += plan.expected(self.prior) * plan.trials() as f64;
            }
        }
    }

    /// Returns the rows of the search table. A move without rollouts is as much worse than the chosen one as it was worse than the
    /// best one at the first look.
    pub(super) fn table(self, chosen: G::Move) -> Vec<SearchedMove<G::Move>> {
        let row =
            |(mv, (visits, sum))| (mv, SearchedMove { mv, visits, value: sum / visits as f64 });
        let mut rows: BTreeMap<_, _> = self.results.into_iter().map(row).collect();
        if let Some(&(_, best)) = self.looked.first() {
            let value = rows.get(&chosen).map_or(best, |row| row.value);
            for (mv, worth) in self.looked {
                let value = (value - (best - worth)).clamp(0.0, 1.0);
                rows.entry(mv).or_insert(SearchedMove { mv, visits: 0, value });
            }
        }
        rows.into_values().collect()
    }
}
