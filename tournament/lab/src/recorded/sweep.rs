//! Parallel reading of a file of records, with results in the order of the lines.

use engine::RecordError;
use runner::job::progress::JobProgress;
use runner::job::{pool, work_until_end};
use runner::{Ending, Failure, terminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use store::records::{RecordLine, Records};

/// The records to read, and how to read them.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The path of the file of records.
    pub file: PathBuf,
    /// The number of a single line to read, counted from 1; `None` reads all lines.
    pub line: Option<u64>,
    /// The number of threads; `None` means one per core.
    pub threads: Option<usize>,
    /// Whether to hide progress.
    pub quiet: bool,
}

impl Sweep {
    /// Calls `read` with each line and its number (from 1) on many threads, and `take` with the results in the order of the
    /// lines. Prints a message if Ctrl-C interrupts it. Also returns the result of the only line, if there is just one.
    ///
    /// # Errors
    /// Returns the first failure of `read` or `take`.
    pub(super) fn run<T: Send>(
        &self,
        read: &(dyn Fn(&str, u64) -> Result<T, Failure> + Sync),
        take: &mut (dyn FnMut(&T) -> Result<(), Failure> + Send),
    ) -> Result<(Ending, Option<T>), Failure> {
        let &Self { ref file, line, threads, quiet } = self;
        let interrupted = terminal::interrupt_flag()?;
        let pool = pool(threads)?;
        let asked = |one: &RecordLine| line.is_none_or(|number| one.number == number);
        let all = Records::open(file)?.filter(asked).count() as u64;
        let (mut progress, mut games) = (JobProgress::new(0, all, quiet, None), 0);
        let mut only = None;
        let work = |RecordLine { number, text }: RecordLine| {
            let text = text.map_err(RecordError::Header).map_err(Failure::record(file, number))?;
            read(&text, number)
        };
        let mut take = |result: Result<T, Failure>, progress: &mut JobProgress| {
            games += 1;
            progress.show(games, String::new);
            let result = result?;
            take(&result)?;
            only = (games == 1).then_some(result);
            Ok(ControlFlow::Continue(()))
        };
        let mut lines = Records::open(file)?.filter(asked);
        let ending =
            work_until_end(&pool, &interrupted, &mut progress, &mut lines, &work, &mut take)?;
        match ending {
            Ending::Complete | Ending::Undecided => progress.finish(),
            Ending::Interrupted => terminal::tell("interrupted: nothing was written"),
        }
        Ok((ending, only))
    }
}
