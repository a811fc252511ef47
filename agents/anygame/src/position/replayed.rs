//! Recorded games with the positions from their start to their end.

use super::any_position::AnyPosition;
use super::setup::AnySetup;
use super::typed::TypedPosition;
use super::typed_setup::TypedSetup;
use engine::{GameEvent, PlayableGame, Record, RecordError, RecordHeader, Seat};
use std::sync::Arc;

/// A checked record with the position after every step.
pub struct ReplayedGame {
    /// The setup of the table.
    pub setup: AnySetup,
    /// The seed and the agents' labels.
    pub header: RecordHeader,
    /// The position before the first step.
    pub start: Box<dyn AnyPosition>,
    /// The steps, in order.
    pub steps: Vec<ReplayedStep>,
}

/// A decision or chance event of a recorded game.
pub struct ReplayedStep {
    /// The seat that decided; `None` for a chance event.
    pub seat: Option<Seat>,
    /// The move or the chance event in the game's notation.
    pub notation: String,
    /// The position afterwards, with the events that the step caused. There are no events while they wait for
    /// further decisions.
    pub after: Box<dyn AnyPosition>,
}

/// The decisions of a checked record, as the seats made them: choices made at once are one decision, in the order of play.
pub struct DecidedGame {
    /// The setup of the table.
    pub setup: AnySetup,
    /// The seed and the agents' labels.
    pub header: RecordHeader,
    /// The decisions, in order.
    pub decisions: Vec<ReplayedDecision>,
}

/// A decision of a recorded game.
pub struct ReplayedDecision {
    /// The position before the decision.
    pub before: Box<dyn AnyPosition>,
    /// The seat that decided.
    pub seat: Seat,
    /// The move in the game's notation.
    pub mv: String,
    /// The index in the record of the first event that the decision caused; `None` while its events wait for further decisions.
    pub event: Option<usize>,
}

impl ReplayedGame {
    /// Replays a record.
    ///
    /// # Errors
    /// Returns the first error in the record.
    pub(crate) fn new<G: PlayableGame>(record: &Record<G>) -> Result<Self, RecordError> {
        let game = record.recorded_game()?;
        let setup = Arc::new(TypedSetup::<G>::new(game.agents.len(), game.setup));
        let deal = Arc::new(record.deal().clone());
        let position = |mut state: G, events| -> Box<dyn AnyPosition> {
            G::Event::end_replay(&mut state);
            let (setup, deal) = (Arc::clone(&setup), Arc::clone(&deal));
            Box::new(TypedPosition::dealt(setup, state, deal).with_events(events))
        };
        let steps = game.steps.into_iter().map(|step| ReplayedStep {
            seat: step.seat,
            notation: step.notation,
            after: position(step.after, step.events),
        });
        Ok(Self {
            steps: steps.collect(),
            start: position(game.start, Vec::new()),
            header: record.header().clone(),
            setup: AnySetup::shared(setup),
        })
    }

    /// Returns the position at the end.
    pub fn end(&self) -> &dyn AnyPosition {
        self.steps.last().map_or(&*self.start, |step| &*step.after)
    }
}

impl DecidedGame {
    /// Replays a record.
    ///
    /// # Errors
    /// Returns the first error in the record, which includes choices in a different order than in play.
    pub(crate) fn new<G: PlayableGame>(record: &Record<G>) -> Result<Self, RecordError> {
        let header = record.header().clone();
        let setup = Arc::new(TypedSetup::<G>::new(header.agents.len(), record.setup().clone()));
        let deal = Arc::new(record.deal().clone());
        let decisions = record.decisions()?.into_iter().map(|mut decision| {
            let (setup, deal) = (Arc::clone(&setup), Arc::clone(&deal));
            ReplayedDecision {
                before: Box::new(TypedPosition::dealt(setup, decision.before, deal)),
                seat: decision.seat,
                mv: decision.mv.to_string(),
                event: decision.events.next(),
            }
        });
        Ok(Self { decisions: decisions.collect(), setup: AnySetup::shared(setup), header })
    }
}
