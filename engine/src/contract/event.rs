//! The default event type: moves and chance events, each in its notation.

use super::{Game, GameEvent, PlayableGame, Seat, Turn};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::fmt::Debug;
use std::str::FromStr;

/// The default type of events: the moves and chance events of a game, in their notation.
///
/// A record has `{"event":"move","p":0,"move":"bet"}` and `{"event":"chance","outcome":"J"}`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PlainEvent<G: Game> {
    /// A decision.
    Move {
        /// The seat that decided.
        p: Seat,
        /// The chosen move.
        mv: G::Move,
    },
    /// A chance event.
    Chance {
        /// The outcome that chance produced.
        outcome: G::Chance,
    },
}

/// The JSON form of a [`PlainEvent`] in records.
#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", expecting = "an event")]
enum EventLine {
    Move {
        p: Seat,
        #[serde(rename = "move")]
        mv: String,
    },
    Chance {
        outcome: String,
    },
}

/// The default result type: points and ranks.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "a result: points, ranks")]
pub struct PlainResult {
    /// Points by seat.
    pub points: Vec<i16>,
    /// Ranks by seat.
    pub ranks: Vec<u8>,
}

impl<G: Game> PlainEvent<G> {
    /// Returns this event with `of` applied to the outcome of a chance event, for example to hide what an observer
    /// cannot see.
    #[must_use]
    pub fn map_chance(&self, of: impl Fn(G::Chance) -> G::Chance) -> Self {
        match *self {
            Self::Move { p, mv } => Self::Move { p, mv },
            Self::Chance { outcome } => Self::Chance { outcome: of(outcome) },
        }
    }
}

impl<G: Game> Serialize for PlainEvent<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let line = match self {
            Self::Move { p, mv } => EventLine::Move { p: *p, mv: mv.to_string() },
            Self::Chance { outcome } => EventLine::Chance { outcome: outcome.to_string() },
        };
        line.serialize(serializer)
    }
}

impl<G: PlayableGame> GameEvent<G> for PlainEvent<G>
where
    G::Chance: FromStr,
{
    type Result = PlainResult;

    fn play(game: &mut G, mv: G::Move, log: &mut Vec<Self>) {
        if let Turn::Decide(p) = game.turn() {
            log.push(Self::Move { p, mv });
        }
        game.play(mv);
    }

    fn happen(game: &mut G, outcome: G::Chance, log: &mut Vec<Self>) {
        log.push(Self::Chance { outcome });
        game.happen(outcome);
    }

    fn move_toward(&self, _: &G) -> Option<G::Move> {
        match *self {
            Self::Move { mv, .. } => Some(mv),
            Self::Chance { .. } => None,
        }
    }

    fn result(end: &G) -> PlainResult {
        let outcome = end.outcome();
        PlainResult { points: outcome.points().to_vec(), ranks: outcome.ranks().to_vec() }
    }

    fn to_json(&self, _: &G::Setup) -> impl Serialize {
        self
    }

    fn from_json(json: &Value, _: &G::Setup) -> Result<Self, String> {
        match EventLine::deserialize(json).map_err(|error| error.to_string())? {
            EventLine::Move { p, mv } => match mv.parse() {
                Ok(mv) => Ok(Self::Move { p, mv }),
                Err(_) => Err(format!("'{mv}' is not a move")),
            },
            EventLine::Chance { outcome } => match outcome.parse() {
                Ok(outcome) => Ok(Self::Chance { outcome }),
                Err(_) => Err(format!("'{outcome}' is not a chance outcome")),
            },
        }
    }
}
