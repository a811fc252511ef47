//! Records: a finished game as a line of JSON.

use super::deck::Deck;
use super::event::{Cause, Event};
use super::setup::{Edition, Setup};
use super::state::State;
use crate::replay::{RecordedGame, Replay, check_result};
use crate::{Dealable, RecordError, RecordHeader, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const SCHEMA: u32 = 1;

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Record {
    content: Content<Event>,
    setup: Setup,
}

/// What stands in the line of JSON. Events are read as plain values first, so that one that is
/// malformed can be told by its number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(expecting = "a record")]
struct Content<E> {
    schema: u32,
    game: String,
    edition: Edition,
    players: usize,
    /// Only if it is not the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn_limit: Option<u64>,
    seed: String,
    agents: Vec<String>,
    deck: Deck,
    events: Vec<E>,
    result: GameResult,
}

/// The result of a game as records give it, by seat.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "a result: points, islands, ships, ranks, cause")]
pub(super) struct GameResult {
    points: Vec<i16>,
    islands: Vec<u32>,
    ships: Vec<u32>,
    ranks: Vec<u8>,
    cause: Cause,
}

impl GameResult {
    pub(super) fn of(state: &State, cause: Cause) -> Self {
        let outcome = state.outcome();
        let seats = || Seat::all(state.players());
        Self {
            points: outcome.points().to_vec(),
            islands: seats().map(|seat| state.islands_of(seat).count() as u32).collect(),
            ships: seats().map(|seat| state.ships_on_board(seat)).collect(),
            ranks: outcome.ranks().to_vec(),
            cause,
        }
    }
}

/// What is wrong with a piece of JSON. Its place in the line is left out: the line is known.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

impl Content<Value> {
    fn with_typed_events(self) -> Result<Content<Event>, RecordError> {
        let events = self.events.iter().enumerate().map(|(number, event)| {
            Event::deserialize(event)
                .map_err(|error| RecordError::Event { number, what: reason(&error) })
        });
        Ok(Content {
            events: events.collect::<Result<_, _>>()?,
            schema: self.schema,
            game: self.game,
            edition: self.edition,
            players: self.players,
            turn_limit: self.turn_limit,
            seed: self.seed,
            agents: self.agents,
            deck: self.deck,
            result: self.result,
        })
    }
}

impl Record {
    /// The record of a finished game.
    ///
    /// # Panics
    /// If the game is not over.
    pub fn new(end: &State, title: &RecordHeader, deck: &Deck, events: &[Event]) -> Self {
        let cause = end.cause().expect("only finished games are recorded");
        let limit = end.setup().turn_limit();
        let content = Content {
            schema: SCHEMA,
            game: State::NAME.to_owned(),
            edition: end.edition(),
            players: end.players(),
            turn_limit: (limit != Setup::DEFAULT_TURN_LIMIT).then_some(u64::from(limit)),
            seed: title.seed.clone(),
            agents: title.agents.clone(),
            deck: deck.clone(),
            events: events.to_vec(),
            result: GameResult::of(end, cause),
        };
        Self { content, setup: *end.setup() }
    }

    /// The line of JSON, without the line's end.
    ///
    /// # Panics
    /// Never: a record has a JSON form.
    pub fn to_line(&self) -> String {
        serde_json::to_string(&self.content).expect("a record has a JSON form")
    }

    /// Reads a line of JSON. Unknown keys are ignored.
    ///
    /// # Errors
    /// If it is no record of this game, or an event has not the form that its kind asks for.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        if line.trim().is_empty() {
            return Err(RecordError::Header("the line is empty".to_owned()));
        }
        let content: Content<Value> =
            serde_json::from_str(line).map_err(|error| RecordError::Header(reason(&error)))?;
        if content.schema != SCHEMA {
            let schema = content.schema;
            return Err(RecordError::Header(format!(
                "schema {schema} is not known, only {SCHEMA}"
            )));
        }
        if content.game != State::NAME {
            return Err(RecordError::Header(format!("'{}' is not {}", content.game, State::NAME)));
        }
        let setup = Setup::new(content.players)
            .and_then(|setup| {
                content.turn_limit.map_or(Ok(setup), |limit| setup.with_turn_limit(limit))
            })
            .map_err(|error| RecordError::Header(error.to_string()))?
            .with_edition(content.edition);
        if content.agents.len() != content.players {
            let (agents, players) = (content.agents.len(), content.players);
            return Err(RecordError::Header(format!("{agents} agents for {players} players")));
        }
        Ok(Self { content: content.with_typed_events()?, setup })
    }

    /// The order of the tiles.
    pub const fn deck(&self) -> &Deck {
        &self.content.deck
    }

    /// How the table was laid.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The events, in order.
    pub fn events(&self) -> &[Event] {
        &self.content.events
    }

    pub(super) const fn result(&self) -> &GameResult {
        &self.content.result
    }

    /// Replays the game and checks every event and the result.
    ///
    /// # Errors
    /// The first thing that is wrong.
    ///
    /// # Panics
    /// Never: a replay that comes to its end has a cause for it.
    pub fn check(&self) -> Result<(), RecordError> {
        let end = self.replay().finish()?;
        check_result(self.result(), &GameResult::of(&end, end.cause().expect("the game is over")))
    }

    /// Checks the game like [`Self::check`] and keeps its whole course.
    ///
    /// # Errors
    /// The first thing that is wrong.
    ///
    /// # Panics
    /// Never: a replay that comes to its end has a cause for it.
    pub fn course(&self) -> Result<RecordedGame<State>, RecordError> {
        let start = State::new(self.setup());
        let steps = self.replay().course()?;
        let end = steps.last().map_or(start, |step| step.after);
        let due = GameResult::of(&end, end.cause().expect("the game is over"));
        check_result(self.result(), &due)?;
        Ok(RecordedGame { agents: self.content.agents.clone(), start, steps })
    }

    /// The position after so many turns; 0 is the position after the setup.
    ///
    /// # Errors
    /// If the game has not so many turns, or an event before is wrong.
    pub fn position(&self, after_turn: u32) -> Result<State, RecordError> {
        self.replay().position(after_turn)
    }

    fn replay(&self) -> Replay<'_, State> {
        Replay::new(State::new(self.setup()), self.deck(), self.events())
    }
}
