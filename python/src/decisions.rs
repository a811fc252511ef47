//! `_RunDecisions`: the decisions of a recorded run as arrays.

use crate::errors::Refusal;
use crate::games;
use anygame::Decisions;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use runner::decisions::{DecisionOptions, RunDecisions as Run};
use std::panic;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// The interval between checks for Python signals such as Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

/// The decisions of a finished run with records.
#[pyclass(frozen, name = "_RunDecisions", module = "hidden_decks._core")]
pub struct RunDecisions {
    run: Run<'static>,
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
        let run = Run::open(&options, games::all()).map_err(refused)?;
        Ok(Self { run })
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

    /// Calls `take` with batches of at least `rows` decisions, in order. A batch is a dictionary of flat arrays by name. The last
    /// batch may be smaller.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime")]
    fn read(&self, py: Python<'_>, rows: usize, take: &Bound<'_, PyAny>) -> PyResult<()> {
        let take = take.clone().unbind();
        py.detach(|| {
            thread::scope(|scope| {
                let (sender, receiver) = sync_channel(1);
                let mut send = move |batch: Decisions| sender.send(batch).is_ok();
                let reading = scope.spawn(move || self.run.read(rows, &mut send));
                loop {
                    match receiver.recv_timeout(LOOK) {
                        Ok(batch) => {
                            Python::attach(|py| take.call1(py, (arrays(py, batch)?,)).map(drop))?;
                        }
                        Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                        Err(RecvTimeoutError::Disconnected) => break,
                    }
                }
                reading.join().unwrap_or_else(|panic| panic::resume_unwind(panic)).map_err(refused)
            })
        })
    }
}

fn refused(failure: runner::Failure) -> PyErr {
    Refusal::Value(failure.to_string()).into()
}

/// Returns a batch as flat arrays by column name; the agents are a list.
fn arrays(py: Python<'_>, batch: Decisions) -> PyResult<Bound<'_, PyDict>> {
    let arrays = PyDict::new(py);
    arrays.set_item("game", PyArray1::from_vec(py, batch.games))?;
    arrays.set_item("block", PyArray1::from_vec(py, batch.blocks))?;
    arrays.set_item("decision", PyArray1::from_vec(py, batch.numbers))?;
    arrays.set_item("turn", PyArray1::from_vec(py, batch.turns))?;
    arrays.set_item("seat", PyArray1::from_vec(py, batch.seats))?;
    arrays.set_item("agent", batch.agents)?;
    arrays.set_item("observation", PyArray1::from_vec(py, batch.observations))?;
    arrays.set_item("mask", PyArray1::from_vec(py, batch.masks))?;
    arrays.set_item("action", PyArray1::from_vec(py, batch.actions))?;
    arrays.set_item("searched", PyArray1::from_vec(py, batch.searched))?;
    arrays.set_item("visits", PyArray1::from_vec(py, batch.visits))?;
    arrays.set_item("value", PyArray1::from_vec(py, batch.values))?;
    arrays.set_item("outcome", PyArray1::from_vec(py, batch.outcomes))?;
    arrays.set_item("points", PyArray1::from_vec(py, batch.points))?;
    Ok(arrays)
}
