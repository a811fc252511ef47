//! `tournament`: runs tournaments between agents, in parallel, and writes the statistics.

use commit::COMMIT;
use std::process::ExitCode;
use std::{env, thread};
use tournament::{Provenance, run};

/// The size of the stack, in bytes, whatever the limit of the system for the first thread.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let provenance = Provenance { commit: COMMIT, ..Provenance::default() };
    let run = move || run(&env::args_os().collect::<Vec<_>>(), provenance, &games::built_in());
    match thread::Builder::new().stack_size(STACK).spawn(run).map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            eprintln!("error: the system does not allow a thread: {error}");
            ExitCode::from(2)
        }
    }
}
