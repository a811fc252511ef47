//! The printed tiles as compile-time tables.
//!
//! The tables repeat `data/tiles.toml`; a test compares them.

use super::hex::Side;
use engine::bits::bits;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The number of tiles in the game, including Tonga.
pub const TILES: usize = 32;
/// The number of islands in the game, including Tonga.
pub const ISLANDS: usize = 16;
/// The number of water tiles in the game.
pub const WATERS: usize = 16;
/// The number of beaches on all islands.
pub const BEACHES: usize = 47;

/// A tile. The islands come first, in the order of their points, then the waters.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Tile(u8);

/// An island tile: Tonga first, then by value.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Island(u8);

/// A beach of an island, numbered over all islands.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Beach(u8);

/// The data printed on an island tile. For bots, the id suffices.
#[derive(Debug, Serialize)]
pub struct IslandCard {
    /// The name in files and moves.
    #[serde(rename = "tile")]
    pub id: &'static str,
    /// The printed name.
    #[serde(skip)]
    pub name: &'static str,
    /// The points at the end of the game.
    pub points: u8,
    /// The beaches in printed order.
    pub beaches: &'static [BeachCard],
}

/// The printed data of a beach.
#[derive(Debug, Serialize)]
pub struct BeachCard {
    /// Number of berths for ships.
    pub moorings: u8,
    /// The sides to which its jetties point, ascending.
    pub jetties: &'static [u8],
}

/// The data printed on a water tile.
#[derive(Debug, Serialize)]
pub struct WaterCard {
    /// The name in files and moves.
    #[serde(rename = "tile")]
    pub id: &'static str,
    /// The three currents: the two sides that each connects and the number of colours that it requires (0: none).
    pub currents: [(u8, u8, u8); 3],
}

const fn island(
    id: &'static str,
    name: &'static str,
    points: u8,
    beaches: &'static [BeachCard],
) -> IslandCard {
    IslandCard { id, name, points, beaches }
}

const fn beach(moorings: u8, jetties: &'static [u8]) -> BeachCard {
    BeachCard { moorings, jetties }
}

const fn water(id: &'static str, currents: [(u8, u8, u8); 3]) -> WaterCard {
    WaterCard { id, currents }
}

#[rustfmt::skip]
const ISLAND_CARDS: [IslandCard; ISLANDS] = [
    island("tonga", "Tonga", 0, &[beach(3, &[0]), beach(3, &[1]), beach(3, &[2]), beach(3, &[3]), beach(3, &[4]), beach(3, &[5])]),
    island("muroroa", "Muroroa", 2, &[beach(2, &[1]), beach(2, &[2]), beach(3, &[4, 5])]),
    island("nauru", "Nauru", 2, &[beach(2, &[1, 2]), beach(3, &[3]), beach(2, &[4, 5])]),
    island("tubuai", "Tubuai", 2, &[beach(3, &[1, 2]), beach(3, &[4, 5])]),
    island("rarotonga", "Rarotonga", 3, &[beach(3, &[1, 2]), beach(4, &[3, 4, 5])]),
    island("rapa-nui", "Rapa Nui", 3, &[beach(5, &[1, 2]), beach(3, &[3, 4, 5])]),
    island("tokelau", "Tokelau", 3, &[beach(4, &[1]), beach(3, &[2, 3]), beach(2, &[4, 5])]),
    island("tuamotu", "Tuamotu", 3, &[beach(4, &[1, 2, 3]), beach(4, &[4, 5])]),
    island("hiva-oa", "Hiva Oa", 4, &[beach(2, &[1, 2]), beach(2, &[3]), beach(5, &[4, 5])]),
    island("mangareva", "Mangareva", 4, &[beach(2, &[1, 2]), beach(3, &[3, 4]), beach(4, &[5])]),
    island("oahu", "Oahu", 4, &[beach(3, &[1, 2]), beach(5, &[3]), beach(3, &[4, 5])]),
    island("tahiti", "Tahiti", 4, &[beach(2, &[1, 2]), beach(3, &[3, 4]), beach(4, &[5])]),
    island("tuvalu", "Tuvalu", 4, &[beach(2, &[1, 2]), beach(4, &[3]), beach(3, &[4, 5])]),
    island("fidschi", "Fiji", 5, &[beach(5, &[1]), beach(4, &[2, 3]), beach(4, &[4, 5])]),
    island("hawaii", "Hawaii", 5, &[beach(3, &[1, 2]), beach(5, &[3]), beach(2, &[4, 5])]),
    island("samoa", "Samoa", 5, &[beach(3, &[1, 2]), beach(4, &[3, 4]), beach(5, &[5])]),
];

