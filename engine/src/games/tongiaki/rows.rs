//! The columns and tables that Tongiaki adds to the rows of a game.

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

/// The columns that Tongiaki adds to `games.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct GameColumns {
    /// Edition of the rules.
    pub(super) edition: Cow<'static, str>,
    /// Number of tiles drawn in the game.
    pub(super) tiles_drawn: usize,
    /// Number of water tiles among them.
    pub(super) waters: usize,
    /// Number of islands among them.
    pub(super) islands: usize,
    /// Cause of the end: `deck`, `turn_limit`, or `stall` under the house rule of this name.
    pub(super) cause: Cow<'static, str>,
    /// Number of emigrations.
    pub(super) sails: u32,
    /// Number of failed crossings.
    pub(super) fails: u32,
    /// Number of fleets turned back by king islands.
    pub(super) turn_backs: u32,
    /// Number of islands lost to endless chains.
    pub(super) endless: u32,
    /// Number of resettlements.
    pub(super) resettles: u32,
    /// Number of king islands founded.
    pub(super) kings: usize,
    /// Number of islands among `endless` that were lost to the limit of 200 emigrations a turn and not to the rule
    /// itself (T25).
    pub(super) safety_nets: u32,
}

/// The columns that Tongiaki adds to `seats.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SeatColumns {
    /// Number of islands with a ship of the seat at the end.
    pub(super) islands: usize,
    /// Number of ships on the board at the end: on beaches, on king islands and adrift.
    pub(super) ships: u32,
    /// Number of turns in which the seat founded a king island.
    pub(super) kings: u32,
    /// Number of turns in which the seat expanded.
    pub(super) expands: u32,
    /// Number of turns in which the seat resettled.
    pub(super) resettles: u32,
    /// Number of turns in which the seat entered the board without a ship on any beach (T13).
    pub(super) enters: u32,
    /// Number of the seat's ships sent back by failed crossings, landings without room and endless chains.
    pub(super) ships_lost: u32,
}

/// A row of `kings.csv`: one king island that was founded.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct KingRow {
    /// Number of the game in the run, from 0.
    pub(super) game: u64,
    /// Number of the block, from 0; all games of a block share one deck.
    pub(super) block: u64,
    /// Number of the turn, from 1.
    pub(super) turn: u32,
    /// Seat that founded it.
    pub(super) seat: usize,
    /// Label of the founder.
    pub(super) agent: String,
    /// Name of the island.
    pub(super) island: Cow<'static, str>,
    /// Points of the island.
    pub(super) value: u8,
    /// Number of the founder's ships that went back to the supply.
    pub(super) ships_returned: u32,
    /// Number of tiles in the deck when the island was founded.
    pub(super) tiles_left: u32,
    /// Founder's points if the game had ended just before.
    pub(super) points_before: i16,
    /// Founder's rank, from 1, if the game had ended just before.
    pub(super) rank_before: u8,
    /// Founder's final rank, from 1.
    pub(super) rank: u8,
    /// Founder's share of the win, from 0 to 1.
    pub(super) win_share: f64,
    /// Founder's points minus the points of the best other seat, at the end.
    pub(super) margin: i16,
    /// Points of all king islands that the founder has at the end.
    pub(super) points_secured: u8,
}

/// A row of `islands.csv`: one island on the board, either Tonga or an island that was drawn.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct IslandRow {
    /// Number of the game in the run, from 0.
    pub(super) game: u64,
    /// Name of the island.
    pub(super) island: Cow<'static, str>,
    /// Points of the island.
    pub(super) value: u8,
    /// Number of the turn in which it was drawn, from 1; 0 for Tonga.
    pub(super) drawn_turn: u32,
    /// Seats with ships there at the end, joined by `|`.
    pub(super) seats_at_end: String,
    /// Seat that founded a king island there; empty if there is none.
    pub(super) king_seat: Option<usize>,
    /// Points of the island multiplied by the number of seats that scored it.
    pub(super) points_paid: usize,
}
