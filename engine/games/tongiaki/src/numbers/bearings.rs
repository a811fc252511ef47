//! The prospects of fleets: the beaches that a ship more would empty, the voyages from a beach, and the tiles that a fleet may draw
//! (T14-T18, T26). They serve evaluation; no rule depends on them.

use crate::rules::voyage::Bearing;
use crate::state::border::Border;
use crate::state::hex::Side;
use crate::state::moves::BeachSet;
use crate::state::tiles::{Beach, ISLANDS, Island, Tile, WATERS};
use crate::state::{BEACHES_OF, State};
use engine::Seat;
use engine::bits::bits;

/// For each number of colours, the waters that a fleet with this many colours passes if it enters them at their crest, one bit
/// per tile.
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

impl State {
    /// Returns the islands with ships on their beaches, in ascending order.
    pub fn inhabited_islands(&self) -> impl Iterator<Item = Island> + use<> {
        let all = (0..self.players()).fold(0, |all, seat| all | self.inhabited(Seat::new(seat)));
        bits(u64::from(all)).map(Island::new)
    }

    /// Returns the beaches of an island on which the seat has ships.
    pub const fn beaches_of(&self, seat: Seat, island: Island) -> BeachSet {
        let occupied = self.occupied(seat) & BEACHES_OF[island.index()];
        BeachSet::from_bits((occupied >> island.first_beach()) as u8)
    }

    /// Returns the beaches of an island with at most one free mooring. One more ship on such a beach forces the fleet there to
    /// leave (T14).
    #[inline(always)]
    pub const fn ready_beaches(&self, island: Island) -> BeachSet {
        let (first, mut ready, mut index) = (island.first_beach(), 0, 0);
        // All six are tested, even if the island has fewer: a fixed number of iterations needs no branch prediction.
        while index < 6 {
            ready |= ((self.berths[first + index].free() <= 1) as u8) << index;
            index += 1;
        }
        BeachSet::from_bits(ready & ((1 << island.beach_count()) - 1))
    }

    /// Returns whether the seat has a ship on the island, including the ship of a king (T29).
    pub fn holds(&self, seat: Seat, island: Island) -> bool {
        self.held(seat) >> island.index() & 1 == 1
    }

    /// Returns the total points of the islands in the deck.
    pub fn points_left(&self) -> u32 {
        Self::points_of(self.sea.deck() as u16) as u32
    }

    /// Returns the number of waters in the deck that a fleet with this many colours would pass if it drew them.
    pub fn passable_waters_left(&self, colours: u32) -> u32 {
        (self.sea.deck() & PASSABLE[(colours as usize).min(PASSABLE.len() - 1)]).count_ones()
    }

    /// Returns the voyages that begin at the beach's jetties.
    pub fn bearings(&self, beach: Beach) -> impl Iterator<Item = Bearing> + '_ {
        let tile = beach.island().tile();
        beach.jetties().map(move |side| self.bearing(Border::new(tile, side)))
    }
}
