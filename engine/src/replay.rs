//! Replays: a record followed decision by decision, every event checked.

use crate::{Dealt, RecordError, Turn};
use serde::Serialize;
use serde_json::Value;

/// A game whose records can be followed.
pub(crate) trait Replayed: Dealt {
    /// The next micro-decision on the way to an event; nothing if the event is of a kind, or at a place,
    /// that cannot come next.
    fn move_toward(&self, event: &Self::Event) -> Option<Self::Move>;

    /// Whether two events say the same.
    fn is_same(event: &Self::Event, due: &Self::Event) -> bool {
        event == due
    }

    /// Checks the deal against an event that has just happened.
    fn check_deal(&self, _deal: &Self::Deal, _event: &Self::Event) -> Result<(), String> {
        Ok(())
    }
}

/// A game that follows a record step by step.
pub(crate) struct Replay<'a, G: Dealt> {
    deal: &'a G::Deal,
    events: &'a [G::Event],
    pub(crate) state: G,
    log: Vec<G::Event>,
    checked: usize,
}

impl<'a, G: Replayed> Replay<'a, G> {
    pub(crate) fn new(start: G, deal: &'a G::Deal, events: &'a [G::Event]) -> Self {
        Self { deal, events, state: start, log: Vec::new(), checked: 0 }
    }

    /// Goes on by one decision or chance event; false if the game is over.
    pub(crate) fn step(&mut self) -> Result<bool, RecordError> {
        match self.state.turn() {
            Turn::Over => return Ok(false),
            Turn::Chance => {
                let chance = self.state.dealt(self.deal);
                self.state.happen_recorded(chance, &mut self.log);
            }
            Turn::Decide(_) => {
                let mv = self.next_move().map_err(|what| wrong(self.log.len(), what))?;
                self.state.play_recorded(mv, &mut self.log);
            }
        }
        while self.checked < self.log.len() {
            self.check_next().map_err(|what| wrong(self.checked, what))?;
            self.checked += 1;
        }
        Ok(true)
    }

    fn check_next(&self) -> Result<(), String> {
        let due = &self.log[self.checked];
        match self.events.get(self.checked) {
            Some(event) if G::is_same(event, due) => self.state.check_deal(self.deal, event),
            Some(event) => Err(format!("{} where {} is due", to_json(event), to_json(due))),
            None => Err(missing(&to_json(due).to_string())),
        }
    }

    /// Goes on to the end, and checks that the record ends there. Returns the final state.
    pub(crate) fn finish(mut self) -> Result<G, RecordError> {
        while self.step()? {}
        if self.events.len() > self.log.len() {
            return Err(wrong(self.log.len(), "the game is over before it".to_owned()));
        }
        Ok(self.state)
    }

    /// Goes on to the position after so many turns.
    pub(crate) fn position(mut self, after_turn: u32) -> Result<G, RecordError> {
        while !self.state.is_between_turns() || self.state.turns_played() != after_turn {
            if !self.step()? {
                let turns = self.state.turns_played();
                return Err(RecordError::Header(format!("the game has {turns} turns only")));
            }
        }
        Ok(self.state)
    }

    /// The move that the next event stands for, if it is legal.
    fn next_move(&self) -> Result<G::Move, String> {
        let event = self.events.get(self.log.len()).ok_or_else(|| missing("a decision"))?;
        let mv = (self.state.move_toward(event))
            .ok_or_else(|| format!("{} does not fit here", to_json(event)))?;
        if self.state.is_legal(mv) {
            Ok(mv)
        } else {
            Err(format!("{}: '{mv}' is not legal here", to_json(event)))
        }
    }
}

/// Checks the result that a record gives against the one that is due.
pub(crate) fn check_result<O: PartialEq + Serialize>(
    given: &O,
    due: &O,
) -> Result<(), RecordError> {
    if given == due {
        return Ok(());
    }
    Err(RecordError::Result(format!("{} where {} is due", to_json(given), to_json(due))))
}

fn wrong(number: usize, what: String) -> RecordError {
    RecordError::Event { number, what }
}

fn missing(what: &str) -> String {
    format!("the record ends where {what} is due")
}

fn to_json(part: &impl Serialize) -> Value {
    serde_json::to_value(part).expect("a part of a record has a JSON form")
}
