//! `tournament`: runs tournaments between agents, in parallel, and writes the statistics.

use std::process::ExitCode;
use tournament::{main_with, registry};

fn main() -> ExitCode {
    main_with(&registry::games())
}
