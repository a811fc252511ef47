//! `--shard I/N`: splits a run into parts of consecutive complete blocks, which can be played on different machines.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of several parts of a run.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// The number of the part, from 1.
    pub(crate) number: u64,
    /// The number of parts.
    pub(crate) of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

/// Error: the text is not a valid shard.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("expected I/N with I from 1 to N")]
pub struct NoShard;

impl Shard {
    /// The whole run as a single part.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns this part's equal share of `all` games. A block belongs to the part whose share contains its first
    /// game.
    pub fn share_of(self, all: u64) -> Range<u64> {
        let end = |number: u64| {
            let games = u128::from(all) * u128::from(number) / u128::from(self.of);
            games as u64 // at most `all`
        };
        end(self.number - 1)..end(self.number)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let parse = |number: &str| number.parse().map_err(|_| NoShard);
        let shard = Self { number: parse(number)?, of: parse(of)? };
        if (1..=shard.of).contains(&shard.number) { Ok(shard) } else { Err(NoShard) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_equal_parts_of_the_whole() {
        for (all, of) in [(10, 3), (2, 5), (u64::MAX, 7)] {
            let mut end = 0;
            for number in 1..=of {
                let games = Shard { number, of }.share_of(all);
                assert_eq!(games.start, end);
                assert!((games.end - games.start).abs_diff(all / of) <= 1);
                end = games.end;
            }
            assert_eq!(end, all);
        }
    }

    #[test]
    fn shards_are_written_as_fractions() {
        assert_eq!("2/4".parse::<Shard>().unwrap().to_string(), "2/4");
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        for text in ["0/4", "5/4", "1", "1/", "/1", "a/b", "1/2/3", "-1/2"] {
            assert_eq!(text.parse::<Shard>(), Err(NoShard), "{text}");
        }
    }
}
