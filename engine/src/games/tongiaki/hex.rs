//! The hexagonal sea: cells, board directions and the sides of a tile (T1, T2).

use serde::{Deserialize, Serialize};
use std::fmt;

/// A board direction, counted clockwise from south (T1).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Direction(u8);

/// A side of a tile, counted clockwise from the side with the crest (T2).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Side(u8);

/// A place for a tile in axial coordinates; Tonga begins at the origin.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
pub struct Cell {
    /// Column, growing eastwards.
    pub q: i8,
    /// Row along the column's slant, growing southwards.
    pub r: i8,
}

/// A number that is not a side or direction; they range from 0 to 5.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{0} is no side of a hexagon: sides go from 0 to 5")]
pub struct NotASide(pub u8);

impl Direction {
    /// All six, clockwise from south.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    pub(super) const fn new(number: usize) -> Self {
        assert!(number < 6);
        Self(number as u8)
    }

    /// Returns the number of the direction, 0 to 5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self(wrap(self.0 + 3))
    }

    /// Returns the side that faces this direction on a tile whose crest lies toward `crest`.
    #[must_use]
    pub const fn side_of(self, crest: Self) -> Side {
        Side(wrap(self.0 + 6 - crest.0))
    }
}

impl Side {
    /// All six, clockwise from the crest.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];
    /// The side that bears the crest.
    pub const CREST: Self = Self(0);

    pub(super) const fn new(number: usize) -> Self {
        assert!(number < 6);
        Self(number as u8)
    }

    /// Returns the number of the side, 0 to 5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the board direction that this side faces on a tile whose crest lies toward `crest`
    /// (T2).
    #[must_use]
    pub const fn facing(self, crest: Direction) -> Direction {
        Direction(wrap(self.0 + crest.0))
    }
}

impl Cell {
    /// Returns the neighbouring cell (T1).
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        const STEPS: [(i8, i8); 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];
        let (q, r) = STEPS[direction.index()];
        Self { q: self.q + q, r: self.r + r }
    }
}

const fn wrap(number: u8) -> u8 {
    if number >= 6 { number - 6 } else { number }
}

impl TryFrom<u8> for Direction {
    type Error = NotASide;
    fn try_from(number: u8) -> Result<Self, NotASide> {
        if number < 6 { Ok(Self(number)) } else { Err(NotASide(number)) }
    }
}

impl TryFrom<u8> for Side {
    type Error = NotASide;
    fn try_from(number: u8) -> Result<Self, NotASide> {
        if number < 6 { Ok(Self(number)) } else { Err(NotASide(number)) }
    }
}

impl From<Direction> for u8 {
    fn from(direction: Direction) -> Self {
        direction.0
    }
}

impl From<Side> for u8 {
    fn from(side: Side) -> Self {
        side.0
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
