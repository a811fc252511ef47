//! The laid tiles: their cells, the borders at which they meet, their open exits, and the tiles left in the deck.

use super::border::{Border, Joints};
use super::chart::{Chart, Place, Spot};
use super::hex::{Cell, Direction, Side};
use super::tiles::{ISLANDS, Island, TILES, Tile};

const ISLAND_BITS: u32 = (1 << ISLANDS) - 1;
const WATER_BITS: u32 = !ISLAND_BITS;

const MIDDLE: Place = Place { spot: Spot::MIDDLE, crest: Direction::ALL[0] };
const NOWHERE: Place = MIDDLE;

/// The laid tiles and the tiles in the deck.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Sea {
    joints: Joints,
    chart: Chart,
    /// The place of each tile; for tiles not on the table, the middle with the crest south.
    places: [Place; TILES],
    /// For each tile, the exits without a tile beyond them, one bit per side.
    exits: [u8; TILES],
    /// The tiles in the deck, one bit per tile.
    deck: u32,
    /// The tiles on the board, one bit per tile.
    laid: u32,
    /// The tiles with an open exit, one bit per tile.
    open: u32,
    /// A hash of the places of the tiles on the board, in two halves because a 64-bit word would need padding.
    layout: [u32; 2],
}

impl Sea {
    /// Creates a sea with only Tonga laid, its side 0 facing south (T2), and these tiles in the deck, one bit per tile.
    pub(crate) fn new(deck: u32) -> Self {
        let mut sea = Self {
            joints: Joints::NONE,
            chart: Chart::EMPTY,
            places: [NOWHERE; TILES],
            exits: [0; TILES],
            deck,
            laid: 0,
            open: 0,
            layout: [0; 2],
        };
        sea.lay_in_the_middle(Island::TONGA.tile());
        sea
    }

    /// Returns whether no tile is on the table.
    pub(crate) const fn is_empty(&self) -> bool {
        self.laid == 0
    }

    /// Lays the first tile of an empty table, its side 0 facing south.
    pub(crate) fn lay_in_the_middle(&mut self, tile: Tile) {
        debug_assert!(self.is_empty());
        self.lay(tile, MIDDLE);
    }

    /// Removes a tile from the deck.
    pub(crate) fn draw(&mut self, tile: Tile) {
        debug_assert!(self.in_deck(tile));
        self.deck &= !(1 << tile.index());
    }

    /// Lays a tile and joins it to its neighbours.
    pub(crate) fn lay(&mut self, tile: Tile, place: Place) {
        let taken = self.chart.sides_taken(place);
        self.put(tile, place);
        self.join_all(tile, taken);
    }

    /// Lays a tile beyond an exit of a laid tile, with its crest facing that tile (T10, T15).
    #[inline(always)]
    pub(crate) fn lay_beyond(&mut self, tile: Tile, exit: Border) {
        let place = self.place_beyond(exit);
        let taken = self.chart.sides_taken(place);
        self.put(tile, place);
        let rest = taken & !self.join_row(Border::new(tile, Side::CREST), exit);
        if rest != 0 {
            self.join_all(tile, rest);
        }
    }

    /// Adds the hash of a tile and its place to `layout`, or removes it if it has been added before.
    #[inline]
    const fn toggle(&mut self, hash: u64) {
        self.layout[0] ^= hash as u32;
        self.layout[1] ^= (hash >> 32) as u32;
    }

    /// Puts a tile down without joining it to its neighbours.
    #[inline]
    fn put(&mut self, tile: Tile, place: Place) {
        self.chart.mark(place.spot);
        self.toggle(place.hash(tile));
        self.places[tile.index()] = place;
        self.exits[tile.index()] = tile.exits();
        self.laid |= 1 << tile.index();
        self.open |= 1 << tile.index();
    }

    /// Joins a tile to the neighbours beyond these sides, one bit per side.
    fn join_all(&mut self, tile: Tile, mut sides: u8) {
        let Place { spot, crest } = self.places[tile.index()];
        while sides != 0 {
            let side = Side::new(sides.trailing_zeros() as usize);
            sides &= sides - 1;
            let direction = side.facing(crest);
            let Some(neighbour) = self.find(spot.step(direction)) else { continue };
            let facing = direction.opposite().side_of(self.places[neighbour.index()].crest);
            sides &= !self.join_row(Border::new(tile, side), Border::new(neighbour, facing));
        }
    }

