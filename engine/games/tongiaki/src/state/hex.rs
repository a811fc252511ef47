//! The hexagonal sea: cells, board directions and the sides of a tile (T1, T2).

use serde::{Deserialize, Serialize};
use std::fmt;

/// A board direction, counted clockwise from south (T1).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Direction(u8);

/// A side of a tile, counted clockwise from the side with the crest (T2).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Side(u8);

/// A place for a tile in axial coordinates; Tonga begins at the origin.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
pub struct Cell {
    /// Column, growing eastwards.
    pub q: i8,
    /// Row along the column's slant, growing southwards.
    pub r: i8,
}

/// The error for a number that is not a side or a direction; both range from 0 to 5.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{0} is not a side of a hexagon: expected 0 to 5")]
pub struct NotASide(pub u8);

/// Implements the numbering from 0 to 5 for a side or a direction.
macro_rules! one_of_six {
    ($name:ident) => {
        impl $name {
            /// All six values, clockwise.
            pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

            pub(crate) const fn new(number: usize) -> Self {
                assert!(number < 6);
                Self(number as u8)
            }

            /// Returns the number, 0 to 5.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl TryFrom<u8> for $name {
            type Error = NotASide;
            fn try_from(number: u8) -> Result<Self, NotASide> {
                if number < 6 { Ok(Self(number)) } else { Err(NotASide(number)) }
            }
        }
    };
}

one_of_six!(Direction);
one_of_six!(Side);

impl Direction {
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
    /// The side that bears the crest.
    pub const CREST: Self = Self(0);

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

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
