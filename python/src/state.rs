//! `State`: a position in a game, for whoever drives it.

use crate::arrays::{Int, described, filled, int_list, mask, seed};
use crate::errors::Refusal;
use crate::objects::{Game, State, View};
use engine::{Seat, Turn};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::Arc;

/// `current_player()` when chance acts, as in OpenSpiel.
pub const CHANCE: i32 = -1;
/// `current_player()` when the game is over, as in OpenSpiel.
pub const TERMINAL: i32 = -4;

impl State {
    /// The seat with this number; the one that decides, if none is given.
    fn seat(&self, seat: Option<Int>) -> Result<Seat, Refusal> {
        match (seat, self.position.turn()) {
            (Some(Int(seat)), _) => self.table.facts().seat(seat),
            (None, Turn::Decide(seat)) => Ok(seat),
            (None, _) => Err(Refusal::NobodyDecides),
        }
    }
}

impl State {
    /// Reads an action: its number or its text.
    fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        if let Ok(number) = action.extract::<usize>() {
            return Ok(number);
        }
        if let Ok(text) = action.extract::<&str>() {
            return Ok(self.table.action_number(text)?);
        }
        let (game, last) = (self.table.facts().name, self.table.facts().actions - 1);
        match action.extract::<i64>() {
            Ok(number) => Err(Refusal::NoAction { game, number, last }.into()),
            Err(_) => Err(Refusal::NotAnAction(described(action)).into()),
        }
    }
}

#[pymethods]
impl State {
    /// The game at its table.
    #[getter]
    fn game(&self) -> Game {
        Game { table: Arc::clone(&self.table) }
    }

    /// Returns the seat that decides, from 0; `CHANCE` (-1) if chance acts, `TERMINAL` (-4) if the
    /// game is over.
    fn current_player(&self) -> i32 {
        match self.position.turn() {
            Turn::Decide(seat) => seat.index() as i32,
            Turn::Chance => CHANCE,
            Turn::Over => TERMINAL,
        }
    }

    /// Returns whether the game is over.
    fn is_terminal(&self) -> bool {
        self.position.turn() == Turn::Over
    }

    /// Returns whether chance acts. That never happens in a game with a seed.
    fn is_chance_node(&self) -> bool {
        self.position.turn() == Turn::Chance
    }

    /// Returns how many turns of all seats have ended.
    fn turns_played(&self) -> u32 {
        self.position.turns_played()
    }

