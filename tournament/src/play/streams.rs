//! Where agents' random numbers come from.

use clap::ValueEnum;
use engine::{MAX_SEATS, Seat, Seed};
use serde::{Deserialize, Serialize};

/// The child of a deck's seed for the first seat; its own children are for the seat's decisions.
const FIRST_SEAT: u64 = 1;
/// The child of a deck's seed for the first participant; its own children are for seats.
const FIRST_PARTICIPANT: u64 = FIRST_SEAT + MAX_SEATS as u64;

/// What the random numbers of an agent in a block belong to, besides the deck and the number of its decision.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Streams {
    /// The seat: games of a block differ only in what agents do differently
    #[default]
    Seat,
    /// The agent and the seat: identical agents play different games
    Agent,
}

impl Streams {
    /// Whether they belong to seats, as in all runs that do not say.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub fn are_of_seats(&self) -> bool {
        *self == Self::Seat
    }

    /// Returns the seed of a participant on a seat.
    pub fn seed(self, deck: Seed, seat: Seat, participant: usize) -> Seed {
        let seat = seat.index() as u64;
        match self {
            Self::Seat => deck.child(FIRST_SEAT + seat),
            Self::Agent => deck.child(FIRST_PARTICIPANT + participant as u64).child(seat),
        }
    }
}
