//! Moves and their notation. A turn consists of several moves.

use super::hex::Side;
use super::tiles::{Beach, Island, Tile, UnknownTile};
use engine::bits::bits;
use engine::{MAX_SEATS, Seat};
use std::fmt;
use std::str::FromStr;

/// One decision of a player. Its notation is a readable phrase that parses back: `expand samoa`,
/// `spread samoa:0+2`, `sail samoa>4`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Move {
    /// Begin the turn with an expansion on this island (T6).
    Expand(Island),
    /// Found a king island here, which takes the whole turn (T8).
    Found(Island),
    /// Begin the turn by entering the board again on this island (T13).
    Enter(Island),
    /// Take all ships off the board and resettle (T10).
    Resettle,
    /// Take the ship to expand with from this beach (T7).
    Take(Beach),
    /// Put one new ship on each of these beaches (T6).
    Spread(Island, BeachSet),
    /// Put one ship on this beach: at setup, when entering, landing or settling (T4, T13, T19, T11).
    Moor(Beach),
    /// Emigrate from this island next (T14).
    Emigrate(Island),
    /// Sail over this side of the island, from the beach whose jetty points there (T14).
    Sail(Island, Side),
    /// Give a ship without room back to this seat (T19).
    GiveBack(Seat),
    /// Lay the drawn tile at an exit of this tile (T10).
    Attach(Tile),
    /// Lay the drawn tile at this exit of the chosen tile (T10).
    Exit(Tile, Side),
}

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

impl fmt::Display for Beach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.island(), self.index())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expand(island) => write!(f, "expand {island}"),
            Self::Found(island) => write!(f, "found {island}"),
            Self::Enter(island) => write!(f, "enter {island}"),
            Self::Resettle => f.write_str("resettle"),
            Self::Take(beach) => write!(f, "take {beach}"),
            Self::Spread(island, beaches) => {
                write!(f, "spread {island}:")?;
                for (position, index) in beaches.iter().enumerate() {
                    write!(f, "{}{index}", if position == 0 { "" } else { "+" })?;
                }
                Ok(())
            }
            Self::Moor(beach) => write!(f, "moor {beach}"),
            Self::Emigrate(island) => write!(f, "emigrate {island}"),
            Self::Sail(island, side) => write!(f, "sail {island}>{side}"),
            Self::GiveBack(seat) => write!(f, "give-back {seat}"),
            Self::Attach(tile) => write!(f, "attach {tile}"),
            Self::Exit(tile, side) => write!(f, "exit {tile}>{side}"),
        }
    }
}

/// The reason why a text is not a move.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The first word does not begin any move.
    #[error("no move begins with '{0}'")]
    Word(String),
    /// The rest of the text does not fit the first word.
    #[error("'{0}' lacks a place: write for example '{1}'")]
    Place(String, &'static str),
    /// No tile has this name.
    #[error(transparent)]
    Tile(#[from] UnknownTile),
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (word, place) = text.split_once(' ').unwrap_or((text, ""));
        let unclear = |example| MoveError::Place(text.to_owned(), example);
        Ok(match word {
            "expand" => Self::Expand(place.parse()?),
            "found" => Self::Found(place.parse()?),
            "enter" => Self::Enter(place.parse()?),
            "resettle" if place.is_empty() => Self::Resettle,
            "resettle" => return Err(unclear("resettle")),
            "take" => Self::Take(parse_beach(place)?.ok_or_else(|| unclear("take tonga:2"))?),
            "spread" => {
                let spread = parse_spread(place)?.ok_or_else(|| unclear("spread samoa:0+2"))?;
                Self::Spread(spread.0, spread.1)
            }
            "moor" => Self::Moor(parse_beach(place)?.ok_or_else(|| unclear("moor samoa:1"))?),
            "emigrate" => Self::Emigrate(place.parse()?),
            "sail" => {
                let (island, side) = split_side(place).ok_or_else(|| unclear("sail samoa>4"))?;
                Self::Sail(island.parse()?, side)
            }
            "give-back" => {
                let seat = place.parse().ok().filter(|&seat| seat < MAX_SEATS);
                Self::GiveBack(Seat::new(seat.ok_or_else(|| unclear("give-back 0"))?))
            }
            "attach" => Self::Attach(place.parse()?),
            "exit" => {
                let (tile, side) = split_side(place).ok_or_else(|| unclear("exit water-03>4"))?;
                Self::Exit(tile.parse()?, side)
            }
            _ => return Err(MoveError::Word(word.to_owned())),
        })
    }
}

fn parse_beach(place: &str) -> Result<Option<Beach>, UnknownTile> {
    let Some((island, index)) = place.split_once(':') else { return Ok(None) };
    let island: Island = island.parse()?;
    Ok(index.parse().ok().and_then(|index| island.beach(index)))
}

fn parse_spread(place: &str) -> Result<Option<(Island, BeachSet)>, UnknownTile> {
    let Some((island, indices)) = place.split_once(':') else { return Ok(None) };
    let island: Island = island.parse()?;
    let mut beaches = BeachSet::EMPTY;
    for index in indices.split('+') {
        match index.parse().ok().filter(|&index| index < island.beach_count()) {
            Some(index) if !beaches.contains(index) => beaches = beaches.with(index),
            _ => return Ok(None),
        }
    }
    Ok(Some((island, beaches)))
}

fn split_side(place: &str) -> Option<(&str, Side)> {
    let (tile, side) = place.split_once('>')?;
    Some((tile, Side::try_from(side.parse::<u8>().ok()?).ok()?))
}
