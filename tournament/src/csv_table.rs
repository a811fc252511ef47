//! Tables as text: the serde struct of the rows defines the header of a CSV file.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Rows as CSV text, without a header.
pub type CsvRows = Vec<u8>;

/// A CSV file: its name and its columns.
#[derive(Clone, Debug)]
pub struct CsvTable {
    /// The file's name.
    pub name: &'static str,
    /// The first line.
    pub header: CsvRows,
    /// The columns.
    pub columns: Vec<Column>,
}

/// A column of a table.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
}

/// What the values of a column are, for formats with types. It follows from the struct of the rows, so it
/// is the same in all runs.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// Whole numbers of 64 bits with a sign.
    Whole,
    /// Whole numbers of 64 bits without one.
    Unsigned,
    /// Any other numbers; also whole ones that may be missing.
    Number,
    /// Words.
    Text,
}

impl CsvTable {
    /// Returns the table with rows of this type. It has a header even if it never gets a row.
    pub fn of<R: Serialize + Default>(name: &'static str) -> Self {
        let mut text = csv_text(&[R::default()], true);
        let end = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        text.truncate(end);
        Self { name, header: text, columns: columns_of(&R::default()) }
    }

    /// Says that the values of a column take all 64 bits.
    #[must_use]
    pub fn unsigned(mut self, name: &str) -> Self {
        for column in self.columns.iter_mut().filter(|column| column.name == name) {
            column.kind = Kind::Unsigned;
        }
        self
    }

    /// Adds a column on the right.
    pub fn add(&mut self, name: &str, kind: Kind) {
        self.header.pop();
        self.header.extend(format!(",{name}\n").bytes());
        self.columns.push(Column { name: name.to_owned(), kind });
    }

    /// Adds the columns of further rows on the right.
    pub fn extend_by<R: Serialize + Default>(&mut self) {
        let Self { header, columns, .. } = Self::of::<R>(self.name);
        self.header.pop();
        self.header.push(b',');
        self.header.extend(header);
        self.columns.extend(columns);
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

/// Returns the columns of a row. One that may be missing has numbers.
fn columns_of(row: &impl Serialize) -> Vec<Column> {
    let Ok(Value::Object(fields)) = serde_json::to_value(row) else { return Vec::new() };
    let kind = |value: &Value| match value {
        Value::Bool(_) => Kind::Flag,
        Value::Number(number) if !number.is_f64() => Kind::Whole,
        Value::Number(_) | Value::Null => Kind::Number,
        Value::String(_) | Value::Array(_) | Value::Object(_) => Kind::Text,
    };
    fields.iter().map(|(name, value)| Column { name: name.clone(), kind: kind(value) }).collect()
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
        let kinds: Vec<_> = table.columns.iter().map(|column| column.kind).collect();
        assert_eq!(kinds, [Kind::Text, Kind::Whole, Kind::Number]);
        let rows = [
            Row { agent: "a,b".into(), games: 2, mean: Some(0.5) },
            Row { agent: "c".into(), games: 0, mean: None },
        ];
        assert_eq!(page(&rows), b"\"a,b\",2,0.5\nc,0,\n");
        assert_eq!(super::rows::<Row>(&page(&rows)).unwrap(), rows);
        assert!(super::rows::<Row>(b"c,many,\n").is_err());
    }
}
