//! House rules: numbers of a game that a table may change, and that no booklet changes.

use crate::{RuleOption, RuleValues, Rules};
use std::ops::RangeInclusive;

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
    /// The lowest of the bits for this number.
    shift: u32,
    /// The number of bits. They contain the excess over `least`.
    width: u32,
}

impl HouseNumber {
    /// Creates a number with a range, the value in the booklet and a description. [`Self::packed`] gives it its bits.
    pub const fn new(
        key: &'static str,
        range: &RangeInclusive<u32>,
        usual: u32,
        meaning: &'static str,
    ) -> Self {
        let (least, most) = (*range.start(), *range.end());
        let width = u32::BITS - (most - least).leading_zeros();
        Self { key, meaning, least, most, usual, shift: 0, width }
    }

    /// Gives each of a game's numbers different bits.
    ///
    /// # Panics
    /// Panics if there are too few bits.
    pub const fn packed<const N: usize>(mut numbers: [Self; N]) -> [Self; N] {
        let (mut number, mut shift) = (0, 0);
        while number < N {
            numbers[number].shift = shift;
            shift += numbers[number].width;
            number += 1;
        }
        assert!(shift <= u16::BITS);
        numbers
    }

    /// Returns the bits of the value that the rules give, which must be in the range, or of the value in the booklet.
    pub fn given(&self, rules: &Rules) -> u16 {
        let value = rules.parsed(self.key).unwrap_or(self.usual);
        ((value - self.least) << self.shift) as u16
    }

    /// Returns the value that is among the bits of all numbers.
    pub const fn value(&self, all: [u8; 2]) -> u32 {
        self.least + (u16::from_le_bytes(all) as u32 >> self.shift & ((1 << self.width) - 1))
    }

    /// Returns the rule option of this number.
    pub const fn option(&self) -> RuleOption {
        let range = self.least as u64..=self.most as u64;
        let values = RuleValues::Whole { range, default: self.usual as u64 };
        RuleOption { key: self.key, meaning: self.meaning, values }
    }
}

/// Declares the house rules of a game. A line has the number's name in the code, the name of the rule option, the range, the value
/// in the booklet, and the meaning.
///
/// The macro expands to `HouseRules`, the numbers in force at a table, and `Number`, by which they are read.
#[macro_export]
macro_rules! house_rules {
    ($( $number:ident = $key:literal, $range:expr, usually $usual:expr, $meaning:literal; )+) => {
        #[derive(Copy, Clone)]
        enum Number {
            $($number),+
        }

        /// The numbers in force, in two bytes, because they are copied with every state.
        #[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
        pub struct HouseRules([u8; 2]);

        impl HouseRules {
            pub(crate) const NUMBERS: &[$crate::house::HouseNumber; [$($key),+].len()] =
                &$crate::house::HouseNumber::packed([$(
                    $crate::house::HouseNumber::new(
                        $key, &($range), $usual, concat!("house rule: ", $meaning),
                    )
                ),+]);

            /// Reads the given numbers, which must be in their ranges.
            pub(crate) fn of(rules: &$crate::Rules) -> Self {
                let all = Self::NUMBERS.iter().fold(0, |all, number| all | number.given(rules));
                Self(all.to_le_bytes())
            }

            /// Returns the names and values of the numbers that differ from the booklet.
            pub(crate) fn changed(self) -> impl Iterator<Item = (&'static str, u64)> {
                let values = Self::NUMBERS.iter().map(move |number| (number, number.value(self.0)));
                let changed = values.filter(|&(number, value)| value != number.usual);
                changed.map(|(number, value)| (number.key, value.into()))
            }

            const fn get(self, number: Number) -> u32 {
                Self::NUMBERS[number as usize].value(self.0)
            }
        }
    };
}
