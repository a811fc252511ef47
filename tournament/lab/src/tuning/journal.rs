//! The journal of a search, reread unit by unit before it grows.

use engine::csv_table::CsvRows;
use runner::Failure;
use store::journal::{Journal, OpenJob};
use store::reader::JournalReader;

/// The index of the table with all trials.
pub const TRACE: usize = 0;
/// The index of the table with the confirming matches.
pub const CONFIRMATION: usize = 1;

/// A search's journal. A unit is an iteration or, after all of them, a block of a match.
pub struct SearchJournal {
    /// The files.
    pub journal: Journal,
    /// The rest of an interrupted search, and the number of its units not yet read.
    held: Option<JournalReader>,
    left: u64,
    /// The next unit.
    pub next: u64,
}

impl SearchJournal {
    /// Starts before the first unit, with the rows of an interrupted search if there are any.
    pub fn new(opened: OpenJob) -> Self {
        let left = opened.resume.as_ref().map_or(0, |resume| resume.next);
        let held = opened.resume.map(|resume| resume.reader);
        Self { journal: opened.journal, held, left, next: 0 }
    }

    /// Returns the rows of the next unit if an interrupted search has left them.
    ///
    /// # Errors
    /// Fails if the rows cannot be read.
    pub fn held(&mut self, table: usize, unit: &str) -> Result<Option<CsvRows>, Failure> {
        let Some(reader) = self.held.as_mut().filter(|_| self.left > 0) else { return Ok(None) };
        self.left -= 1;
        self.next += 1;
        let page = reader.page(table, unit)?;
        self.journal.restored(self.next)?;
        Ok(Some(page))
    }

    /// Returns the failure for left rows that cannot be parsed.
    pub fn damaged(&self, table: usize, unit: &str) -> Failure {
        let Some(reader) = &self.held else { unreachable!("there are rows") };
        reader.damaged(table, unit)
    }

    /// Appends the rows of the next unit.
    ///
    /// # Errors
    /// Fails if they cannot be written.
    pub fn append(&mut self, table: usize, page: &CsvRows) -> Result<(), Failure> {
        self.next += 1;
        self.journal.append(table, page)?;
        self.journal.commit(self.next)
    }
}
