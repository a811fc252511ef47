//! The program `tournament`, behind the command of the same name that the package installs, and its command `compare`.

use crate::errors::Refusal;
use commit::COMMIT;
use pyo3::prelude::*;
use runner::comparison::Comparison;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use tournament::{Provenance, run};

/// Runs the program with command-line arguments, the first of which is the program's name. Returns the exit code.
#[pyfunction]
#[pyo3(signature = (arguments, /))]
pub fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let provenance = Provenance { commit: COMMIT, ..Provenance::default() };
    let code = py.detach(|| run(&arguments, provenance, &anygame::built_in()));
    // `ExitCode` does not expose its number, so compare it with every possible code.
    (0..u8::MAX).find(|&one| code == ExitCode::from(one)).unwrap_or(u8::MAX)
}

/// Compares the runs in two folders game by game. Returns the content of a CSV file.
#[pyfunction]
#[pyo3(name = "_compared")]
pub fn compared(py: Python<'_>, first: PathBuf, second: PathBuf) -> PyResult<Vec<u8>> {
    let comparison = py.detach(|| Comparison::of([&first, &second]));
    let comparison = comparison.map_err(|failure| Refusal::Value(failure.to_string()))?;
    Ok(comparison.csv())
}
