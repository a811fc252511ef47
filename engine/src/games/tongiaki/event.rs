//! The events of a game's record, as the rules list them.

use super::hex::{Direction, Side};
use super::tiles::{BEACHES, Island, Tile};
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
        /// Who places it.
        p: Seat,
        /// On which beach of Tonga.
        beach: u8,
    },
    /// New ships on an island (T6, T7).
    Expand {
        /// Who expands.
        p: Seat,
        /// Where.
        island: Island,
        /// A new ship on each of these, ascending.
        beaches: BeachList,
        /// The island and beach that the ship was taken from, if all 15 were on the board (T7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<(Island, u8)>,
    },
    /// Ships of a player who had none that could multiply (T13).
    Enter {
        /// Who enters.
        p: Seat,
        /// Where.
        island: Island,
        /// A new ship on each of these, ascending; the same one may come twice.
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
        /// Who resettles.
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
        /// Where it lies.
        q: i8,
        /// Where it lies.
        r: i8,
        /// The board direction of its crest.
        crest: Direction,
    },
    /// A crossing failed (T16).
    Fail {
        /// The water that could not be passed.
        tile: Tile,
        /// The ships that went back to their owners.
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
        /// Where.
        island: Island,
        /// The fleet as it arrived.
        fleet: Counts,
        /// The ships for which there was no room.
        returned: Counts,
        /// For every beach, the ships that this landing added.
        beaches: ArrayVec<Counts, 6>,
    },
    /// The ship of a resettling (T11).
    Settle {
        /// Whose it is.
        p: Seat,
        /// Where.
        island: Island,
        /// On which beach.
        beach: u8,
    },
    /// An island left the game with an endless chain (T23).
    Endless {
        /// The island.
        island: Island,
        /// The ships that went back to their owners.
        returned: Counts,
        /// Whether the limit on emigrations called for it and not the rule itself (T25).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        safety_net: bool,
    },
    /// The game has ended.
    End {
        /// Why.
        cause: Cause,
    },
}

/// Why a game ended (T28).
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The last water or the last island was laid (T26).
    Deck,
    /// The limit on turns was reached (T28).
    TurnLimit,
}

impl Cause {
    /// The word for it in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::TurnLimit => "turn_limit",
        }
    }
}
