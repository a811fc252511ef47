//! Games by name, and the trait by which a game's crate instantiates it.

use crate::game::AnyGame;
use agents::Registry;
use engine::PlayableGame;

/// A game that its own crate compiles with all agents, so that a program that adds agents does not compile it again.
pub trait BuiltIn: PlayableGame {
    /// Returns the game with these agents.
    fn with_agents(agents: Registry<Self>) -> Box<dyn AnyGame>;
}

/// Returns the game with this name, ignoring case.
pub fn find<'a>(games: &'a [Box<dyn AnyGame>], name: &str) -> Option<&'a dyn AnyGame> {
    games.iter().map(|game| &**game).find(|game| game.facts().name.eq_ignore_ascii_case(name))
}
