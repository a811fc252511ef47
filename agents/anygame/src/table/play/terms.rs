//! The terms of the games at a table.

use super::streams::Streams;
use agents::{Secret, deck_seed};
use engine::Seed;

/// The terms of all games at a table.
#[derive(Clone, Debug)]
pub struct TableTerms {
    /// The master seed.
    pub seed: Seed,
    /// Whether agents' random numbers belong to seats or to participants.
    pub streams: Streams,
    /// The secret key of all decks, if some participants must not be able to compute them.
    pub secret: Option<Secret>,
    /// Whether games are recorded.
    pub records: bool,
    /// Whether records contain the results of searches.
    pub analysis: bool,
    /// Whether the luck of every seat is measured.
    pub luck: bool,
}

impl TableTerms {
    /// Returns terms without a secret, records, analysis or luck, under which random numbers belong to seats.
    pub const fn new(seed: Seed) -> Self {
        let streams = Streams::Seat;
        Self { seed, streams, secret: None, records: false, analysis: false, luck: false }
    }

    /// Returns the seed of a block's deck.
    pub fn deck_seed(&self, block: u64) -> Seed {
        deck_seed(self.seed, self.secret, block)
    }
}
