//! The list of the built-in games.

use anygame::{AnyGame, ShownGame};

macro_rules! games {
    ($($($part:ident)::+),+ $(,)?) => {
        /// Returns the built-in games with the built-in agents, starting with the default game.
        ///
        /// ```
        /// let names: Vec<_> = games::built_in().iter().map(|game| game.facts().name).collect();
        /// assert_eq!(names, ["tongiaki", "wongar", "kuhn", "leduc"]);
        /// ```
        pub fn built_in() -> Vec<Box<dyn AnyGame>> {
            vec![$($($part)::+::game()),+]
        }

        /// Returns the same games to be shown only, so that a page contains nothing else of them.
        pub fn shown() -> Vec<Box<dyn ShownGame>> {
            vec![$($($part)::+::shown()),+]
        }
    };
}

// Adding a game takes one line here.
games! {
    tongiaki,
    wongar,
    poker::kuhn,
    poker::leduc,
}
