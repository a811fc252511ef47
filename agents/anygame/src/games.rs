//! The built-in games.

use crate::{AnyGame, ShownGame, TypedGame};
use agents::Registry;
use engine::PlayableGame;

/// A built-in game. It is instantiated in this crate, so that a program that adds agents does not compile it
/// again.
pub trait BuiltIn: PlayableGame {
    /// Returns the game with these agents.
    fn with_agents(agents: Registry<Self>) -> Box<dyn AnyGame>;
}

macro_rules! built_in {
    ($($name:ident: $game:ty),+ $(,)?) => {
        $(#[doc = concat!("Returns the game `", stringify!($name), "` with the built-in agents, to be shown.")]
        pub fn $name() -> Box<dyn ShownGame> {
            Box::new(TypedGame::<$game>::new(Registry::built_in()))
        }

        impl BuiltIn for $game {
            fn with_agents(agents: Registry<Self>) -> Box<dyn AnyGame> {
                Box::new(TypedGame::new(agents))
            }
        })+

        /// Returns the built-in games with the built-in agents, starting with the default game.
        pub fn built_in() -> Vec<Box<dyn AnyGame>> {
            vec![$(<$game>::with_agents(Registry::built_in())),+]
        }
    };
}

// Adding a game takes one line here.
built_in! {
    tongiaki: engine::tongiaki::State,
    wongar: engine::wongar::State,
    kuhn: engine::kuhn::Kuhn,
    leduc: engine::leduc::Leduc,
}

/// Returns the game with this name, ignoring case.
pub fn find<'a>(games: &'a [Box<dyn AnyGame>], name: &str) -> Option<&'a dyn AnyGame> {
    games.iter().map(|game| &**game).find(|game| game.facts().name.eq_ignore_ascii_case(name))
}
