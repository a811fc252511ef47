//! The arguments of moves that are not a single word.

use super::board::Region;
use super::cards::{KINDS, Kind, Use, total};
use super::setup::SEATS;
use engine::{Argument, Seat, Unread};
use std::fmt;

/// A kind of stone and its region.
pub struct Settlement(pub Kind, pub Region);

/// The kind of a ritual card, and its use.
pub struct Ritual(pub Kind, pub Use);

/// A seat of this game, which has fewer than others.
pub struct Rival(pub Seat);

/// The number of cards in a pick that the observer does not see.
pub struct Unseen(pub u8);

/// Ritual cards taken out of the pile at once, by kind.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Pick(pub [u8; KINDS]);

impl Pick {
    /// The largest number of cards that are taken out at once (W14).
    pub const MOST: u8 = 4;

    /// Returns the pick of one card.
    pub(crate) const fn one(kind: Kind) -> Self {
        let mut counts = [0; KINDS];
        counts[kind.index()] = 1;
        Self(counts)
    }

    /// Returns the number of cards.
    pub const fn total(self) -> u8 {
        self.0[0] + self.0[1] + self.0[2]
    }

    /// Returns the kinds of the cards, one by one.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        let counts = Kind::ALL.into_iter().zip(self.0);
        counts.flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
    }
}

/// Number of ways to take one to four cards of three kinds.
const PICKS: usize = 3 + 6 + 10 + 15;

/// All picks in ascending order, each as the number of cards by kind.
const ALL_PICKS: [[u8; KINDS]; PICKS] = {
    let mut picks = [[0; KINDS]; PICKS];
    let (mut found, mut code) = (0, 1);
    while code < 125 {
        let counts = [code / 25, code / 5 % 5, code % 5];
        if counts[0] + counts[1] + counts[2] <= Pick::MOST {
            picks[found] = counts;
            found += 1;
        }
        code += 1;
    }
    assert!(found == PICKS);
    picks
};

/// Implements [`Argument`] for two words.
macro_rules! pairs {
    ($($pair:ident: $first:ident, $second:ident;)+) => {$(
        impl Argument for $pair {
            const COUNT: usize = $first::COUNT * $second::COUNT;

            fn at(number: usize) -> Self {
                Self($first::at(number / $second::COUNT), $second::at(number % $second::COUNT))
            }

            fn number(&self) -> Option<usize> {
                Some(self.0.index() * $second::COUNT + self.1.index())
            }

            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, " {} {}", self.0, self.1)
            }

            fn read(text: &str) -> Result<Self, Unread> {
                let (first, second) = text.split_once(' ').ok_or(Unread::Form)?;
                Ok(Self(first.parse()?, second.parse()?))
            }
        }
    )+};
}

pairs! {
    Settlement: Kind, Region;
    Ritual: Kind, Use;
}

impl Argument for Pick {
    const COUNT: usize = PICKS;

    fn at(number: usize) -> Self {
        Self(ALL_PICKS[number])
    }

    fn number(&self) -> Option<usize> {
        ALL_PICKS.binary_search(&self.0).ok()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, kind) in self.kinds().enumerate() {
            write!(f, "{}{kind}", if position == 0 { " " } else { "+" })?;
        }
        Ok(())
    }

    fn read(text: &str) -> Result<Self, Unread> {
        let mut counts = [0; KINDS];
        for word in text.split('+') {
            counts[word.parse::<Kind>()?.index()] += 1;
            if total(&counts) > Self::MOST {
                return Err(Unread::Form);
            }
        }
        Ok(Self(counts))
    }
}

impl Argument for Rival {
    const COUNT: usize = SEATS;

    fn at(number: usize) -> Self {
        Self(Seat::new(number))
    }

    fn number(&self) -> Option<usize> {
        Some(self.0.index()).filter(|&seat| seat < SEATS)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }

    fn read(text: &str) -> Result<Self, Unread> {
        let seat = Self(Seat::read(text)?);
        if seat.number().is_some() { Ok(seat) } else { Err(Unread::Form) }
    }
}

impl Argument for Unseen {
    const COUNT: usize = Pick::MOST as usize;

    fn at(number: usize) -> Self {
        Self(1 + number as u8)
    }

    fn number(&self) -> Option<usize> {
        None
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}", self.0)
    }

    fn read(text: &str) -> Result<Self, Unread> {
        let count = text.parse().ok().filter(|count| (1..=Pick::MOST).contains(count));
        count.map(Self).ok_or(Unread::Form)
    }
}
