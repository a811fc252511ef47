//! Wongar (Goldsieber, 2000): 3 to 5 players vie for majorities of three kinds of stones in the ten
//! regions of Australia's dreamtime, and rituals upset them.
//!
//! The files follow the chapters of the rules, whose numbered decisions (W1 to W33) they cite:
//!
//! | chapter | file |
//! | --- | --- |
//! | material: cards, stones, board | `cards`, `board`, `board_sheet` |
//! | setup | `setup`, `opening`, `deal`, `chance` |
//! | the state, the course of the game | `state`, `phase` |
//! | a round and its end | `round` |
//! | area cards | `area` |
//! | draws and scorpions | `draw` |
//! | ceremonies | `ceremony` |
//! | bonus and ranks | `score` |
//! | what a player knows | `view`, `memory`, `determinize` |
//! | events and records | `event`, `record` |
//! | observations for bots | `observation` |
//!
//! [`State`] is the game, [`Move`] a decision with its notation, [`View`] what a player sees. The
//! board is read from a file ([`Board::parse`]); the built-in one is a reconstruction.
//!
//! # Determinizing in the middle of a random game
//! ```
//! use engine::wongar::{Edition, RitualCard, Setup, State};
//! use engine::{Dealable, Game, Seat, Seed, Turn, View};
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

mod area;
mod audit;
mod board;
mod board_sheet;
mod cards;
mod ceremony;
mod chance;
mod contract;
mod course;
mod deal;
mod determinize;
mod draw;
mod drawing;
mod edition;
mod event;
mod features;
mod knowledge;
mod memory;
mod moves;
mod observation;
mod opening;
mod phase;
mod playable;
mod record;
mod round;
mod rows;
mod score;
mod setup;
mod state;
mod summaries;
mod tables;
mod telling;
#[cfg(test)]
mod tests;
mod view;

pub use crate::words::UnknownWord;
pub use board::{Board, BoardError, BoardMap, NotARegion, PHASES, REGIONS, Region};
pub use cards::{
    AREA_CARDS, AreaCard, Cause, Ending, FIRST_STONES, Figure, HELD, Held, KINDS, Kind, RitualCard,
    Rituals, STONES, Use,
};
pub use chance::Chance;
pub use deal::{Deal, DealError};
pub use edition::Edition;
pub use event::Event;
pub use moves::{Move, MoveError, Pick};
pub use observation::{HiddenEvent, Observation};
pub use record::GameResult;
pub use score::BONUS;
pub use setup::{SEATS, Setup, SetupError};
pub use state::State;
pub use view::View;
