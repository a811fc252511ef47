//! The laid tiles: where they lie, how they join, which exits are open, what is left in the deck.

use super::border::{Border, Joints};
use super::hex::{Cell, Direction, Side};
use super::tiles::{ISLANDS, Island, TILES, Tile};

const ISLAND_BITS: u32 = (1 << ISLANDS) - 1;
const WATER_BITS: u32 = !ISLAND_BITS;

/// All tiles on the table.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Sea {
    joints: Joints,
    /// Where each tile lies, or [`Place::NOWHERE`].
    places: [Place; TILES],
    /// For each tile, the exits with nothing beyond, a bit a side.
    exits: [u8; TILES],
    /// The cells with a tile, folded onto 32 rows of 32 bits: where no bit is set, no tile need be
    /// looked for.
    taken: [u32; 32],
    /// Tiles in the deck, a bit a tile.
    deck: u32,
    /// Tiles on the board, a bit a tile.
    laid: u32,
    /// Tiles with an open exit, a bit a tile.
    open: u32,
}

/// A cell and the board direction of a crest there. Tiles stay within 31 steps of Tonga.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Place(u16); // from the top: four bits of crest, six of column, six of row

impl Place {
    const NOWHERE: Self = Self(0);

    const fn new(cell: Cell, crest: Direction) -> Self {
        let (column, row) = ((cell.q + 32) as u16, (cell.r + 32) as u16);
        Self((crest.index() as u16) << 12 | column << 6 | row)
    }

    const fn cell(self) -> Cell {
        Cell { q: (self.0 >> 6 & 63) as i8 - 32, r: (self.0 & 63) as i8 - 32 }
    }

    const fn crest(self) -> Direction {
        Direction::new(self.0 as usize >> 12)
    }

    /// Whether both are on the same cell.
    const fn meets(self, other: Self) -> bool {
        (self.0 ^ other.0) & 0xfff == 0
    }
}

/// The row and the bit of a cell among the [`Sea::taken`].
const fn fold(cell: Cell) -> (usize, u32) {
    ((cell.q & 31) as usize, 1 << (cell.r & 31))
}

impl Sea {
    /// Tonga alone, with its side 0 toward the south (T2), and all other tiles in the deck.
    pub(super) fn new() -> Self {
        let mut sea = Self {
            joints: Joints::NONE,
            places: [Place::NOWHERE; TILES],
            exits: [0; TILES],
            taken: [0; 32],
            deck: !1,
            laid: 0,
            open: 0,
        };
        sea.lay(Island::TONGA.tile(), Cell::default(), Direction::ALL[0]);
        sea
    }

    /// Takes a tile out of the deck.
    pub(super) fn draw(&mut self, tile: Tile) {
        debug_assert!(self.in_deck(tile));
        self.deck &= !(1 << tile.index());
    }

    /// Lays a tile and joins it to its neighbours.
    pub(super) fn lay(&mut self, tile: Tile, cell: Cell, crest: Direction) {
        let around = self.taken_around(cell, crest);
        self.put(tile, cell, crest);
        self.join_all(tile, around);
    }

    /// Lays a tile beyond an exit of a laid one, with its crest toward it (T10, T15).
    pub(super) fn lay_beyond(&mut self, tile: Tile, exit: Border) -> (Cell, Direction) {
        let (cell, crest) = self.cell_beyond(exit);
        let around = self.taken_around(cell, crest);
        self.put(tile, cell, crest);
        let rest = around & !self.join_row(Border::new(tile, Side::CREST), exit);
        if rest != 0 {
            self.join_all(tile, rest);
        }
        (cell, crest)
    }

    /// Puts a tile onto a cell, not joined to anything yet.
    #[inline]
    fn put(&mut self, tile: Tile, cell: Cell, crest: Direction) {
        let (row, bit) = fold(cell);
        self.taken[row] |= bit;
        self.places[tile.index()] = Place::new(cell, crest);
        self.exits[tile.index()] = tile.exits();
        self.laid |= 1 << tile.index();
        self.open |= 1 << tile.index();
    }

    /// Joins a tile to whatever lies beyond these sides, a bit a side.
    fn join_all(&mut self, tile: Tile, mut sides: u8) {
        let (cell, crest) = self.place(tile).expect("the tile has been put down");
        while sides != 0 {
            let side = Side::new(sides.trailing_zeros() as usize);
            sides &= sides - 1;
            let direction = side.facing(crest);
            let Some(neighbour) = self.find(cell.step(direction)) else { continue };
            let facing = direction.opposite().side_of(self.places[neighbour.index()].crest());
            sides &= !self.join_row(Border::new(tile, side), Border::new(neighbour, facing));
        }
    }

    /// Joins a tile to a neighbour and to those in a row with it. Returns the tile's sides that are
    /// joined, a bit a side.
    #[inline]
    fn join_row(&mut self, border: Border, other: Border) -> u8 {
        let Self { joints, exits, open, .. } = self;
        let mut sides = 0;
        joints.join_row(border, other, |own, theirs| {
            sides |= 1 << own.side().index();
            let neighbour = theirs.tile().index();
            exits[neighbour] &= !(1 << theirs.side().index());
            *open &= !(u32::from(exits[neighbour] == 0) << neighbour);
        });
        let tile = border.tile().index();
        exits[tile] &= !sides;
        *open &= !(u32::from(exits[tile] == 0) << tile);
        sides
    }

