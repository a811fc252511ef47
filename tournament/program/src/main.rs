//! `tournament`: runs tournaments between agents, in parallel, and writes the statistics.

use commit::COMMIT;
use std::env;
use std::process::ExitCode;
use tournament::{Provenance, run};

fn main() -> ExitCode {
    let provenance = Provenance { commit: COMMIT, ..Provenance::default() };
    run(&env::args_os().collect::<Vec<_>>(), provenance, &games::built_in())
}
