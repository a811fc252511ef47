//! The result of a game.

use super::thinking::Thinking;
use agents::Fault;
use agents::forecast::Worth;
use engine::{Outcome, Seat};
use std::fmt;

/// The result of a game, as plain data.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// The outcome as tournaments count it: agents that forfeited come last.
    pub outcome: Outcome,
    /// The forfeits, by seat.
    pub forfeits: Vec<Forfeit>,
    /// The thinking of each seat's agent.
    pub thinking: Vec<Thinking>,
    /// What chance gave to each seat; empty unless the terms ask for it.
    pub luck: Vec<Worth>,
}

/// A seat whose agent failed.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Forfeit {
    /// The seat.
    pub seat: Seat,
    /// What its agent did.
    pub fault: Fault,
    /// The number of the decision at which it failed, counted from 1; 0 if it was not asked at all.
    pub decision: u64,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.seat, self.fault)?;
        if self.decision > 0 { write!(f, " at decision {}", self.decision) } else { Ok(()) }
    }
}