    /// The sides of a tile on this cell beyond which a tile may lie, a bit each: all beyond which one
    /// lies, and hardly ever another, because the cells are folded.
    fn taken_around(&self, cell: Cell, crest: Direction) -> u8 {
        let row =
            |q: i8| u64::from(self.taken[(q & 31) as usize].rotate_right((cell.r - 1) as u32));
        // In each row, bits 0, 1 and 2 are now the cells of r - 1, r and r + 1.
        let (west, here, east) = (row(cell.q - 1), row(cell.q), row(cell.q + 1));
        let by_direction = (here >> 2 & 1)
            | (west >> 2 & 1) << 1
            | (west >> 1 & 1) << 2
            | (here & 1) << 3
            | (east & 1) << 4
            | (east >> 1 & 1) << 5;
        // The same six bits twice, so that those from the crest on are in one piece.
        ((by_direction | by_direction << 6) >> crest.index()) as u8 & 0b11_1111
    }

    /// Takes a laid tile out of the game (T23): its cell is empty again.
    pub(super) fn remove(&mut self, tile: Tile) {
        let (cell, _) = self.place(tile).expect("only laid tiles are removed");
        let (row, bit) = fold(cell);
        self.taken[row] &= !bit;
        for border in Side::ALL.map(|side| Border::new(tile, side)) {
            let Some(other) = self.beyond(border) else { continue };
            self.joints.part(border, other);
            let neighbour = other.tile();
            self.exits[neighbour.index()] |= neighbour.exits() & (1 << other.side().index());
            self.open |= u32::from(self.exits(neighbour) != 0) << neighbour.index();
        }
        self.places[tile.index()] = Place::NOWHERE;
        self.exits[tile.index()] = 0;
        self.laid &= !(1 << tile.index());
        self.open &= !(1 << tile.index());
    }

    fn find(&self, cell: Cell) -> Option<Tile> {
        let wanted = Place::new(cell, Direction::ALL[0]);
        let mut found = 0_u32;
        for (tile, place) in self.places.iter().enumerate() {
            found |= u32::from(place.meets(wanted)) << tile;
        }
        (found != 0).then(|| Tile::new(found.trailing_zeros() as usize))
    }

    /// The border that a laid tile's border meets, if a tile lies beyond.
    #[inline]
    pub(super) const fn beyond(&self, border: Border) -> Option<Border> {
        self.joints.beyond(border)
    }

    /// The cell beyond a laid tile's border and the direction of a crest there that faces the tile.
    pub(super) fn cell_beyond(&self, border: Border) -> (Cell, Direction) {
        let (cell, crest) = self.place(border.tile()).expect("only laid tiles have borders");
        let direction = border.side().facing(crest);
        (cell.step(direction), direction.opposite())
    }

    /// Where a tile lies and where its crest points.
    pub(super) fn place(&self, tile: Tile) -> Option<(Cell, Direction)> {
        let place = self.places[tile.index()];
        self.is_laid(tile).then(|| (place.cell(), place.crest()))
    }

    pub(super) const fn is_laid(&self, tile: Tile) -> bool {
        self.laid >> tile.index() & 1 == 1
    }

    /// The islands on the board, a bit an island.
    pub(super) const fn islands(&self) -> u16 {
        self.laid as u16
    }

    /// The exits of a laid tile with nothing beyond, a bit a side (T10).
    pub(super) fn exits(&self, tile: Tile) -> u8 {
        self.exits[tile.index()]
    }

    /// The tiles with an open exit, a bit a tile.
    pub(super) fn open(&self) -> u32 {
        self.open
    }

    /// The tiles in the deck, a bit a tile.
    pub(super) fn deck(&self) -> u32 {
        self.deck
    }

    pub(super) fn in_deck(&self, tile: Tile) -> bool {
        self.deck & (1 << tile.index()) != 0
    }

    pub(super) fn islands_left(&self) -> u32 {
        (self.deck & ISLAND_BITS).count_ones()
    }

    pub(super) fn waters_left(&self) -> u32 {
        (self.deck & WATER_BITS).count_ones()
    }

    /// Whether the last water or the last island has been drawn (T26).
    pub(super) fn deck_is_closed(&self) -> bool {
        self.deck & ISLAND_BITS == 0 || self.deck & WATER_BITS == 0
    }

    /// Recomputes the neighbourhoods from the cells alone.
    pub(super) fn audit(&self) {
        let laid: Vec<_> = Tile::all().filter_map(|tile| Some((tile, self.place(tile)?))).collect();
        for (tile, (cell, crest)) in laid.iter().copied() {
            assert!(!self.in_deck(tile), "{tile} lies on the board and in the deck");
            let mut exits = tile.exits();
            for side in Side::ALL {
                let direction = side.facing(crest);
                let neighbour =
                    laid.iter().find(|&&(_, (other, _))| other == cell.step(direction)).map(
                        |&(other, (_, crest))| {
                            Border::new(other, direction.opposite().side_of(crest))
                        },
                    );
                let border = Border::new(tile, side);
                assert_eq!(self.beyond(border), neighbour, "beyond {border:?}");
                if neighbour.is_some() {
                    exits &= !(1 << side.index());
                }
            }
            assert_eq!(self.exits(tile), exits, "exits of {tile}");
            assert_eq!(self.open >> tile.index() & 1 == 1, exits != 0, "{tile} among the open");
            assert_eq!(laid.iter().filter(|&&(_, (other, _))| other == cell).count(), 1);
        }
        let mut taken = [0; 32];
        for &(_, (cell, _)) in &laid {
            let (row, bit) = fold(cell);
            taken[row] |= bit;
        }
        assert_eq!(taken, self.taken);
        for tile in Tile::all().filter(|&tile| !self.is_laid(tile)) {
            assert_eq!((self.places[tile.index()], self.exits(tile)), (Place::NOWHERE, 0));
            assert_eq!(self.open >> tile.index() & 1, 0, "{tile} lies nowhere and is open");
            let borders = Side::ALL.map(|side| Border::new(tile, side));
            assert!(borders.iter().all(|&border| self.beyond(border).is_none()));
        }
    }
}
