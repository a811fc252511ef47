//! `--repeats N`: how often every seat assignment of a block is played on its deck.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The maximum number of repeats. A block stays in memory until all its games are played, so its size must be
/// limited.
const MOST: u64 = 100;

/// The number of times that each seat assignment of a block is played, from 1 to 100.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "u64", try_from = "u64")]
pub struct Repeats(u64);

/// Error: the text is not a valid number of repeats.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("expected a whole number from 1 to {MOST}")]
pub struct NoRepeats;

impl Repeats {
    /// Each seat assignment is played once, which is the default.
    pub const ONCE: Self = Self(1);

    /// Returns the number of repeats.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Whether each seat assignment is played once.
    pub fn is_once(&self) -> bool {
        *self == Self::ONCE
    }
}

impl Default for Repeats {
    fn default() -> Self {
        Self::ONCE
    }
}

impl From<Repeats> for u64 {
    fn from(repeats: Repeats) -> Self {
        repeats.0
    }
}

impl TryFrom<u64> for Repeats {
    type Error = NoRepeats;

    fn try_from(number: u64) -> Result<Self, NoRepeats> {
        if (1..=MOST).contains(&number) { Ok(Self(number)) } else { Err(NoRepeats) }
    }
}

impl FromStr for Repeats {
    type Err = NoRepeats;

    fn from_str(text: &str) -> Result<Self, NoRepeats> {
        text.parse::<u64>().map_err(|_| NoRepeats)?.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_in_the_range_are_read() {
        assert_eq!("1".parse(), Ok(Repeats::ONCE));
        assert_eq!("100".parse::<Repeats>().map(Repeats::get), Ok(100));
        for text in ["0", "101", "-1", "2.5", "many", "", "18446744073709551616"] {
            assert_eq!(text.parse::<Repeats>(), Err(NoRepeats), "{text}");
        }
        assert_eq!(NoRepeats.to_string(), "expected a whole number from 1 to 100");
    }
}
