//! The journal of a job: files that grow unit by unit and survive interruption.
//!
//! A *unit* is a game, a block or an iteration. Each unit appends its rows to some tables, and perhaps a record; every row begins
//! with the number of its unit. From time to time, a [checkpoint] stores the lengths of all files. A resumed job truncates the
//! files to the last checkpoint, rereads their rows to rebuild its statistics, and appends the rest. Therefore a job writes the
//! same bytes however often it is interrupted.

use crate::checkpoint::Checkpoints;
use crate::command::entries;
use crate::disk::Disk;
use crate::failure::Failure;
use crate::folder::{CompressedOutput, Folder, Mode, Output};
use crate::manifest::Manifest;
use crate::reader::{JournalReader, RECORDS};
use crate::{checkpoint, manifest};
use engine::csv_table::{CsvRows, CsvTable, FilledTable};
use serde::Serialize;
use std::path::Path;

/// The names and kinds of the files that a job writes.
#[derive(Debug)]
pub struct Layout {
    /// The tables to which units append rows.
    pub tables: Vec<CsvTable>,
    /// Whether the job records every game.
    pub has_records: bool,
    /// The names of the other files that the folder of a finished job may contain.
    pub others: Vec<&'static str>,
    /// The names of further files, which have no hash in the manifest: files that depend on the clock, and files that are removed
    /// when the job is finished.
    pub unmarked: Vec<String>,
}

/// The files of a job, ready for writing.
pub struct OpenJob {
    /// The files, open for appending.
    pub journal: Journal,
    /// The existing content of the files; `None` if the job starts from the beginning.
    pub resume: Option<ResumePoint>,
    /// A warning for the user if files of an interrupted job were damaged.
    pub warning: Option<String>,
}

/// The state of an interrupted job.
pub struct ResumePoint {
    /// The number of the first missing unit.
    pub next: u64,
    /// Reads the rows of all earlier units.
    pub reader: JournalReader,
}

/// The files of a running job.
pub struct Journal {
    folder: Folder,
    tables: Vec<Output>,
    records: Option<CompressedOutput>,
    checkpoints: Checkpoints,
    /// The names of all files whose hashes are written to the manifest of a finished job.
    marked: Vec<&'static str>,
    /// The number of the first unit that is not in the files.
    next: u64,
    /// Whether the units that are appended are read from these files, so that only the records are written again.
    is_rereading: bool,
}

impl Layout {
    /// Creates the layout of a job with these tables and other files, and without records.
    pub const fn of(tables: Vec<CsvTable>, others: Vec<&'static str>) -> Self {
        Self { tables, has_records: false, others, unmarked: Vec::new() }
    }

    /// Opens the files in a folder. Returns `None` if the job should be resumed but is already finished.
    ///
    /// # Errors
    /// Fails if the folder contains anything else, if another process is using it, or if a file cannot be read or written.
    pub fn open(
        &self,
        disk: &Disk,
        path: &Path,
        manifest: &Manifest,
        mode: Mode,
    ) -> Result<Option<OpenJob>, Failure> {
        match mode {
            Mode::Resume if Manifest::is_there(path) => self.resume(disk, path, manifest),
            Mode::Resume => match self.begin(disk, path, manifest) {
                // Another process has started the job in the meantime.
                Err(Failure::Occupied(_)) if Manifest::is_there(path) => {
                    self.resume(disk, path, manifest)
                }
                Err(Failure::Occupied(path)) => Err(Failure::NoRun(path)),
                begun => begun.map(Some),
            },
            Mode::New => self.begin(disk, path, manifest).map(Some),
            Mode::Replace => {
                let other = [RECORDS, checkpoint::NAME, manifest::SECRET_FILE];
                // A finished job of another kind or game has other files.
                let listed: Vec<_> =
                    manifest::files(path).unwrap_or_default().into_keys().collect();
                let mut all = vec![manifest::NAME];
                all.extend(self.marked().into_iter().chain(other));
                all.extend(self.unmarked.iter().chain(&listed).map(String::as_str));
                if path.join(checkpoint::NAME).exists() {
                    // Fails if another process is using the folder.
                    drop(checkpoint::lock(&Folder::of(disk.clone(), path)?)?);
                }
                Folder::clear(disk, path, &all)?;
                self.begin(disk, path, manifest).map(Some)
            }
        }
    }

    /// Creates the files in a new folder.
    ///
    /// # Errors
    /// Fails if the folder is not empty, if another process is using it, or if a file cannot be written.
    pub fn begin(&self, disk: &Disk, path: &Path, manifest: &Manifest) -> Result<OpenJob, Failure> {
        // A job that was stopped before it wrote its manifest may have left these files; the checkpoints are then empty.
        let remains = [manifest::DRAFT, manifest::SECRET_FILE, checkpoint::NAME];
        let folder = Folder::create(disk.clone(), path, &remains)?;
        // If several processes start at once, only one of them gets the lock, before it writes anything.
        let lock = checkpoint::lock(&folder)?;
        if Manifest::is_there(path) || !lock.is_new()? {
            return Err(Failure::Occupied(path.to_owned()));
        }
        // An earlier job may have left a secret, and this job may not have one.
        folder.remove([manifest::SECRET_FILE.to_owned()])?;
        manifest.write_begun(&folder)?;
        let checkpoints = Checkpoints::begin(&folder, lock, &self.names())?;
        let tables =
            self.tables.iter().map(|table| folder.begin(table)).collect::<Result<_, _>>()?;
        let records = self.has_records.then(|| folder.compressed_output(RECORDS)).transpose()?;
        let marked = self.marked();
        let journal =
            Journal { folder, tables, records, checkpoints, marked, next: 0, is_rereading: false };
        Ok(OpenJob { journal, resume: None, warning: None })
    }

