//! The program `tournament`, for the command of this name that the package installs.

use commit::COMMIT;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;
use tournament::{Provenance, run};

/// Runs the program with these arguments, the first of which is its name, and returns its exit code.
#[pyfunction]
#[pyo3(signature = (arguments, /))]
pub fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let provenance = Provenance { commit: COMMIT, ..Provenance::default() };
    let code = py.detach(|| run(&arguments, provenance, &anygame::built_in()));
    // An exit code can only be compared.
    (0..u8::MAX).find(|&one| code == ExitCode::from(one)).unwrap_or(u8::MAX)
}
