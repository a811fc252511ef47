//! Wongar (Goldsieber, 2000): 3 to 5 players compete for majorities of three kinds of stones in the ten regions of Australia's
//! dreamtime, and rituals change these majorities.
//!
//! The README numbers our decisions on the rules W1 to W33, and the code cites these numbers.
//!
//! | module | contents |
//! | --- | --- |
//! | `state` | everything on the table and the knowledge of each player: board, cards, hands, memories |
//! | `rules` | the legal actions, chapter by chapter |
//! | `record` | moves and events in notation, and the way from recorded events back to decisions |
//!
//! The other files connect the game with search, bots, tables, and people who watch.
//!
//! [`State`] is the game, [`Move`] a decision with its notation, and [`View`] the information of a player. The board can be read
//! from a file ([`Board::parse`]); the built-in board is a reconstruction.
//!
//! # Determinizing in the middle of a random game
//! ```
//! use wongar::{Edition, RitualCard, Setup, State};
//! use engine::{PlayableGame, Game, Seat, Seed, Turn, View};
//!
//! let setup = Setup::new(4).unwrap().with_edition(Edition::Advanced);
//! let mut rng = Seed::new(42).rng();
//! let deal = State::deal(&setup, &mut rng);
//! let mut game = State::start(&setup);
//! while game.turns_played() < 10 {
//!     match game.turn() {
//!         Turn::Decide(_) => game.play(game.random_move(&mut rng)),
//!         Turn::Chance => game.happen(game.dealt(&deal)),
//!         Turn::Over => break,
//!     }
//! }
//! let (me, other) = (Seat::new(0), Seat::new(1));
//! let view = game.view(me);
//! let state = view.determinize(&mut rng);
//! assert_eq!(state.hand(me, RitualCard::Lens), game.hand(me, RitualCard::Lens));
//! assert_eq!(state.hand_size(other), game.hand_size(other));
//! assert_eq!(state.view(me), view);
//! ```

mod contract;
mod numbers;
mod record;
mod rules;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub use engine::words::UnknownWord;
pub use numbers::observation::{HiddenEvent, Observation};
pub use record::GameResult;
pub use state::State;
pub use state::board::{Board, BoardError, BoardMap, NotARegion, PHASES, REGIONS, Region};
pub use state::cards::{
    AREA_CARDS, AreaCard, Cause, Ending, FIRST_STONES, Figure, HELD, Held, KINDS, Kind, RitualCard,
    Rituals, STONES, Use,
};
pub use state::chance::Chance;
pub use state::deal::{Deal, DealError};
pub use state::edition::Edition;
pub use state::event::Event;
pub use state::house::BONUS;
pub use state::moves::{Move, Pick};
pub use state::setup::{SEATS, Setup};
pub use state::view::View;

anygame::built_in!(State);
