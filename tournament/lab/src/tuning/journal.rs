//! The journal of a search, which rereads the units of an interrupted search before it appends new ones.

use engine::csv_table::CsvRows;
use runner::Failure;
use store::journal::{Journal, OpenJob};
use store::reader::JournalReader;

/// The index of the table with all trials.
pub const TRACE: usize = 0;
/// The index of the table with the confirmation matches.
pub const CONFIRMATION: usize = 1;

/// The journal of a search. A unit is an iteration or, after all iterations, a block of a confirmation match.
pub struct SearchJournal {
    /// The journal to which new units are appended.
    pub journal: Journal,
    /// The reader of an interrupted search, and the number of units that it has yet to return.
    held: Option<JournalReader>,
    left: u64,
    /// The number of the next unit.
    pub next: u64,
}

impl SearchJournal {
    /// Starts before the first unit. If the search was interrupted, its rows are reread first.
    pub fn new(opened: OpenJob) -> Self {
        let left = opened.resume.as_ref().map_or(0, |resume| resume.next);
        let held = opened.resume.map(|resume| resume.reader);
        Self { journal: opened.journal, held, left, next: 0 }
    }

    /// Returns the rows of the next unit, or `None` if the interrupted search did not write that unit.
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

    /// Returns the failure that existing rows of a unit cannot be parsed.
    pub fn damaged(&self, table: usize, unit: &str) -> Failure {
        let Some(reader) = &self.held else { unreachable!("there are rows") };
        reader.damaged(table, unit)
    }

    /// Appends the rows of the next unit.
    ///
    /// # Errors
    /// Fails if the rows cannot be written.
    pub fn append(&mut self, table: usize, page: &CsvRows) -> Result<(), Failure> {
        self.next += 1;
        self.journal.append(table, page)?;
        self.journal.commit(self.next)
    }
}
