//! The random number streams of agents.

use engine::{MAX_SEATS, Seat, Seed};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The key of the first seat's child of a deck's seed. Each decision of the seat uses a child of that child.
const FIRST_SEAT: u64 = 1;
/// The key of the first participant's child of a deck's seed. Each seat uses a child of that child.
const FIRST_PARTICIPANT: u64 = FIRST_SEAT + MAX_SEATS as u64;

/// Returns the seed from which all seeds of agents derive, in a repeat of the games on a deck. The first repeat
/// uses the deck's own seed. Later repeats use children of that seed, with keys from the top of the range that no
/// seat or participant has.
pub fn root(deck: Seed, repeat: u64) -> Seed {
    if repeat == 0 { deck } else { deck.child(u64::MAX - repeat) }
}

/// The unit to which random numbers belong within a block, in addition to the deck, the repeat and the decision
/// number.
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
    /// All values, each with its word in commands and files and its description.
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

    /// Returns whether the streams belong to seats, which is the default.
    pub fn are_of_seats(&self) -> bool {
        *self == Self::Seat
    }

    /// Returns the seed of a participant in a seat, derived from the root seed of all agents.
    pub fn seed(self, root: Seed, seat: Seat, participant: usize) -> Seed {
        let seat = seat.index() as u64;
        match self {
            Self::Seat => root.child(FIRST_SEAT + seat),
            Self::Agent => root.child(FIRST_PARTICIPANT + participant as u64).child(seat),
        }
    }
}
