//! `_RunDecisions`: the decisions of a recorded run as arrays.

use crate::errors::Refusal;
use crate::games;
use crate::signals::LOOK;
use course::Decision;
use numpy::{Element, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use runner::Failure;
use runner::decisions::{DecisionOptions, RunDecisions as Run};
use std::panic;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// The decisions of a finished run with records.
#[pyclass(frozen, name = "_RunDecisions", module = "hidden_decks._core")]
pub struct RunDecisions {
    run: Arc<Run<'static>>,
}

#[pymethods]
impl RunDecisions {
    #[new]
    fn new(
        run: PathBuf,
        agent: Option<String>,
        seed: u64,
        boards: Vec<PathBuf>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let options = DecisionOptions { run, agent, seed, boards, threads };
        let run = Run::open(&options, games::all()).map_err(Refusal::value)?;
        Ok(Self { run: Arc::new(run) })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.run.game()
    }

    /// The number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.run.players()
    }

    /// The manifest as a line of JSON.
    #[getter]
    fn manifest(&self) -> String {
        self.run.manifest()
    }

    /// The search with all its parameters and its seed as JSON, or None if decisions were not searched.
    #[getter]
    fn search(&self) -> Option<String> {
        self.run.search()
    }

    /// Returns an iterator over batches of at least `rows` decisions, in order. A batch is a dictionary of flat arrays by name. The
    /// last batch may be smaller.
    fn batches(&self, rows: usize) -> Batches {
        let run = Arc::clone(&self.run);
        // One batch waits while Python works on another.
        let (sender, receiver) = sync_channel(1);
        let reading =
            thread::spawn(move || run.read(rows, &mut |batch| sender.send(batch).is_ok()));
        Batches { receiver: Mutex::new(receiver), reading: Mutex::new(Some(reading)) }
    }
}

/// The batches of decisions that another thread reads. It stops once this object is dropped.
#[pyclass(frozen, name = "_Batches", module = "hidden_decks._core")]
pub struct Batches {
    receiver: Mutex<Receiver<Vec<Decision>>>,
    reading: Mutex<Option<JoinHandle<Result<(), Failure>>>>,
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            let next = || lock(&self.receiver).recv_timeout(LOOK);
            match py.detach(next) {
                Ok(batch) => return arrays(py, &batch).map(Some),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let ending = lock(&self.reading).take().map(JoinHandle::join);
        ending
            .transpose()
            .unwrap_or_else(|panic| panic::resume_unwind(panic))
            .transpose()
            .map_err(Refusal::value)?;
        Ok(None)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a batch as flat arrays by column name; the agents are a list.
fn arrays<'py>(py: Python<'py>, batch: &[Decision]) -> PyResult<Bound<'py, PyDict>> {
    let arrays = PyDict::new(py);
    arrays.set_item("game", column(py, batch, |row| row.game))?;
    arrays.set_item("block", column(py, batch, |row| row.block))?;
    arrays.set_item("decision", column(py, batch, |row| row.number))?;
    arrays.set_item("turn", column(py, batch, |row| row.turn))?;
    arrays.set_item("seat", column(py, batch, |row| row.seat))?;
    arrays.set_item("agent", batch.iter().map(|row| &*row.agent).collect::<Vec<_>>())?;
    arrays.set_item("observation", joined(py, batch, |row| &row.observation))?;
    arrays.set_item("mask", joined(py, batch, |row| &row.mask))?;
    arrays.set_item("action", column(py, batch, |row| row.action))?;
    arrays.set_item("searched", column(py, batch, |row| row.is_searched))?;
    arrays.set_item("visits", joined(py, batch, |row| &row.visits))?;
    arrays.set_item("value", joined(py, batch, |row| &row.values))?;
    arrays.set_item("outcome", joined(py, batch, |row| &row.outcomes))?;
    arrays.set_item("points", joined(py, batch, |row| &row.points))?;
    Ok(arrays)
}

/// Returns a quantity of all decisions.
fn column<'py, T: Element>(
    py: Python<'py>,
    batch: &[Decision],
    quantity: fn(&Decision) -> T,
) -> Bound<'py, PyArray1<T>> {
    PyArray1::from_iter(py, batch.iter().map(quantity))
}

/// Returns the lists of all decisions, one after another.
fn joined<'py, T: Element + Clone>(
    py: Python<'py>,
    batch: &[Decision],
    list: fn(&Decision) -> &Vec<T>,
) -> Bound<'py, PyArray1<T>> {
    let lists: Vec<_> = batch.iter().map(|row| list(row).as_slice()).collect();
    PyArray1::from_vec(py, lists.concat())
}
