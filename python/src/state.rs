//! `State`: a position in a game, as seen by the code that runs the game.

use crate::arrays::{Int, filled, int_list, mask, seed};
use crate::errors::Refusal;
use crate::history::{OUTCOME, PLACE};
use crate::objects::{Game, History, State, View};
use crate::svg::picture;
use anygame::{ActionError, Inputs};
use engine::drawing::{Viewer, escaped};
use engine::{Seat, Turn};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::sync::Arc;

/// The value of `current_player()` if chance acts, as in OpenSpiel.
pub const CHANCE: i32 = -1;
/// The value of `current_player()` if the game is over, as in OpenSpiel.
pub const TERMINAL: i32 = -4;

/// Dense inputs, and the sparse inputs that are on.
type InputArrays<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i64>>);

impl State {
    /// Returns the seat with this number, or by default the seat that decides.
    fn seat(&self, seat: Option<Int>) -> Result<Seat, Refusal> {
        match (seat, self.position.turn()) {
            (Some(Int(seat)), _) => self.table.seat(seat),
            (None, Turn::Decide(seat)) => Ok(seat),
            (None, _) => Err(Refusal::NobodyDecides),
        }
    }

    /// Returns who acts, as text.
    fn who(&self) -> String {
        match self.position.turn() {
            Turn::Decide(seat) => format!("seat {seat} decides"),
            Turn::Chance => "chance acts".to_owned(),
            Turn::Over => "the game is over".to_owned(),
        }
    }
}

#[pymethods]
impl State {
    /// The game at whose table this position occurs.
    #[getter]
    fn game(&self) -> Game {
        Game { table: Arc::clone(&self.table) }
    }

    /// Returns the number of the seat that decides, `CHANCE` (-1) if chance acts, or `TERMINAL` (-4) if the game is over.
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

    /// Returns whether chance acts. In a game with a seed, this is always False.
    fn is_chance_node(&self) -> bool {
        self.position.turn() == Turn::Chance
    }

    /// Returns the number of finished turns, over all seats.
    fn turns_played(&self) -> u32 {
        self.position.turns_played()
    }

