//! Replays: a record followed decision by decision, every event checked.

use super::course::Phase;
use super::event::Event;
use super::hex::Cell;
use super::moves::{BeachSet, Move};
use super::record::{Outcome, Record};
use super::state::State;
use super::tiles::{Island, Tile};
use crate::{Dealt, Game, RecordError, Turn};
use serde_json::Value;

/// A game that follows a record step by step.
pub(super) struct Replay<'a> {
    record: &'a Record,
    pub(super) state: State,
    log: Vec<Event>,
    checked: usize,
}

impl<'a> Replay<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        Self { record, state: State::new(record.setup()), log: Vec::new(), checked: 0 }
    }

    /// Goes on by one decision or draw; false if the game is over.
    pub(super) fn step(&mut self) -> Result<bool, RecordError> {
        match self.state.turn() {
            Turn::Over => return Ok(false),
            Turn::Chance => {
                let drawn = self.state.dealt(self.record.deck());
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
            match self.record.events().get(number) {
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

    /// Checks that the record ends here, with the right result.
    pub(super) fn finish(&self) -> Result<(), RecordError> {
        if self.record.events().len() > self.log.len() {
            return Err(wrong(self.log.len(), "the game is over before it".to_owned()));
        }
        let given = self.record.result();
        let due = Outcome::of(&self.state, self.state.cause().expect("the game is over"));
        if *given == due {
            return Ok(());
        }
        let text = |outcome| serde_json::to_string(outcome).expect("a result has a JSON form");
        Err(RecordError::Result(format!("{} where {} is due", text(given), text(&due))))
    }

    /// The move that the next event stands for, if it is legal.
    fn next_move(&self) -> Result<Move, String> {
        let Some(event) = self.record.events().get(self.log.len()) else {
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
            let indices = beaches.iter().map(|&index| usize::from(index));
            let all_there = indices.clone().all(|index| index < island.beach_count());
            all_there.then(|| Move::Spread(*island, indices.fold(BeachSet::EMPTY, BeachSet::with)))
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
