//! A possible chance event.

use serde::{Deserialize, Serialize};

/// A row of `draws.csv`: an event that chance could bring at a position. Turns count from 1.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct DrawRow {
    pub game: u64,
    pub turn: u32,
    pub players: usize,
    /// The seat that decided last.
    pub seat: usize,
    /// Its points if the game ended here.
    pub points: i16,
    /// Its margin if the game ended here.
    pub lead: i16,
    pub rank: u8,
    /// The number of chance events in the game from which this one was picked.
    pub candidates: u64,
    /// Possible events, each with a row.
    pub events: usize,
    pub event: String,
    pub kind: String,
    pub probability: f64,
    /// How often each event was played to the end.
    pub decks: u32,
    pub margin: f64,
    pub win_share: f64,
    /// Minus the mean of all events by their probabilities.
    pub to_mean_margin: f64,
    pub to_mean_win_share: f64,
}
