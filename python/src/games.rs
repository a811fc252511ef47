//! The games that Python can load.

use crate::errors::Refusal;
use crate::table::{GameTable, Returns};
use anygame::{AnyGame, find};
use games::built_in;
use pyo3::prelude::*;
use std::sync::{Arc, LazyLock};

/// Returns the games, with the default first.
pub fn all() -> &'static [Box<dyn AnyGame>] {
    static GAMES: LazyLock<Vec<Box<dyn AnyGame>>> = LazyLock::new(built_in);
    &GAMES
}

/// Returns the names of the games.
pub fn names() -> Vec<&'static str> {
    all().iter().map(|game| game.facts().name).collect()
}

/// The name of an agent, the agent that an alias refers to, its purpose, and its parameters: name, values, default and meaning.
type Facts =
    (&'static str, &'static str, &'static str, Vec<(&'static str, String, String, &'static str)>);

/// Returns the agents of a game.
#[pyfunction]
#[pyo3(name = "_agents")]
pub fn agents(name: &str) -> PyResult<Vec<Facts>> {
    let facts = game(name)?.agents().into_iter().map(|agent| {
        let parameters = agent.parameters.iter().map(|parameter| {
            let (range, default) = (parameter.range.to_string(), parameter.default.to_string());
            (parameter.name, range, default, parameter.meaning)
        });
        (agent.name, agent.agent, agent.summary, parameters.collect())
    });
    Ok(facts.collect())
}

/// Returns the game with this name.
///
/// # Errors
/// Fails if there is no such game.
pub fn game(name: &str) -> Result<&'static dyn AnyGame, Refusal> {
    find(all(), name).ok_or_else(|| Refusal::Game(name.to_owned(), names().join(", ")))
}

/// Sets up a table.
///
/// # Errors
/// Fails if there is no such game, or if the game does not allow this number of players or these rules.
pub fn setup(
    name: &str,
    players: Option<usize>,
    rules: &[(String, String)],
    returns: Option<&str>,
) -> Result<Arc<GameTable>, Refusal> {
    let game = game(name)?;
    let returns = returns.map_or(Ok(Returns::usual(game)), Returns::parse)?;
    GameTable::new(game, players, rules, returns).map(Arc::new)
}