    /// Returns the actions that the current player may choose, ascending. The list is empty if
    /// nobody decides.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        int_list(py, self.position.legal())
    }

    /// Returns the legal actions as a mask.
    ///
    /// Args:
    ///     out: An array to fill instead of a new one.
    ///
    /// Returns:
    ///     A bool array of shape (num_actions,), True where the action is legal.
    #[pyo3(signature = (out=None))]
    fn legal_actions_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        mask(py, self.table.facts().actions, self.position.legal(), out)
    }

    /// Plays an action of the current player.
    ///
    /// Args:
    ///     action: Its number, or its text.
    ///
    /// Raises:
    ///     IllegalActionError: If it may not be played here. The state stays as it was.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = self.action(action)?;
        Ok(self.position.apply(action)?)
    }

    /// Plays the legal action at a place in `legal_actions()`, counted round and round, and returns
    /// the player who acts next. The fastest way to random games: `state.step(randrange(1 << 32))`.
    fn step(&mut self, place: Int) -> PyResult<i32> {
        self.position.apply_nth(place.at_least_0("a place")?)?;
        Ok(self.current_player())
    }

    /// Returns the outcomes of chance: pairs of a number and a probability. The list is empty
    /// unless chance acts.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let chances = self.position.chances().into_iter().enumerate();
        chances.map(|(number, (_, probability))| (number, probability)).collect()
    }

    /// Returns the text of an outcome of chance, such as "reveal lens".
    fn chance_to_string(&self, outcome: Int) -> PyResult<String> {
        let Int(outcome) = outcome;
        let mut chances = self.position.chances();
        if chances.is_empty() {
            return Err(Refusal::NoChance.into());
        }
        let last = chances.len() - 1;
        match usize::try_from(outcome).ok().filter(|&number| number <= last) {
            Some(number) => Ok(chances.swap_remove(number).0),
            None => Err(Refusal::NoOutcome { number: outcome, last }.into()),
        }
    }

    /// Lets chance take the outcome with this number.
    fn apply_chance(&mut self, outcome: Int) -> PyResult<()> {
        let Int(outcome) = outcome;
        let last = self.position.chances().len().saturating_sub(1);
        let number = usize::try_from(outcome);
        let number = number.map_err(|_| Refusal::NoOutcome { number: outcome, last })?;
        Ok(self.position.apply_chance(number)?)
    }

    /// Returns what the game is worth to each seat; 0 for all until it is over.
    fn returns(&self) -> Vec<f64> {
        let facts = self.table.facts();
        if !self.is_terminal() {
            return vec![0.0; facts.players];
        }
        let outcome = self.position.outcome();
        Seat::all(facts.players).map(|seat| facts.returns.of(&outcome, seat)).collect()
    }

    /// Returns the outcome if the game ended now: "points", "ranks" (1 is best) and "win_shares", each
    /// a list by seat.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let outcome = self.position.outcome();
        let seats = Seat::all(self.table.facts().players);
        let shares: Vec<_> = seats.map(|seat| outcome.win_share(seat)).collect();
        let ranks: Vec<_> = outcome.ranks().iter().map(|&rank| u32::from(rank)).collect();
        let dict = PyDict::new(py);
        dict.set_item("points", outcome.points().to_vec())?;
        dict.set_item("ranks", ranks)?;
        dict.set_item("win_shares", shares)?;
        Ok(dict)
    }

    /// Returns what a seat knows: by default, the seat that decides.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<Int>) -> PyResult<View> {
        let sight = self.position.view(self.seat(seat)?);
        Ok(View::new(Arc::clone(&self.table), sight))
    }

    /// Returns a state that looks like this one to a seat, drawn from all such states, each with its
    /// probability. `View.determinize` does the same.
    ///
    /// Args:
    ///     seat: The seat that looks.
    ///     rng: An int from 0 to 2**64 - 1, a numpy Generator or a random.Random.
    fn determinize(&self, seat: Int, rng: &Bound<'_, PyAny>) -> PyResult<Self> {
        let seed = self::seed(rng)?;
        let sight = self.position.view(self.seat(Some(seat))?);
        Ok(Self::new(Arc::clone(&self.table), sight.determinize(seed)))
    }

    /// Returns what a seat sees, as numbers from -1 to 1.
    ///
    /// Args:
    ///     seat: The seat that looks: by default, the one that decides.
    ///     out: An array to fill instead of a new one.
    ///
    /// Returns:
    ///     A float32 array of shape (observation_size,); `game.observation_blocks` documents it.
    #[pyo3(signature = (seat=None, out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Int>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let sight = self.position.view(self.seat(seat)?);
        let size = self.table.facts().tensor_size;
        filled(py, "out", "float32", size, out, |values| sight.tensor(values))
    }

    /// Returns all that a seat knows, as JSON text: by default, of the seat that decides. Two states
    /// look the same to a seat if these texts are equal.
    #[pyo3(signature = (seat=None))]
    fn information_state_string(&self, seat: Option<Int>) -> PyResult<String> {
        Ok(self.position.view(self.seat(seat)?).describe())
    }

    /// Returns a copy, which goes its own way.
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.table), self.position.copy())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position.is_same(&*other.position)
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    /// The board as text.
    fn __str__(&self) -> String {
        self.position.text()
    }

    fn __repr__(&self) -> String {
        let who = match self.position.turn() {
            Turn::Decide(seat) => format!("seat {seat} decides"),
            Turn::Chance => "chance acts".to_owned(),
            Turn::Over => "the game is over".to_owned(),
        };
        let turns = self.position.turns_played();
        format!("<State of {}: {turns} turns played, {who}>", self.table.facts().words())
    }

    /// The board as SVG, with everything on it.
    fn _repr_svg_(&self) -> String {
        self.position.svg()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, state) = (slf.py(), slf.borrow());
        let (seed, steps) = state.position.history().ok_or(Refusal::NoHistory)?;
        let rebuild = py.import("hidden_decks._core")?.getattr("_state")?;
        let (name, players, rules, returns) = state.game().arguments();
        (rebuild, (name, players, rules, returns, seed, steps.to_vec())).into_pyobject(py)
    }
}

/// Plays a game up to a position again, for `pickle`.
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
    let mut position = Arc::clone(&table).start(seed);
    position.replay(&steps)?;
    Ok(State::new(table, position))
}
