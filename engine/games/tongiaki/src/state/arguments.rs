//! The arguments of moves that are not a single place. Sets of all beaches of an island have no number, because they are never
//! legal: a choice without an alternative is made automatically.

use super::hex::Side;
use super::tiles::{Beach, ISLANDS, Island, TILES, Tile, WATERS};
use engine::bits::bits;
use engine::{Argument, Unread};
use std::fmt;
use std::str::FromStr;

/// An island that can become a king island: all but Tonga, the first (T8).
pub struct Realm(pub Island);

/// Some beaches of an island.
pub struct Spread(pub Island, pub BeachSet);

/// A jetty: an island and a side.
pub struct Jetty(pub Island, pub Side);

/// A side of a tile with a jetty or the end of a current.
pub struct Exit(pub Tile, pub Side);

/// A set of beaches of one island, by their indices.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct BeachSet(u8);

impl BeachSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set with these bits, one per index.
    ///
    /// # Panics
    /// Panics if a bit beyond the sixth is set.
    pub const fn from_bits(bits: u8) -> Self {
        assert!(bits < 64, "an island has at most six beaches");
        Self(bits)
    }

    /// Returns the set as one bit per index.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the number of beaches.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the index is in the set.
    pub const fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// Returns the set with this index added.
    #[must_use]
    pub const fn with(self, index: usize) -> Self {
        Self::from_bits(self.0 | 1 << index)
    }

    /// Returns the indices, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        bits(u64::from(self.0))
    }
}

impl fmt::Debug for BeachSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// All sets of beaches of an island that are neither empty nor full, in ascending order.
const SPREADS: [(Island, BeachSet); 136] = {
    let mut spreads = [(Island::TONGA, BeachSet::EMPTY); 136];
    let (mut found, mut island) = (0, 0);
    while island < ISLANDS {
        let mut set = 1;
        while set + 1 < 1 << Island::new(island).beach_count() {
            spreads[found] = (Island::new(island), BeachSet(set));
            found += 1;
            set += 1;
        }
        island += 1;
    }
    assert!(found == spreads.len());
    spreads
};

/// Number of jetties of all islands.
const JETTIES: usize = 79;

/// All sides of tiles with a jetty or the end of a current, in ascending order. The islands come first.
const EXITS: [(Tile, Side); JETTIES + 6 * WATERS] = {
    let mut exits = [(Tile::new(0), Side::CREST); JETTIES + 6 * WATERS];
    let (mut found, mut border) = (0, 0);
    while border < 6 * TILES {
        let (tile, side) = (Tile::new(border / 6), border % 6);
        if tile.exits() >> side & 1 == 1 {
            exits[found] = (tile, Side::new(side));
            found += 1;
        }
        border += 1;
    }
    assert!(found == exits.len());
    exits
};

impl Argument for Realm {
    const COUNT: usize = ISLANDS - 1;

    fn at(number: usize) -> Self {
        Self(Island::new(number + 1))
    }

    fn number(&self) -> Option<usize> {
        self.0.index().checked_sub(1)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }

    fn read(text: &str) -> Result<Self, Unread> {
        Island::read(text).map(Self)
    }
}

impl Argument for Spread {
    const COUNT: usize = SPREADS.len();

    fn at(number: usize) -> Self {
        let (island, beaches) = SPREADS[number];
        Self(island, beaches)
    }

    fn number(&self) -> Option<usize> {
        SPREADS.binary_search(&(self.0, self.1)).ok()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}:", self.0)?;
        for (position, index) in self.1.iter().enumerate() {
            write!(f, "{}{index}", if position == 0 { "" } else { "+" })?;
        }
        Ok(())
    }

    fn read(text: &str) -> Result<Self, Unread> {
        let (island, indices) = text.split_once(':').ok_or(Unread::Form)?;
        let island: Island = island.parse()?;
        let mut beaches = BeachSet::EMPTY;
        for index in indices.split('+') {
            let index = index.parse().ok().filter(|&index| index < island.beach_count());
            let index = index.filter(|&index| !beaches.contains(index)).ok_or(Unread::Form)?;
            beaches = beaches.with(index);
        }
        Ok(Self(island, beaches))
    }
}

/// Implements [`Argument`] for a side of an island or of any tile.
macro_rules! exits {
    ($($exit:ident: $tile:ident, $count:expr;)+) => {$(
        impl Argument for $exit {
            const COUNT: usize = $count;

            fn at(number: usize) -> Self {
                let (tile, side) = EXITS[number];
                Self($tile::new(tile.index()), side)
            }

            fn number(&self) -> Option<usize> {
                EXITS.binary_search(&(self.0.into(), self.1)).ok()
            }

            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, " {}>{}", self.0, self.1)
            }

            fn read(text: &str) -> Result<Self, Unread> {
                let (tile, side) = text.split_once('>').ok_or(Unread::Form)?;
                let side = side.parse().ok().and_then(|side: u8| Side::try_from(side).ok());
                let side = side.ok_or(Unread::Form)?;
                Ok(Self(tile.parse()?, side))
            }
        }
    )+};
}

exits! {
    Jetty: Island, JETTIES;
    Exit: Tile, EXITS.len();
}

impl FromStr for Beach {
    type Err = Unread;

    fn from_str(text: &str) -> Result<Self, Unread> {
        let (island, index) = text.split_once(':').ok_or(Unread::Form)?;
        let island: Island = island.parse()?;
        index.parse().ok().and_then(|index| island.beach(index)).ok_or(Unread::Form)
    }
}
