//! House rules: numbers of a game that a table may change, and that no booklet changes.

use crate::{RuleOption, RuleValues, Rules};

/// A number of the game that a house rule changes.
pub struct HouseNumber {
    /// The name of the rule option.
    pub key: &'static str,
    /// The description of the rule option.
    pub meaning: &'static str,
    /// The smallest value.
    pub least: u32,
    /// The largest value.
    pub most: u32,
    /// The value in the booklet.
    pub usual: u32,
    /// The lowest of the bits for this number in [`HouseNumbers`]. Numbers of a game must not share bits.
    pub shift: u32,
    /// The number of bits. They contain the excess over `least`.
    pub width: u32,
}

impl HouseNumber {
    const fn bits(&self, number: u32) -> u16 {
        ((number - self.least) << self.shift) as u16
    }

    /// Returns the rule option of this number.
    ///
    /// # Panics
    /// Panics if the range does not fit into the bits.
    pub const fn option(&self) -> RuleOption {
        assert!(self.shift + self.width <= u16::BITS && self.most - self.least < 1 << self.width);
        let range = self.least as u64..=self.most as u64;
        let values = RuleValues::Whole { range, default: self.usual as u64 };
        RuleOption { key: self.key, meaning: self.meaning, values }
    }
}

/// The numbers in force at a table, in two bytes, because they are copied with every state.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct HouseNumbers([u8; 2]);

impl HouseNumbers {
    /// Reads the given numbers, which must be in their ranges.
    pub fn of(numbers: &[&HouseNumber], rules: &Rules) -> Self {
        let given = |number: &HouseNumber| rules.parsed(number.key).unwrap_or(number.usual);
        let bits = numbers.iter().fold(0, |all, number| all | number.bits(given(number)));
        Self(bits.to_le_bytes())
    }

    /// Returns the value of a number.
    pub const fn get(self, number: &HouseNumber) -> u32 {
        number.least
            + (u16::from_le_bytes(self.0) as u32 >> number.shift & ((1 << number.width) - 1))
    }

    /// Returns the names and values of the numbers that differ from the booklet.
    pub fn changed(self, numbers: &[&HouseNumber]) -> impl Iterator<Item = (&'static str, u64)> {
        let changed = numbers.iter().filter(move |number| self.get(number) != number.usual);
        changed.map(move |number| (number.key, self.get(number).into()))
    }
}
