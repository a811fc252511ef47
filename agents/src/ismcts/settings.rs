//! What `ismcts` is told.

use super::search::Policy;
use crate::budget::Budget;

/// What a spec of `ismcts` says, or of `mo-ismcts` if there are more trees than one.
#[derive(Clone, Debug)]
pub struct Ismcts<G, const TREES: usize = 1> {
    pub(super) budget: Budget,
    pub(super) threads: usize,
    pub(super) policy: Policy<G>,
    pub(super) nodes: usize,
}
