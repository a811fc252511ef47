//! Games of any type as values.
//!
//! [`AnyGame`] is a game with its agents behind an object-safe trait. [`TypedGame`] implements it for every
//! [`PlayableGame`](engine::PlayableGame), so that commands, files, reports, Python and the web page never name
//! the type of a game. The type is erased at the level of a whole game, a batch or a displayed position: the
//! game loop and the searches below that level remain monomorphic.
//!
//! The crate of each game instantiates it with all searches; see [`BuiltIn`].
//!
//! # Examples
//! ```
//! use engine::Rules;
//!
//! let games = games::built_in();
//! let kuhn = anygame::find(&games, "Kuhn").unwrap();
//! assert_eq!(kuhn.facts().title, "Kuhn poker");
//! let setup = kuhn.setup(2, &Rules::new()).unwrap();
//! assert_eq!(setup.players(), 2);
//! assert!(kuhn.participants("mcts:iterations=10,random").is_ok());
//! ```

mod agent;
mod anchors;
mod facts;
mod game;
mod games;
mod learning;
mod position;
mod shown;
mod table;
mod typed_game;

pub use agent::*;
pub use agents::{AgentFacts, Registry, deck_seed};
pub use anchors::Anchors;
pub use engine::{Seating, TableError};
pub use facts::{GameFacts, Vocabulary};
pub use game::AnyGame;
pub use games::{BuiltIn, find};
pub use learning::*;
pub use position::*;
pub use shown::ShownGame;
pub use table::*;
pub use typed_game::TypedGame;
