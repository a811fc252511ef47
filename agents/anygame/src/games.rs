//! Games by name, and the trait by which a game's crate instantiates it.

use crate::game::AnyGame;
use agents::Registry;
use engine::PlayableGame;

/// A game that its own crate compiles with all agents, so that a program that adds agents does not compile it again.
pub trait BuiltIn: PlayableGame {
    /// Returns the game with these agents.
    fn with_agents(agents: Registry<Self>) -> Box<dyn AnyGame>;
}

/// Compiles a game with all agents in its own crate: implements [`BuiltIn`] and defines `game` and `shown`.
#[macro_export]
macro_rules! built_in {
    ($game:ty) => {
        impl $crate::BuiltIn for $game {
            fn with_agents(agents: $crate::Registry<Self>) -> Box<dyn $crate::AnyGame> {
                Box::new($crate::TypedGame::new(agents))
            }
        }

        /// Returns the game with the built-in agents.
        pub fn game() -> Box<dyn $crate::AnyGame> {
            <$game as $crate::BuiltIn>::with_agents($crate::Registry::built_in())
        }

        /// Returns the game with the built-in agents, to be shown only.
        pub fn shown() -> Box<dyn $crate::ShownGame> {
            Box::new($crate::TypedGame::<$game>::new($crate::Registry::built_in()))
        }
    };
}

/// Returns the game with this name, ignoring case.
pub fn find<'a>(games: &'a [Box<dyn AnyGame>], name: &str) -> Option<&'a dyn AnyGame> {
    games.iter().map(|game| &**game).find(|game| game.facts().name.eq_ignore_ascii_case(name))
}
