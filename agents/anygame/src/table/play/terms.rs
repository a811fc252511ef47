//! The terms of the games at a table.

use super::streams::Streams;
use agents::{Decks, Secret, deck_seed};
use engine::{Seating, Seed};

/// The terms of all games at a table.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct TableTerms {
    /// The master seed.
    pub seed: Seed,
    /// Whether agents' random numbers belong to seats or to participants.
    pub streams: Streams,
    /// The secret key of all decks, if some participants must not be able to compute them.
    pub secret: Option<Secret>,
    /// The games that have the same deck.
    pub decks: Decks,
    /// Whether games are recorded.
    pub records: bool,
    /// Whether records contain the results of searches.
    pub analysis: bool,
    /// Whether the luck of every seat is measured.
    pub luck: bool,
    /// Whether the win shares that the seats can expect are forecast before every turn.
    pub forecasts: bool,
}

impl TableTerms {
    /// Returns terms without a secret, with decks of blocks, and without records, analysis, luck or forecasts, under which random numbers belong to seats.
    pub const fn new(seed: Seed) -> Self {
        Self {
            seed,
            streams: Streams::Seat,
            secret: None,
            decks: Decks::OfBlocks,
            records: false,
            analysis: false,
            luck: false,
            forecasts: false,
        }
    }

    /// Returns the seed of a game's deck.
    pub fn deck_seed(&self, seating: &Seating) -> Seed {
        deck_seed(self.seed, self.secret, self.decks.number(seating.game, seating.block))
    }
}
