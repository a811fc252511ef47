//! Seats at the table.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest number of players that any of the games allows.
pub const MAX_SEATS: usize = 6;

/// A place at the table, counted from 0 in turn order.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

/// The error for a number that is not a seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{0} is not a seat: expected 0 to 5")]
pub struct NotASeat(u8);

impl Seat {
    /// Returns the seat with this number.
    ///
    /// # Panics
    /// Panics if the number is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(number: usize) -> Self {
        assert!(number < MAX_SEATS, "a seat's number is below MAX_SEATS");
        Self(number as u8)
    }

    /// Returns the seat's number, below [`MAX_SEATS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter that names the seat to people: A for seat 0.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// Returns the seats of a table of `players`, in turn order.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..players).map(Self::new)
    }

    /// Returns the seat that follows at a table of `players`.
    #[must_use]
    pub const fn next(self, players: usize) -> Self {
        let next = self.0 as usize + 1;
        Self(if next == players { 0 } else { next as u8 })
    }
}

impl TryFrom<u8> for Seat {
    type Error = NotASeat;
    fn try_from(number: u8) -> Result<Self, NotASeat> {
        if usize::from(number) < MAX_SEATS { Ok(Self(number)) } else { Err(NotASeat(number)) }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round_the_table() {
        assert_eq!(Seat::new(0).next(3), Seat::new(1));
        assert_eq!(Seat::new(2).next(3), Seat::new(0));
        assert_eq!(Seat::all(4).len(), 4);
    }
}
