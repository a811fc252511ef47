//! Tongiaki (Schmidt Spiele, 2004): 2 to 6 players multiply their ships on the islands of the South Seas, and full beaches send
//! fleets into the unknown.
//!
//! The README numbers our decisions on the rules T1 to T37, and the code cites these numbers.
//!
//! | module | contents |
//! | --- | --- |
//! | `state` | everything on the table: tiles, sea, fleets, the phase of the turn |
//! | `rules` | the legal actions, chapter by chapter |
//! | `record` | moves and events in notation, and the way from recorded events back to decisions |
//!
//! The other files connect the game with search, bots, tables, and people who watch.
//!
//! [`State`] is the game, [`Move`] a decision with its notation, and [`View`] the information of a player.

mod actions;
mod analysis;
mod arranging;
mod bearings;
mod contract;
mod drawing;
mod encoding;
mod features;
mod kinds;
mod observation;
mod phrases;
mod record;
mod rows;
mod rules;
mod sparse;
mod state;
mod study;
mod summaries;
mod tables;
mod telling;
mod tempo;
mod tensor;
#[cfg(test)]
mod tests;
mod tile;

pub use crate::words::UnknownWord;
pub use bearings::{Bearing, Landfall};
pub use record::GameResult;
pub use record::event::{BeachList, Cause, Counts, Event};
pub use record::moves::{BeachSet, Move, MoveError};
pub use rules::turn::MAX_KING_ISLANDS;
pub use state::State;
pub use state::deck::{DECK_TILES, Deck, DeckError};
pub use state::fleet::{Fleet, SHIPS};
pub use state::hex::{Cell, Direction, NotASide, Side};
pub use state::setup::{Edition, Setup, SetupError};
pub use state::tiles::{
    BEACHES, Beach, BeachCard, ISLANDS, Island, IslandCard, TILES, Tile, UnknownTile, WATERS,
    WaterCard,
};
pub use state::view::View;
