//! The laid tiles: where they lie, how they join, which exits are open, what is left in the deck.

use super::hex::{Cell, Direction, Side};
use super::tiles::{ISLANDS, Island, TILES, Tile};
use crate::bits::bits;

const ISLAND_BITS: u32 = (1 << ISLANDS) - 1;
const WATER_BITS: u32 = !ISLAND_BITS;
const NOTHING: u8 = u8::MAX;

/// What a laid tile knows of its neighbourhood, by its own sides.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Place {
    /// The neighbour's tile and the side it turns to this one (`tile << 3 | side`), or [`NOTHING`].
    links: [u8; 6],
    /// The board direction of the crest.
    crest: u8,
    /// The exits with nothing beyond, a bit a side.
    exits: u8,
}

impl Place {
    const NOWHERE: Self = Self { links: [NOTHING; 6], crest: 0, exits: 0 };
}

/// All tiles on the table.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Sea {
    places: [Place; TILES],
    /// Where each tile lies; [`OFF_BOARD`] if nowhere.
    cells: [u16; TILES],
    /// The cells with a tile, folded onto 32 rows of 32 bits: where no bit is set, no tile need be
    /// looked for.
    taken: [u32; 32],
    /// Tiles in the deck, a bit a tile.
    deck: u32,
    /// Tiles with an open exit, a bit a tile.
    open: u32,
}

const OFF_BOARD: u16 = u16::MAX;

/// A cell in one number, to be searched for. Tiles stay within 31 steps of Tonga.
const fn pack(cell: Cell) -> u16 {
    u16::from_be_bytes([(cell.q + 64) as u8, (cell.r + 64) as u8])
}

const fn unpack(number: u16) -> Cell {
    let [q, r] = number.to_be_bytes();
    Cell { q: q as i8 - 64, r: r as i8 - 64 }
}

/// The row and the bit of a cell among the [`Sea::taken`].
const fn fold(cell: Cell) -> (usize, u32) {
    ((cell.q & 31) as usize, 1 << (cell.r & 31))
}

impl Sea {
    /// Tonga alone, with its side 0 toward the south (T2), and all other tiles in the deck.
    pub(super) fn new() -> Self {
        let mut sea = Self {
            places: [Place::NOWHERE; TILES],
            cells: [OFF_BOARD; TILES],
            taken: [0; 32],
            deck: !1,
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
        let neighbours = self.taken_around(cell);
        let (row, bit) = fold(cell);
        self.taken[row] |= bit;
        self.cells[tile.index()] = pack(cell);
        let mut place =
            Place { links: [NOTHING; 6], crest: crest.index() as u8, exits: tile.exits() };
        for direction in bits(neighbours).map(Direction::new) {
            let Some(neighbour) = self.find(cell.step(direction)) else { continue };
            let side = direction.side_of(crest);
            let other = &mut self.places[neighbour.index()];
            let facing = direction.opposite().side_of(Direction::new(other.crest as usize));
            other.links[facing.index()] = (tile.index() << 3 | side.index()) as u8;
            other.exits &= !(1 << facing.index());
            if other.exits == 0 {
                self.open &= !(1 << neighbour.index());
            }
            place.links[side.index()] = (neighbour.index() << 3 | facing.index()) as u8;
            place.exits &= !(1 << side.index());
        }
        self.places[tile.index()] = place;
        if place.exits != 0 {
            self.open |= 1 << tile.index();
        }
    }

    /// The directions in which a tile may lie next to a cell, a bit each: all in which one lies, and
    /// hardly ever another, because the cells are folded.
    fn taken_around(&self, cell: Cell) -> u64 {
        let row =
            |q: i8| u64::from(self.taken[(q & 31) as usize].rotate_right((cell.r - 1) as u32));
        // In each row, bits 0, 1 and 2 are now the cells of r - 1, r and r + 1.
        let (west, here, east) = (row(cell.q - 1), row(cell.q), row(cell.q + 1));
        (here >> 2 & 1)
            | (west >> 2 & 1) << 1
            | (west >> 1 & 1) << 2
            | (here & 1) << 3
            | (east & 1) << 4
            | (east >> 1 & 1) << 5
    }

    /// Takes a laid tile out of the game (T23): its cell is empty again.
    pub(super) fn remove(&mut self, tile: Tile) {
        let (cell, _) = self.place(tile).expect("only laid tiles are removed");
        let (row, bit) = fold(cell);
        self.taken[row] &= !bit;
        for side in Side::ALL {
            let Some((neighbour, facing)) = self.beyond(tile, side) else { continue };
            let other = &mut self.places[neighbour.index()];
            other.links[facing.index()] = NOTHING;
            other.exits |= neighbour.exits() & (1 << facing.index());
            if other.exits != 0 {
                self.open |= 1 << neighbour.index();
            }
        }
        self.places[tile.index()] = Place::NOWHERE;
        self.cells[tile.index()] = OFF_BOARD;
        self.open &= !(1 << tile.index());
    }

    fn find(&self, cell: Cell) -> Option<Tile> {
        let wanted = pack(cell);
        let mut found = 0_u32;
        for (tile, &cell) in self.cells.iter().enumerate() {
            found |= u32::from(cell == wanted) << tile;
        }
        (found != 0).then(|| Tile::new(found.trailing_zeros() as usize))
    }

    /// The tile beyond a side of a laid tile, and the side that it turns here.
    #[inline]
    pub(super) fn beyond(&self, tile: Tile, side: Side) -> Option<(Tile, Side)> {
        let link = self.places[tile.index()].links[side.index()];
        (link != NOTHING).then(|| (Tile::new(link as usize >> 3), Side::new(link as usize & 7)))
    }

    /// The cell beyond a side of a laid tile and the direction of a crest there that faces the tile.
    pub(super) fn cell_beyond(&self, tile: Tile, side: Side) -> (Cell, Direction) {
        let (cell, crest) = self.place(tile).expect("only laid tiles have sides");
        let direction = side.facing(crest);
        (cell.step(direction), direction.opposite())
    }

    /// Where a tile lies and where its crest points.
    pub(super) fn place(&self, tile: Tile) -> Option<(Cell, Direction)> {
        let cell = self.cells[tile.index()];
        let crest = Direction::new(usize::from(self.places[tile.index()].crest));
        (cell != OFF_BOARD).then(|| (unpack(cell), crest))
    }

    pub(super) fn is_laid(&self, tile: Tile) -> bool {
        self.cells[tile.index()] != OFF_BOARD
    }

    /// The exits of a laid tile with nothing beyond, a bit a side (T10).
    pub(super) fn exits(&self, tile: Tile) -> u8 {
        self.places[tile.index()].exits
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
                let neighbour = laid
                    .iter()
                    .find(|&&(_, (other, _))| other == cell.step(direction))
                    .map(|&(other, (_, crest))| (other, direction.opposite().side_of(crest)));
                assert_eq!(self.beyond(tile, side), neighbour, "beyond side {side} of {tile}");
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
            assert_eq!(self.places[tile.index()], Place::NOWHERE, "{tile} lies nowhere");
            assert_eq!(self.open >> tile.index() & 1, 0, "{tile} lies nowhere and is open");
        }
    }
}
