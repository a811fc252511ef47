//! The secret of a run with external programs, which must not learn its decks.
//!
//! Seeds follow from the master seed by a public, invertible function. From one seed, a program could compute
//! the master seed, and from it every deck. A run with external programs therefore has a secret: the seeds of
//! its decks and the seeds passed to programs are computed by HMAC-SHA256 with the secret as the key.

use engine::Seed;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::str::FromStr;

/// Length of a secret, in bytes.
pub const SECRET_BYTES: usize = 16;

/// The secret key of a run.
#[derive(Copy, Clone, Eq, PartialEq)]
pub struct Secret([u8; SECRET_BYTES]);

/// The purpose of a seed.
#[derive(Copy, Clone)]
enum Purpose {
    Deck = 0,
    Told = 1,
}

impl Secret {
    /// Creates the secret with these bytes, which should be drawn at random.
    pub const fn new(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(bytes)
    }

    /// Returns the seed of a block's deck under a master seed.
    pub fn deck(self, master: Seed, block: u64) -> Seed {
        Seed::new(self.number(Purpose::Deck, master, block))
    }

    /// Returns the seed to pass to the program in a seat, given the seed of its block's deck. It reveals
    /// nothing about the deck.
    pub fn told(self, deck: Seed, seat: usize) -> u64 {
        self.number(Purpose::Told, deck, seat as u64)
    }

    fn number(self, purpose: Purpose, seed: Seed, number: u64) -> u64 {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key has any length");
        mac.update(&[purpose as u8]);
        mac.update(&seed.value().to_le_bytes());
        mac.update(&number.to_le_bytes());
        let bytes = mac.finalize().into_bytes();
        u64::from_le_bytes(bytes[..8].try_into().expect("a hash has 32 bytes"))
    }

    /// Returns the secret in hexadecimal digits.
    pub fn digits(self) -> String {
        hex(&self.0)
    }

    /// Returns the hash of the digits, which identifies the secret without revealing it.
    pub fn hash(self) -> String {
        hex(&Sha256::digest(self.digits()))
    }
}

/// Returns the seed of the deck with this number under a master seed, and under the run's secret if it has one.
pub fn deck_seed(master: Seed, secret: Option<Secret>, deck: u64) -> Seed {
    secret.map_or_else(|| master.child(deck), |secret| secret.deck(master, deck))
}

/// The games that have the same deck.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Decks {
    /// The games of a block, so that all seat assignments are compared on one deck.
    #[default]
    OfBlocks,
    /// None: no bot can know a deck from an earlier game.
    OfGames,
}

impl Decks {
    /// Returns the number of the deck of a game in a block.
    pub const fn number(self, game: u64, block: u64) -> u64 {
        match self {
            Self::OfBlocks => block,
            Self::OfGames => game,
        }
    }
}

/// Prints no digits, so that no message reveals the secret.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "expected 32 hexadecimal digits";
        let text = text.trim();
        if text.len() != 2 * SECRET_BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong);
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| wrong)?;
        Ok(Self(number.to_be_bytes()))
    }
}

/// Returns bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_round_trip_and_debug_output_hides_them() {
        let secret = Secret::new(*b"0123456789abcdef");
        assert_eq!(secret.digits(), "30313233343536373839616263646566");
        assert_eq!(secret.digits().parse(), Ok(secret));
        assert!(!format!("{secret:?}").contains(&secret.digits()[..4]));
        for wrong in ["", "0123", &"g".repeat(32), &"+".repeat(32), &"0".repeat(33)] {
            assert!(wrong.parse::<Secret>().is_err(), "{wrong}");
        }
    }

    /// Any change in these values changes the decks of every run with a secret.
    #[test]
    fn derived_seeds_are_stable() {
        let secret: Secret = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
        let deck = secret.deck(Seed::new(1), 2);
        assert_ne!(deck, secret.deck(Seed::new(1), 3));
        assert_ne!(deck, secret.deck(Seed::new(2), 2));
        assert_ne!(secret.told(deck, 0), secret.told(deck, 1));
        assert_eq!(deck.value(), 12_984_670_648_976_794_214);
        assert_eq!(secret.told(deck, 1), 7_579_718_051_241_413_760);
    }
}
