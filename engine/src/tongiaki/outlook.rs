//! The outlook for a fleet: where a voyage would lead by what lies on the table, and what the deck may
//! bring (T15-T18, T26). For those who judge positions; no rule asks for it.

use super::border::Border;
use super::hex::Side;
use super::state::State;
use super::tiles::{Beach, ISLANDS, Island, Tile, WATERS};
use crate::Seat;
use crate::bits::bits;

/// Where a voyage leads by the tiles that lie on the table.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Landfall {
    /// To an island (T17): another one, or over currents back to the one that the fleet left.
    Island(Island),
    /// To a king island, which turns the fleet back (T18).
    King,
    /// To an empty cell: a tile will be drawn (T15).
    OpenSea,
    /// To an empty cell when the deck is closed: the jetty is barred, or the fleet drifts (T26).
    Nowhere,
    /// To a current that asks for more colours (T16).
    Failure,
}

/// For every number of colours, the waters that let a fleet with so many pass that meets them at their
/// crest, a bit a tile.
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

/// The islands that are worth at least so many points, a bit a tile.
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
    /// The islands on whose beaches the seat has ships, ascending.
    pub fn inhabited_by(&self, seat: Seat) -> impl Iterator<Item = Island> + use<> {
        bits(u64::from(self.inhabited(seat))).map(Island::new)
    }

    /// Whether the seat has a ship on the island, be it a king's (T29).
    pub fn holds(&self, seat: Seat, island: Island) -> bool {
        self.held(seat) >> island.index() & 1 == 1
    }

    /// The points of all islands in the deck.
    pub fn points_left(&self) -> u32 {
        let deck = self.sea.deck();
        WORTH[1..].iter().map(|mask| (deck & mask).count_ones()).sum()
    }

    /// Waters in the deck that let a fleet with so many colours pass when they are drawn for it.
    pub fn passable_waters_left(&self, colours: u32) -> u32 {
        (self.sea.deck() & PASSABLE[(colours as usize).min(PASSABLE.len() - 1)]).count_ones()
    }

    /// Where a fleet with so many colours would get over each of the beach's jetties.
    pub fn landfalls(&self, beach: Beach, colours: u32) -> impl Iterator<Item = Landfall> + '_ {
        let tile = beach.island().tile();
        bits(u64::from(beach.jetties()))
            .map(move |side| self.landfall(Border::new(tile, Side::new(side)), colours))
    }

    fn landfall(&self, mut border: Border, colours: u32) -> Landfall {
        loop {
            let Some(entry) = self.sea.beyond(border) else {
                let closed = self.sea.deck_is_closed();
                return if closed { Landfall::Nowhere } else { Landfall::OpenSea };
            };
            match entry.tile().island() {
                Some(island) if self.king_islands() >> island.index() & 1 == 1 => {
                    return Landfall::King;
                }
                Some(island) => return Landfall::Island(island),
                None => {
                    let (exit, needed) = entry.current();
                    if colours < needed {
                        return Landfall::Failure;
                    }
                    border = exit;
                }
            }
        }
    }
}
