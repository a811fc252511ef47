//! The journal of a job: files that grow unit by unit and survive interruption.
//!
//! A *unit* is a game, a block or an iteration. Each unit appends its rows to some tables, and
//! perhaps a record; rows begin with the number of their unit. From time to time, a
//! [checkpoint] stores the lengths of all files. A resumed job cuts them
//! back to the last checkpoint, rereads their rows to rebuild its statistics, and appends the rest.
//! So a job writes the same bytes however often it was interrupted.

use crate::checkpoint::Checkpoints;
use crate::failure::Failure;
use crate::folder::{CompressedOutput, Folder, Mode, Output};
use crate::manifest::Manifest;
use crate::reader::{JournalReader, RECORDS};
use crate::{checkpoint, manifest};
use engine::csv_table::{CsvRows, CsvTable};
use serde::Serialize;
use std::path::Path;

/// The files that a job writes.
#[derive(Debug)]
pub struct Layout {
    /// The tables that units append to.
    pub tables: Vec<CsvTable>,
    /// Whether every game is recorded.
    pub has_records: bool,
    /// The names of the other files that a finished job may hold.
    pub others: Vec<&'static str>,
    /// The names of those files whose hashes no manifest has: files of the clock, and files that are gone when
    /// the job is finished.
    pub unmarked: Vec<&'static str>,
}

/// A job's files, ready for writing.
pub struct OpenJob {
    /// The files.
    pub journal: Journal,
    /// Their content, if they have any.
    pub resume: Option<ResumePoint>,
    /// A warning for the user, if files of an interrupted job were damaged.
    pub warning: Option<String>,
}

/// The state of an interrupted job.
pub struct ResumePoint {
    /// The first unit that is missing.
    pub next: u64,
    /// The rows of all units before it.
    pub reader: JournalReader,
}

/// The files of a running job.
pub struct Journal {
    folder: Folder,
    tables: Vec<Output>,
    records: Option<CompressedOutput>,
    checkpoints: Checkpoints,
    /// The names of all files that the manifest of a finished job gives hashes of.
    marked: Vec<String>,
    /// The first unit that is not in the files.
    next: u64,
}

impl Layout {
    /// Returns the layout of a job with these tables and without records.
    pub const fn of(tables: Vec<CsvTable>, others: Vec<&'static str>) -> Self {
        Self { tables, has_records: false, others, unmarked: Vec::new() }
    }

    /// Opens the files in a folder. Returns `None` if the job is to be resumed but already
    /// finished.
    ///
    /// # Errors
    /// Fails if the folder holds something else, if another process is working there, or if a file
    /// cannot be read or written.
    pub fn open(
        &self,
        path: &Path,
        manifest: &Manifest,
        mode: Mode,
    ) -> Result<Option<OpenJob>, Failure> {
        match mode {
            Mode::Resume if Manifest::is_there(path) => self.resume(path, manifest),
            Mode::Resume => match self.begin(path, manifest) {
                // Another process has begun the job in the meantime.
                Err(Failure::Occupied(_)) if Manifest::is_there(path) => {
                    self.resume(path, manifest)
                }
                Err(Failure::Occupied(path)) => Err(Failure::NoRun(path)),
                begun => begun.map(Some),
            },
            Mode::New => self.begin(path, manifest).map(Some),
            Mode::Replace => {
                let all = self.named().chain([
                    RECORDS,
                    manifest::NAME,
                    checkpoint::NAME,
                    manifest::SECRET,
                ]);
                let all: Vec<_> = all.map(str::to_owned).collect();
                if path.join(checkpoint::NAME).exists() {
                    // No other process may be working there.
                    drop(checkpoint::lock(&Folder::of(path))?);
                }
                Folder::clear(path, &all)?;
                self.begin(path, manifest).map(Some)
            }
        }
    }

    /// Creates the files in a new folder.
    ///
    /// # Errors
    /// Fails if the folder is not empty, if another process is at work there, or if a file cannot be written.
    pub fn begin(&self, path: &Path, manifest: &Manifest) -> Result<OpenJob, Failure> {
        // A job that was stopped before it had a manifest may have left these files, the last one empty.
        let remains = [manifest::DRAFT, manifest::SECRET_FILE, checkpoint::NAME];
        let folder = Folder::create(path, &remains)?;
        // If several processes begin at once, one of them holds the lock before it writes anything.
        let lock = checkpoint::lock(&folder)?;
        if Manifest::is_there(path) || !lock.is_new()? {
            return Err(Failure::Occupied(path.to_owned()));
        }
        // This job may have no secret.
        folder.remove([manifest::SECRET_FILE.to_owned()])?;
        manifest.write_begun(&folder)?;
        let checkpoints = Checkpoints::begin(&folder, lock, &self.names())?;
        let tables =
            self.tables.iter().map(|table| folder.begin(table)).collect::<Result<_, _>>()?;
        let records = self.has_records.then(|| folder.compressed_output(RECORDS)).transpose()?;
        let marked = self.marked();
        let journal = Journal { folder, tables, records, checkpoints, marked, next: 0 };
        Ok(OpenJob { journal, resume: None, warning: None })
    }

