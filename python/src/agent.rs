//! `Agent`: the built-in agents.

use crate::arrays::seed_or_fresh;
use crate::errors::Refusal;
use crate::objects::{Game, View};
use crate::signals::{Stop, Watch, free};
use crate::table::GameTable;
use anygame::AnyAgent;
use engine::{NotedMove, Seed};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A built-in agent, which chooses actions from views alone.
///
/// An agent may reuse search results within a game, so create a new agent for every game or call `reset`. One object may play
/// several seats of a game: it keeps a separate memory for each.
///
/// Parameters
/// ----------
/// spec : str
///     An agent spec as in `tournament --agents`, such as "mcts:iterations=200" or "greedy".
/// game : Game, optional
///     The game to play. Without it, the spec is checked at the first call of `act`.
/// seed : int, numpy.random.Generator or random.Random, optional
///     Determines all random choices: an int from 0 to 2**64 - 1, a numpy Generator or a
///     random.Random. By default, the seed is drawn from the system's random numbers.
///
/// Raises
/// ------
/// AgentError
///     If the game has no such agent, or the agent no such parameter.
#[pyclass(module = "hidden_decks")]
pub struct Agent {
    spec: String,
    seed: u64,
    decisions: u64,
    /// The table at which the agent plays, and an instance for each seat that has called `act`.
    seated: Mutex<Option<AtTable>>,
    last_seat: Option<usize>,
}

struct AtTable {
    table: Arc<GameTable>,
    seats: Vec<Option<Box<dyn AnyAgent>>>,
}

impl AtTable {
    fn new(table: &Arc<GameTable>) -> Self {
        let mut seats = Vec::new();
        seats.resize_with(table.players(), || None);
        Self { table: Arc::clone(table), seats }
    }

    fn seat(&mut self, seat: usize, spec: &str) -> Result<&mut dyn AnyAgent, Refusal> {
        match &mut self.seats[seat] {
            Some(agent) => Ok(&mut **agent),
            empty => Ok(&mut **empty.insert(self.table.participant(spec)?.make())),
        }
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, game=None, *, seed=None))]
    fn new(
        spec: &str,
        game: Option<&Bound<'_, Game>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let seed = seed_or_fresh(seed)?;
        let mut seated = None;
        if let Some(game) = game {
            let mut at_table = AtTable::new(&game.get().table);
            at_table.seat(0, spec)?;
            seated = Some(at_table);
        }
        let seated = Mutex::new(seated);
        Ok(Self { spec: spec.to_owned(), seed, decisions: 0, seated, last_seat: None })
    }

    /// The agent's spec.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Chooses an action for the seat whose view is given. Other Python threads run during the search, and Ctrl-C stops it.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of a legal action.
    ///
    /// Raises
    /// ------
    /// AgentError
    ///     If the seat does not decide, the view belongs to a different table, or the agent fails.
    fn act(slf: &Bound<'_, Self>, view: &Bound<'_, View>) -> PyResult<usize> {
        let (py, view) = (slf.py(), view.get());
        let mut agent = free(slf)?;
        let Self { spec, seed, decisions, seated, last_seat } = &mut *agent;
        let seated = seated.get_mut().unwrap_or_else(PoisonError::into_inner);
        let at_table = seated.get_or_insert_with(|| AtTable::new(&view.table));
        let (own, other) = (&at_table.table, &view.table);
        if !own.is_same(other) {
            let (own, other) = (own.words(), other.words());
            return Err(Refusal::OtherGame { own, other }.into());
        }
        let seat = view.view.seat().index();
        let seed = Seed::new(Seed::new(*seed).child(*decisions).value());
        let agent = at_table.seat(seat, spec)?;
        let choose = |_: &_| agent.choose(&*view.view, seed);
        let place = Watch::over(py, &Arc::new(Stop::default()), choose);
        if place.is_err() {
            // A search that was stopped leaves its agent unfinished.
            at_table.seats[seat] = None;
        }
        let place = place?.map_err(Refusal::from)?;
        *decisions += 1;
        *last_seat = Some(seat);
        Ok(view.view.legal_actions()[place])
    }

    /// Returns the results of the last search as a dictionary from actions to `(visits, value)`, where the value is the mean
    /// reward in the search's units. The dictionary is empty if the agent does not search or there was only one legal action.
    fn search_table(&mut self) -> BTreeMap<usize, (u64, f64)> {
        let seated = self.seated.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some((seat, at_table)) = self.last_seat.zip(seated.as_ref()) else {
            return BTreeMap::new();
        };
        let rows = at_table.seats[seat].as_ref().map(|agent| agent.search_table());
        let action = |text: &str| at_table.table.setup.action_number(text).ok();
        let row = |row: NotedMove| Some((action(&row.mv)?, (row.visits, row.value)));
        rows.into_iter().flatten().filter_map(row).collect()
    }

    /// Forgets the game and restarts the random numbers.
    fn reset(&mut self) {
        self.decisions = 0;
        self.last_seat = None;
        let seated = self.seated.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(at_table) = seated {
            *at_table = AtTable::new(&at_table.table);
        }
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?}, seed={})", self.spec, self.seed)
    }
}
