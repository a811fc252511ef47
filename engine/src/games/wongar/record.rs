//! Records: a finished game as a line of JSON.

use super::board::Board;
use super::cards::Ending;
use super::deal::{Deal, Sheet};
use super::event::Event;
use super::setup::{Edition, Setup};
use super::state::State;
use crate::replay::{RecordedGame, Replay, check_result};
use crate::{Dealable, RecordError, RecordHeader};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const SCHEMA: u32 = 1;

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Record {
    setup: Setup,
    title: RecordHeader,
    deal: Deal,
    events: Vec<Event>,
    result: GameResult,
}

/// What stands in the line of JSON. When it is read, deal and events are plain at first, so that what
/// is wrong with them can be told by its place.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(expecting = "a record")]
struct Line<D, E> {
    schema: u32,
    game: String,
    edition: Edition,
    board: String,
    players: usize,
    seed: String,
    agents: Vec<String>,
    deck: D,
    events: Vec<E>,
    result: GameResult,
}

/// The result of a game as records give it, by seat.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "a result: points, ranks, cause")]
pub(super) struct GameResult {
    points: Vec<i16>,
    ranks: Vec<u8>,
    cause: Ending,
}

impl GameResult {
    /// The result of a finished game.
    pub(super) fn of(state: &State) -> Self {
        let outcome = state.outcome();
        Self {
            points: outcome.points().to_vec(),
            ranks: outcome.ranks().to_vec(),
            cause: state.called().expect("a finished game has had its end called"),
        }
    }
}

/// What is wrong with a piece of JSON. Its place in the line is left out: the line is known.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn header(what: &impl ToString) -> RecordError {
    RecordError::Header(what.to_string())
}

impl Record {
    /// The record of a finished game.
    ///
    /// # Panics
    /// If the game is not over.
    pub fn new(end: &State, title: &RecordHeader, deal: &Deal, events: &[Event]) -> Self {
        assert!(end.turn() == crate::Turn::Over, "only finished games are recorded");
        Self {
            setup: *end.setup(),
            title: title.clone(),
            deal: deal.with_reshuffles(end.edition(), events),
            events: events.to_vec(),
            result: GameResult::of(end),
        }
    }

    /// The line of JSON, without the line's end.
    ///
    /// # Panics
    /// Never: a record has a JSON form.
    pub fn to_line(&self) -> String {
        let line = Line {
            schema: SCHEMA,
            game: State::NAME.to_owned(),
            edition: self.setup.edition(),
            board: self.setup.board().id().to_owned(),
            players: self.setup.players(),
            seed: self.title.seed.clone(),
            agents: self.title.agents.clone(),
            deck: &self.deal,
            events: self.events.iter().collect(),
            result: self.result.clone(),
        };
        serde_json::to_string(&line).expect("a record has a JSON form")
    }

    /// Reads a line of JSON. Unknown keys are ignored. The board must be the built-in one or have been
    /// read before.
    ///
    /// # Errors
    /// If it is no record of this game, its deal does not fit the table, or an event has not the form
    /// that its kind asks for.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        if line.trim().is_empty() {
            return Err(header(&"the line is empty"));
        }
        let line: Line<Value, Value> =
            serde_json::from_str(line).map_err(|error| header(&reason(&error)))?;
        if line.schema != SCHEMA {
            return Err(header(&format!("schema {} is not known, only {SCHEMA}", line.schema)));
        }
        if line.game != State::NAME {
            return Err(header(&format!("'{}' is not {}", line.game, State::NAME)));
        }
        let board = Board::known(&line.board).ok_or_else(|| {
            header(&format!("the board '{}' is not known: its file must be given", line.board))
        })?;
        let setup = Setup::new(line.players).map_err(|error| header(&error))?;
        let setup = setup.with_edition(line.edition).with_board(board);
        if line.agents.len() != line.players {
            let (agents, players) = (line.agents.len(), line.players);
            return Err(header(&format!("{agents} agents for {players} players")));
        }
        let sheet = Sheet::deserialize(&line.deck).map_err(|error| header(&reason(&error)))?;
        let deal = Deal::checked(sheet, &setup).map_err(|error| header(&error))?;
        let events = line.events.iter().enumerate().map(|(number, event)| {
            Event::deserialize(event)
                .map_err(|error| RecordError::Event { number, what: reason(&error) })
        });
        Ok(Self {
            setup,
            title: RecordHeader { seed: line.seed, agents: line.agents },
            deal,
            events: events.collect::<Result<_, _>>()?,
            result: line.result,
        })
    }

    /// What was hidden at the start.
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// How the table was laid.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What the record says about the game besides the game itself.
    pub const fn title(&self) -> &RecordHeader {
        &self.title
    }

    /// The events, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub(super) const fn result(&self) -> &GameResult {
        &self.result
    }

    /// Replays the game and checks every event and the result.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), RecordError> {
        let end = self.replay().finish()?;
        let (listed, made) = (self.deal.listed(), end.shuffles);
        if listed != made as usize {
            return Err(RecordError::Header(format!(
                "the deal lists {listed} reshuffles where {made} took place"
            )));
        }
        check_result(self.result(), &GameResult::of(&end))
    }

    /// Checks the game like [`Self::check`] and keeps its whole course.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn course(&self) -> Result<RecordedGame<State>, RecordError> {
        self.check()?;
        let steps = self.replay().course()?;
        Ok(RecordedGame {
            agents: self.title.agents.clone(),
            start: State::new(&self.setup),
            steps,
        })
    }

    /// The position after so many players' turns; 0 is the position in which the first turn begins.
    ///
    /// # Errors
    /// If the game has not so many turns, or an event before is wrong.
    pub fn position(&self, after_turn: u32) -> Result<State, RecordError> {
        let mut state = self.replay().position(after_turn)?;
        state.in_any_order = false;
        state.options = state.options_of(state.phase);
        Ok(state)
    }

    /// The start of a replay, in which choices whose order means nothing may come in any order: the
    /// stones of one card, the cards taken out of the pile at once.
    fn replay(&self) -> Replay<'_, State> {
        let mut start = State::new(&self.setup);
        start.in_any_order = true;
        Replay::new(start, &self.deal, &self.events)
    }
}