    /// Joins a tile to a neighbour and to the further neighbours in a row with it. Returns the tile's sides that are joined, one
    /// bit per side.
    #[inline]
    fn join_row(&mut self, border: Border, other: Border) -> u8 {
        let Self { joints, exits, open, .. } = self;
        let mut sides = 0;
        joints.join_row(border, other, |own, theirs| {
            sides |= own.side_bit();
            let neighbour = theirs.tile().index();
            exits[neighbour] &= !theirs.side_bit();
            *open &= !(u32::from(exits[neighbour] == 0) << neighbour);
        });
        let tile = border.tile().index();
        exits[tile] &= !sides;
        *open &= !(u32::from(exits[tile] == 0) << tile);
        sides
    }

    /// Returns the tile on a cell, if there is one.
    fn find(&self, spot: Spot) -> Option<Tile> {
        let mut found = 0_u32;
        for (tile, place) in self.places.iter().enumerate() {
            found |= u32::from(place.spot == spot) << tile;
        }
        found &= self.laid;
        (found != 0).then(|| Tile::new(found.trailing_zeros() as usize))
    }

    /// Removes a laid tile from the game (T23), so that its cell is empty again.
    pub(crate) fn remove(&mut self, tile: Tile) {
        debug_assert!(self.is_laid(tile));
        let place = self.places[tile.index()];
        self.chart.clear(place.spot);
        self.toggle(place.hash(tile));
        for border in Side::ALL.map(|side| Border::new(tile, side)) {
            let Some(other) = self.beyond(border) else { continue };
            self.joints.part(border, other);
            let neighbour = other.tile();
            self.exits[neighbour.index()] |= neighbour.exits() & other.side_bit();
            self.open |= u32::from(self.exits(neighbour) != 0) << neighbour.index();
        }
        self.places[tile.index()] = NOWHERE;
        self.exits[tile.index()] = 0;
        self.laid &= !(1 << tile.index());
        self.open &= !(1 << tile.index());
    }

    /// Returns the border that a laid tile's border meets, if there is a tile beyond it.
    #[inline]
    pub(crate) const fn beyond(&self, border: Border) -> Option<Border> {
        self.joints.beyond(border)
    }

    /// Returns the cell beyond a laid tile's border, with the crest direction that faces the laid tile.
    #[inline]
    pub(crate) fn place_beyond(&self, border: Border) -> Place {
        let Place { spot, crest } = self.places[border.tile().index()];
        let direction = border.side().facing(crest);
        Place { spot: spot.step(direction), crest: direction.opposite() }
    }

    /// Returns the cell of a tile and the direction in which its crest points, if the tile is laid.
    pub(crate) fn place(&self, tile: Tile) -> Option<(Cell, Direction)> {
        let Place { spot, crest } = self.places[tile.index()];
        self.is_laid(tile).then_some((spot.cell(), crest))
    }

    pub(crate) const fn is_laid(&self, tile: Tile) -> bool {
        self.laid >> tile.index() & 1 == 1
    }

    /// Returns a hash of the tiles on the board and their places.
    pub(crate) const fn layout(&self) -> u64 {
        self.layout[0] as u64 | (self.layout[1] as u64) << 32
    }

    /// Returns the islands on the board, one bit per island.
    pub(crate) const fn islands(&self) -> u16 {
        self.laid as u16
    }

    /// Returns the exits of a laid tile without a tile beyond them, one bit per side (T10).
    pub(crate) fn exits(&self, tile: Tile) -> u8 {
        self.exits[tile.index()]
    }

    /// Returns the tiles with an open exit, one bit per tile.
    pub(crate) fn open(&self) -> u32 {
        self.open
    }

    /// Returns the tiles in the deck, one bit per tile.
    pub(crate) fn deck(&self) -> u32 {
        self.deck
    }

    pub(crate) fn in_deck(&self, tile: Tile) -> bool {
        self.deck & (1 << tile.index()) != 0
    }

    pub(crate) fn islands_left(&self) -> u32 {
        (self.deck & ISLAND_BITS).count_ones()
    }

    pub(crate) fn waters_left(&self) -> u32 {
        (self.deck & WATER_BITS).count_ones()
    }

    /// Returns whether the last water or the last island has been drawn (T26).
    pub(crate) fn deck_is_closed(&self) -> bool {
        self.deck & ISLAND_BITS == 0 || self.deck & WATER_BITS == 0
    }
}

#[cfg(test)]
mod tests;
