//! The result of a game.

use super::thinking::Thinking;
use agents::Fault;
use agents::forecast::{TurnForecast, Worth};
use engine::{Outcome, Seat};
use std::fmt;

/// The result of a game, as plain data.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// The outcome as the tournament counts it: agents that forfeited rank last.
    pub outcome: Outcome,
    /// The forfeits, by seat.
    pub forfeits: Vec<Forfeit>,
    /// The decisions and thinking times of each seat's agent.
    pub thinking: Vec<Thinking>,
    /// The luck of every seat; empty unless the terms ask for it.
    pub luck: Vec<Worth>,
    /// The forecasts before every turn; empty unless the terms ask for them.
    pub forecasts: Vec<TurnForecast>,
}

impl GameResult {
    /// Returns the fault of the system because of which this game does not count, if there is one.
    pub fn hindrance(&self) -> Option<&Fault> {
        self.forfeits.iter().map(|forfeit| &forfeit.fault).find(|fault| fault.is_of_the_system())
    }
}

/// A forfeit: the seat, the agent's failure and the decision.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Forfeit {
    /// The seat.
    pub seat: Seat,
    /// The agent's failure.
    pub fault: Fault,
    /// The number of the decision at which the agent failed, counted from 1; 0 if it was not asked at all.
    pub decision: u64,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.seat, self.fault)?;
        if self.decision > 0 { write!(f, " at decision {}", self.decision) } else { Ok(()) }
    }
}
