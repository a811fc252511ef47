//! Reader of a job's files, unit by unit.

use crate::failure::Failure;
use crate::records::Records;
use agents::LARGEST;
use engine::csv_table::{CsvRows, CsvTable};
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// The name of the file of records.
pub const RECORDS: &str = "records.jsonl.zst";

/// Reader of the files of a job or of a part of a job.
pub struct JournalReader {
    tables: Vec<TableReader>,
    records: Option<Records>,
}

/// Reader of a table whose rows are ordered by unit.
struct TableReader {
    path: PathBuf,
    reader: BufReader<File>,
    /// The next row with its line ending; empty at the end of the file.
    next_row: Vec<u8>,
}

/// The rows and the record of one game.
#[derive(Debug)]
pub struct GameTraces {
    /// The game's rows in each table.
    pub pages: Vec<CsvRows>,
    /// The game's record, if the run has records.
    pub record: Option<String>,
}

impl JournalReader {
    /// Opens the files of a job.
    ///
    /// # Errors
    /// Fails if a file cannot be read or has another header.
    pub fn open(folder: &Path, tables: &[CsvTable], has_records: bool) -> Result<Self, Failure> {
        let tables = tables.iter().map(|table| TableReader::open(folder, table));
        Ok(Self {
            tables: tables.collect::<Result<_, _>>()?,
            records: has_records.then(|| Records::open(&folder.join(RECORDS))).transpose()?,
        })
    }

    /// Reads the rows and the record of the next game, whose number must be `game`.
    ///
    /// # Errors
    /// Fails if its row or record is missing or cannot be read.
    pub fn game(&mut self, game: u64) -> Result<GameTraces, Failure> {
        let unit = game.to_string();
        let pages = self.tables.iter_mut().map(|table| table.page(&unit));
        let pages: Vec<_> = pages.collect::<Result<_, _>>()?;
        if let [page, ..] = pages.as_slice()
            && page.is_empty()
        {
            return Err(self.tables[0].wrong(format!("game {game} is missing")));
        }
        let record = self.records.as_mut().map(|records| next_record(records, game)).transpose()?;
        Ok(GameTraces { pages, record })
    }

    /// Reads the rows of the next unit in one table, which begin with the unit's number. A unit may have no rows.
    ///
    /// # Errors
    /// Fails if the rows cannot be read.
    pub fn page(&mut self, table: usize, unit: &str) -> Result<CsvRows, Failure> {
        self.tables[table].page(unit)
    }

    /// Returns the error that the rows of a unit cannot be parsed.
    pub fn damaged(&self, table: usize, unit: &str) -> Failure {
        self.tables[table].wrong(format!("the rows of {unit} are damaged"))
    }

    /// Checks that all rows have been read.
    ///
    /// # Errors
    /// Fails if a table contains more.
    pub fn end_of_tables(&self) -> Result<(), Failure> {
        let longer = self.tables.iter().find(|table| !table.next_row.is_empty());
        longer.map_or(Ok(()), |table| Err(table.wrong("unexpected rows")))
    }

    /// Checks that all rows and records have been read.
    ///
    /// # Errors
    /// Fails if a file contains more.
    pub fn end(mut self) -> Result<(), Failure> {
        self.end_of_tables()?;
        match self.records.as_mut().map(|records| (records.next(), records)) {
            Some((Some(line), records)) => {
                let what = format!("line {}: unexpected record", line.number);
                Err(Failure::content(records.path(), what))
            }
            _ => Ok(()),
        }
    }
}

impl TableReader {
    fn open(folder: &Path, table: &CsvTable) -> Result<Self, Failure> {
        let path = folder.join(table.name);
        let file = File::open(&path).map_err(Failure::read(&path))?;
        let mut reader = Self { path, reader: BufReader::new(file), next_row: Vec::new() };
        reader.read_row()?;
        if reader.next_row != table.header {
            return Err(reader.wrong("expected the columns of this version, found others"));
        }
        reader.read_row()?;
        Ok(reader)
    }

    fn read_row(&mut self) -> Result<(), Failure> {
        self.next_row.clear();
        let mut bounded = (&mut self.reader).take(LARGEST + 1);
        let read =
            bounded.read_until(b'\n', &mut self.next_row).map_err(Failure::read(&self.path))?;
        if read as u64 > LARGEST {
            return Err(self.wrong("a row is longer than 16 MiB"));
        }
        Ok(())
    }

    /// Reads the rows that begin with this number.
    fn page(&mut self, unit: &str) -> Result<CsvRows, Failure> {
        let start = format!("{unit},");
        let mut page = CsvRows::new();
        while self.next_row.starts_with(start.as_bytes()) {
            page.append(&mut self.next_row);
            self.read_row()?;
        }
        Ok(page)
    }

    fn wrong(&self, what: impl Display) -> Failure {
        Failure::content(&self.path, what)
    }
}

fn next_record(records: &mut Records, game: u64) -> Result<String, Failure> {
    let line = records.next().map(|line| line.text);
    let none = || Err(format!("the record of game {game} is missing"));
    line.unwrap_or_else(none).map_err(|what| Failure::content(records.path(), what))
}
