//! The events of a game's record, as the rules list them.

use super::hex::{Direction, Side};
use super::tiles::{BEACHES, Island, Tile};
use crate::words::words;
use crate::{MAX_SEATS, Seat};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// A number of ships for every seat.
pub type Counts = ArrayVec<u8, MAX_SEATS>;
/// Indices of beaches on one island.
pub type BeachList = ArrayVec<u8, 6>;

const _: () = assert!(BEACHES < 64, "a set of beaches fits into 64 bits");

/// One entry of a record. `p` is the active player; beaches are indices on their island.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", expecting = "an event")]
pub enum Event {
    /// Setup: a ship placed on Tonga (T4).
    Place {
        /// The seat that places it.
        p: Seat,
        /// The beach of Tonga.
        beach: u8,
    },
    /// New ships on an island (T6, T7).
    Expand {
        /// The seat that expands.
        p: Seat,
        /// The island.
        island: Island,
        /// The beaches that get a new ship, ascending.
        beaches: BeachList,
        /// The island and beach of the ship that was taken, if all 15 were on the board (T7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<(Island, u8)>,
    },
    /// A player without ships that could multiply enters an island (T13).
    Enter {
        /// The seat that enters.
        p: Seat,
        /// The island.
        island: Island,
        /// The beaches that get a new ship, ascending; a beach may occur twice.
        beaches: BeachList,
    },
    /// A king island founded (T8).
    King {
        /// The king.
        p: Seat,
        /// The island.
        island: Island,
    },
    /// All ships taken off the board to begin anew (T10).
    Resettle {
        /// The seat that resettles.
        p: Seat,
    },
    /// A fleet leaves a full beach (T14).
    Sail {
        /// The active player.
        p: Seat,
        /// The island left.
        island: Island,
        /// The full beach.
        beach: u8,
        /// The side of the jetty taken.
        jetty: Side,
        /// The ships that sail.
        fleet: Counts,
    },
    /// A tile drawn and laid (T10, T15, T24).
    Draw {
        /// The tile.
        tile: Tile,
        /// The column of its cell.
        q: i8,
        /// The row of its cell.
        r: i8,
        /// The board direction of its crest.
        crest: Direction,
    },
    /// A crossing failed (T16).
    Fail {
        /// The water that could not be passed.
        tile: Tile,
        /// The ships that were returned to their owners.
        fleet: Counts,
    },
    /// A fleet turned back at a king island (T18).
    TurnBack {
        /// The king island.
        island: Island,
        /// The fleet.
        fleet: Counts,
    },
    /// A fleet stays on the water for the rest of the game (T26).
    Adrift {
        /// The water.
        tile: Tile,
        /// The fleet.
        fleet: Counts,
    },
    /// A fleet has landed (T19).
    Land {
        /// The island.
        island: Island,
        /// The fleet as it arrived.
        fleet: Counts,
        /// The ships without room.
        returned: Counts,
        /// The ships that this landing added to every beach.
        beaches: ArrayVec<Counts, 6>,
    },
    /// The ship of a resettling (T11).
    Settle {
        /// The ship's owner.
        p: Seat,
        /// The island.
        island: Island,
        /// The beach.
        beach: u8,
    },
    /// An island left the game with an endless chain (T23).
    Endless {
        /// The island.
        island: Island,
        /// The ships that were returned to their owners.
        returned: Counts,
        /// Whether the limit on emigrations caused it rather than the rule itself (T25).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        safety_net: bool,
    },
    /// The game has ended.
    End {
        /// The cause.
        cause: Cause,
    },
}

words! {
    /// Why a game ended (T28).
    pub enum Cause: "cause" in "tongiaki" {
        /// The last water or the last island was laid (T26).
        Deck = "deck",
        /// The limit on turns was reached (T28).
        TurnLimit = "turn_limit",
        /// Too many rounds brought no new tile, under the house rule against stalls.
        Stall = "stall",
    }
}
