//! Stones and cards: their kinds and their numbers (W1 to W3, W27, W28).

use super::edition::Edition;
use engine::words::words;
use rand::{Rng, RngExt};

words! {
    /// A kind of stone (W1).
    pub enum Kind: "kind of stone" in "wongar" {
        /// The most common kind.
        Lens = "lens",
        /// The second most common kind.
        Cube = "cube",
        /// The rarest kind.
        Cylinder = "cylinder",
    }

    /// A card of an area stack (W2).
    pub enum AreaCard: "area card" in "wongar" {
        /// Place lenses (W12).
        Lens = "lens",
        /// Place cubes (W12).
        Cube = "cube",
        /// Place cylinders (W12).
        Cylinder = "cylinder",
        /// Place three stones of one kind (W13).
        Triple = "triple",
        /// Advance the scorpion (W9, W16).
        Scorpion = "scorpion",
        /// Draw four ritual cards (W14).
        FourRituals = "four-rituals",
        /// Move the Ancestor (W15).
        Ancestor = "ancestor",
        /// Move the Elder (W15).
        Elder = "elder",
        /// Move both figures (W15).
        Both = "both",
    }

    /// A ritual card (W3).
    pub enum RitualCard: "ritual card" in "wongar" {
        /// Use a lens (W20).
        Lens = "lens",
        /// Use a cube (W20).
        Cube = "cube",
        /// Use a cylinder (W20).
        Cylinder = "cylinder",
        /// Use two stones of a kind (W21).
        Double = "double",
        /// Advance the scorpion (W16); this card is never in a hand.
        Scorpion = "scorpion",
    }

    /// The use of a ritual card (W20, W21).
    pub enum Use: "use" in "wongar" {
        /// Return other players' stones from the region to their owners.
        Remove = "remove",
        /// Move the player's stones from the region to adjacent regions.
        Out = "out",
        /// Move the player's stones from adjacent regions into the region.
        In = "in",
    }

    /// A figure on the board. A player owns its token.
    pub enum Figure: "figure" in "wongar" {
        /// The figure whose token's owner begins ceremonies and wins ties.
        Ancestor = "ancestor",
        /// The figure whose token's owner draws a ritual card in every round (W10).
        Elder = "elder",
    }

    /// The cause of a ceremony (W15).
    pub enum Cause: "cause of a ceremony" in "wongar" {
        /// The Ancestor moved.
        Ancestor = "ancestor",
        /// The Elder moved.
        Elder = "elder",
        /// Both figures were put into the region.
        Both = "both",
    }

    /// The event that called the end of the game (W24).
    pub enum Ending: "end" in "wongar" {
        /// The scorpion reached the last space of its track.
        Scorpion = "scorpion",
        /// A stack had no card left.
        Stack = "stack",
    }
}

/// Number of kinds of stones.
pub const KINDS: usize = Kind::ALL.len();
/// Number of kinds of area cards.
pub const AREA_CARDS: usize = AreaCard::ALL.len();
/// Number of kinds of ritual cards that can be in a hand: all but the scorpion.
pub const HELD: usize = RitualCard::ALL.len() - 1;

/// Numbers of ritual cards by kind, without scorpions: a hand, or a part of the deck.
pub type Held = [u8; HELD];
/// Numbers of ritual cards by kind, including scorpions.
pub type Rituals = [u8; RitualCard::ALL.len()];

/// The number of each player's stones, by kind (W1).
pub const STONES: [u8; KINDS] = [18, 15, 12];
/// The number of each player's stones of each kind that are on the board when the game begins (W4, W29).
pub const FIRST_STONES: u8 = 4;
/// The largest number of stones of a kind that a house rule may give each player.
pub(crate) const MOST_STONES: u8 = 24;
/// The number of ritual cards dealt to each player (W6).
pub(crate) const HAND: u8 = 2;

impl Kind {
    /// Returns the ritual card that works on stones of this kind.
    pub const fn ritual(self) -> RitualCard {
        RitualCard::ALL[self.index()]
    }

    /// Returns the area card that places stones of this kind (W12).
    pub const fn area_card(self) -> AreaCard {
        AreaCard::ALL[self.index()]
    }
}

impl AreaCard {
    /// Returns the number of these cards in a stack before any card is turned up (W2, W27).
    pub const fn count(self, edition: Edition) -> u8 {
        match (self, edition) {
            (Self::Lens, _) => 3,
            (Self::Cube | Self::Scorpion, _) | (Self::Ancestor | Self::Elder, Edition::Base) => 2,
            _ => 1,
        }
    }
}

impl RitualCard {
    /// Returns the number of these cards in the deck before hands are dealt (W3, W28).
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
    /// Returns the cause of the ceremony when the figure moves alone.
    pub const fn cause(self) -> Cause {
        Cause::ALL[self.index()]
    }
}

/// Returns the numbers of cards in the deck before hands are dealt (W3, W28).
pub(crate) fn full_deck(edition: Edition) -> Rituals {
    RitualCard::ALL.map(|card| card.count(edition))
}

/// Lists the cards with these counts one by one, in the order of their kinds.
pub(crate) fn one_by_one<T: Copy>(all: &[T], counts: &[u8]) -> Vec<T> {
    let pairs = all.iter().zip(counts);
    pairs.flat_map(|(&card, &count)| std::iter::repeat_n(card, usize::from(count))).collect()
}

/// Returns the sum of counts.
#[inline]
pub(crate) fn total(counts: &[u8]) -> u8 {
    counts.iter().sum()
}

/// Counts of up to 16 kinds, one byte each, with a total of at most 127.
///
/// Processors cannot predict among which counts a random number falls. The position is therefore computed for all kinds at once,
/// without a branch (Vigna, *Broadword implementation of rank/select queries*, 2008).
#[derive(Copy, Clone)]
pub(crate) struct Counts(u128);

impl Counts {
    #[inline]
    pub(crate) fn new(counts: &[u8]) -> Self {
        let mut bytes = [0; 16];
        bytes[..counts.len()].copy_from_slice(counts);
        Self(u128::from_le_bytes(bytes))
    }

    /// Returns the counts minus the counts of `other`, none of which may be larger.
    #[inline]
    pub(crate) const fn less(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Returns the counts of the first `kinds` kinds; the other counts become 0.
    #[inline]
    pub(crate) const fn first(self, kinds: usize) -> Self {
        Self(self.0 & !(!0 << (8 * kinds)))
    }

    /// Draws one of all counted things with equal probability, and returns its kind.
    #[inline]
    pub(crate) fn draw<R: Rng>(self, rng: &mut R) -> usize {
        let sums = self.sums();
        position(sums, rng.random_range(0..(sums >> 120) as u32))
    }

    /// Returns the cumulative sums of the counts.
    #[inline]
    const fn sums(self) -> u128 {
        self.0.wrapping_mul(BYTES)
    }
}

/// A word in which every byte is 1.
const BYTES: u128 = u128::MAX / 0xff;

/// Returns the first position whose cumulative sum exceeds a number below the total.
#[inline]
fn position(sums: u128, number: u32) -> usize {
    const HIGH: u128 = BYTES << 7;
    // A byte's high bit stays set if the sum exceeds the number.
    let beyond = ((sums | HIGH) - u128::from(number + 1) * BYTES) & HIGH;
    beyond.trailing_zeros() as usize / 8
}

/// Returns the position among the counts into which a number below their total falls.
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
