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
pub use record::GameResult;
pub use rules::voyage::{Bearing, Landfall};
pub use state::State;
pub use state::deck::{DECK_TILES, Deck, DeckError};
pub use state::event::{BeachList, Cause, Counts, Event};
pub use state::fleet::{Fleet, SHIPS};
pub use state::hex::{Cell, Direction, NotASide, Side};
pub use state::house::MAX_KING_ISLANDS;
pub use state::moves::{BeachSet, Move};
pub use state::setup::{Edition, Setup};
pub use state::tiles::{
    BEACHES, Beach, BeachCard, ISLANDS, Island, IslandCard, TILES, Tile, UnknownTile, WATERS,
    WaterCard,
};
pub use state::view::View;

anygame::built_in!(State);
