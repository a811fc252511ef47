//! Events: how a game is recorded, and how it is found again from its record.

use super::{Game, PlayableGame, Seat, Turn};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::fmt::Debug;
use std::str::FromStr;

/// An entry of a game's record, in the terms of the rules.
///
/// A move may cause several events, or none while they wait for further decisions. A replay works backwards: from the
/// next event it finds the move, plays it, and compares the events.
pub trait GameEvent<G: PlayableGame>: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The result of a game as records give it.
    type Result: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// [`Game::play`] that also appends to the log.
    fn play(game: &mut G, mv: G::Move, log: &mut Vec<Self>);

    /// [`Game::happen`] that also appends to the log.
    fn happen(game: &mut G, chance: G::Chance, log: &mut Vec<Self>);

    /// Returns the next micro-decision on the way to this event; `None` if this event cannot come next.
    fn move_toward(&self, game: &G) -> Option<G::Move>;

    /// Returns the result of a finished game.
    fn result(end: &G) -> Self::Result;

    /// Returns the JSON form of the event in a record of a game at this table.
    fn to_json(&self, setup: &G::Setup) -> impl Serialize;

    /// Reads what [`Self::to_json`] wrote. Unknown keys are ignored.
    ///
    /// # Errors
    /// Why the JSON is not an event.
    fn from_json(json: &Value, setup: &G::Setup) -> Result<Self, String>;

    /// Returns whether this event of a record matches the event that is due.
    fn is_same(&self, due: &Self) -> bool {
        self == due
    }

    /// Returns the deal as a record of these events gives it, including what was settled only during play.
    fn deal_in_record(deal: &G::Deal, _setup: &G::Setup, _events: &[Self]) -> G::Deal {
        deal.clone()
    }

    /// Checks a recorded deal against this event, which has just happened.
    ///
    /// # Errors
    /// Why the deal does not fit.
    fn check_deal(&self, _game: &G, _deal: &G::Deal) -> Result<(), String> {
        Ok(())
    }

    /// Checks a recorded deal at the end of the game.
    ///
    /// # Errors
    /// Why the deal does not fit.
    fn check_end(_end: &G, _deal: &G::Deal) -> Result<(), String> {
        Ok(())
    }

    /// Prepares a game for a replay, in which choices whose order is irrelevant may come in any order.
    fn begin_replay(_game: &mut G) {}

    /// Reverts [`Self::begin_replay`], for a position from which play continues.
    fn end_replay(_game: &mut G) {}
}

/// The default type of events: the moves and chance events of a game, in their notation.
///
/// A record has `{"event":"move","p":0,"move":"bet"}` and `{"event":"chance","outcome":"J"}`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PlainEvent<G: Game> {
    /// A decision.
    Move {
        /// Whose.
        p: Seat,
        /// What was chosen.
        mv: G::Move,
    },
    /// A chance event.
    Chance {
        /// What happened.
        outcome: G::Chance,
    },
}

/// A [`PlainEvent`] as records have it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", expecting = "an event")]
enum Line {
    Move {
        p: Seat,
        #[serde(rename = "move")]
        mv: String,
    },
    Chance {
        outcome: String,
    },
}

/// The default type of results: points and ranks.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "a result: points, ranks")]
pub struct PlainResult {
    /// Points by seat.
    pub points: Vec<i16>,
    /// Ranks by seat.
    pub ranks: Vec<u8>,
}

impl<G: Game> PlainEvent<G> {
    /// Returns this event with its chance event replaced by what an observer sees.
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
            Self::Move { p, mv } => Line::Move { p: *p, mv: mv.to_string() },
            Self::Chance { outcome } => Line::Chance { outcome: outcome.to_string() },
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
        match Line::deserialize(json).map_err(|error| error.to_string())? {
            Line::Move { p, mv } => match mv.parse() {
                Ok(mv) => Ok(Self::Move { p, mv }),
                Err(_) => Err(format!("'{mv}' is no move")),
            },
            Line::Chance { outcome } => match outcome.parse() {
                Ok(outcome) => Ok(Self::Chance { outcome }),
                Err(_) => Err(format!("chance does not do '{outcome}'")),
            },
        }
    }
}
