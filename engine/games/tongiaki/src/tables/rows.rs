//! The columns and tables that Tongiaki adds to the rows of a game.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// All rows that one game adds.
#[derive(Debug, Default)]
pub struct Rows {
    pub(crate) game: GameColumns,
    pub(crate) seats: Vec<SeatColumns>,
    pub(crate) kings: Vec<KingRow>,
    pub(crate) islands: Vec<IslandRow>,
}

/// The columns that Tongiaki adds to `games.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct GameColumns {
    /// Edition of the rules.
    pub(crate) edition: Cow<'static, str>,
    /// Number of tiles drawn in the game.
    pub(crate) tiles_drawn: usize,
    /// Number of water tiles among them.
    pub(crate) waters: usize,
    /// Number of islands among them.
    pub(crate) islands: usize,
    /// Cause of the end: `deck`, `turn_limit`, or `stall` under the house rule of this name.
    pub(crate) cause: Cow<'static, str>,
    /// Number of emigrations.
    pub(crate) sails: u32,
    /// Number of failed crossings.
    pub(crate) fails: u32,
    /// Number of fleets turned back by king islands.
    pub(crate) turn_backs: u32,
    /// Number of islands lost to endless chains.
    pub(crate) endless: u32,
    /// Number of resettlements.
    pub(crate) resettles: u32,
    /// Number of king islands founded.
    pub(crate) kings: usize,
    /// Number of islands among `endless` that were lost to the limit of 200 emigrations a turn and not to the rule
    /// itself (T25).
    pub(crate) safety_nets: u32,
}

/// The columns that Tongiaki adds to `seats.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SeatColumns {
    /// Number of islands with a ship of the seat at the end.
    pub(crate) islands: usize,
    /// Number of ships on the board at the end: on beaches, on king islands and adrift.
    pub(crate) ships: u32,
    /// Number of turns in which the seat founded a king island.
    pub(crate) kings: u32,
    /// Number of turns in which the seat expanded.
    pub(crate) expands: u32,
    /// Number of turns in which the seat resettled.
    pub(crate) resettles: u32,
    /// Number of turns in which the seat entered the board without a ship on any beach (T13).
    pub(crate) enters: u32,
    /// Number of the seat's ships sent back by failed crossings, landings without room and endless chains.
    pub(crate) ships_lost: u32,
}

/// A row of `kings.csv`: one king island that was founded.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct KingRow {
    /// Number of the game in the run, from 0.
    pub(crate) game: u64,
    /// Number of the block, from 0; all games of a block share one deck.
    pub(crate) block: u64,
    /// Number of the turn, from 1.
    pub(crate) turn: u32,
    /// Seat that founded it.
    pub(crate) seat: usize,
    /// Label of the founder.
    pub(crate) agent: String,
    /// Name of the island.
    pub(crate) island: Cow<'static, str>,
    /// Points of the island.
    pub(crate) value: u8,
    /// Number of the founder's ships that went back to the supply.
    pub(crate) ships_returned: u32,
    /// Number of tiles in the deck when the island was founded.
    pub(crate) tiles_left: u32,
    /// Founder's points if the game had ended just before.
    pub(crate) points_before: i16,
    /// Founder's rank, from 1, if the game had ended just before.
    pub(crate) rank_before: u8,
    /// Founder's final rank, from 1.
    pub(crate) rank: u8,
    /// Founder's share of the win, from 0 to 1.
    pub(crate) win_share: f64,
    /// Founder's points minus the points of the best other seat, at the end.
    pub(crate) margin: i16,
    /// Points of all king islands that the founder has at the end.
    pub(crate) points_secured: u8,
}

/// A row of `islands.csv`: one island on the board, either Tonga or an island that was drawn.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct IslandRow {
    /// Number of the game in the run, from 0.
    pub(crate) game: u64,
    /// Name of the island.
    pub(crate) island: Cow<'static, str>,
    /// Points of the island.
    pub(crate) value: u8,
    /// Number of the turn in which it was drawn, from 1; 0 for Tonga.
    pub(crate) drawn_turn: u32,
    /// Seats with ships there at the end, joined by `|`.
    pub(crate) seats_at_end: String,
    /// Seat that founded a king island there; empty if there is none.
    pub(crate) king_seat: Option<usize>,
    /// Points of the island multiplied by the number of seats that scored it.
    pub(crate) points_paid: usize,
}
