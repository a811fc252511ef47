//! The phases of the game.

use super::border::Border;
use super::event::Cause;
use super::fleet::Fleet;
use super::landing::Landing;
use super::tiles::{Beach, Island, Tile};
use engine::Seat;

engine::phases! {
    /// The decision or draw that is due next.
    pub(crate) enum Phase;
    /// A player places a ship of the setup on Tonga (T4). Options are beaches.
    Setup = "setup" in "setup";
    /// A turn begins (T6, T8, T10, T13). Options are kinds of turns, numbered as in the module `turn`.
    Turn = "turn" in "turn";
    /// The player chooses a ship on the board to expand with (T7). Options are beaches.
    Take { island: Island } = "take" in "expand";
    /// The player spreads new ships (T6). Options are sets of beaches.
    Spread { island: Island, from: Option<Beach> } = "spread" in "expand";
    /// A new ship enters (T13). Options are beaches. On Tonga, a second ship follows.
    Enter { island: Island, first: Option<Beach> } = "enter" in "enter";
    /// The player picks the island that emigrates next (T14). Options are islands.
    Emigrate = "emigrate" in "voyage";
    /// The player picks a jetty (T14). Options are sides.
    Sail { island: Island } = "sail" in "voyage";
    /// A fleet has reached a border without a tile beyond it, and a tile is drawn (T15).
    Voyage { voyage: Voyage } = "voyage" in "voyage";
    /// The player returns a ship for which there is no room (T19). Options are seats.
    GiveBack { landing: Landing, surplus: u8, last: Seat } = "give_back" in "landing";
    /// A ship of the fleet lands (T19). Options are beaches.
    Land { landing: Landing } = "land" in "landing";
    /// A tile is drawn that the player may lay at any exit (T10, T24).
    Draw = "draw" in "resettle";
    /// The player chooses the laid tile at which to place the drawn tile (T10). Options are tiles.
    Attach { drawn: Tile } = "attach" in "resettle";
    /// The player chooses an exit of the chosen tile (T10). Options are sides.
    Exit { drawn: Tile, at: Tile } = "exit" in "resettle";
    /// The resettling player places a ship on the new island (T11). Options are beaches.
    Settle { island: Island } = "settle" in "resettle";
    /// The game has ended (T28).
    Over { cause: Cause } = "over" in "over";
}

/// A fleet under way.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Voyage {
    /// The island that the fleet has left.
    pub(crate) home: Island,
    pub(crate) fleet: Fleet,
    /// The border that the fleet has reached.
    pub(crate) border: Border,
}
