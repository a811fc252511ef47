//! Replays: following a record decision by decision and checking every event.

use crate::{GameEvent, PlayableGame, Seat, Turn, printable};
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;

/// A mistake in a record.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The line is not a record, or its header does not fit.
    #[error("{0}")]
    Header(String),
    /// An event does not fit the game; events count from 0.
    #[error("event #{number}: {what}")]
    Event {
        /// The index of the event.
        number: usize,
        /// The mistake, as a phrase.
        what: String,
    },
    /// The events are valid, but the result does not follow from them.
    #[error("result: {0}")]
    Result(String),
}

impl RecordError {
    /// Returns the error in one printable line, because the message may quote text from an untrusted record.
    pub(crate) fn printable(self) -> Self {
        let line = |what: String| printable(&what).into_owned();
        match self {
            Self::Header(what) => Self::Header(line(what)),
            Self::Event { number, what } => Self::Event { number, what: line(what) },
            Self::Result(what) => Self::Result(line(what)),
        }
    }
}

/// A recorded game, replayed from start to end.
#[derive(Clone, Debug)]
pub struct RecordedGame<G: PlayableGame> {
    /// The setup of the table.
    pub setup: G::Setup,
    /// The agents' labels, by seat.
    pub agents: Vec<String>,
    /// The state before the first step.
    pub start: G,
    /// The steps, in order.
    pub steps: Vec<Step<G>>,
}

/// A decision or chance event of a recorded game, with its effects.
#[derive(Clone, Debug)]
pub struct Step<G: PlayableGame> {
    /// The seat that decided; `None` for a chance event.
    pub seat: Option<Seat>,
    /// The move or the chance event in the game's notation.
    pub notation: String,
    /// The events that the step caused; none while they wait for further decisions.
    pub events: Vec<G::Event>,
    /// The position after the step.
    pub after: G,
}

/// A decision of a recorded game.
#[derive(Clone, Debug)]
pub struct RecordedDecision<G: PlayableGame> {
    /// The state before the decision.
    pub before: G,
    /// The seat that decided.
    pub seat: Seat,
    /// The move.
    pub mv: G::Move,
    /// The indices of the events that the decision caused, from 0; none while they wait for further decisions.
    pub events: Range<usize>,
}

/// The latest step of a replayed game.
enum Taken<G: PlayableGame> {
    Move(Seat, G::Move),
    Chance(G::Chance),
}

/// A game that follows a record step by step.
pub(crate) struct Replay<'a, G: PlayableGame> {
    setup: &'a G::Setup,
    deal: &'a G::Deal,
    events: &'a [G::Event],
    state: G,
    log: Vec<G::Event>,
    checked: usize,
    /// Whether choices whose order does not matter may come in any order.
    in_any_order: bool,
}

impl<'a, G: PlayableGame> Replay<'a, G> {
    pub(crate) fn new(setup: &'a G::Setup, deal: &'a G::Deal, events: &'a [G::Event]) -> Self {
        let mut state = G::start(setup);
        G::Event::begin_replay(&mut state);
        Self { setup, deal, events, state, log: Vec::new(), checked: 0, in_any_order: true }
    }

    /// Creates a replay that reproduces the seats' decisions as in play: choices made at once are one decision, and
    /// all choices come in the order of play.
    pub(crate) fn as_decided(
        setup: &'a G::Setup,
        deal: &'a G::Deal,
        events: &'a [G::Event],
    ) -> Self {
        let state = G::start(setup);
        Self { setup, deal, events, state, log: Vec::new(), checked: 0, in_any_order: false }
    }

    /// Advances by one decision or chance event; returns `None` if the game is over.
    fn step(&mut self) -> Result<Option<Taken<G>>, RecordError> {
        let taken = match self.state.turn() {
            Turn::Over => return Ok(None),
            Turn::Chance => {
                let chance = self.state.dealt(self.deal);
                self.state.happen_recorded(chance, &mut self.log);
                Taken::Chance(chance)
            }
            Turn::Decide(seat) => {
                let mv = self.next_move().or_else(|what| self.move_at_once().ok_or(what));
                let mv = mv.map_err(|what| wrong(self.log.len(), what))?;
                self.state.play_recorded(mv, &mut self.log);
                Taken::Move(seat, mv)
            }
        };
        while self.checked < self.log.len() {
            self.check_next().map_err(|what| wrong(self.checked, what))?;
            self.checked += 1;
        }
        Ok(Some(taken))
    }

