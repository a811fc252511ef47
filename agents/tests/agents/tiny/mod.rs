//! Tests of the agents on games that are small enough for exact solutions.

mod coin;
mod kuhn;
mod lottery;

use agents::greedy::Greedy;
use agents::halving::Halving;
use agents::ismcts::Ismcts;
use agents::{Agent, AgentError, Registry};
use engine::Evaluated;

/// Returns the agent of a spec.
fn agent<G: Evaluated>(spec: &str) -> Box<dyn Agent<G>> {
    try_agent(spec).unwrap()
}

fn try_agent<G: Evaluated>(spec: &str) -> Result<Box<dyn Agent<G>>, AgentError> {
    let registry = Registry::<G>::empty().with::<Greedy<G>>().with::<Halving<G>>();
    let registry = registry.with::<Ismcts<G>>();
    Ok(registry.participants(spec)?[0].make())
}
