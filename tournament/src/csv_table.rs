//! Tables as text: the serde struct of the rows defines the header of a CSV file.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Rows as CSV text, without a header.
pub type CsvRows = Vec<u8>;

/// A CSV file: its name and its header.
#[derive(Debug)]
pub struct CsvTable {
    /// The file's name.
    pub name: &'static str,
    /// The first line.
    pub header: CsvRows,
}

impl CsvTable {
    /// Returns the table with rows of this type. It has a header even if it never gets a row.
    pub fn of<R: Serialize + Default>(name: &'static str) -> Self {
        let mut text = csv_text(&[R::default()], true);
        let end = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        text.truncate(end);
        Self { name, header: text }
    }

    /// Adds the columns of further rows on the right.
    pub fn extend_by<R: Serialize + Default>(&mut self) {
        self.header.pop();
        self.header.push(b',');
        self.header.extend(Self::of::<R>(self.name).header);
    }
}

/// Writes rows as text.
pub fn page<R: Serialize>(rows: &[R]) -> CsvRows {
    csv_text(rows, false)
}

/// Parses the rows of a page.
///
/// # Errors
/// Fails if the rows have another format.
pub fn rows<R: DeserializeOwned>(page: &[u8]) -> Result<Vec<R>, csv::Error> {
    let mut builder = csv::ReaderBuilder::new();
    builder.has_headers(false).buffer_capacity(page.len().max(BUFFER));
    builder.from_reader(page).into_deserialize().collect()
}

/// Parses a page with a single row; returns `None` if it has another format or number of rows.
pub fn one_row<R: DeserializeOwned>(page: &[u8]) -> Option<R> {
    let mut rows = rows(page).ok()?;
    rows.pop().filter(|_| rows.is_empty())
}

/// Small, because pages are short and each gets a new buffer.
const BUFFER: usize = 256;

fn csv_text<R: Serialize>(rows: &[R], has_headers: bool) -> CsvRows {
    let mut builder = csv::WriterBuilder::new();
    builder.has_headers(has_headers).buffer_capacity(BUFFER);
    let mut writer = builder.from_writer(Vec::with_capacity(BUFFER));
    for row in rows {
        writer.serialize(row).expect("a row is a flat struct, and memory takes any number of them");
    }
    writer.into_inner().expect("memory has nothing to flush")
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
}
