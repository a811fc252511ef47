//! House rules: numbers of the game that a table may change, and that the booklet does not change.

use super::cards::{FIRST_STONES, HAND, KINDS, Kind, MOST_STONES, STONES};

/// The bonus for the most area cards of a kind, unless a house rule changes it (W25).
pub const BONUS: i16 = 8;

engine::house_rules! {
    // The first stones fill the regions exactly (W4), so every player needs at least these of the rarest kind.
    Lenses = "lenses", (FIRST_STONES + STONES[0] - STONES[KINDS - 1]) as u32..=MOST_STONES as u32, usually STONES[0] as u32,
        "number of lenses of each player; there are 3 fewer cubes and 6 fewer cylinders";
    Bonus = "bonus", 0..=31, usually BONUS as u32, "points for the most area cards of a kind";
    Hand = "hand", 1..=4, usually HAND as u32, "number of ritual cards dealt to each player before the first turn";
}

impl HouseRules {
    /// Returns the number of each player's stones of a kind.
    #[inline]
    pub(crate) const fn stones(self, kind: Kind) -> u8 {
        self.get(Number::Lenses) as u8 - (STONES[0] - STONES[kind.index()])
    }

    /// Returns the bonus for the most area cards of a kind.
    pub(crate) const fn bonus(self) -> i16 {
        self.get(Number::Bonus) as i16
    }

    /// Returns the number of ritual cards dealt to each player.
    pub(crate) const fn hand(self) -> u8 {
        self.get(Number::Hand) as u8
    }
}
