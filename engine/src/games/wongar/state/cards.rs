//! Stones and cards: their kinds and how many there are (W1 to W3, W27, W28).

use super::edition::Edition;
use crate::words::words;
use rand::{Rng, RngExt};

words! {
    /// A kind of stone (W1).
    pub enum Kind: "kind of stone" in "wongar" {
        /// The most frequent one.
        Lens = "lens",
        /// The second.
        Cube = "cube",
        /// The rarest.
        Cylinder = "cylinder",
    }
}

words! {
    /// A card of an area stack (W2).
    pub enum AreaCard: "area card" in "wongar" {
        /// Lenses (W12).
        Lens = "lens",
        /// Cubes (W12).
        Cube = "cube",
        /// Cylinders (W12).
        Cylinder = "cylinder",
        /// Three stones of one kind (W13).
        Triple = "triple",
        /// The scorpion advances (W9, W16).
        Scorpion = "scorpion",
        /// Four ritual cards (W14).
        FourRituals = "four-rituals",
        /// The Ancestor moves (W15).
        Ancestor = "ancestor",
        /// The Elder moves (W15).
        Elder = "elder",
        /// Both figures move (W15).
        Both = "both",
    }
}

words! {
    /// A ritual card (W3).
    pub enum RitualCard: "ritual card" in "wongar" {
        /// A use with a lens (W20).
        Lens = "lens",
        /// A use with a cube (W20).
        Cube = "cube",
        /// A use with a cylinder (W20).
        Cylinder = "cylinder",
        /// A use with two stones of a kind (W21).
        Double = "double",
        /// Not a card to hold: the scorpion advances (W16).
        Scorpion = "scorpion",
    }
}

words! {
    /// The use of a ritual card (W20, W21).
    pub enum Use: "use" in "wongar" {
        /// Other players' stones return from the region to their owners.
        Remove = "remove",
        /// Own stones move from the region to adjacent ones.
        Out = "out",
        /// Own stones move from adjacent regions into it.
        In = "in",
    }
}

words! {
    /// A figure on the board. Its token lies in front of its owner.
    pub enum Figure: "figure" in "wongar" {
        /// The owner of its token begins ceremonies and wins ties.
        Ancestor = "ancestor",
        /// The owner of its token draws a ritual card in every round (W10).
        Elder = "elder",
    }
}

words! {
    /// What caused a ceremony (W15).
    pub enum Cause: "cause of a ceremony" in "wongar" {
        /// The Ancestor moved.
        Ancestor = "ancestor",
        /// The Elder moved.
        Elder = "elder",
        /// Both were put into the region.
        Both = "both",
    }
}

words! {
    /// What called the end of the game (W24).
    pub enum Ending: "end" in "wongar" {
        /// The scorpion reached the last space of its track.
        Scorpion = "scorpion",
        /// A stack had no card left.
        Stack = "stack",
    }
}

/// Kinds of stones.
pub const KINDS: usize = Kind::ALL.len();
/// Kinds of area cards.
pub const AREA_CARDS: usize = AreaCard::ALL.len();
/// Kinds of ritual cards that can be held: all but the scorpion.
pub const HELD: usize = RitualCard::ALL.len() - 1;

/// Ritual cards by kind, without scorpions: a hand, or a part of the deck.
pub type Held = [u8; HELD];
/// Ritual cards by kind.
pub type Rituals = [u8; RitualCard::ALL.len()];

/// Each player's stones by kind (W1).
pub const STONES: [u8; KINDS] = [18, 15, 12];
/// Each player's stones of each kind on the board when the game begins (W4, W29).
pub const FIRST_STONES: u8 = 4;

impl Kind {
    /// Returns the ritual card that works on stones of this kind.
    pub const fn ritual(self) -> RitualCard {
        RitualCard::ALL[self.index()]
    }

    /// Returns the area card of this kind (W12).
    pub const fn area_card(self) -> AreaCard {
        AreaCard::ALL[self.index()]
    }
}

impl AreaCard {
    /// Returns how many of this card are in a stack before any reveal (W2, W27).
    pub const fn count(self, edition: Edition) -> u8 {
        match (self, edition) {
            (Self::Lens, _) => 3,
            (Self::Cube | Self::Scorpion, _) | (Self::Ancestor | Self::Elder, Edition::Base) => 2,
            _ => 1,
        }
    }

