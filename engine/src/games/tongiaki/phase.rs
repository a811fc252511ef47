//! The phases of the game.

use super::border::Border;
use super::event::Cause;
use super::fleet::Fleet;
use super::landing::Landing;
use super::tiles::{Beach, Island, Tile};
use crate::Seat;

/// What is to be decided or drawn next.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) enum Phase {
    /// A ship goes onto Tonga (T4): options are beaches.
    Setup,
    /// The turn begins (T6, T8, T10, T13): options are kinds of turns, see [`super::turn`].
    Turn,
    /// A ship is taken to expand with (T7): options are beaches.
    Take { island: Island },
    /// New ships are spread (T6): options are sets of beaches.
    Spread { island: Island, from: Option<Beach> },
    /// A new ship enters (T13): options are beaches. On Tonga a second follows.
    Enter { island: Island, first: Option<Beach> },
    /// An island is picked to emigrate from (T14): options are islands.
    Emigrate,
    /// A jetty is picked (T14): options are sides.
    Sail { island: Island },
    /// A tile is drawn for a fleet that left `home` and has reached a border with nothing beyond (T15).
    Voyage { home: Island, fleet: Fleet, border: Border },
    /// A ship without room is given back (T19): options are seats.
    GiveBack { landing: Landing, surplus: u8, last: Seat },
    /// A ship of the fleet lands (T19): options are beaches.
    Land { landing: Landing },
    /// A tile is drawn to be placed freely (T10, T24).
    Draw,
    /// It is laid at a tile (T10): options are tiles.
    Attach { drawn: Tile },
    /// It is laid at an exit of that tile (T10): options are sides.
    Exit { drawn: Tile, at: Tile },
    /// The ship of a resettling goes onto the new island (T11): options are beaches.
    Settle { island: Island },
    /// The game has ended (T28).
    Over { cause: Cause },
}
