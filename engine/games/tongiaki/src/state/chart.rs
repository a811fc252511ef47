//! The chart of the sea: the cells that have tiles.

use super::hex::{Cell, Direction};
use super::tiles::Tile;

/// A cell as a single number. Tiles are within 31 steps of Tonga, and their neighbouring cells within 32.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Spot(u16); // seven bits of column, seven of row, both from the middle

const MIDDLE: i16 = 64;

impl Spot {
    /// The cell of Tonga.
    pub(crate) const MIDDLE: Self = Self::new(Cell { q: 0, r: 0 });

    pub(crate) const fn new(cell: Cell) -> Self {
        Self(((cell.q as i16 + MIDDLE) << 7 | (cell.r as i16 + MIDDLE)) as u16)
    }

    pub(crate) const fn cell(self) -> Cell {
        Cell { q: (self.0 >> 7) as i8 - MIDDLE as i8, r: (self.0 & 127) as i8 - MIDDLE as i8 }
    }

    /// Returns the neighbouring cell in this direction.
    #[inline]
    pub(crate) const fn step(self, direction: Direction) -> Self {
        Self(self.0.wrapping_add(STEPS[direction.index()]))
    }

    /// Returns the cell's column and row on the folded chart.
    const fn folded(self) -> (usize, usize) {
        (self.0 as usize >> 7 & 31, self.0 as usize & 31)
    }
}

/// The change of a [`Spot`] by a step in each direction.
static STEPS: [u16; 6] = {
    let mut steps = [0; 6];
    let here = Cell { q: 0, r: 0 };
    let mut direction = 0;
    while direction < 6 {
        let there = Spot::new(here.step(Direction::new(direction)));
        steps[direction] = there.0.wrapping_sub(Spot::new(here).0);
        direction += 1;
    }
    steps
};

/// The spot of a tile and the board direction in which its crest points.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Place {
    pub(crate) spot: Spot,
    pub(crate) crest: Direction,
}

impl Place {
    /// Returns a hash of this place together with the tile.
    #[inline]
    pub(crate) const fn hash(self, tile: Tile) -> u64 {
        let word = (self.spot.0 as u64) << 8 | (tile.index() << 3 | self.crest.index()) as u64;
        let product = (word + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (product ^ product >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// The cells with tiles, folded onto 32 columns of 32 rows: one word per column, one bit per row. Two tiles never share a bit,
/// because they are within 31 steps of each other, but a tile and an empty cell may.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Chart([u32; 32]);

impl Chart {
    pub(crate) const EMPTY: Self = Self([0; 32]);

    pub(crate) const fn mark(&mut self, spot: Spot) {
        let (column, row) = spot.folded();
        self.0[column] |= 1 << row;
    }

    pub(crate) const fn clear(&mut self, spot: Spot) {
        let (column, row) = spot.folded();
        self.0[column] &= !(1 << row);
    }

    /// Returns the sides of a tile at this place that may have a neighbouring tile, one bit each. The result contains every side
    /// with a neighbour; a surplus side is rare, and arises only because the chart is folded.
    #[inline]
    pub(crate) const fn sides_taken(&self, place: Place) -> u8 {
        let (column, row) = place.spot.folded();
        let west = self.0[column.wrapping_sub(1) & 31].rotate_left(32 + 1 - row as u32);
        let here = self.0[column].rotate_left(32 + 1 - row as u32);
        let east = self.0[(column + 1) & 31].rotate_left(32 + 1 - row as u32);
        // In each column, bits 0, 1 and 2 are now the row north of the cell, the row of the cell, and the row south of it.
        let around = west >> 1 & 3 | (here & 1) << 2 | (here & 4) << 1 | (east & 3) << 4;
        SIDES_TAKEN[place.crest.index()][around as usize]
    }
}

/// For every direction of a crest, the sides toward the six surrounding cells. The bits of the cells are ordered from west to
/// east and from north to south.
static SIDES_TAKEN: [[u8; 64]; 6] = {
    const DIRECTIONS: [usize; 6] = [2, 1, 3, 0, 4, 5];
    let mut sides = [[0; 64]; 6];
    let mut crest = 0;
    while crest < 6 {
        let mut around = 0;
        while around < 64 {
            let mut cell = 0;
            while cell < 6 {
                let side = Direction::new(DIRECTIONS[cell]).side_of(Direction::new(crest));
                sides[crest][around] |= ((around >> cell & 1) << side.index()) as u8;
                cell += 1;
            }
            around += 1;
        }
        crest += 1;
    }
    sides
};
