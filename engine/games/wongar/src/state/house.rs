//! House rules: numbers of the game that a table may change, and that the booklet does not change.

use super::cards::{FIRST_STONES, HAND, KINDS, Kind, MOST_STONES, STONES};
use engine::Rules;
use engine::house::{HouseNumber, HouseNumbers};

/// The bonus for the most area cards of a kind, unless a house rule changes it (W25).
pub const BONUS: i16 = 8;

// The first stones fill the regions exactly (W4), so every player needs at least these of the rarest kind.
const LENSES: HouseNumber = HouseNumber {
    key: "lenses",
    meaning: "house rule: number of lenses of each player; there are 3 fewer cubes and 6 fewer cylinders",
    least: (FIRST_STONES + STONES[0] - STONES[KINDS - 1]) as u32,
    most: MOST_STONES as u32,
    usual: STONES[0] as u32,
    shift: 0,
    width: 4,
};
const BONUS_POINTS: HouseNumber = HouseNumber {
    key: "bonus",
    meaning: "house rule: points for the most area cards of a kind",
    least: 0,
    most: 31,
    usual: BONUS as u32,
    shift: 4,
    width: 5,
};
const HAND_CARDS: HouseNumber = HouseNumber {
    key: "hand",
    meaning: "house rule: number of ritual cards dealt to each player before the first turn",
    least: 1,
    most: 4,
    usual: HAND as u32,
    shift: 9,
    width: 2,
};

/// The numbers in force.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct HouseRules(HouseNumbers);

impl HouseRules {
    pub(crate) const NUMBERS: [&HouseNumber; 3] = [&LENSES, &BONUS_POINTS, &HAND_CARDS];

    /// Reads the given numbers, which must be in their ranges.
    pub(crate) fn of(rules: &Rules) -> Self {
        Self(HouseNumbers::of(&Self::NUMBERS, rules))
    }

    /// Returns the names and values of the numbers that differ from the booklet.
    pub(crate) fn changed(self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.changed(&Self::NUMBERS)
    }

    /// Returns the number of each player's stones of a kind.
    #[inline]
    pub(crate) const fn stones(self, kind: Kind) -> u8 {
        self.0.get(&LENSES) as u8 - (STONES[0] - STONES[kind.index()])
    }

    /// Returns the bonus for the most area cards of a kind.
    pub(crate) const fn bonus(self) -> i16 {
        self.0.get(&BONUS_POINTS) as i16
    }

    /// Returns the number of ritual cards dealt to each player.
    pub(crate) const fn hand(self) -> u8 {
        self.0.get(&HAND_CARDS) as u8
    }
}
