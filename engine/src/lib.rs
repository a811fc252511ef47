//! Board games with hidden decks as small, exact states that clone for the price of a memory copy.
//!
//! * [`Game`] is the contract that search and drivers rely on; [`View`] is what one seat knows;
//!   [`Dealt`] adds what a driver needs to deal and record a game, [`Shown`] what bots outside this
//!   program are told.
//! * [`Seat`], [`Standing`] and [`Seed`] are shared by all games.
//! * [`tongiaki`] is the first game, [`wongar`] the second.
//!
//! # A random game
//! ```
//! use engine::tongiaki::{Setup, State};
//! use engine::{Dealt, Game, Seed, Turn};
//!
//! let setup = Setup::new(3).unwrap();
//! let mut rng = Seed::new(42).stream();
//! let deck = State::deal(&setup, &mut rng);
//! let mut game = State::start(&setup);
//! loop {
//!     match game.turn() {
//!         Turn::Decide(_) => game.play(game.random_move(&mut rng)),
//!         Turn::Chance => game.happen(game.dealt(&deck)),
//!         Turn::Over => break,
//!     }
//! }
//! assert!(game.standing().winners().count() >= 1);
//! ```

mod bits;
mod game;
mod log;
mod perft;
mod replay;
#[cfg(test)]
mod rules;
mod seat;
mod seed;
mod shown;
mod standing;
pub mod tongiaki;
pub mod wongar;

pub use game::{Dealt, Game, RecordError, Title, Turn, View};
pub use perft::Perft;
pub use replay::{Course, Step};
pub use seat::{MAX_SEATS, NotASeat, Seat};
pub use seed::{Seed, Stream};
pub use shown::Shown;
pub use standing::Standing;
