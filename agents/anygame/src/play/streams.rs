//! Where agents' random numbers come from.

use engine::{MAX_SEATS, Seat, Seed};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The child of a deck's seed for the first seat; its own children are for the seat's decisions.
const FIRST_SEAT: u64 = 1;
/// The child of a deck's seed for the first participant; its own children are for seats.
const FIRST_PARTICIPANT: u64 = FIRST_SEAT + MAX_SEATS as u64;

/// Returns the seed that all seeds of agents come from, in a repeat of the games on a deck. The first repeat takes the
/// deck's own seed; the others have children of it with keys from the top of the range, which no seat or participant has.
pub fn root(deck: Seed, repeat: u64) -> Seed {
    if repeat == 0 { deck } else { deck.child(u64::MAX - repeat) }
}

/// What the random numbers of an agent in a block belong to, besides the deck, the repeat and the number of its decision.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Streams {
    /// The seat: games of a block differ only in what agents do differently
    #[default]
    Seat,
    /// The agent and the seat: identical agents play different games
    Agent,
}

impl fmt::Display for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[*self as usize].1)
    }
}

impl Streams {
    /// All values, each with its word in commands and files, and its meaning.
    pub const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::Seat,
            "seat",
            "One stream per seat: games of a block differ only where agents decide differently",
        ),
        (
            Self::Agent,
            "agent",
            "One stream per agent and seat: identical agents play different games",
        ),
    ];

    /// Whether they belong to seats, as in all runs that do not say.
    pub fn are_of_seats(&self) -> bool {
        *self == Self::Seat
    }

    /// Returns the seed of a participant on a seat, below that of all agents.
    pub fn seed(self, root: Seed, seat: Seat, participant: usize) -> Seed {
        let seat = seat.index() as u64;
        match self {
            Self::Seat => root.child(FIRST_SEAT + seat),
            Self::Agent => root.child(FIRST_PARTICIPANT + participant as u64).child(seat),
        }
    }
}
