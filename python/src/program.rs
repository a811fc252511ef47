//! The program `tournament`, behind the command of the same name that the package installs.

use commit::COMMIT;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;
use tournament::{Provenance, run};

/// Runs the program with command-line arguments, the first of which is the program's name. Returns the exit code.
#[pyfunction]
#[pyo3(signature = (arguments, /))]
pub fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let provenance = Provenance { commit: COMMIT, ..Provenance::default() };
    let code = py.detach(|| run(&arguments, provenance, &games::built_in()));
    // `ExitCode` does not expose its number, so compare it with every possible code.
    (0..u8::MAX).find(|&one| code == ExitCode::from(one)).unwrap_or(u8::MAX)
}
