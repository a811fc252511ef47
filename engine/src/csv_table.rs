//! CSV tables as text. The serde struct of the rows defines the header.

pub use csv::Error as CsvError;

use csv::{StringRecord, StringRecordsIntoIter, Writer};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Rows as CSV text, without a header.
pub type CsvRows = Vec<u8>;

/// A CSV table together with all of its rows.
pub type FilledTable = (CsvTable, CsvRows);

/// The name and the header of a CSV file.
#[derive(Clone, Debug)]
pub struct CsvTable {
    /// The file's name.
    pub name: &'static str,
    /// The header line, including the line break.
    pub header: CsvRows,
}

impl CsvTable {
    /// Returns the table for rows of this type. It has a header even if no row is ever written.
    pub fn of<R: Serialize + Default>(name: &'static str) -> Self {
        let mut text = csv_text(&[R::default()], true);
        let end = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        text.truncate(end);
        Self { name, header: text }
    }

    /// Returns the table for rows of this type, filled with these rows.
    pub fn filled<R: Serialize + Default>(name: &'static str, rows: &[R]) -> FilledTable {
        (Self::of::<R>(name), page(rows))
    }

    /// Appends a column on the right.
    pub fn add(&mut self, name: &str) {
        self.header.pop();
        self.header.extend(format!(",{name}\n").bytes());
    }

    /// Appends the columns of another table on the right.
    pub fn extend(&mut self, other: &Self) {
        self.header.pop();
        self.header.push(b',');
        self.header.extend(&other.header);
    }
}

/// Rows as CSV text, together with the end offset of each row.
#[derive(Clone, Debug)]
pub struct CsvLines {
    text: CsvRows,
    ends: Vec<usize>,
}

impl CsvLines {
    /// Writes rows as text.
    pub fn of<R: Serialize>(rows: &[R]) -> Self {
        let mut writer = writer(false);
        let mut ends = Vec::with_capacity(rows.len());
        for row in rows {
            write(&mut writer, row);
            ends.push(flushed(&mut writer));
        }
        Self { text: text(writer), ends }
    }

    /// Returns the text of all rows.
    pub fn into_text(self) -> CsvRows {
        self.text
    }

    /// Returns rows whose first columns come from `self` and whose last columns come from `right`.
    #[must_use]
    pub fn beside(&self, right: &Self) -> Self {
        let mut both =
            Self { text: Vec::with_capacity(self.text.len() + right.text.len()), ends: Vec::new() };
        for (left, right) in self.lines().zip(right.lines()) {
            both.text.extend(&left[..left.len() - 1]);
            both.text.push(b',');
            both.text.extend(right);
            both.ends.push(both.text.len());
        }
        both
    }

    fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let begins = [0].into_iter().chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.text[begin..end])
    }
}

/// Writes rows as CSV text without a header.
pub fn page<R: Serialize>(rows: &[R]) -> CsvRows {
    csv_text(rows, false)
}

/// Parses the rows of a CSV text without a header. Surplus columns are ignored.
///
/// # Errors
/// If the rows have another format.
pub fn rows<R: DeserializeOwned>(page: &[u8]) -> Result<Vec<R>, CsvError> {
    records(page).map(|record| record?.deserialize(None)).collect()
}

/// Parses the rows of a CSV text, ignoring the first `columns` columns of each.
///
/// # Errors
/// If the rows have another format.
pub fn rows_after<R: DeserializeOwned>(page: &[u8], columns: usize) -> Result<Vec<R>, CsvError> {
    let last = |record: StringRecord| record.iter().skip(columns).collect::<StringRecord>();
    records(page).map(|record| last(record?).deserialize(None)).collect()
}

/// Returns the only row of a list.
///
/// # Errors
/// If there is no row, or more than one.
pub fn only<R>(rows: Vec<R>) -> Result<R, CsvError> {
    let wrong = || std::io::Error::new(std::io::ErrorKind::InvalidData, "there is no such row");
    let [row] = <[R; 1]>::try_from(rows).map_err(|_| wrong())?;
    Ok(row)
}

/// Parses a CSV text with exactly one row; returns `None` if it has another format or number of rows.
pub fn one_row<R: DeserializeOwned>(page: &[u8]) -> Option<R> {
    only(rows(page).ok()?).ok()
}

/// The size of a writer's buffer in bytes. It is small, because the texts are short and each gets a new buffer.
const BUFFER: usize = 256;
/// The reason why writing to memory cannot fail.
const MEMORY: &str = "memory has nothing to flush";

fn csv_text<R: Serialize>(rows: &[R], has_headers: bool) -> CsvRows {
    let mut writer = writer(has_headers);
    for row in rows {
        write(&mut writer, row);
    }
    text(writer)
}

fn write(writer: &mut Writer<CsvRows>, row: &impl Serialize) {
    writer.serialize(row).expect("a row is a flat struct, and memory takes any number of them");
}

// The functions below do not depend on the type of the rows, so they are compiled only once.

fn writer(has_headers: bool) -> Writer<CsvRows> {
    let mut builder = csv::WriterBuilder::new();
    builder.has_headers(has_headers).buffer_capacity(BUFFER);
    builder.from_writer(Vec::with_capacity(BUFFER))
}

/// Returns the number of bytes written so far.
fn flushed(writer: &mut Writer<CsvRows>) -> usize {
    writer.flush().expect(MEMORY);
    writer.get_ref().len()
}

fn text(writer: Writer<CsvRows>) -> CsvRows {
    writer.into_inner().expect(MEMORY)
}

fn records(page: &[u8]) -> StringRecordsIntoIter<&[u8]> {
    let mut builder = csv::ReaderBuilder::new();
    builder.has_headers(false).buffer_capacity(page.len().max(BUFFER));
    builder.from_reader(page).into_records()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(PartialEq, Debug, Default, Serialize, Deserialize)]
    struct Row {
        agent: String,
        games: u32,
        mean: Option<f64>,
    }

    #[test]
    fn the_header_comes_from_the_struct_and_missing_values_are_empty() {
        let table = CsvTable::of::<Row>("rows.csv");
        assert_eq!(table.header, b"agent,games,mean\n");
        let rows = [
            Row { agent: "a,b".into(), games: 2, mean: Some(0.5) },
            Row { agent: "c".into(), games: 0, mean: None },
        ];
        assert_eq!(page(&rows), b"\"a,b\",2,0.5\nc,0,\n");
        assert_eq!(super::rows::<Row>(&page(&rows)).unwrap(), rows);
        assert!(super::rows::<Row>(b"c,many,\n").is_err());
    }

    #[test]
    fn rows_side_by_side_are_the_rows_of_a_pair() {
        let rows = [("a\nb", 1), ("c", 2)].map(|(agent, games)| Row {
            agent: agent.into(),
            games,
            mean: None,
        });
        let lines = CsvLines::of(&rows);
        let both = lines.beside(&lines).into_text();
        let pairs: Vec<_> = rows.iter().zip(&rows).collect();
        assert_eq!(both, page(&pairs));
        assert_eq!(super::rows::<Row>(&both).unwrap(), rows);
        assert_eq!(rows_after::<Row>(&both, 3).unwrap(), rows);
    }
}
