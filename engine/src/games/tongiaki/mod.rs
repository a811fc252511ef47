//! Tongiaki (Schmidt Spiele, 2004): 2 to 6 players multiply their ships on the islands of the South
//! Seas, and full beaches set sail into the unknown.
//!
//! The files follow the chapters of the rules, whose numbered decisions (T1 to T37) they cite:
//!
//! | chapter | file |
//! | --- | --- |
//! | geometry, tiles, deck | `hex`, `tiles`, `border`, `chart`, `sea`, `deck` |
//! | setup, the course of the game, its end | `setup`, `state`, `phase` |
//! | a turn: expand, found, enter, resettle | `turn`, `placing` |
//! | emigration, voyage, landing | `emigration`, `voyage`, `landing` |
//! | endless chains | `endless` |
//! | score | `score` |
//! | random play | `random` |
//! | events and records | `event`, `record` |
//! | observations for bots | `observation` |
//! | beyond the rules: positions for analysis | `analysis` |
//!
//! [`State`] is the game, [`Move`] a decision with its notation, [`View`] what a player sees.

mod analysis;
mod arrival;
mod audit;
mod bearings;
mod border;
mod chart;
mod contract;
mod course;
mod deck;
mod drawing;
mod emigration;
mod endless;
mod event;
mod features;
mod fleet;
mod hex;
mod landing;
mod moves;
mod observation;
mod phase;
mod placing;
mod playable;
mod random;
mod record;
mod rows;
mod score;
mod sea;
mod setup;
mod state;
mod study;
mod summaries;
mod tables;
mod telling;
#[cfg(test)]
mod tests;
mod tile;
mod tiles;
mod turn;
mod view;
mod voyage;

pub use crate::words::UnknownWord;
pub use bearings::{Bearing, Landfall};
pub use deck::{DECK_TILES, Deck, DeckError};
pub use event::{BeachList, Cause, Counts, Event};
pub use fleet::{Fleet, SHIPS};
pub use hex::{Cell, Direction, NotASide, Side};
pub use moves::{BeachSet, Move, MoveError};
pub use record::GameResult;
pub use setup::{Edition, Setup, SetupError};
pub use state::State;
pub use tiles::{
    BEACHES, Beach, BeachCard, ISLANDS, Island, IslandCard, TILES, Tile, UnknownTile, WATERS,
    WaterCard,
};
pub use turn::MAX_KING_ISLANDS;
pub use view::View;
