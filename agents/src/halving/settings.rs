//! What `halving` is told.

use crate::budget::Budget;
use crate::policy::Rollout;

/// What a spec of `halving` says.
#[derive(Clone, Debug)]
pub struct Halving<G> {
    pub(super) budget: Budget,
    /// How many threads share the rollouts; what comes of them does not depend on it.
    pub(super) threads: usize,
    /// How many plans are tried in rollouts.
    pub(super) plans: usize,
    /// How often each plan is evaluated before.
    pub(super) eval_samples: usize,
    /// How many plans are listed.
    pub(super) max_plans: usize,
    /// The turns of every seat without change after which the outcome counts as the end.
    pub(super) stall_limit: u32,
    pub(super) rollout: Rollout<G>,
    /// How many rollouts the first evaluation counts for.
    pub(super) prior_rollouts: f64,
}