#[rustfmt::skip]
pub(crate) const WATER_CARDS: [WaterCard; WATERS] = [
    water("water-01", [(0, 1, 0), (2, 3, 2), (4, 5, 0)]),
    water("water-02", [(0, 1, 2), (2, 3, 0), (4, 5, 2)]),
    water("water-03", [(0, 1, 3), (2, 3, 2), (4, 5, 4)]),
    water("water-04", [(0, 1, 3), (2, 3, 0), (4, 5, 2)]),
    water("water-05", [(0, 3, 4), (1, 5, 3), (2, 4, 0)]),
    water("water-06", [(0, 3, 3), (1, 5, 3), (2, 4, 3)]),
    water("water-07", [(0, 3, 4), (1, 5, 4), (2, 4, 4)]),
    water("water-08", [(0, 3, 3), (1, 5, 2), (2, 4, 0)]),
    water("water-09", [(0, 4, 0), (1, 3, 4), (2, 5, 2)]),
    water("water-10", [(0, 4, 2), (1, 3, 3), (2, 5, 4)]),
    water("water-11", [(0, 4, 4), (1, 3, 4), (2, 5, 3)]),
    water("water-12", [(0, 4, 3), (1, 3, 3), (2, 5, 4)]),
    water("water-13", [(0, 5, 0), (1, 2, 0), (3, 4, 0)]),
    water("water-14", [(0, 5, 2), (1, 2, 2), (3, 4, 2)]),
    water("water-15", [(0, 5, 0), (1, 2, 4), (3, 4, 2)]),
    water("water-16", [(0, 5, 0), (1, 2, 3), (3, 4, 4)]),
];

/// The first beach of every island, followed by the end of the last island's beaches.
const FIRST_BEACH: [u8; ISLANDS + 1] = {
    let mut first = [0; ISLANDS + 1];
    let mut island = 0;
    while island < ISLANDS {
        first[island + 1] = first[island] + ISLAND_CARDS[island].beaches.len() as u8;
        island += 1;
    }
    assert!(first[ISLANDS] as usize == BEACHES);
    first
};

/// The island and the number of moorings of every beach.
const BEACH_CARDS: [(Island, u8); BEACHES] = {
    let mut cards = [(Island::TONGA, 0); BEACHES];
    let mut island = 0;
    while island < ISLANDS {
        let mut index = 0;
        while index < ISLAND_CARDS[island].beaches.len() {
            cards[FIRST_BEACH[island] as usize + index] =
                (Island(island as u8), ISLAND_CARDS[island].beaches[index].moorings);
            index += 1;
        }
        island += 1;
    }
    cards
};

/// The three tables below, which one pass over all beaches fills.
const TABLES: ([[u8; 6]; ISLANDS], [u8; BEACHES], [u8; TILES]) = {
    let mut beaches = [[BEACHES as u8; 6]; ISLANDS];
    let mut jetties = [0; BEACHES];
    let mut exits = [0b11_1111; TILES];
    let mut number = 0;
    while number < BEACHES {
        let island = BEACH_CARDS[number].0.index();
        let index = number - FIRST_BEACH[island] as usize;
        if index == 0 {
            exits[island] = 0;
        }
        let sides = ISLAND_CARDS[island].beaches[index].jetties;
        let mut at = 0;
        while at < sides.len() {
            beaches[island][sides[at] as usize] = number as u8;
            jetties[number] |= 1 << sides[at];
            exits[island] |= 1 << sides[at];
            at += 1;
        }
        number += 1;
    }
    (beaches, jetties, exits)
};

/// For every island and side, the beach with a jetty to that side, or [`BEACHES`] if there is none.
const JETTY_BEACH: [[u8; 6]; ISLANDS] = TABLES.0;

/// For every beach, the sides of its jetties, one bit per side.
const BEACH_JETTIES: [u8; BEACHES] = TABLES.1;

/// For every tile, the sides that are exits as long as there is no tile beyond them: jetties and ends of currents.
const EXITS: [u8; TILES] = TABLES.2;

