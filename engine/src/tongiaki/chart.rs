//! The chart of the sea: which tile lies on which cell.

use super::hex::{Cell, Direction};
use super::tiles::{TILES, Tile};

/// A cell in one number. Tiles lie within 31 steps of Tonga, and what is beside them within 32.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Spot(u16); // seven bits of column, seven of row, both from the middle

const MIDDLE: i16 = 64;

impl Spot {
    /// Where Tonga begins.
    pub(super) const MIDDLE: Self = Self::new(Cell { q: 0, r: 0 });

    pub(super) const fn new(cell: Cell) -> Self {
        Self(((cell.q as i16 + MIDDLE) << 7 | (cell.r as i16 + MIDDLE)) as u16)
    }

    pub(super) const fn cell(self) -> Cell {
        Cell { q: (self.0 >> 7) as i8 - MIDDLE as i8, r: (self.0 & 127) as i8 - MIDDLE as i8 }
    }

    /// The neighbouring cell.
    #[inline]
    pub(super) const fn step(self, direction: Direction) -> Self {
        Self(self.0.wrapping_add(STEPS[direction.index()]))
    }

    /// Its column and row on the chart.
    const fn folded(self) -> (usize, usize) {
        (self.0 as usize >> 7 & 31, self.0 as usize & 31)
    }
}

/// What a step adds to a [`Spot`].
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

/// A tile's spot and the board direction of its crest.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Place {
    pub(super) spot: Spot,
    pub(super) crest: Direction,
}

/// Which tile lies on which cell, folded onto 32 columns of 32 rows. No two tiles ever share a place
/// there, because they lie within 31 steps of each other, but a tile and an empty cell may.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Chart {
    tiles: [[u8; 32]; 32],
    /// Where a tile lies, a word a column and a bit a row.
    taken: [u32; 32],
}

const NO_TILE: u8 = 0;

impl Chart {
    pub(super) const EMPTY: Self = Self { tiles: [[NO_TILE; 32]; 32], taken: [0; 32] };

    pub(super) const fn put(&mut self, tile: Tile, spot: Spot) {
        let (column, row) = spot.folded();
        self.tiles[column][row] = tile.index() as u8;
        self.taken[column] |= 1 << row;
    }

    pub(super) const fn clear(&mut self, spot: Spot) {
        let (column, row) = spot.folded();
        self.tiles[column][row] = NO_TILE;
        self.taken[column] &= !(1 << row);
    }

    /// The tile that lies on this cell or on one that shares its place, if any does.
    #[inline]
    pub(super) const fn tile_at(&self, spot: Spot) -> Tile {
        let (column, row) = spot.folded();
        Tile::new(self.tiles[column][row] as usize % TILES)
    }

    /// The directions in which a tile may lie next to a cell, a bit each: all in which one lies, and
    /// hardly ever another, because the chart is folded.
    #[inline]
    pub(super) const fn around(&self, spot: Spot) -> u8 {
        let (column, row) = spot.folded();
        let west = self.taken[column.wrapping_sub(1) & 31].rotate_left(32 + 1 - row as u32);
        let here = self.taken[column].rotate_left(32 + 1 - row as u32);
        let east = self.taken[(column + 1) & 31].rotate_left(32 + 1 - row as u32);
        // In each column, bits 0, 1 and 2 are now the rows north of the cell, level with it and south.
        AROUND[(west >> 1 & 3 | (here & 1) << 2 | (here & 4) << 1 | (east & 3) << 4) as usize]
    }
}

/// The directions of six cells around one, by bits that go from west to east and from north to south.
static AROUND: [u8; 64] = {
    const DIRECTIONS: [usize; 6] = [2, 1, 3, 0, 4, 5];
    let mut around = [0; 64];
    let mut cells = 0;
    while cells < 64 {
        let mut cell = 0;
        while cell < 6 {
            around[cells] |= ((cells >> cell & 1) << DIRECTIONS[cell]) as u8;
            cell += 1;
        }
        cells += 1;
    }
    around
};
