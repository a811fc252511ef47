//! The arguments of moves that are not a single place. Sets of all beaches of an island have no number, because they are never
//! legal: a choice without an alternative is made automatically.

use super::hex::Side;
use super::tiles::{Beach, ISLANDS, Island, TILES, Tile};
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

/// For each island, numbers for the sets of its beaches that are neither empty nor full.
const SPREADS: Numbers<ISLANDS> = {
    let mut counts = [0; ISLANDS];
    let mut island = 0;
    while island < ISLANDS {
        counts[island] = (1 << Island::new(island).beach_count()) - 2;
        island += 1;
    }
    Numbers::of(counts)
};

/// For each tile, numbers for its sides with a jetty or the end of a current. The islands come first.
const EXITS: Numbers<TILES> = {
    let mut counts = [0; TILES];
    let mut tile = 0;
    while tile < TILES {
        counts[tile] = Tile::new(tile).exits().count_ones() as u16;
        tile += 1;
    }
    Numbers::of(counts)
};

/// Consecutive numbers for the options of several things, such as the beaches of each island.
struct Numbers<const N: usize> {
    /// The first number of each thing, followed by the total count of numbers.
    first: [u16; 33],
}

impl<const N: usize> Numbers<N> {
    const fn of(counts: [u16; N]) -> Self {
        let mut first = [0; 33];
        let mut thing = 0;
        while thing < N {
            first[thing + 1] = first[thing] + counts[thing];
            thing += 1;
        }
        Self { first }
    }

    const fn total(&self) -> usize {
        self.first[N] as usize
    }

    /// Returns the first number of a thing.
    const fn first(&self, thing: usize) -> usize {
        self.first[thing] as usize
    }

    /// Returns the thing to which a number belongs, and the number's position among the numbers of this thing.
    const fn thing(&self, number: usize) -> (usize, usize) {
        let mut thing = 0;
        while self.first(thing + 1) <= number {
            thing += 1;
        }
        (thing, number - self.first(thing))
    }
}

/// Returns the position of a side among the exits of a tile.
fn place_of_exit(tile: Tile, side: Side) -> usize {
    (tile.exits() & ((1 << side.index()) - 1)).count_ones() as usize
}

/// Returns the exit of a tile at this position.
const fn exit_at(tile: Tile, place: usize) -> Side {
    let (mut side, mut before) = (0, 0);
    loop {
        if tile.exits() >> side & 1 == 1 {
            if before == place {
                return Side::new(side);
            }
            before += 1;
        }
        side += 1;
    }
}

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
    const COUNT: usize = SPREADS.total();

    fn at(number: usize) -> Self {
        let (island, place) = SPREADS.thing(number);
        Self(Island::new(island), BeachSet::from_bits(1 + place as u8))
    }

    fn number(&self) -> Option<usize> {
        let &Self(island, beaches) = self;
        let (bits, all) = (usize::from(beaches.bits()), (1 << island.beach_count()) - 1);
        (1..all).contains(&bits).then(|| SPREADS.first(island.index()) + bits - 1)
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

impl Argument for Jetty {
    const COUNT: usize = EXITS.first[ISLANDS] as usize;

    fn at(number: usize) -> Self {
        let (island, place) = EXITS.thing(number);
        Self(Island::new(island), exit_at(Tile::new(island), place))
    }

    fn number(&self) -> Option<usize> {
        Exit(self.0.tile(), self.1).number()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}>{}", self.0, self.1)
    }

    fn read(text: &str) -> Result<Self, Unread> {
        read_side(text).map(|(island, side)| Self(island, side))
    }
}

impl Argument for Exit {
    const COUNT: usize = EXITS.total();

    fn at(number: usize) -> Self {
        let (tile, place) = EXITS.thing(number);
        Self(Tile::new(tile), exit_at(Tile::new(tile), place))
    }

    fn number(&self) -> Option<usize> {
        let &Self(tile, side) = self;
        let is_exit = tile.exits() >> side.index() & 1 == 1;
        is_exit.then(|| EXITS.first(tile.index()) + place_of_exit(tile, side))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}>{}", self.0, self.1)
    }

    fn read(text: &str) -> Result<Self, Unread> {
        read_side(text).map(|(tile, side)| Self(tile, side))
    }
}

fn read_side<T: FromStr<Err: std::error::Error>>(text: &str) -> Result<(T, Side), Unread> {
    let (tile, side) = text.split_once('>').ok_or(Unread::Form)?;
    let side = side.parse().ok().and_then(|side: u8| Side::try_from(side).ok());
    let side = side.ok_or(Unread::Form)?;
    Ok((tile.parse()?, side))
}

impl FromStr for Beach {
    type Err = Unread;

    fn from_str(text: &str) -> Result<Self, Unread> {
        let (island, index) = text.split_once(':').ok_or(Unread::Form)?;
        let island: Island = island.parse()?;
        index.parse().ok().and_then(|index| island.beach(index)).ok_or(Unread::Form)
    }
}
