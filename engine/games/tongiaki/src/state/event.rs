//! The events of a game's record, in the terms of the rules.

use super::hex::{Direction, Side};
use super::tiles::{BEACHES, Island, Tile};
use arrayvec::ArrayVec;
use engine::words::words;
use engine::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

/// Number of ships for every seat.
pub type Counts = ArrayVec<u8, MAX_SEATS>;
/// Indices of beaches on one island.
pub type BeachList = ArrayVec<u8, 6>;

const _: () = assert!(BEACHES < 64, "a set of beaches fits into 64 bits");

/// An entry of a record. `p` is the active player; beaches are given as indices on their island.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", expecting = "an event")]
pub enum Event {
    /// A ship is placed on Tonga during the setup (T4).
    Place {
        /// The seat that places the ship.
        p: Seat,
        /// The index of the beach on Tonga.
        beach: u8,
    },
    /// A seat expands: new ships on an island (T6, T7).
    Expand {
        /// The seat that expands.
        p: Seat,
        /// The island that receives the ships.
        island: Island,
        /// The beaches that receive a new ship, ascending.
        beaches: BeachList,
        /// The island and beach from which the ship was taken, if all 15 ships were on the board (T7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<(Island, u8)>,
    },
    /// A player with no ships that could multiply enters an island (T13).
    Enter {
        /// The seat that enters.
        p: Seat,
        /// The island that receives the ships.
        island: Island,
        /// The beaches that receive a new ship, ascending; a beach may occur twice.
        beaches: BeachList,
    },
    /// A king island is founded (T8).
    King {
        /// The seat that founds it.
        p: Seat,
        /// The new king island.
        island: Island,
    },
    /// All ships of a seat are taken off the board to resettle (T10).
    Resettle {
        /// The seat that resettles.
        p: Seat,
    },
    /// A fleet leaves a full beach (T14).
    Sail {
        /// The active player.
        p: Seat,
        /// The island that the fleet leaves.
        island: Island,
        /// The index of the full beach.
        beach: u8,
        /// The side of the jetty that the fleet takes.
        jetty: Side,
        /// The ships that sail.
        fleet: Counts,
    },
    /// A tile is drawn and laid (T10, T15, T24).
    Draw {
        /// The tile that is drawn.
        tile: Tile,
        /// The column of its cell.
        q: i8,
        /// The row of its cell.
        r: i8,
        /// The board direction in which its crest points.
        crest: Direction,
    },
    /// A crossing fails (T16).
    Fail {
        /// The water that the fleet could not pass.
        tile: Tile,
        /// The ships, which are returned to their owners.
        fleet: Counts,
    },
    /// A fleet is turned back at a king island (T18).
    TurnBack {
        /// The king island.
        island: Island,
        /// The fleet that is turned back.
        fleet: Counts,
    },
    /// A fleet drifts on a water for the rest of the game (T26).
    Adrift {
        /// The water on which the fleet drifts.
        tile: Tile,
        /// The ships of the fleet.
        fleet: Counts,
    },
    /// A fleet lands on an island (T19).
    Land {
        /// The island that the fleet has reached.
        island: Island,
        /// The fleet as it arrived.
        fleet: Counts,
        /// The ships for which there was no room.
        returned: Counts,
        /// The ships that this landing added to each beach.
        beaches: ArrayVec<Counts, 6>,
    },
    /// A ship is placed after resettling (T11).
    Settle {
        /// The owner of the ship.
        p: Seat,
        /// The new island.
        island: Island,
        /// The index of the beach.
        beach: u8,
    },
    /// An island leaves the game because of an endless chain (T23).
    Endless {
        /// The island that leaves.
        island: Island,
        /// The ships, which are returned to their owners.
        returned: Counts,
        /// Whether the limit on emigrations (T25) caused it, instead of the rule for endless chains.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        safety_net: bool,
    },
    /// The game ends.
    End {
        /// The cause of the end.
        cause: Cause,
    },
}

words! {
    /// The cause of the end of a game (T28).
    pub enum Cause: "cause" in "tongiaki" {
        /// The last water or the last island was laid (T26).
        Deck = "deck",
        /// The turn limit was reached (T28).
        TurnLimit = "turn_limit",
        /// The number of rounds without a new tile reached the limit of the house rule against stalls.
        Stall = "stall",
    }
}