    fn check_next(&self) -> Result<(), String> {
        let due = &self.log[self.checked];
        match self.events.get(self.checked) {
            Some(event) if event.is_same(due) => event.check_deal(&self.state, self.deal),
            Some(event) => Err(format!("expected {}, found {}", self.told(due), self.told(event))),
            None => Err(missing(&self.told(due))),
        }
    }

    /// Plays to the end and checks that the record ends there. Returns the final state.
    pub(crate) fn finish(mut self) -> Result<G, RecordError> {
        while self.step()?.is_some() {}
        self.check_end()?;
        Ok(self.state)
    }

    /// Plays to the end like [`Self::finish`], and returns every step.
    pub(crate) fn steps(mut self) -> Result<Vec<Step<G>>, RecordError> {
        let mut steps = Vec::new();
        let mut noted = 0;
        while let Some(taken) = self.step()? {
            let (seat, notation) = match taken {
                Taken::Move(seat, mv) => (Some(seat), mv.to_string()),
                Taken::Chance(chance) => (None, chance.to_string()),
            };
            let events = self.log[noted..].to_vec();
            noted = self.log.len();
            steps.push(Step { seat, notation, events, after: self.state.clone() });
        }
        self.check_end()?;
        Ok(steps)
    }

    /// Plays to the end like [`Self::finish`], and returns every decision and the final state.
    pub(crate) fn decisions(mut self) -> Result<(Vec<RecordedDecision<G>>, G), RecordError> {
        let mut decisions = Vec::new();
        loop {
            let (before, noted) = (self.state.clone(), self.log.len());
            match self.step()? {
                None => break,
                Some(Taken::Chance(_)) => {}
                Some(Taken::Move(seat, mv)) => {
                    let events = noted..self.log.len();
                    decisions.push(RecordedDecision { before, seat, mv, events });
                }
            }
        }
        self.check_end()?;
        Ok((decisions, self.state))
    }

    fn check_end(&self) -> Result<(), RecordError> {
        if self.events.len() > self.log.len() {
            return Err(wrong(self.log.len(), "the game is already over".to_owned()));
        }
        Ok(())
    }

    /// Plays to the position after `after_turn` turns.
    pub(crate) fn position(mut self, after_turn: u32) -> Result<G, RecordError> {
        while !self.state.is_between_turns() || self.state.turns_played() != after_turn {
            if self.step()?.is_none() {
                let turns = self.state.turns_played();
                return Err(RecordError::Header(format!("the game has only {turns} turns")));
            }
        }
        G::Event::end_replay(&mut self.state);
        Ok(self.state)
    }

    /// Returns the legal move that the next event describes.
    fn next_move(&self) -> Result<G::Move, String> {
        let event = self.events.get(self.log.len()).ok_or_else(|| missing("a decision"))?;
        let mv = (event.move_toward(&self.state))
            .ok_or_else(|| format!("{} does not fit here", self.told(event)))?;
        if self.state.is_legal(mv) {
            Ok(mv)
        } else {
            Err(format!("{}: '{mv}' is not legal here", self.told(event)))
        }
    }

    /// Returns the legal move that causes all of the next events, for moves that a single event does not determine.
    fn move_at_once(&self) -> Option<G::Move> {
        let due = self.events.get(self.log.len()..).filter(|_| !self.in_any_order)?;
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        moves.into_iter().find(|&mv| {
            let (mut state, mut log) = (self.state.clone(), Vec::new());
            state.play_recorded(mv, &mut log);
            let is_due = |(event, due): (&G::Event, &G::Event)| due.is_same(event);
            !log.is_empty() && log.len() <= due.len() && log.iter().zip(due).all(is_due)
        })
    }

    /// Returns an event as JSON text, as the record stores it.
    fn told(&self, event: &G::Event) -> String {
        in_json(&event.to_json(self.setup)).to_string()
    }
}

fn wrong(number: usize, what: String) -> RecordError {
    RecordError::Event { number, what }
}

fn missing(what: &str) -> String {
    format!("the record ends, but {what} is expected")
}

/// Converts a part of a record to a JSON value.
pub(crate) fn in_json(part: &impl Serialize) -> Value {
    serde_json::to_value(part).expect("a part of a record has a JSON form")
}