    fn resume(
        &self,
        disk: &Disk,
        path: &Path,
        manifest: &Manifest,
    ) -> Result<Option<OpenJob>, Failure> {
        let folder = Folder::of(disk.clone(), path)?;
        if manifest::is_finished(path)? {
            manifest::check_files(path)?;
        }
        if let Some(next) = manifest.prefix(path)? {
            // The finished run becomes an interrupted run with more games.
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
        let is_rereading = resume.is_some();
        let mut journal =
            Journal { folder, tables, records, checkpoints, marked, next: 0, is_rereading };
        if resume.is_none() {
            journal.restored(0)?;
        }
        Ok(Some(OpenJob { journal, resume, warning }))
    }

    /// Opens the files of a job with this layout for reading.
    ///
    /// # Errors
    /// Fails if a file cannot be read or does not match its table.
    pub fn reader(&self, path: &Path) -> Result<JournalReader, Failure> {
        JournalReader::open(path, &self.tables, self.has_records)
    }

    /// Returns the names of the files to which units append.
    fn names(&self) -> Vec<&'static str> {
        let tables = self.tables.iter().map(|table| table.name);
        tables.chain(self.has_records.then_some(RECORDS)).collect()
    }

    /// Returns the names of the files whose hashes are written to the manifest.
    fn marked(&self) -> Vec<&'static str> {
        let tables = self.tables.iter().map(|table| table.name);
        let records = self.has_records.then_some(RECORDS);
        tables.chain(self.others.iter().copied()).chain(records).collect()
    }
}

impl Journal {
    /// Returns the run folder.
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Whether the units that are appended are read from these files: the files of an interrupted job, until
    /// [`restored`](Self::restored).
    pub const fn is_rereading(&self) -> bool {
        self.is_rereading
    }

    /// Appends rows to the table with the given index, unless they are read from it.
    ///
    /// # Errors
    /// Fails if the rows cannot be written.
    pub fn append(&mut self, table: usize, page: &CsvRows) -> Result<(), Failure> {
        if self.is_rereading { Ok(()) } else { self.tables[table].append(page) }
    }

    /// Appends a record, if the job has records.
    ///
    /// # Errors
    /// Fails if the record cannot be written.
    pub fn append_record(&mut self, record: Option<&String>) -> Result<(), Failure> {
        match self.records.as_mut().zip(record) {
            Some((records, record)) => records.append_line(record),
            None => Ok(()),
        }
    }

    /// Marks all units before `next` as appended.
    ///
    /// # Errors
    /// Fails if the records cannot be flushed.
    pub fn advance(&mut self, next: u64) -> Result<(), Failure> {
        self.next = next;
        self.records.as_mut().map_or(Ok(()), CompressedOutput::flush)
    }

    /// Marks all units before `next` as appended, and writes a checkpoint if one is due.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn commit(&mut self, next: u64) -> Result<(), Failure> {
        self.advance(next)?;
        if self.is_due() { self.save(|_| Ok(())) } else { Ok(()) }
    }

    /// Whether a checkpoint is due.
    pub fn is_due(&self) -> bool {
        !self.is_rereading && self.checkpoints.is_due()
    }

    /// Writes a checkpoint. `also` writes any other file that belongs to the checkpoint.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
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

    /// Marks all units before `next` as restored from an interrupted job.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn restored(&mut self, next: u64) -> Result<(), Failure> {
        self.next = next;
        self.is_rereading = false;
        self.records.as_mut().map_or(Ok(()), CompressedOutput::replace)
    }

    /// Closes the files, and writes the summary tables and the manifest, in which the progress is followed by whether the job is
    /// finished. A job that is not finished can be resumed later.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn close(
        mut self,
        sums: impl IntoIterator<Item = FilledTable>,
        manifest: &Manifest,
        progress: &impl Serialize,
        is_finished: bool,
    ) -> Result<(), Failure> {
        self.save(|_| Ok(()))?;
        self.tables.into_iter().try_for_each(Output::finish)?;
        self.records.map_or(Ok(()), CompressedOutput::finish)?;
        sums.into_iter().try_for_each(|table| self.folder.write_table(&table))?;
        let mut progress = entries(progress);
        progress.insert(manifest::FINISHED.to_owned(), is_finished.into());
        if is_finished {
            manifest.write_finished(&self.folder, progress, &self.marked)?;
            Checkpoints::remove(&self.folder)
        } else {
            manifest.write(&self.folder, progress)
        }
    }
}
