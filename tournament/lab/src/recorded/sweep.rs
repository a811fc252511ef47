//! Reads a file of records on many threads, and passes the results on in the order of the lines.

use engine::RecordError;
use runner::Failure;
use runner::job::pool;
use runner::job::progress::JobProgress;
use runner::terminal;
use std::path::Path;
use std::sync::atomic::Ordering;
use store::in_order::in_order;
use store::records::{RecordLine, Records};

/// The records to read, and with how many threads.
pub(super) struct Sweep<'a> {
    /// The file of records.
    pub file: &'a Path,
    /// The only line to read, from 1.
    pub line: Option<u64>,
    /// The number of threads, by default that of cores.
    pub threads: Option<usize>,
    /// Whether to show no progress.
    pub quiet: bool,
}

impl Sweep<'_> {
    /// Calls `read` with each line and its number, from 1, on many threads, and `take` with the results in the order of the
    /// lines. Returns false if Ctrl-C stopped it.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn run<T: Send>(
        &self,
        read: &(dyn Fn(&str, u64) -> Result<T, Failure> + Sync),
        take: &mut (dyn FnMut(T) -> Result<(), Failure> + Send),
    ) -> Result<bool, Failure> {
        let &Self { file, line, threads, quiet } = self;
        let interrupted = terminal::interrupt_flag()?;
        let pool = pool(threads)?;
        let asked = |one: &RecordLine| line.is_none_or(|number| one.number == number);
        let all = Records::open(file)?.filter(asked).count() as u64;
        let (mut progress, mut games) = (JobProgress::new(0, all, "games", quiet), 0);
        let work = |RecordLine { number, text }: RecordLine| {
            if interrupted.load(Ordering::Relaxed) {
                return None;
            }
            let text = text.map_err(|what| {
                let source = RecordError::Header(what);
                Failure::Record { path: file.to_owned(), line: number, source }
            });
            Some(text.and_then(|text| read(&text, number)))
        };
        let mut lines = Records::open(file)?.filter(asked);
        let ending = in_order(&pool, &mut lines, &work, &mut |result| {
            games += 1;
            progress.show(games, String::new);
            take(result.ok_or(None)?.map_err(Some)?).map_err(Some)
        });
        match ending {
            Err(Some(failure)) => Err(failure),
            Err(None) => {
                terminal::tell("interrupted: nothing was written");
                Ok(false)
            }
            Ok(()) => {
                progress.finish();
                Ok(true)
            }
        }
    }
}
