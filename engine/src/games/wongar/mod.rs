//! Wongar (Goldsieber, 2000): 3 to 5 players vie for majorities of three kinds of stones in the ten
//! regions of Australia's dreamtime, and rituals upset them.
//!
//! The rules number their decisions, W1 to W33, and the code cites them.
//!
//! | room | what is in it |
//! | --- | --- |
//! | `state` | what lies on the table and what each player knows: board, cards, hands, memories |
//! | `rules` | what may be done with it, chapter by chapter |
//! | `record` | moves and events in notation, and the way back from them to decisions |
//!
//! The files beside the rooms serve others: search, bots, tables, and people who watch.
//!
//! [`State`] is the game, [`Move`] a decision with its notation, [`View`] what a player sees. The
//! board is read from a file ([`Board::parse`]); the built-in one is a reconstruction.
//!
//! # Determinizing in the middle of a random game
//! ```
//! use engine::wongar::{Edition, RitualCard, Setup, State};
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
//! let guess = view.determinize(&mut rng);
//! assert_eq!(guess.hand(me, RitualCard::Lens), game.hand(me, RitualCard::Lens));
//! assert_eq!(guess.hand_size(other), game.hand_size(other));
//! assert_eq!(guess.view(me), view);
//! ```

mod actions;
mod contract;
mod drawing;
mod encoding;
mod features;
mod observation;
mod record;
mod rows;
mod rules;
mod sight;
mod state;
mod summaries;
mod tables;
mod telling;
mod tensor;
#[cfg(test)]
mod tests;

pub use crate::words::UnknownWord;
pub use observation::{HiddenEvent, Observation};
pub use record::GameResult;
pub use record::event::Event;
pub use record::moves::{Move, MoveError, Pick};
pub use rules::score::BONUS;
pub use state::State;
pub use state::board::{Board, BoardError, BoardMap, NotARegion, PHASES, REGIONS, Region};
pub use state::cards::{
    AREA_CARDS, AreaCard, Cause, Ending, FIRST_STONES, Figure, HELD, Held, KINDS, Kind, RitualCard,
    Rituals, STONES, Use,
};
pub use state::chance::Chance;
pub use state::deal::{Deal, DealError};
pub use state::edition::Edition;
pub use state::setup::{SEATS, Setup, SetupError};
pub use state::view::View;
