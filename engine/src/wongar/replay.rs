//! Replays: a record followed decision by decision, every event checked.
//!
//! A record may have choices whose order means nothing in any order: the stones of one card, the cards
//! taken out of the pile at once.

use super::cards::{Kind, RitualCard, Use};
use super::course::{Phase, Play};
use super::event::{Event, Name};
use super::moves::{Move, Pick};
use super::record::{Outcome, Record};
use super::state::State;
use crate::{Dealt, Game, RecordError, Seat, Turn};
use serde_json::Value;

/// A game that follows a record step by step.
pub(super) struct Replay<'a> {
    record: &'a Record,
    state: State,
    log: Vec<Event>,
    checked: usize,
    /// New decks made so far.
    shuffles: u32,
}

impl<'a> Replay<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        let mut state = State::new(record.setup());
        state.in_any_order = true;
        Self { record, state, log: Vec::new(), checked: 0, shuffles: 0 }
    }

    /// The state so far.
    pub(super) fn state(&self) -> State {
        let mut state = self.state;
        state.in_any_order = false;
        state.options = state.options_of(state.phase);
        state
    }

    /// Goes on by one decision or chance event; false if the game is over.
    pub(super) fn step(&mut self) -> Result<bool, RecordError> {
        match self.state.turn() {
            Turn::Over => return Ok(false),
            Turn::Chance => {
                let chance = self.state.dealt(self.record.deal());
                self.state.happen_recorded(chance, &mut self.log);
            }
            Turn::Decide(_) => {
                let mv = self.next_move().map_err(|what| wrong(self.log.len(), what))?;
                self.state.play_recorded(mv, &mut self.log);
            }
        }
        while self.checked < self.log.len() {
            self.check_next()?;
        }
        Ok(true)
    }

    fn check_next(&mut self) -> Result<(), RecordError> {
        let number = self.checked;
        let due = &self.log[number];
        match self.record.events().get(number) {
            None => return Err(wrong(number, missing(&to_json(due).to_string()))),
            Some(event) if !is_same(event, due) => {
                let what = format!("{} where {} is due", to_json(event), to_json(due));
                return Err(wrong(number, what));
            }
            Some(Event::Reshuffle) => {
                // A step makes one new deck at most, and draws nothing from it.
                self.shuffles += 1;
                if !self.record.deal().lists(self.shuffles, self.state.deck) {
                    let what = "the deal does not list the order of these cards".to_owned();
                    return Err(wrong(number, what));
                }
            }
            Some(_) => {}
        }
        self.checked += 1;
        Ok(())
    }

    /// Checks that the record ends here, with the right result.
    pub(super) fn finish(&self) -> Result<(), RecordError> {
        if self.record.events().len() > self.log.len() {
            return Err(wrong(self.log.len(), "the game is over before it".to_owned()));
        }
        let (listed, made) = (self.record.deal().listed(), self.shuffles);
        if listed != made as usize {
            return Err(RecordError::Header(format!(
                "the deal lists {listed} reshuffles where {made} took place"
            )));
        }
        let (given, due) = (self.record.result(), Outcome::of(&self.state));
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

/// Whether two events say the same; the stones of a card have no order.
fn is_same(event: &Event, due: &Event) -> bool {
    let ordered = |event: &Event| {
        let mut event = event.clone();
        if let Event::Play { stones, .. } = &mut event {
            stones.sort();
        }
        event
    };
    event == due || ordered(event) == ordered(due)
}

/// The next micro-decision on the way to an event; nothing if the event is of a kind, or names a region,
/// that cannot come next.
fn move_toward(state: &State, event: &Event) -> Option<Move> {
    let region_of = |name: &Name| state.board().region(name);
    match (state.phase, event) {
        (Phase::Settle, Event::Place { kind, region, .. }) => {
            Some(Move::Settle(*kind, region_of(region)?))
        }
        (Phase::Turn, Event::Take { region, .. }) => Some(Move::Take(region_of(region)?)),
        (Phase::Turn, Event::OwnCard { card, .. }) => Some(Move::Own(*card)),
        (Phase::Work { .. } | Phase::Spread { .. }, Event::Place { region, .. }) => {
            Some(Move::Place(region_of(region)?))
        }
        (Phase::Work { .. }, Event::Ritual { .. } | Event::Lapse { .. } | Event::Reshuffle) => {
            Some(Move::Draw)
        }
        (Phase::Triple, Event::Place { kind, .. }) => Some(Move::Triple(*kind)),
        (Phase::Travel { .. }, Event::Move { region, .. }) => {
            Some(Move::Travel(region_of(region)?))
        }
        (Phase::Choose { .. }, Event::Ritual { card, .. }) => {
            kind_of(*card).map(|kind| Move::Choose(Pick::one(kind)))
        }
        (Phase::Ceremony { .. }, Event::Pass { .. }) => Some(Move::Pass),
        (Phase::Ceremony { .. }, Event::Play { card, kind, usage, .. }) => match card {
            RitualCard::Double => Some(Move::PlayDouble(*kind, *usage)),
            RitualCard::Scorpion => None,
            _ => Some(Move::Play(kind_of(*card)?, *usage)),
        },
        (Phase::Stone { play, .. }, Event::Play { stones, .. }) => {
            let options = stones.iter().map(|stone| option_of_stone(state, play, stone));
            let mut options = options.collect::<Option<Vec<_>>>()?;
            options.sort_unstable();
            options.get(usize::from(play.first.is_some())).copied()
        }
        _ => None,
    }
}

fn option_of_stone(state: &State, play: Play, (seat, region): &(Seat, Name)) -> Option<Move> {
    match play.usage {
        Use::Remove => Some(Move::From(*seat)),
        Use::Out | Use::In => state.board().region(region).map(Move::Via),
    }
}

fn kind_of(card: RitualCard) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.ritual() == card)
}