engine::numbered! {
    Tile: TILES, index;
    Island: ISLANDS, index;
    Beach: BEACHES, number;
}

impl Tile {
    /// Returns the island on this tile, if it is an island tile.
    pub const fn island(self) -> Option<Island> {
        if self.index() < ISLANDS { Some(Island(self.0)) } else { None }
    }

    /// Returns the printed data of this tile, if it is a water tile.
    pub fn water(self) -> Option<&'static WaterCard> {
        static CARDS: [WaterCard; WATERS] = WATER_CARDS;
        CARDS.get(self.index().wrapping_sub(ISLANDS))
    }

    /// Returns the tile's name in files and moves.
    pub fn id(self) -> &'static str {
        self.water().map_or_else(|| Island(self.0).id(), |water| water.id)
    }

    /// Returns the sides with a jetty or the end of a current, one bit per side.
    pub(crate) const fn exits(self) -> u8 {
        EXITS[self.index()]
    }
}

impl Island {
    /// The island in the middle, where all players start.
    pub const TONGA: Self = Self(0);

    /// Returns the tile that shows this island.
    pub const fn tile(self) -> Tile {
        Tile(self.0)
    }

    /// Returns the printed data of the island.
    pub fn card(self) -> &'static IslandCard {
        static CARDS: [IslandCard; ISLANDS] = ISLAND_CARDS;
        &CARDS[self.index()]
    }

    /// Returns the island's name in files and moves.
    pub fn id(self) -> &'static str {
        self.card().id
    }

    /// Returns the island's points at the end of the game (T29).
    pub const fn points(self) -> u8 {
        ISLAND_CARDS[self.index()].points
    }

    /// Returns the island's beaches in printed order.
    pub fn beaches(self) -> impl DoubleEndedIterator<Item = Beach> + ExactSizeIterator {
        (FIRST_BEACH[self.index()]..FIRST_BEACH[self.index() + 1]).map(Beach)
    }

    /// Returns the number of the island's beaches.
    pub const fn beach_count(self) -> usize {
        (FIRST_BEACH[self.index() + 1] - FIRST_BEACH[self.index()]) as usize
    }

    /// Returns the number of the island's first beach.
    pub(crate) const fn first_beach(self) -> usize {
        FIRST_BEACH[self.index()] as usize
    }

    /// Returns the beach with this index, if the island has one.
    pub fn beach(self, index: usize) -> Option<Beach> {
        (index < self.beach_count()).then(|| Beach((self.first_beach() + index) as u8))
    }

    /// Returns the beach with a jetty to this side.
    pub(crate) const fn beach_of_jetty(self, side: Side) -> Option<Beach> {
        let beach = JETTY_BEACH[self.index()][side.index()];
        if (beach as usize) < BEACHES { Some(Beach(beach)) } else { None }
    }
}

impl Beach {
    /// Returns the island to which the beach belongs.
    pub const fn island(self) -> Island {
        BEACH_CARDS[self.number()].0
    }

    /// Returns the beach's index among the beaches of its island.
    pub const fn index(self) -> usize {
        self.number() - self.island().first_beach()
    }

    /// Returns the number of the beach's berths for ships.
    pub const fn moorings(self) -> u32 {
        BEACH_CARDS[self.number()].1 as u32
    }

    /// Returns the sides to which the beach's jetties point, in ascending order.
    pub(crate) fn jetties(self) -> impl Iterator<Item = Side> {
        bits(u64::from(BEACH_JETTIES[self.number()])).map(Side::new)
    }
}

impl From<Island> for Tile {
    fn from(island: Island) -> Self {
        island.tile()
    }
}

/// The error for a name that belongs to no tile, or not to the required kind of tile.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum UnknownTile {
    /// No tile has this name.
    #[error("there is no tile '{0}'")]
    Tile(String),
    /// No island has this name.
    #[error("there is no island '{0}'")]
    Island(String),
}

/// Text and serde conversions of a tile or an island by its name in files and moves.
macro_rules! by_name {
    ($name:ident) => {
        impl FromStr for $name {
            type Err = UnknownTile;
            fn from_str(id: &str) -> Result<Self, UnknownTile> {
                let found = Self::all().find(|one| one.id() == id);
                found.ok_or_else(|| UnknownTile::$name(id.to_owned()))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.id())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

by_name!(Tile);
by_name!(Island);

impl fmt::Debug for Beach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.island(), self.index())
    }
}
