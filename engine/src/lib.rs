//! Board games with hidden decks, represented by small, exact states that are as cheap to clone as a memory copy.
//!
//! * [`Game`] is the contract on which searches and drivers rely. A [`View`] is the information of one seat. [`PlayableGame`]
//!   adds everything that a driver needs to deal, record and describe a game.
//! * [`Seat`], [`Outcome`] and [`Seed`] are shared by all games.
//! * A [`Record`] is a finished game as a line of JSON. [`Perft`] counts positions. Both work for every game.
//! * The games are separate crates in `games`; those in `poker` are short examples to copy.
//! * With the feature `testing`, `testing::check_game` is the test suite that every game must pass.
//!
//! # A random game
//! ```
//! use engine::{PlayableGame, Game, Seed, Turn};
//! use tongiaki::{Setup, State};
//!
//! let setup = Setup::new(3).unwrap();
//! let mut rng = Seed::new(42).rng();
//! let deck = State::deal(&setup, &mut rng);
//! let mut game = State::start(&setup);
//! loop {
//!     match game.turn() {
//!         Turn::Decide(_) => game.play(game.random_move(&mut rng)),
//!         Turn::Chance => game.happen(game.dealt(&deck)),
//!         Turn::Over => break,
//!     }
//! }
//! assert!(game.outcome().winners().count() >= 1);
//! ```

pub mod bits;
pub mod contract;
pub mod csv_table;
mod declare;
pub mod house;
pub mod log;
mod moves;
mod perft;
mod printable;
mod random;
mod record;
mod replay;
mod seating;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod unique;
pub mod words;

pub use contract::*;
pub use declare::first_numbers;
pub use moves::{Argument, MoveError, Unread};
pub use perft::Perft;
pub use printable::{is_printable, printable};
pub use random::{GameRng, Seed};
pub use record::{
    NotedMove, Record, RecordHeader, SearchNote, game_of_record, reason, search_notes,
};
pub use replay::{RecordError, RecordedDecision, RecordedGame, Step};
pub use seating::{Seating, TableError};
