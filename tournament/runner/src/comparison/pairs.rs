//! One table from two runs, read row by row in pairs.

use csv::{Reader, StringRecord};
use std::fs::File;
use std::path::{Path, PathBuf};
use store::Failure;

/// The columns that identify the game and the seat of a row; they must be equal in both tables.
const KEYS: [&str; 5] = ["game", "block", "deck_seed", "players", "seat"];

/// A table of one run and the table with the same name of another run.
pub struct TablePair {
    paths: [PathBuf; 2],
    keys: Vec<SharedColumn>,
    columns: Vec<SharedColumn>,
}

/// A column that both tables have.
pub struct SharedColumn {
    /// The column's name.
    pub name: String,
    /// The index of the column in each table.
    places: [usize; 2],
}

/// The rows of both tables for the same game or seat.
pub struct RowPair<'a>([&'a StringRecord; 2]);

impl RowPair<'_> {
    /// Returns the values of a column.
    pub fn cells(&self, column: &SharedColumn) -> [&str; 2] {
        [0, 1].map(|run| self.0[run].get(column.places[run]).unwrap_or_default())
    }
}

impl TablePair {
    /// Reads the headers of a table in both folders.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn open(folders: [&Path; 2], name: &str) -> Result<Self, Failure> {
        let paths = folders.map(|folder| folder.join(name));
        let [first, second] = [header(&paths[0])?, header(&paths[1])?];
        let shared = first.iter().enumerate().filter_map(|(place, name)| {
            let other = second.iter().position(|other| other == name)?;
            Some(SharedColumn { name: name.to_owned(), places: [place, other] })
        });
        let is_key = |column: &SharedColumn| KEYS.contains(&column.name.as_str());
        let (keys, columns) = shared.partition(is_key);
        Ok(Self { paths, keys, columns })
    }

    /// Returns the columns that both tables have, except for those that identify rows.
    pub fn columns(&self) -> &[SharedColumn] {
        &self.columns
    }

    /// Returns the column with this name.
    ///
    /// # Errors
    /// Fails if one of the tables does not have the column.
    pub fn column(&self, name: &str) -> Result<&SharedColumn, Failure> {
        let all = self.columns.iter().chain(&self.keys);
        all.into_iter().find(|column| column.name == name).ok_or_else(|| Failure::Content {
            path: self.paths[0].clone(),
            what: format!("column '{name}' is missing in one of the two runs"),
        })
    }

    /// Calls a function for each pair of rows.
    ///
    /// # Errors
    /// Fails if a file cannot be read, if the rows are about different games, or if the function fails.
    pub fn each(
        &self,
        mut take: impl FnMut(&RowPair<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let [mut first, mut second] = [reader(&self.paths[0])?, reader(&self.paths[1])?];
        let mut records = [StringRecord::new(), StringRecord::new()];
        for row in 1_u64.. {
            let [one, other] = &mut records;
            let more = [
                first.read_record(one).map_err(wrong(&self.paths[0]))?,
                second.read_record(other).map_err(wrong(&self.paths[1]))?,
            ];
            if more == [false, false] {
                break;
            }
            let pair = RowPair([one, other]);
            let is_same = |key: &SharedColumn| {
                let [here, there] = pair.cells(key);
                here == there
            };
            if more != [true, true] || !self.keys.iter().all(is_same) {
                let other = self.paths[0].display();
                let what =
                    format!("row {row} is about another game or seat than row {row} of {other}");
                return Err(Failure::Content { path: self.paths[1].clone(), what });
            }
            take(&pair)?;
        }
        Ok(())
    }
}

fn reader(path: &Path) -> Result<Reader<File>, Failure> {
    Ok(Reader::from_reader(File::open(path).map_err(Failure::read(path))?))
}

fn header(path: &Path) -> Result<StringRecord, Failure> {
    reader(path)?.headers().cloned().map_err(wrong(path))
}

fn wrong(path: &Path) -> impl FnOnce(csv::Error) -> Failure {
    move |error| Failure::Content { path: path.to_owned(), what: error.to_string() }
}