    fn resume(&self, path: &Path, manifest: &Manifest) -> Result<Option<OpenJob>, Failure> {
        let folder = Folder::of(path);
        if manifest::is_finished(path)? {
            manifest::check_files(path)?;
        }
        if let Some(next) = manifest.prefix(path)? {
            // The finished run becomes an interrupted one of more games.
            Checkpoints::reopen(&folder, &self.names(), next)?;
            manifest.write_begun(&folder)?;
        }
        if manifest.resumes(path)? {
            Checkpoints::remove(&folder)?;
            folder.remove([manifest::SECRET_FILE.to_owned()])?;
            return Ok(None);
        }
        let (checkpoints, held, warning) = Checkpoints::resume(&folder, &self.names())?;
        if manifest::is_finished(path)? {
            // Another process has finished the job in the meantime.
            Checkpoints::remove(&folder)?;
            return Ok(None);
        }
        let mut tables = Vec::new();
        for (number, table) in self.tables.iter().enumerate() {
            let length = held.as_ref().map_or(0, |held| held.marks[number].bytes);
            let mut output = folder.continued(table.name, length)?;
            if length == 0 {
                output.append(&table.header)?;
            }
            output.secure()?;
            tables.push(output);
        }
        let draft = || folder.compressed_draft(RECORDS);
        let records = self.has_records.then(draft).transpose()?;
        let resume = match held {
            Some(held) => Some(ResumePoint { next: held.next, reader: self.reader(path)? }),
            None => None,
        };
        let marked = self.marked();
        let mut journal = Journal { folder, tables, records, checkpoints, marked, next: 0 };
        if resume.is_none() {
            journal.restored(0)?;
        }
        Ok(Some(OpenJob { journal, resume, warning }))
    }

    /// Opens the files of such a job for reading.
    ///
    /// # Errors
    /// Fails if a file cannot be read or is another table.
    pub fn reader(&self, path: &Path) -> Result<JournalReader, Failure> {
        JournalReader::open(path, &self.tables, self.has_records)
    }

    /// Returns the names of the files that grow.
    fn names(&self) -> Vec<&'static str> {
        let tables = self.tables.iter().map(|table| table.name);
        tables.chain(self.has_records.then_some(RECORDS)).collect()
    }

    /// Returns the names of the files that a manifest gives hashes of.
    fn marked(&self) -> Vec<String> {
        let tables = self.named().filter(|name| !self.unmarked.contains(name));
        tables.chain(self.has_records.then_some(RECORDS)).map(str::to_owned).collect()
    }

    /// Returns the names of the tables and of the other files.
    fn named(&self) -> impl Iterator<Item = &'static str> {
        let others = self.others.iter().chain(&self.unmarked).copied();
        self.tables.iter().map(|table| table.name).chain(others)
    }
}

impl Journal {
    /// Returns the run folder.
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Appends rows to one of the tables.
    ///
    /// # Errors
    /// Fails if they cannot be written.
    pub fn append(&mut self, table: usize, page: &CsvRows) -> Result<(), Failure> {
        self.tables[table].append(page)
    }

    /// Appends a record.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn append_record(&mut self, record: Option<&String>) -> Result<(), Failure> {
        match self.records.as_mut().zip(record) {
            Some((records, record)) => records.append_line(record),
            None => Ok(()),
        }
    }

    /// Notes that everything before this unit has been appended.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn advance(&mut self, next: u64) -> Result<(), Failure> {
        self.next = next;
        self.records.as_mut().map_or(Ok(()), CompressedOutput::flush)
    }

    /// Does the same, and writes a checkpoint if one is due.
    ///
    /// # Errors
    /// Fails if something cannot be written.
    pub fn commit(&mut self, next: u64) -> Result<(), Failure> {
        self.advance(next)?;
        if self.checkpoints.is_due() { self.save(|_| Ok(())) } else { Ok(()) }
    }

    /// Whether a checkpoint is due.
    pub fn is_due(&self) -> bool {
        self.checkpoints.is_due()
    }

    /// Writes a checkpoint; `also` writes everything else that belongs to it.
    ///
    /// # Errors
    /// Fails if something cannot be written.
    pub fn save(
        &mut self,
        also: impl FnOnce(&Folder) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Self { checkpoints, tables, records, folder, next, .. } = self;
        checkpoints.add(*next, || {
            let tables = tables.iter_mut().map(Output::secure);
            let lengths = tables.chain(records.as_mut().map(CompressedOutput::secure)).collect();
            also(folder)?;
            lengths
        })
    }

    /// Notes that everything before this unit has been restored from an interrupted job.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn restored(&mut self, next: u64) -> Result<(), Failure> {
        self.next = next;
        self.records.as_mut().map_or(Ok(()), CompressedOutput::replace)
    }

    /// Closes the files and writes the summary tables and the manifest. An unfinished job can be
    /// resumed.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn close(
        mut self,
        sums: impl IntoIterator<Item = (CsvTable, CsvRows)>,
        manifest: &Manifest,
        progress: &impl Serialize,
        is_finished: bool,
    ) -> Result<(), Failure> {
        self.save(|_| Ok(()))?;
        self.tables.into_iter().try_for_each(Output::finish)?;
        self.records.map_or(Ok(()), CompressedOutput::finish)?;
        for (table, page) in sums {
            self.folder.write_table(&table, &page)?;
        }
        if is_finished {
            manifest.write_finished(&self.folder, progress, &self.marked)?;
            Checkpoints::remove(&self.folder)
        } else {
            manifest.write(&self.folder, progress)
        }
    }
}
