//! Borders: sides of particular tiles, where two tiles meet and voyages pass.

use super::hex::Side;
use super::tiles::{ISLANDS, TILES, Tile, WATER_CARDS, WATERS};
use std::fmt;

/// A side of a particular tile.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub(crate) struct Border(u8); // tile << 3 | side

impl Border {
    pub(crate) const fn new(tile: Tile, side: Side) -> Self {
        Self((tile.index() << 3 | side.index()) as u8)
    }

    #[inline]
    pub(crate) const fn tile(self) -> Tile {
        Tile::new(self.0 as usize >> 3)
    }

    pub(crate) const fn side(self) -> Side {
        Side::new(self.0 as usize & 7)
    }

    /// Returns, for a border of a water tile, the other end of the current that begins here and the number of colours that it
    /// requires.
    #[inline]
    pub(crate) const fn current(self) -> (Self, u32) {
        let (other, colours) = CURRENTS[self.0 as usize];
        (Self(other), colours as u32)
    }

    /// Returns the side as a bit of a mask.
    pub(crate) const fn side_bit(self) -> u8 {
        1 << (self.0 & 7)
    }

    /// Returns the next side of the same tile, clockwise.
    const fn clockwise(self) -> Self {
        Self(CLOCKWISE[self.0 as usize])
    }

    /// Returns the next side of the same tile, counterclockwise.
    const fn counterclockwise(self) -> Self {
        Self(COUNTERCLOCKWISE[self.0 as usize])
    }
}

static CLOCKWISE: [u8; 8 * TILES] = turned(1);
static COUNTERCLOCKWISE: [u8; 8 * TILES] = turned(5);

/// Returns, for every border, the border `sides` sides further clockwise.
const fn turned(sides: usize) -> [u8; 8 * TILES] {
    let mut borders = [NOTHING; 8 * TILES];
    let mut tile = 0;
    while tile < TILES {
        let mut side = 0;
        while side < 6 {
            borders[tile << 3 | side] = (tile << 3 | ((side + sides) % 6)) as u8;
            side += 1;
        }
        tile += 1;
    }
    borders
}

impl fmt::Debug for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.tile(), self.side())
    }
}

/// For every border of a water, the current that begins there: its other end and its number of colours.
static CURRENTS: [(u8, u8); 256] = {
    let mut ends = [(NOTHING, 0); 256];
    let mut water = 0;
    while water < WATERS {
        let first = (ISLANDS + water) << 3;
        let mut current = 0;
        while current < 3 {
            let (one, other, colours) = WATER_CARDS[water].currents[current];
            ends[first | one as usize] = (first as u8 | other, colours);
            ends[first | other as usize] = (first as u8 | one, colours);
            current += 1;
        }
        water += 1;
    }
    ends
};

/// For every border of a laid tile, the border that it meets.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Joints([u8; 8 * TILES]);

const NOTHING: u8 = u8::MAX;

impl Joints {
    pub(crate) const NONE: Self = Self([NOTHING; 8 * TILES]);

    /// Returns the border that this border meets, if there is a tile beyond it.
    #[inline]
    pub(crate) const fn beyond(&self, border: Border) -> Option<Border> {
        let other = self.0[border.0 as usize];
        if other == NOTHING { None } else { Some(Border(other)) }
    }

    /// Joins two borders.
    const fn join(&mut self, one: Border, other: Border) {
        self.0[one.0 as usize] = other.0;
        self.0[other.0 as usize] = one.0;
    }

    /// Separates two joined borders.
    pub(crate) const fn part(&mut self, one: Border, other: Border) {
        self.0[one.0 as usize] = NOTHING;
        self.0[other.0 as usize] = NOTHING;
    }

    /// Joins a border of a new tile to a border of a neighbour. Then also joins further borders of the tile to the neighbours in
    /// a row around it, which are found by following their joints from one to the next. Calls `joined` for every pair.
    #[inline]
    pub(crate) fn join_row(
        &mut self,
        border: Border,
        other: Border,
        mut joined: impl FnMut(Border, Border),
    ) {
        self.join(border, other);
        joined(border, other);
        // Going clockwise around the tile is going counterclockwise around its neighbours.
        let (mut own, mut theirs) = (border.clockwise(), other);
        while let Some(entry) = self.beyond(theirs.counterclockwise()) {
            if own == border {
                return; // once round
            }
            theirs = entry.counterclockwise();
            self.join(own, theirs);
            joined(own, theirs);
            own = own.clockwise();
        }
        let (mut own, mut theirs) = (border.counterclockwise(), other);
        while let Some(entry) = self.beyond(theirs.clockwise()) {
            theirs = entry.clockwise();
            self.join(own, theirs);
            joined(own, theirs);
            own = own.counterclockwise();
        }
    }
}
