//! The rows of Tongiaki: what a game adds to the tables.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// All rows that one game adds.
#[derive(Debug, Default)]
pub struct Rows {
    pub(super) game: GameColumns,
    pub(super) seats: Vec<SeatColumns>,
    pub(super) kings: Vec<KingRow>,
    pub(super) islands: Vec<IslandRow>,
}

/// The game's columns in `games.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct GameColumns {
    pub(super) edition: Cow<'static, str>,
    pub(super) tiles_drawn: usize,
    pub(super) waters: usize,
    pub(super) islands: usize,
    pub(super) cause: Cow<'static, str>,
    pub(super) sails: u32,
    pub(super) fails: u32,
    pub(super) turn_backs: u32,
    pub(super) endless: u32,
    pub(super) resettles: u32,
    pub(super) kings: usize,
    /// Endless chains that the limit on emigrations called for and not the rule itself (T25).
    pub(super) safety_nets: u32,
}

/// The game's columns in `seats.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SeatColumns {
    pub(super) islands: usize,
    /// On the board at the end: on beaches, on king islands and adrift.
    pub(super) ships: u32,
    pub(super) kings: u32,
    pub(super) expands: u32,
    pub(super) resettles: u32,
    pub(super) enters: u32,
    /// Own ships sent back by failed crossings, landings without room and endless chains.
    pub(super) ships_lost: u32,
}

/// A row of `kings.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct KingRow {
    pub(super) game: u64,
    pub(super) block: u64,
    /// The turn, from 1.
    pub(super) turn: u32,
    pub(super) seat: usize,
    /// The founder.
    pub(super) agent: String,
    pub(super) island: Cow<'static, str>,
    /// Its points.
    pub(super) value: u8,
    /// The founder's ships that went back to the supply.
    pub(super) ships_returned: u32,
    /// Tiles in the deck when it was founded.
    pub(super) tiles_left: u32,
    /// The founder's points if the game had ended just before.
    pub(super) points_before: i16,
    /// The founder's rank if the game had ended just before.
    pub(super) rank_before: u8,
    pub(super) rank: u8,
    /// The founder's share of the win in the end.
    pub(super) win_share: f64,
    pub(super) margin: i16,
    /// The points of all king islands that the founder has in the end.
    pub(super) points_secured: u8,
}

/// A row of `islands.csv`: Tonga or an island drawn.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct IslandRow {
    pub(super) game: u64,
    pub(super) island: Cow<'static, str>,
    pub(super) value: u8,
    /// The turn, from 1; 0 for Tonga.
    pub(super) drawn_turn: u32,
    /// The seats with ships there in the end, joined by `|`.
    pub(super) seats_at_end: String,
    pub(super) king_seat: Option<usize>,
    /// The value, as often as it is scored.
    pub(super) points_paid: usize,
}
