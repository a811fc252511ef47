//! Records: a finished game as a line of JSON, and its replay.

use super::deck::Deck;
use super::event::{Cause, Event};
use super::hex::Cell;
use super::moves::{BeachSet, Move};
use super::setup::{Edition, Setup};
use super::state::{Phase, State};
use super::tiles::{Island, Tile};
use crate::{Dealt, Game, RecordError, Seat, Title, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const SCHEMA: u32 = 1;

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Record {
    header: Header,
    setup: Setup,
    events: Vec<Event>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
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
    events: Vec<Value>,
    result: Outcome,
}

/// The result of a game as records give it, by seat.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
struct Outcome {
    points: Vec<i16>,
    islands: Vec<u32>,
    ships: Vec<u32>,
    ranks: Vec<u8>,
    cause: Cause,
}

impl Outcome {
    fn of(state: &State, cause: Cause) -> Self {
        let standing = state.standing();
        let seats = || Seat::all(state.players());
        Self {
            points: standing.points().to_vec(),
            islands: seats().map(|seat| state.islands_of(seat).count() as u32).collect(),
            ships: seats().map(|seat| state.ships_on_board(seat)).collect(),
            ranks: standing.ranks().to_vec(),
            cause,
        }
    }
}

impl Record {
    /// The record of a finished game.
    ///
    /// # Panics
    /// If the game is not over.
    pub fn new(end: &State, title: &Title, deck: &Deck, events: &[Event]) -> Self {
        let cause = end.cause().expect("only finished games are recorded");
        let limit = end.setup().turn_limit();
        let header = Header {
            schema: SCHEMA,
            game: State::NAME.to_owned(),
            edition: end.edition(),
            players: end.players(),
            turn_limit: (limit != Setup::DEFAULT_TURN_LIMIT).then_some(u64::from(limit)),
            seed: title.seed.clone(),
            agents: title.agents.clone(),
            deck: deck.clone(),
            events: events.iter().map(to_json).collect(),
            result: Outcome::of(end, cause),
        };
        Self { header, setup: *end.setup(), events: events.to_vec() }
    }

    /// The line of JSON, without the line's end.
    ///
    /// # Panics
    /// Never: a record has a JSON form.
    pub fn to_line(&self) -> String {
        serde_json::to_string(&self.header).expect("a record has a JSON form")
    }

    /// Reads a line of JSON. Unknown keys are ignored.
    ///
    /// # Errors
    /// If it is no record of this game, or an event has not the form that its kind asks for.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        let header: Header =
            serde_json::from_str(line).map_err(|error| RecordError::Header(error.to_string()))?;
        if header.schema != SCHEMA {
            let schema = header.schema;
            return Err(RecordError::Header(format!(
                "schema {schema} is not known, only {SCHEMA}"
            )));
        }
        if header.game != State::NAME {
            return Err(RecordError::Header(format!("'{}' is not {}", header.game, State::NAME)));
        }
        let setup = Setup::new(header.players)
            .and_then(|setup| {
                header.turn_limit.map_or(Ok(setup), |limit| setup.with_turn_limit(limit))
            })
            .map_err(|error| RecordError::Header(error.to_string()))?
            .with_edition(header.edition);
        if header.agents.len() != header.players {
            let (agents, players) = (header.agents.len(), header.players);
            return Err(RecordError::Header(format!("{agents} agents for {players} players")));
        }
        let events = header.events.iter().enumerate().map(|(number, event)| {
            Event::deserialize(event)
                .map_err(|error| RecordError::Event { number, what: error.to_string() })
        });
        let events = events.collect::<Result<_, _>>()?;
        Ok(Self { header, setup, events })
    }

    /// The order of the tiles.
    pub const fn deck(&self) -> &Deck {
        &self.header.deck
    }

    /// How the table was laid.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The events, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Replays the game and checks every event and the result.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), RecordError> {
        let mut replay = Replay::new(self);
        while replay.step()? {}
        replay.finish()
    }

    /// The position after so many turns; 0 is the position after the setup.
    ///
    /// # Errors
    /// If the game has not so many turns, or an event before is wrong.
    pub fn position(&self, after_turn: u32) -> Result<State, RecordError> {
        let mut replay = Replay::new(self);
        loop {
            let state = &replay.state;
            if state.is_between_turns() && state.turns_played() == after_turn {
                return Ok(*state);
            }
            if !replay.step()? {
                let turns = replay.state.turns_played();
                return Err(RecordError::Header(format!("the game has {turns} turns only")));
            }
        }
    }
}

/// A game that follows a record step by step.
struct Replay<'a> {
    record: &'a Record,
    state: State,
    log: Vec<Event>,
    checked: usize,
}

impl<'a> Replay<'a> {
    fn new(record: &'a Record) -> Self {
        Self { record, state: State::new(&record.setup), log: Vec::new(), checked: 0 }
    }

