//! The agents on games small enough to know the answers.

mod coin;
mod kuhn;
mod lottery;

use agents::{Agent, AgentFactory, AgentSpec, Participant};
use engine::Game;

/// Both ways of `mcts` to tell positions apart.
const OBSERVERS: [&str; 2] = ["single", "multi"];

/// The player that a spec describes; its settings need not be in the registry.
fn agent<G: Game, S: AgentSpec<G>>(spec: &str) -> Box<dyn Agent<G>> {
    Participant::new(&spec.parse().unwrap(), &[AgentFactory::of::<S>()]).unwrap().make()
}
