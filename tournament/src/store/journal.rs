//! A CSV file that survives being stopped: rows are handed to the system at once, and whoever goes on
//! with it begins after the last whole entry.

use crate::failure::Failure;
use crate::store::csv_table::CsvRows;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file of entries, each of so many rows.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// The cells of a row.
pub type Cells = Vec<String>;

impl Journal {
    /// Opens the file, or begins it with its header, and returns the rows that are there. A last entry
    /// that is not whole is removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, has another header, or another process is at work on it.
    pub fn open(path: &Path, header: &[u8], rows: usize) -> Result<(Self, Vec<Cells>), Failure> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(Failure::write(path))?;
        // Nobody else may be at work before anything is cut off.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let folder = path.parent().unwrap_or(path);
            return Err(Failure::AtWork(folder.to_owned()));
        }
        let text = fs::read(path).map_err(Failure::read(path))?;
        let lines: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').collect();
        let whole = lines.iter().filter(|line| line.ends_with(b"\n")).count();
        let wrong = |what: String| Failure::Content { path: path.to_owned(), what };
        if whole > 0 && lines[0] != header {
            return Err(wrong("it is not the file of this run: its header differs".to_owned()));
        }
        let kept = if whole > 0 { 1 + (whole - 1) / rows * rows } else { 0 };
        let kept = lines[..kept].concat();
        let cells: Result<Vec<Cells>, _> =
            csv::Reader::from_reader(kept.as_slice()).deserialize().collect();
        let cells = cells.map_err(|error| wrong(error.to_string()))?;
        file.set_len(kept.len() as u64).map_err(Failure::write(path))?;
        let mut journal = Self { path: path.to_owned(), file };
        if kept.is_empty() {
            journal.append(&header.to_vec())?;
        }
        Ok((journal, cells))
    }

    /// Appends an entry.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, rows: &CsvRows) -> Result<(), Failure> {
        self.file.write_all(rows).map_err(Failure::write(&self.path))
    }

    /// Lets nothing that has been appended get lost any more.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn secure(&mut self) -> Result<(), Failure> {
        self.file.sync_data().map_err(Failure::write(&self.path))
    }

    /// The failure to go on because a row is not what this run writes there, counted from 0.
    pub fn differs(&self, row: usize) -> Failure {
        let what = format!("line {}: this is not what the run writes there", row + 2);
        Failure::Content { path: self.path.clone(), what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &[u8] = b"a,b\n";

    #[test]
    fn what_is_not_whole_is_dropped_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.csv");
        for (content, kept) in [
            ("", 0),
            ("a,", 0),
            ("a,b\n", 0),
            ("a,b\n1,2\n", 0),
            ("a,b\n1,2\n3,4", 0),
            ("a,b\n1,2\n3,4\n", 2),
            ("a,b\n1,2\n3,4\n5,6\n7", 2),
        ] {
            fs::write(&path, content).unwrap();
            let (mut journal, rows) = Journal::open(&path, HEADER, 2).unwrap();
            assert_eq!(rows.len(), kept, "{content:?}");
            journal.append(&b"8,9\n".to_vec()).unwrap();
            let before = if kept == 2 { "a,b\n1,2\n3,4\n" } else { "a,b\n" };
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{before}8,9\n"));
        }
        let busy = Journal::open(&path, HEADER, 2).unwrap();
        let error = Journal::open(&path, HEADER, 2).unwrap_err().to_string();
        assert!(error.ends_with("another process is at work on this run"), "{error}");
        drop(busy);
        fs::write(&path, "b,a\n").unwrap();
        let error = Journal::open(&path, HEADER, 2).unwrap_err().to_string();
        assert!(error.ends_with("its header differs"), "{error}");
    }
}
