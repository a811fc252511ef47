//! The conductor of all jobs: opens or resumes the files, lets the job play what is missing, and closes the files.
//!
//! A new job implements [`Units`]. [`Job::conduct`] then runs it and resumes it, and [`merge`] joins its parts; `verify`
//! merges a finished job with itself and compares the files.

use super::progress::JobProgress;
use super::{Ending, FinishedJob, Job, pool};
use crate::terminal;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::process::ExitCode;
use store::Failure;
use store::journal::{Journal, Layout};
use store::manifest::Manifest;
use store::parts::{Part, Parts};
use store::reader::JournalReader;
use store::schedule::shard::Shard;

/// The units of a job in order, with the totals over them.
///
/// A unit is the smallest piece of a job that is in its files completely or not at all: a game, a block, an iteration or
/// a generation.
pub trait Units: Sized {
    /// Returns the job's manifest.
    fn manifest(&self) -> &Manifest;

    /// Returns the layout of the job's files.
    fn layout(&self) -> Layout;

    /// Returns the numbers of the units in a part of the job.
    fn part(&self, shard: Shard) -> Range<u64> {
        shard.share_of(self.manifest().games)
    }

    /// Adds units whose rows are in files.
    ///
    /// # Errors
    /// Fails if the files do not contain these units, or if a file cannot be read or written.
    fn read(&mut self, units: Range<u64>, rows: &mut StoredRows<'_>) -> Result<(), Failure>;

    /// Returns the number of games that are done and the number of all games, for the progress.
    fn progress(&self) -> (u64, u64);

    /// Describes the results so far in a few words, for the progress line.
    fn outcome(&self) -> String;

    /// Writes the files that follow from the units, then the manifest.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    fn close(self, journal: Journal, ending: Ending) -> Result<ClosedJob, Failure>;
}

/// The rows of an interrupted job or of a part, and where they go.
pub struct StoredRows<'a> {
    /// The folder with the files.
    pub folder: &'a Path,
    /// The reader of the tables and the records.
    pub reader: &'a mut JournalReader,
    /// The journal to which the rows are appended. If it belongs to the same files, it ignores the rows of tables.
    pub journal: &'a mut Journal,
}

/// A job whose files are closed.
pub struct ClosedJob {
    /// The way in which the job ended.
    pub ending: Ending,
    /// The results as readable text, if there are any.
    pub report: Option<String>,
    /// Sentences for the user about the games, such as warnings.
    pub notes: Vec<String>,
}

impl Job {
    /// Opens the files, reads the units of an interrupted job, lets `play` add the missing units, and closes the files.
    ///
    /// # Errors
    /// Fails if the folder contains something else, if a file cannot be read or written, or as `play` fails.
    pub fn conduct<U: Units + Send>(
        &self,
        mut units: U,
        play: impl FnOnce(&mut U, &mut Journal) -> Result<Ending, Failure>,
    ) -> Result<FinishedJob, Failure> {
        let folder = self.out.clone();
        let Some(opened) = self.open(&units.layout())? else {
            return Ok(FinishedJob { folder, ending: Ending::Complete, report: None });
        };
        let mut journal = opened.journal;
        if let Some(mut resume) = opened.resume {
            let (reader, journal) = (&mut resume.reader, &mut journal);
            let read = units.part(self.manifest.shard).start..resume.next;
            units.read(read, &mut StoredRows { folder: &folder, reader, journal })?;
            // The records continue after the checkpoint, and the reread ones replace them.
            resume.reader.end_of_tables()?;
            journal.restored(resume.next)?;
        }
        let ending = play(&mut units, &mut journal)?;
        let (done, all) = units.progress();
        let closed = self.pool.install(|| units.close(journal, ending));
        let closed = closed.map_err(|failure| self.stopped(failure))?;
        self.tell_if_interrupted(ending, done, all);
        closed.notes.iter().for_each(|note| terminal::tell(note));
        Ok(FinishedJob { folder, ending: closed.ending, report: closed.report })
    }

    /// Processes the items on all threads, and adds the results to the units in order. Stops when the items run out,
    /// when `add` returns `Break`, or on an interrupt.
    ///
    /// # Errors
    /// Returns the first failure of `add`, together with the command that resumes the job.
    pub fn add_all<U: Units + Send, T: Send, R: Send>(
        &self,
        units: &mut U,
        journal: &mut Journal,
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> R + Sync,
        mut add: impl FnMut(&mut U, R, &mut Journal) -> Result<ControlFlow<()>, Failure> + Send,
    ) -> Result<Ending, Failure> {
        let (done, all) = units.progress();
        self.work(self.progress(done, all), items, work, |result, progress: &mut JobProgress| {
            let flow = add(units, result, journal)?;
            progress.show(units.progress().0, || units.outcome());
            Ok(flow)
        })
    }
}

/// Merges the parts of a job. `units` is the whole job, without any of its units.
///
/// # Errors
/// Fails if a file cannot be read or written, and removes the new folder.
pub fn merge<U: Units + Send>(parts: &Parts, mut units: U) -> Result<ExitCode, Failure> {
    let (layout, pool) = (units.layout(), pool(None)?);
    let mut journal = parts.begin(&layout, units.manifest())?;
    let read = parts.all.iter().try_for_each(|Part { folder, manifest }| {
        let mut reader = layout.reader(folder)?;
        let (reading, journal) = (&mut reader, &mut journal);
        let rows = &mut StoredRows { folder, reader: reading, journal };
        units.read(units.part(manifest.shard), rows)?;
        reader.end()
    });
    let closed = read.and_then(|()| pool.install(|| units.close(journal, Ending::Complete)));
    let closed = closed.inspect_err(|_| parts.discard())?;
    // A finished job or a single part is recomputed only for its bytes.
    if !parts.is_alone {
        closed.report.iter().try_for_each(|report| terminal::print(report))?;
        closed.notes.iter().for_each(|note| terminal::tell(note));
    }
    Ok(closed.ending.code())
}
