//! The outlook for a fleet: where a voyage would lead over laid tiles, and what the deck may bring
//! (T15-T18, T26). Serves evaluation; no rule needs it.

use super::record::moves::BeachSet;
use super::state::border::Border;
use super::state::hex::Side;
use super::state::tiles::{Beach, ISLANDS, Island, Tile, WATERS};
use super::state::{BEACHES_OF, State};
use crate::Seat;
use crate::bits::bits;

/// A jetty's voyage over the laid tiles.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Bearing {
    /// The colours that the currents on the way require (T16); a fleet with fewer fails.
    pub colours: u32,
    /// Where it leads.
    pub landfall: Landfall,
}

/// Where a voyage over the laid tiles leads.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Landfall {
    /// To an island (T17): another one, or over currents back to the fleet's own.
    Island(Island),
    /// To a king island, which turns the fleet back (T18).
    King,
    /// To an empty cell: a tile will be drawn (T15).
    OpenSea,
    /// To an empty cell when the deck is closed: the jetty is barred, or the fleet drifts (T26).
    Nowhere,
}

/// For every number of colours, the waters that let such a fleet pass when it meets them at their
/// crest, one bit per tile.
const PASSABLE: [u32; 5] = {
    let mut masks = [0; 5];
    let mut water = 0;
    while water < WATERS {
        let crest = Border::new(Tile::new(ISLANDS + water), Side::CREST);
        let mut colours = crest.current().1 as usize;
        while colours < masks.len() {
            masks[colours] |= 1 << (ISLANDS + water);
            colours += 1;
        }
        water += 1;
    }
    masks
};

/// For every number of points, the islands worth at least as much, one bit per tile.
const WORTH: [u32; 6] = {
    let mut masks = [0; 6];
    let mut island = 0;
    while island < ISLANDS {
        let mut points = 0;
        while points <= Island::new(island).points() {
            masks[points as usize] |= 1 << island;
            points += 1;
        }
        island += 1;
    }
    masks
};

impl State {
    /// Returns the islands with ships on their beaches, ascending.
    pub fn inhabited_islands(&self) -> impl Iterator<Item = Island> + use<> {
        let all = (0..self.players()).fold(0, |all, seat| all | self.inhabited(Seat::new(seat)));
        bits(u64::from(all)).map(Island::new)
    }

    /// Returns the beaches of an island where the seat has ships.
    pub const fn beaches_of(&self, seat: Seat, island: Island) -> BeachSet {
        let occupied = self.occupied(seat) & BEACHES_OF[island.index()];
        BeachSet::from_bits((occupied >> island.first_beach()) as u8)
    }

    /// Returns the beaches of an island with at most one free mooring: with one more ship, the
    /// fleet there has to leave (T14).
    pub const fn ready_beaches(&self, island: Island) -> BeachSet {
        let (first, mut ready, mut index) = (island.first_beach(), 0, 0);
        // All six, whether the island has them or not: a fixed number of rounds needs no branch
        // prediction.
        while index < 6 {
            ready |= ((self.berths[first + index].free() <= 1) as u8) << index;
            index += 1;
        }
        BeachSet::from_bits(ready & ((1 << island.beach_count()) - 1))
    }

    /// Returns the ships that the seat's expansion on the island brings (T6): one if the ship has to
    /// come from elsewhere (T7).
    pub(super) fn expansion(&self, island: Island, seat: Seat) -> u32 {
        let ships = self.ships_on(island, seat).min(island.beach_count() as u32);
        ships.min(self.supply(seat).max(1))
    }

    /// Returns whether the seat has a ship on the island, a king's ship included (T29).
    pub fn holds(&self, seat: Seat, island: Island) -> bool {
        self.held(seat) >> island.index() & 1 == 1
    }

    /// Returns the points of all islands in the deck.
    pub fn points_left(&self) -> u32 {
        let deck = self.sea.deck();
        WORTH[1..].iter().map(|mask| (deck & mask).count_ones()).sum()
    }

    /// Returns how many waters in the deck let a fleet with this many colours pass when drawn for
    /// it.
    pub fn passable_waters_left(&self, colours: u32) -> u32 {
        (self.sea.deck() & PASSABLE[(colours as usize).min(PASSABLE.len() - 1)]).count_ones()
    }

    /// Returns the voyages that begin at the beach's jetties.
    pub fn bearings(&self, beach: Beach) -> impl Iterator<Item = Bearing> + '_ {
        let tile = beach.island().tile();
        bits(u64::from(beach.jetties()))
            .map(move |side| self.bearing(Border::new(tile, Side::new(side))))
    }

    /// Returns the voyage that begins at this border.
    pub(super) fn bearing(&self, mut border: Border) -> Bearing {
        let mut colours = 0;
        let landfall = loop {
            let Some(entry) = self.sea.beyond(border) else {
                let closed = self.sea.deck_is_closed();
                break if closed { Landfall::Nowhere } else { Landfall::OpenSea };
            };
            match entry.tile().island() {
                Some(island) if self.king_islands() >> island.index() & 1 == 1 => {
                    break Landfall::King;
                }
                Some(island) => break Landfall::Island(island),
                None => {
                    let (exit, needed) = entry.current();
                    colours = needed.max(colours);
                    border = exit;
                }
            }
        };
        Bearing { colours, landfall }
    }
}
