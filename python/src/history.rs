//! The steps from the start of a game to a position, with which positions are pickled.

use crate::errors::Refusal;
use crate::objects::{Game, History, State};
use crate::table::GameTable;
use anygame::ActionError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Flag in a history for the outcome of a chance event.
pub const OUTCOME: u32 = 1 << 31;
/// Flag in a history for an index into the legal actions.
pub const PLACE: u32 = 1 << 30;

impl State {
    /// Starts a game.
    pub fn start(table: Arc<GameTable>, seed: Option<u64>) -> Self {
        let mut position = table.setup.start(seed);
        position.settle();
        Self { table, position, history: Some(History { seed, steps: Vec::new() }) }
    }

    /// Records a step in the history, and lets chance act if the game has a seed.
    pub(crate) fn went_on(&mut self, step: u32) {
        if let Some(history) = &mut self.history {
            history.steps.push(step);
        }
        self.position.settle();
    }

    /// Replays a step of a history.
    pub(crate) fn repeat(&mut self, step: u32) -> Result<(), ActionError> {
        let number = (step & !(OUTCOME | PLACE)) as usize;
        if step & OUTCOME != 0 {
            self.position.apply_chance(number)?;
        } else if step & PLACE != 0 {
            self.position.apply_nth(number)?;
        } else {
            self.position.apply(number)?;
        }
        self.went_on(step);
        Ok(())
    }
}

/// Replays a game up to a position when it is unpickled.
#[pyfunction]
#[pyo3(name = "_state")]
pub fn rebuilt(
    name: &str,
    players: usize,
    rules: Vec<(String, String)>,
    returns: &str,
    seed: Option<u64>,
    steps: Vec<u32>,
) -> PyResult<State> {
    let Game { table } = crate::game::rebuilt(name, players, rules, returns)?;
    let mut state = State::start(table, seed);
    for (number, &step) in steps.iter().enumerate() {
        let done = state.repeat(step);
        done.map_err(|error| Refusal::BadHistory(format!("step {number}: {error}")))?;
    }
    Ok(state)
}