    /// Returns the legal actions of the current player in ascending order. The list is empty if no player decides.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        int_list(py, self.position.legal_actions())
    }

    /// Returns the legal actions as a mask.
    ///
    /// Parameters
    /// ----------
    /// out : ndarray of bool, shape (num_actions,), optional
    ///     An array to fill instead of a new one.
    ///
    /// Returns
    /// -------
    /// ndarray of bool, shape (num_actions,)
    ///     True where the action is legal.
    #[pyo3(signature = (out=None))]
    fn legal_actions_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        mask(py, self.table.encoding.actions, self.position.legal_actions(), out)
    }

    /// Plays an action of the current player.
    ///
    /// Parameters
    /// ----------
    /// action : int or str
    ///     The number or the text of the action.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If the action is not legal. The state is then unchanged.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = self.table.action(action)?;
        self.position.apply(action).map_err(Refusal::from)?;
        self.went_on(action as u32);
        Ok(())
    }

    /// Plays the legal action at an index into `legal_actions()`, modulo its length, and returns the next player. This is the
    /// fastest way to play random games: `state.step(randrange(1 << 32))`.
    fn step(&mut self, place: Int) -> PyResult<i32> {
        let place = place.at_least_0("a place")?;
        let place = self.position.apply_nth(place).map_err(Refusal::from)?;
        self.went_on(place as u32 | PLACE);
        Ok(self.current_player())
    }

    /// Returns the outcomes of the chance event as pairs of number and probability. The list is empty if chance does not act.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let chances = self.position.chance_outcomes().into_iter().enumerate();
        chances.map(|(number, (_, probability))| (number, probability)).collect()
    }

    /// Returns the text of a chance outcome, such as "reveal lens".
    fn chance_to_string(&self, outcome: Int) -> PyResult<String> {
        let Int(outcome) = outcome;
        let mut chances = self.position.chance_outcomes();
        if chances.is_empty() {
            return Err(Refusal::from(ActionError::NoChance).into());
        }
        let last = chances.len() - 1;
        match usize::try_from(outcome).ok().filter(|&number| number <= last) {
            Some(number) => Ok(chances.swap_remove(number).0),
            None => Err(Refusal::from(ActionError::NoOutcome { number: outcome, last }).into()),
        }
    }

    /// Applies the chance outcome with this number.
    ///
    /// Raises
    /// ------
    /// HiddenDecksError
    ///     If chance does not act, or if it has no such outcome. The state is then unchanged.
    fn apply_chance(&mut self, outcome: Int) -> PyResult<()> {
        let Int(outcome) = outcome;
        let Ok(number) = usize::try_from(outcome) else {
            let last = self.position.chance_outcomes().len().saturating_sub(1);
            return Err(Refusal::from(ActionError::NoOutcome { number: outcome, last }).into());
        };
        self.position.apply_chance(number).map_err(Refusal::from)?;
        self.went_on(number as u32 | OUTCOME);
        Ok(())
    }

    /// Returns the value of the game to each seat; 0 for all seats until it is over.
    fn returns(&self) -> Vec<f64> {
        if !self.is_terminal() {
            return vec![0.0; self.table.players()];
        }
        self.table.returns(&self.position.outcome()).collect()
    }

    /// Returns the outcome if the game ended now: a dictionary with "points", "ranks" (1 is best) and "win_shares", each a list
    /// by seat.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let outcome = self.position.outcome();
        let seats = Seat::all(self.table.players());
        let shares: Vec<_> = seats.map(|seat| outcome.win_share(seat)).collect();
        let ranks: Vec<_> = outcome.ranks().iter().map(|&rank| u32::from(rank)).collect();
        let dict = PyDict::new(py);
        dict.set_item("points", outcome.points().to_vec())?;
        dict.set_item("ranks", ranks)?;
        dict.set_item("win_shares", shares)?;
        Ok(dict)
    }

    /// Returns the view of a seat, by default of the seat that decides.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<Int>) -> PyResult<View> {
        let view = self.position.view(self.seat(seat)?);
        Ok(View { table: Arc::clone(&self.table), view })
    }

    /// Returns a determinization: a random state among those that the seat cannot distinguish from this one, drawn with their
    /// probabilities. `View.determinize` does the same.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     The seat whose view the state agrees with.
    /// rng : int, numpy.random.Generator or random.Random
    ///     An int from 0 to 2**64 - 1, a numpy Generator or a random.Random.
    fn determinize(&self, seat: Int, rng: &Bound<'_, PyAny>) -> PyResult<Self> {
        let seed = self::seed(rng)?;
        let position = self.position.view(self.seat(Some(seat))?).determinize(seed);
        Ok(Self { table: Arc::clone(&self.table), position, history: None })
    }

    /// Returns the view of a seat as numbers from -1 to 1.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat; by default, the seat that decides.
    /// out : ndarray of float32, shape (observation_size,), optional
    ///     An array to fill instead of a new one.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (observation_size,)
    ///     The values; `game.observation_blocks` documents them.
    #[pyo3(signature = (seat=None, out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Int>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (seat, size) = (self.seat(seat)?, self.table.encoding.tensor_size);
        filled(py, "float32", size, out, |values| self.position.write_tensor(seat, values))
    }

    /// Returns the inputs of networks for a seat: numbers that sum up the position, as the file that `evaluation=FILE` reads expects
    /// them. Hidden information counts, so agents use `View.afterstates(rng, of="inputs")` instead.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat; by default, the seat that decides.
    ///
    /// Returns
    /// -------
    /// tuple of ndarray of float32, shape (input_size,), and ndarray of int64
    ///     The dense inputs, which `game.input_blocks` documents, and the sparse inputs that are on, which
    ///     `game.sparse_input_blocks` documents. A sparse input may occur several times. Both are empty in games without inputs.
    #[pyo3(signature = (seat=None))]
    fn inputs<'py>(&self, py: Python<'py>, seat: Option<Int>) -> PyResult<InputArrays<'py>> {
        let Inputs { dense, sparse } = self.position.inputs(self.seat(seat)?);
        let sparse = sparse.into_iter().map(i64::from);
        Ok((PyArray1::from_vec(py, dense), PyArray1::from_iter(py, sparse)))
    }

    /// Returns the information of a seat as JSON text, by default for the seat that decides. A seat cannot distinguish two states
    /// if these texts are equal.
    #[pyo3(signature = (seat=None))]
    fn information_state_string(&self, seat: Option<Int>) -> PyResult<String> {
        Ok(self.position.view(self.seat(seat)?).describe())
    }

    /// Returns the positions of this game from its start to this one, with one position for each action and each chance outcome that
    /// was applied.
    ///
    /// Raises
    /// ------
    /// TypeError
    ///     If the state is a determinized or recorded one, which has no history.
    fn positions(&self) -> PyResult<Vec<Self>> {
        let History { seed, steps } = self.history.clone().ok_or(Refusal::NoHistory)?;
        let mut state = Self::start(Arc::clone(&self.table), seed);
        let mut positions = vec![state.clone()];
        for step in steps {
            state.repeat(step).map_err(Refusal::from)?;
            positions.push(state.clone());
        }
        Ok(positions)
    }

    /// Returns an independent copy.
    fn clone(&self) -> Self {
        let (table, position) = (Arc::clone(&self.table), self.position.copy());
        Self { table, position, history: self.history.clone() }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.table.is_same(&other.table) && self.position.is_same(&*other.position)
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    /// Returns the board as text.
    fn __str__(&self) -> String {
        self.position.sketch(Viewer::Everything)
    }

    fn __repr__(&self) -> String {
        let turns = self.position.turns_played();
        format!("<State of {}: {turns} turns played, {}>", self.table.words(), self.who())
    }

    /// Returns the board with all its pieces as SVG.
    fn _repr_svg_(&self) -> String {
        picture(&*self.position, self.table.game.facts().title, Viewer::Everything)
    }

    /// Returns the board as SVG with the legal actions or the outcomes of chance below it.
    fn _repr_html_(&mut self) -> String {
        let chances = self.position.chance_outcomes().into_iter();
        let mut texts: Vec<_> =
            chances.map(|(text, chance)| format!("{text} ({:.1}%)", 100.0 * chance)).collect();
        let actions = self.position.legal_actions().iter();
        texts.extend(actions.filter_map(|&action| self.table.setup.action_text(action)));
        let below = format!("{}: {}", self.who(), texts.join(", "));
        let below = escaped(below.trim_end_matches(": "));
        let board = picture(&*self.position, self.table.game.facts().title, Viewer::Everything);
        format!("{board}<p>{below}</p>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, state) = (slf.py(), slf.borrow());
        let History { seed, steps } = state.history.clone().ok_or(Refusal::NoHistory)?;
        let rebuild = py.import("hidden_decks._core")?.getattr("_state")?;
        let (name, players, rules, returns) = state.game().arguments();
        (rebuild, (name, players, rules, returns, seed, steps)).into_pyobject(py)
    }
}
