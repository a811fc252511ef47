//! The positions and the links of recorded games.

use crate::errors::Refusal;
use crate::games;
use crate::objects::State;
use crate::table::{GameTable, Returns};
use anygame::{AnyGame, ReplayedGame};
use course::Course;
use engine::{RuleValue, Rules, Turn};
use pyo3::prelude::*;
use runner::job::rules;
use std::iter;
use std::path::PathBuf;
use std::sync::Arc;

/// Replays the record of a game.
fn replay(game: &dyn AnyGame, record: &str, boards: &[PathBuf]) -> Result<ReplayedGame, Refusal> {
    let boards = rules::boards(boards, &[game]).map_err(Refusal::value)?;
    game.replay_record(record, &boards).map_err(Refusal::value)
}

/// Returns the positions of a recorded game, from its start to its end.
#[pyfunction]
#[pyo3(name = "_recorded")]
pub fn recorded(name: &str, record: &str, boards: Vec<PathBuf>) -> PyResult<Vec<State>> {
    let game = games::game(name)?;
    let replayed = replay(game, record, &boards)?;
    let setup = replayed.setup;
    let given = setup.rules().iter().map(|(rule, value)| (rule.to_string(), value.to_string()));
    let given = given.collect();
    let table = Arc::new(GameTable::with(game, setup, given, Returns::usual(game))?);
    let after = replayed.steps.into_iter().map(|step| step.after);
    let positions = iter::once(replayed.start).chain(after);
    let state = |position| State { table: Arc::clone(&table), position, history: None };
    Ok(positions.map(state).collect())
}

/// Returns a recorded game up to a position, and with a further action, as links contain it: the game's name, the number of
/// players, the keys and values of unusual rules, and the code, with points in between. `None` if no link can contain the game.
#[pyfunction]
#[pyo3(name = "_link")]
pub fn link(
    name: &str,
    record: &str,
    boards: Vec<PathBuf>,
    position: usize,
    action: Option<usize>,
) -> PyResult<Option<String>> {
    let game = games::game(name)?;
    let mut replayed = replay(game, record, &boards)?;
    replayed.steps.truncate(position);
    let mut course = Course::of_record(replayed);
    if let Some(action) = action {
        let illegal = || Refusal::Value(format!("action {action} is not legal at this position"));
        course.play(place(&course, action).ok_or_else(illegal)?);
    }
    let setup = course.setup();
    let usual = game.setup(setup.players(), &Rules::new()).map_err(Refusal::from)?;
    let mut parts = vec![game.facts().name.to_owned(), setup.players().to_string()];
    // House rules that are not in force are not among the rules.
    for (key, value) in setup.rules().iter().filter(|rule| !usual.rules().contains(rule)) {
        if matches!(value, RuleValue::Text(_)) {
            return Ok(None);
        }
        parts.extend([(*key).to_owned(), value.to_string()]);
    }
    Ok(course.code().map(|code| format!("{}.{code}", parts.join("."))))
}

/// Returns the index of an action among the legal ones after the last step; `None` if it is not legal.
fn place(course: &Course, action: usize) -> Option<usize> {
    let Turn::Decide(seat) = course.end().turn() else { return None };
    course.end().view(seat).legal_actions().iter().position(|&legal| legal == action)
}
