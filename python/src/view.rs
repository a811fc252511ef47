//! `View`: the information of one seat, which is all that an agent receives.

use crate::afterstates::{Afterstates, Request};
use crate::arrays::{Int, filled, from_json, int_list, mask, seed};
use crate::errors::Refusal;
use crate::objects::{Game, State, View};
use crate::svg::picture;
use engine::drawing::{Viewer, escaped};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::Arc;

#[pymethods]
impl View {
    /// The game at whose table the seat plays.
    #[getter]
    fn game(&self) -> Game {
        Game { table: Arc::clone(&self.table) }
    }

    /// The seat whose view this is.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat().index()
    }

    /// Returns the actions that the seat may choose now, in ascending order; empty if the seat does not decide.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        int_list(py, &self.view.legal_actions())
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
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        mask(py, self.table.encoding.actions, &self.view.legal_actions(), out)
    }

    /// Returns the view as numbers from -1 to 1.
    ///
    /// Parameters
    /// ----------
    /// out : ndarray of float32, shape (observation_size,), optional
    ///     An array to fill instead of a new one.
    ///
    /// Returns
    /// -------
    /// ndarray of float32, shape (observation_size,)
    ///     The values; `game.observation_blocks` documents them.
    #[pyo3(signature = (out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let size = self.table.encoding.tensor_size;
        filled(py, "float32", size, out, |values| self.view.write_tensor(values))
    }

    /// Returns the seat's information as JSON text.
    fn information_state_string(&self) -> String {
        self.view.describe()
    }

    /// Returns the seat's information as a dictionary.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.view.describe())
    }

    /// Returns a determinization: a random state among those that agree with this view, drawn with their probabilities.
    ///
    /// Parameters
    /// ----------
    /// rng : int, numpy.random.Generator or random.Random
    ///     An int from 0 to 2**64 - 1, a numpy Generator or a random.Random.
    fn determinize(&self, rng: &Bound<'_, PyAny>) -> PyResult<State> {
        let position = self.view.determinize(seed(rng)?);
        Ok(State { table: Arc::clone(&self.table), position, history: None })
    }

    /// Returns the positions after each legal action, with their observation tensors or inputs as arrays.
    ///
    /// Hidden cards are drawn, never read: all actions are played in one determinization of the view, and chance acts until a seat
    /// decides. After an action that reveals a card, you therefore see a random card, the same one for all actions that reveal it.
    /// Average over several calls if you need the expected value of an action.
    ///
    /// Parameters
    /// ----------
    /// rng : int, numpy.random.Generator or random.Random
    ///     An int from 0 to 2**64 - 1, a numpy Generator or a random.Random.
    /// of : {"observation", "inputs"}
    ///     The numbers that describe a position: its observation tensor, which is the default, or the inputs of networks.
    ///
    /// Raises
    /// ------
    /// HiddenDecksError
    ///     If the seat does not decide.
    #[pyo3(signature = (rng, *, of="observation"))]
    fn afterstates(&self, rng: &Bound<'_, PyAny>, of: &str) -> PyResult<Afterstates> {
        self.following(rng, None, of)
    }

    /// Returns the positions after random ways to finish the turn, each with the action that it begins with.
    ///
    /// Each way has its own determinization and its own chance events, so a way that looks good may have been lucky: judge an
    /// action by the mean of its better ways rather than by its best one.
    ///
    /// Parameters
    /// ----------
    /// rng : int, numpy.random.Generator or random.Random
    ///     An int from 0 to 2**64 - 1, a numpy Generator or a random.Random.
    /// n : int
    ///     The number of ways. The legal actions share them equally; if there are more actions than ways, they are drawn.
    /// of : {"observation", "inputs"}
    ///     The numbers that describe a position, as in `afterstates`.
    ///
    /// Raises
    /// ------
    /// HiddenDecksError
    ///     If the seat does not decide.
    #[pyo3(signature = (rng, n, *, of="observation"))]
    fn finish_turn(&self, rng: &Bound<'_, PyAny>, n: Int, of: &str) -> PyResult<Afterstates> {
        self.following(rng, Some(n), of)
    }

    /// Returns the board as the seat sees it, as SVG with the legal actions below.
    fn _repr_html_(&self) -> String {
        // Any determinization looks the same to the seat.
        let (position, seat) = (self.view.determinize(0), self.view.seat());
        let board = picture(&*position, self.table.game.facts().title, Viewer::Seat(seat));
        let actions = self.view.legal_actions().into_iter();
        let texts: Vec<_> = actions.filter_map(|one| self.table.setup.action_text(one)).collect();
        let below = format!("seen from seat {seat}: {}", texts.join(", "));
        format!("{board}<p>{}</p>", escaped(below.trim_end_matches(": ")))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__(_view: PyRef<'_, Self>) -> PyResult<()> {
        Err(Refusal::NoPickledView.into())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.table.is_same(&other.table) && self.view.is_same(&*other.view)
    }

    fn __hash__(&self) -> u64 {
        self.view.hash()
    }

    fn __repr__(&self) -> String {
        format!("<View of {} from seat {}>", self.table.words(), self.seat())
    }
}

impl View {
    /// Returns what may follow the decision of the seat.
    fn following(
        &self,
        rng: &Bound<'_, PyAny>,
        ways: Option<Int>,
        of: &str,
    ) -> PyResult<Afterstates> {
        let request = Request::new(rng, ways, of)?;
        let answer = request.answer(0, &*self.view);
        if answer.0.actions.is_empty() {
            let hint = "call view() without a seat for the view of the seat that does";
            let sentence = format!("seat {} does not decide here: {hint}", self.seat());
            return Err(Refusal::Value(sentence).into());
        }
        request.joined(rng.py(), &self.table, &[answer])
    }
}
