//! `Afterstates`: the positions that may follow decisions, as arrays.

use crate::arrays::{Int, seed};
use crate::errors::Refusal;
use crate::table::GameTable;
use anygame::{Ahead, AnyView, Described};
use engine::{Outcome, Seat, TensorBlock};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::iter;

/// The maximum number of ways to finish a turn; a larger number is assumed to be a mistake.
const MOST_WAYS: usize = 1 << 20;

/// Positions that may follow the decision of a seat, or the decisions of all lanes of a `VectorEnv`. Each has a row in the arrays.
///
/// `View.afterstates` and `View.finish_turn` return them.
#[pyclass(frozen, get_all, module = "hidden_decks")]
pub struct Afterstates {
    /// The legal action that leads to each position: ndarray of int64, shape (rows,).
    actions: Py<PyArray1<i64>>,
    /// The observation tensors or the dense inputs of the positions, for the seat that decides: ndarray of float32, shape
    /// (rows, observation_size) or (rows, input_size).
    positions: Py<PyArray2<f32>>,
    /// The value of the game to the seat if the game is over at the position, else NaN: ndarray of float32, shape (rows,).
    returns: Py<PyArray1<f32>>,
    /// The sparse inputs that are on, one position after another: ndarray of int64. It is empty for observations.
    sparse: Py<PyArray1<i64>>,
    /// The index in `sparse` at which the inputs of each position begin, and its length: ndarray of int64, shape (rows + 1,).
    sparse_offsets: Py<PyArray1<i64>>,
    /// The row at which the positions of each lane begin, and the number of rows: ndarray of int64, shape (lanes + 1,). A view is
    /// one lane.
    offsets: Py<PyArray1<i64>>,
}

#[pymethods]
impl Afterstates {
    /// The number of positions.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.actions.bind(py).len()
    }
}

/// A request for the positions that may follow decisions.
pub struct Request {
    ahead: Ahead,
    described: Described,
    seed: u64,
}

impl Request {
    /// Reads the arguments of a method; without a number of ways, the request is for every legal action.
    ///
    /// # Errors
    /// Fails if an argument is not valid.
    pub fn new(rng: &Bound<'_, PyAny>, ways: Option<Int>, of: &str) -> PyResult<Self> {
        let choice = "'observation' or 'inputs'";
        let described = match of {
            "observation" => Described::Observation,
            "inputs" => Described::Inputs,
            _ => Err(Refusal::Word { what: "of", choice, given: of.to_owned() })?,
        };
        let ahead = match ways.map(|ways| ways.0 as usize) {
            None => Ahead::Action,
            Some(ways @ 1..=MOST_WAYS) => Ahead::Turn(ways),
            Some(_) => Err(Refusal::Value(format!("n must be 1 to {MOST_WAYS}")))?,
        };
        Ok(Self { ahead, described, seed: seed(rng)? })
    }

    /// Returns what may follow the decision of a view, which has this number in a batch.
    pub fn answer(&self, number: usize, view: &dyn AnyView) -> (anygame::Afterstates, Seat) {
        let seed = self.seed.wrapping_add(number as u64);
        (view.afterstates(self.ahead, self.described, seed), view.seat())
    }

    /// Joins the answers of a batch.
    ///
    /// # Errors
    /// Fails if Python runs out of memory.
    pub fn joined(
        &self,
        py: Python<'_>,
        table: &GameTable,
        lanes: &[(anygame::Afterstates, Seat)],
    ) -> PyResult<Afterstates> {
        let width = match self.described {
            Described::Observation => table.encoding.tensor_size,
            Described::Inputs => table.encoding.inputs.iter().map(TensorBlock::size).sum(),
        };
        let all = || lanes.iter().map(|(after, _)| after);
        let value = |outcome: &Option<Outcome>, seat| {
            outcome.as_ref().map_or(f32::NAN, |outcome| table.returns.of(outcome, seat) as f32)
        };
        let returns = |(after, seat): &(anygame::Afterstates, _)| {
            after.outcomes.iter().map(|outcome| value(outcome, *seat)).collect::<Vec<_>>()
        };
        let actions = all().flat_map(|after| after.actions.iter().map(|&action| action as i64));
        let actions = PyArray1::from_iter(py, actions);
        let sparse = all().flat_map(|after| after.sparse.iter().map(|&input| input.into()));
        let counts = all().flat_map(|after| after.counts.iter().copied());
        let dense: Vec<_> = all().map(|after| after.dense.as_slice()).collect();
        let positions = PyArray1::from_vec(py, dense.concat()).reshape([actions.len()?, width])?;
        Ok(Afterstates {
            actions: actions.unbind(),
            positions: positions.unbind(),
            returns: PyArray1::from_iter(py, lanes.iter().flat_map(returns)).unbind(),
            sparse: PyArray1::from_iter(py, sparse).unbind(),
            sparse_offsets: offsets(py, counts),
            offsets: offsets(py, all().map(|after| after.actions.len())),
        })
    }
}

/// Returns the sums of all numbers before each, and of all numbers.
fn offsets(py: Python<'_>, counts: impl Iterator<Item = usize>) -> Py<PyArray1<i64>> {
    let mut sum = 0;
    let sums = counts.map(|count| {
        sum += count as i64;
        sum
    });
    PyArray1::from_iter(py, iter::once(0).chain(sums)).unbind()
}
