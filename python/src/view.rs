//! `View`: the information of one seat, which is all that an agent receives.

use crate::arrays::{filled, from_json, int_list, mask, seed};
use crate::errors::Refusal;
use crate::objects::{Game, State, View};
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
        filled(py, "out", "float32", size, out, |values| self.view.write_tensor(values))
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
        Ok(State::new(Arc::clone(&self.table), self.view.determinize(seed(rng)?), None))
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
