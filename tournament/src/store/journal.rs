//! The journal of a job: files that grow unit by unit, and survive being stopped.
//!
//! A *unit* is a game, a block or an iteration. Each appends its rows to some tables, and perhaps a record;
//! rows begin with the number of their unit. Now and then a [checkpoint](crate::store::checkpoint) says how
//! long all files are. A job that goes on cuts them back to the last checkpoint, reads its rows again to
//! rebuild its sums, and appends the rest: so a job leaves the same bytes however often it was stopped.

use crate::failure::Failure;
use crate::store::checkpoint::Checkpoints;
use crate::store::csv_table::{CsvRows, CsvTable};
use crate::store::folder::{CompressedOutput, Folder, Mode, Output};
use crate::store::manifest::Manifest;
use crate::store::reader::{JournalReader, RECORDS};
use crate::store::{checkpoint, manifest};
use serde::Serialize;
use std::path::Path;

/// The files that a job writes.
#[derive(Debug)]
pub struct Layout {
    /// The tables that units append to.
    pub tables: Vec<CsvTable>,
    /// Whether every game leaves a record.
    pub has_records: bool,
    /// The names of all other files that such a job may write.
    pub others: Vec<&'static str>,
}

/// A job's files, ready to be written.
pub struct Opened {
    /// The files.
    pub journal: Journal,
    /// What they hold, if they hold anything.
    pub held: Option<Held>,
}

/// What an interrupted job has left.
pub struct Held {
    /// The first unit that is missing.
    pub next: u64,
    /// The rows of all units before it.
    pub reader: JournalReader,
}

/// The files of a job that goes on.
pub struct Journal {
    folder: Folder,
    tables: Vec<Output>,
    records: Option<CompressedOutput>,
    checkpoints: Checkpoints,
    /// The first unit that is not in the files.
    next: u64,
}

impl Layout {
    /// A job with these tables and no records.
    pub const fn of(tables: Vec<CsvTable>, others: Vec<&'static str>) -> Self {
        Self { tables, has_records: false, others }
    }

    /// Opens the files in a folder. Nothing comes back if the job is finished and to be resumed.
    ///
    /// # Errors
    /// If the folder holds something else, another process is at work there, or a file cannot be read or
    /// written.
    pub fn open(
        &self,
        path: &Path,
        manifest: &Manifest,
        mode: Mode,
    ) -> Result<Option<Opened>, Failure> {
        match mode {
            Mode::Resume if Manifest::is_there(path)? => self.resume(path, manifest),
            Mode::New | Mode::Resume => self.begin(path, manifest).map(Some),
            Mode::Replace => {
                let growing = self.tables.iter().map(|table| table.name);
                let all = growing.chain(self.others.clone());
                let all: Vec<_> = all.chain([RECORDS, manifest::NAME, checkpoint::NAME]).collect();
                if path.join(checkpoint::NAME).exists() {
                    // Nobody else may be at work there.
                    drop(checkpoint::lock(&Folder::of(path))?);
                }
                Folder::clear(path, &all)?;
                self.begin(path, manifest).map(Some)
            }
        }
    }

    /// Begins the files in a new folder.
    ///
    /// # Errors
    /// If there is anything in it, or a file cannot be written.
    pub fn begin(&self, path: &Path, manifest: &Manifest) -> Result<Opened, Failure> {
        let folder = Folder::create(path)?;
        manifest.write_begun(&folder)?;
        // Of two processes that begin at once, one makes the file.
        let checkpoints = Checkpoints::begin(&folder, &self.names())?;
        let tables =
            self.tables.iter().map(|table| folder.begin(table)).collect::<Result<_, _>>()?;
        let records = self.has_records.then(|| folder.compressed_output(RECORDS)).transpose()?;
        let journal = Journal { folder, tables, records, checkpoints, next: 0 };
        Ok(Opened { journal, held: None })
    }

    fn resume(&self, path: &Path, manifest: &Manifest) -> Result<Option<Opened>, Failure> {
        let folder = Folder::of(path);
        if manifest.resumes(path)? {
            Checkpoints::remove(&folder)?;
            return Ok(None);
        }
        let (checkpoints, held) = Checkpoints::resume(&folder, &self.names())?;
        let mut tables = Vec::new();
        for (number, table) in self.tables.iter().enumerate() {
            let length = held.as_ref().map_or(0, |held| held.lengths[number]);
            let mut output = folder.continued(table.name, length)?;
            if length == 0 {
                output.append(&table.header)?;
            }
            output.secure()?;
            tables.push(output);
        }
        let draft = || folder.compressed_draft(RECORDS);
        let records = self.has_records.then(draft).transpose()?;
        let held = match held {
            Some(held) => Some(Held { next: held.next, reader: self.reader(path)? }),
            None => None,
        };
        let mut journal = Journal { folder, tables, records, checkpoints, next: 0 };
        if held.is_none() {
            journal.restored(0)?;
        }
        Ok(Some(Opened { journal, held }))
    }

    /// Reads the files of such a job in a folder.
    ///
    /// # Errors
    /// If one of them cannot be read, or is another table.
    pub fn reader(&self, path: &Path) -> Result<JournalReader, Failure> {
        JournalReader::open(path, &self.tables, self.has_records)
    }

    /// The names of the files that grow.
    fn names(&self) -> Vec<&'static str> {
        let tables = self.tables.iter().map(|table| table.name);
        tables.chain(self.has_records.then_some(RECORDS)).collect()
    }
}

impl Journal {
    /// Where the files are.
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Appends rows to one of the tables.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, table: usize, page: &CsvRows) -> Result<(), Failure> {
        self.tables[table].append(page)
    }

    /// Appends a record.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append_record(&mut self, record: Option<&String>) -> Result<(), Failure> {
        match self.records.as_mut().zip(record) {
            Some((records, record)) => records.append_line(record),
            None => Ok(()),
        }
    }

    /// Everything before this unit has been appended.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn advance(&mut self, next: u64) -> Result<(), Failure> {
        self.next = next;
        self.records.as_mut().map_or(Ok(()), CompressedOutput::flush)
    }

    /// The same, and sets a checkpoint if it is time for one.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn commit(&mut self, next: u64) -> Result<(), Failure> {
        self.advance(next)?;
        if self.checkpoints.is_due() { self.save(|_| Ok(())) } else { Ok(()) }
    }

    /// Whether it is time for a checkpoint.
    pub fn is_due(&self) -> bool {
        self.checkpoints.is_due()
    }

    /// Sets a checkpoint; `also` writes what else belongs to it.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn save(
        &mut self,
        also: impl FnOnce(&Folder) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Self { checkpoints, tables, records, folder, next } = self;
        checkpoints.add(*next, || {
            let tables = tables.iter_mut().map(Output::secure);
            let lengths = tables.chain(records.as_mut().map(CompressedOutput::secure)).collect();
            also(folder)?;
            lengths
        })
    }

    /// All that an interrupted job has left has been taken in: everything before this unit.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn restored(&mut self, next: u64) -> Result<(), Failure> {
        self.next = next;
        self.records.as_mut().map_or(Ok(()), CompressedOutput::replace)
    }

    /// Closes the files, writes the tables of sums and the manifest. A job that is not finished can go on.
    ///
    /// # Errors
    /// If a file cannot be written.
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
        manifest.write(&self.folder, progress)?;
        if is_finished { Checkpoints::remove(&self.folder) } else { Ok(()) }
    }
}