    /// Goes on by one decision or draw; false if the game is over.
    fn step(&mut self) -> Result<bool, RecordError> {
        match self.state.turn() {
            Turn::Over => return Ok(false),
            Turn::Chance => {
                let drawn = self.state.dealt(&self.record.header.deck);
                self.state.happen_recorded(drawn, &mut self.log);
            }
            Turn::Decide(_) => {
                let mv = self.next_move().map_err(|what| wrong(self.log.len(), what))?;
                self.state.play_recorded(mv, &mut self.log);
            }
        }
        while self.checked < self.log.len() {
            let number = self.checked;
            let due = &self.log[number];
            match self.record.events.get(number) {
                Some(event) if is_same(event, due) => self.checked += 1,
                Some(event) => {
                    let what = format!("{} where {} is due", to_json(event), to_json(due));
                    return Err(wrong(number, what));
                }
                None => return Err(wrong(number, missing(&to_json(due).to_string()))),
            }
        }
        Ok(true)
    }

    fn finish(&self) -> Result<(), RecordError> {
        if self.record.events.len() > self.log.len() {
            return Err(wrong(self.log.len(), "the game is over before it".to_owned()));
        }
        let given = &self.record.header.result;
        let due = Outcome::of(&self.state, self.state.cause().expect("the game is over"));
        if *given == due {
            return Ok(());
        }
        let text = |outcome| serde_json::to_string(outcome).expect("a result has a JSON form");
        Err(RecordError::Result(format!("{} where {} is due", text(given), text(&due))))
    }

    /// The move that the next event stands for, if it is legal.
    fn next_move(&self) -> Result<Move, String> {
        let Some(event) = self.record.events.get(self.log.len()) else {
            return Err(missing("a decision"));
        };
        let mv = move_toward(&self.state, event)
            .ok_or_else(|| format!("{} does not fit here", to_json(event)))?;
        if self.state.is_legal(mv) {
            Ok(mv)
        } else {
            Err(format!("{}: '{mv}' is not legal here", to_json(event)))
        }
    }
}

fn wrong(number: usize, what: String) -> RecordError {
    RecordError::Event { number, what }
}

fn missing(what: &str) -> String {
    format!("the record ends where {what} is due")
}

fn to_json(event: &Event) -> Value {
    serde_json::to_value(event).expect("an event has a JSON form")
}

/// Whether two events say the same; `safety_net` is a remark of ours that records may lack.
fn is_same(event: &Event, due: &Event) -> bool {
    match (event, due) {
        (
            Event::Endless { island, returned, .. },
            Event::Endless { island: due_island, returned: due_returned, .. },
        ) => (island, returned) == (due_island, due_returned),
        _ => event == due,
    }
}

/// The next micro-decision on the way to an event; nothing if the event is of a kind, or at a place,
/// that cannot come next.
fn move_toward(state: &State, event: &Event) -> Option<Move> {
    let beach = |island: Island, index: &u8| island.beach(usize::from(*index)).map(Move::Moor);
    match (state.phase(), event) {
        (Phase::Setup, Event::Place { beach: index, .. }) => beach(Island::TONGA, index),
        (Phase::Turn, Event::Expand { island, .. }) => Some(Move::Expand(*island)),
        (Phase::Turn, Event::Enter { island, .. }) => Some(Move::Enter(*island)),
        (Phase::Turn, Event::King { island, .. }) => Some(Move::Found(*island)),
        (Phase::Turn, Event::Resettle { .. }) => Some(Move::Resettle),
        (Phase::Take { .. }, Event::Expand { from: Some((island, index)), .. }) => {
            island.beach(usize::from(*index)).map(Move::Take)
        }
        (Phase::Spread { .. }, Event::Expand { island, beaches, .. }) => {
            let mut indices = beaches.iter().map(|&index| usize::from(index));
            let all_there = indices.clone().all(|index| index < island.beach_count());
            all_there.then(|| {
                Move::Spread(*island, indices.by_ref().fold(BeachSet::EMPTY, BeachSet::with))
            })
        }
        (Phase::Enter { first, .. }, Event::Enter { island, beaches, .. }) => {
            beaches.get(usize::from(first.is_some())).and_then(|index| beach(*island, index))
        }
        (Phase::Emigrate, Event::Sail { island, .. } | Event::Endless { island, .. }) => {
            Some(Move::Emigrate(*island))
        }
        (Phase::Sail { .. }, Event::Sail { island, jetty, .. }) => {
            Some(Move::Sail(*island, *jetty))
        }
        (Phase::GiveBack { landing, .. }, Event::Land { returned, .. }) => {
            landing.next_given_back(returned).map(Move::GiveBack)
        }
        (Phase::Land { landing }, Event::Land { beaches, .. }) => {
            landing.next_beach(beaches).map(Move::Moor)
        }
        (Phase::Attach { drawn }, Event::Draw { tile, q, r, crest }) if *tile == drawn => {
            tile_at(state, Cell { q: *q, r: *r }.step(*crest)).map(Move::Attach)
        }
        (Phase::Exit { drawn, at }, Event::Draw { tile, crest, .. }) if *tile == drawn => {
            let (_, facing) = state.laid(at)?;
            Some(Move::Exit(at, crest.opposite().side_of(facing)))
        }
        (Phase::Settle { .. }, Event::Settle { island, beach: index, .. }) => beach(*island, index),
        _ => None,
    }
}

fn tile_at(state: &State, cell: Cell) -> Option<Tile> {
    Tile::all().find(|&tile| state.laid(tile).is_some_and(|(place, _)| place == cell))
}