    /// Returns the kind of stone on the card, if it shows just one.
    pub const fn kind(self) -> Option<Kind> {
        if self.index() < KINDS { Some(Kind::ALL[self.index()]) } else { None }
    }
}

impl RitualCard {
    /// Returns how many of this card are in the deck before hands are dealt (W3, W28).
    pub const fn count(self, edition: Edition) -> u8 {
        match (self, edition) {
            (Self::Lens, _) => 14,
            (Self::Cube, _) => 12,
            (Self::Cylinder, _) => 10,
            (Self::Double, Edition::Base) => 5,
            (Self::Scorpion, Edition::Base) => 2,
            (_, Edition::Advanced) => 0,
        }
    }
}

impl Figure {
    /// Returns the ceremony that the figure causes when it moves alone.
    pub const fn cause(self) -> Cause {
        Cause::ALL[self.index()]
    }

    /// Returns the area card that moves it alone.
    pub const fn area_card(self) -> AreaCard {
        match self {
            Self::Ancestor => AreaCard::Ancestor,
            Self::Elder => AreaCard::Elder,
        }
    }
}

/// Returns the deck before hands are dealt (W3, W28).
pub(crate) fn full_deck(edition: Edition) -> Rituals {
    RitualCard::ALL.map(|card| card.count(edition))
}

/// Lists the cards of these counts one by one, in the order of their kinds.
pub(crate) fn one_by_one<T: Copy>(all: &[T], counts: &[u8]) -> Vec<T> {
    let pairs = all.iter().zip(counts);
    pairs.flat_map(|(&card, &count)| std::iter::repeat_n(card, usize::from(count))).collect()
}

/// Returns the sum of some counts.
#[inline]
pub(crate) fn total(counts: &[u8]) -> u8 {
    counts.iter().sum()
}

/// Counts of up to 16 kinds, no more than 127 things in all, one byte each.
///
/// Processors cannot predict where a random number falls among the counts. So it is found for all
/// kinds at once, without a branch (Vigna, *Broadword implementation of rank/select queries*, 2008).
#[derive(Copy, Clone)]
pub(crate) struct Counts(u128);

impl Counts {
    #[inline]
    pub(crate) fn new(counts: &[u8]) -> Self {
        let mut bytes = [0; 16];
        bytes[..counts.len()].copy_from_slice(counts);
        Self(u128::from_le_bytes(bytes))
    }

    /// Returns the counts less these, none of which is larger.
    #[inline]
    pub(crate) const fn less(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Returns the first counts alone.
    #[inline]
    pub(crate) const fn first(self, kinds: usize) -> Self {
        Self(self.0 & !(!0 << (8 * kinds)))
    }

    /// Draws one of all things with the same probability, and returns its kind.
    #[inline]
    pub(crate) fn draw<R: Rng>(self, rng: &mut R) -> usize {
        let sums = self.sums();
        position(sums, rng.random_range(0..(sums >> 120) as u32))
    }

    /// Returns the sums of the counts up to each one.
    #[inline]
    const fn sums(self) -> u128 {
        self.0.wrapping_mul(BYTES)
    }
}

/// Every byte 1.
const BYTES: u128 = u128::MAX / 0xff;

/// Returns the first position where the sum exceeds a number below the last sum.
#[inline]
fn position(sums: u128, number: u32) -> usize {
    const HIGH: u128 = BYTES << 7;
    // A byte's high bit stays set where the sum is larger than the number.
    let beyond = ((sums | HIGH) - u128::from(number + 1) * BYTES) & HIGH;
    beyond.trailing_zeros() as usize / 8
}

/// Returns the position where a number below the total of the counts falls.
#[inline]
pub(crate) fn position_of(counts: &[u8], number: u32) -> usize {
    position(Counts::new(counts).sums(), number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_falls_where_the_counts_say() {
        for counts in
            [&[3, 0, 2][..], &[0, 0, 60, 0, 67], &[0, 1, 4, 4, 0, 7, 1, 1, 9, 9, 0, 0, 2, 5, 8]]
        {
            let kinds = counts.iter().enumerate();
            let all =
                kinds.flat_map(|(kind, &count)| std::iter::repeat_n(kind, usize::from(count)));
            for (number, kind) in all.enumerate() {
                assert_eq!(position_of(counts, number as u32), kind, "{number} in {counts:?}");
            }
        }
    }
}
