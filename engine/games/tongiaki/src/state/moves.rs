//! Moves. A turn consists of several moves.

pub use super::arguments::BeachSet;
use super::arguments::{Exit, Jetty, Realm, Spread};
use super::hex::Side;
use super::tiles::{Beach, Island, Tile};
use engine::Seat;
use std::fmt;

engine::moves! {
    /// One decision of a player. Its notation is a readable phrase that parses back: `expand samoa`,
    /// `spread samoa:0+2`, `sail samoa>4`.
    pub enum Move;
    Expand(Island) = "expand", "begin the turn with an expansion on this island (T6)";
    Found(Island) as Realm = "found", "found a king island; not on Tonga (T8)";
    Enter(Island) = "enter", "begin the turn by re-entering the board on this island (T13)";
    Resettle = "resettle", "take all ships off the board and resettle (T10)";
    Take(Beach) = "take", "take the ship to expand with from this beach (T7)";
    Spread(Island, BeachSet) as Spread = "spread", "put one new ship on each of these beaches (T6)";
    Moor(Beach) = "moor", "put one ship on this beach (T4, T11, T13, T19)";
    Emigrate(Island) = "emigrate", "emigrate from this island next (T14)";
    Sail(Island, Side) as Jetty = "sail", "sail from this jetty (T14)";
    GiveBack(Seat) = "give-back", "give a ship without room back to this seat (T19)";
    Attach(Tile) = "attach", "lay the drawn tile at an exit of this tile (T10)";
    Exit(Tile, Side) as Exit = "exit", "lay it at this exit (T10)";
}

impl fmt::Display for Beach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.island(), self.index())
    }
}
