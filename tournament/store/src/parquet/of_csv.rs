//! The tables of a run as Parquet, beside the CSV files that they are made of.

use super::{Column, ParquetFile};
use crate::failure::Failure;
use csv::ByteRecord;
use engine::csv_table::{Column as CsvColumn, CsvTable, Kind};
use parquet::data_type::ByteArray;
use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Rows that are written at a time.
const ROWS: usize = 1 << 17;

/// Returns the path of the Parquet file beside a CSV file.
pub fn beside(csv: &Path) -> PathBuf {
    csv.with_extension("parquet")
}

/// Writes the table with this name in a folder as Parquet, replacing what an earlier part of the run has
/// written. A missing value is null.
///
/// # Errors
/// Fails if the table cannot be read, or the file not be written.
pub fn convert(folder: &Path, table: &CsvTable) -> Result<(), Failure> {
    let path = folder.join(table.name);
    let file = File::open(&path).map_err(Failure::read(&path))?;
    let damaged = |what| Failure::Content { path: path.clone(), what };
    let mut reader = csv::Reader::from_reader(file);
    let name = table.name.strip_suffix(".csv").unwrap_or(table.name);
    let mut parquet = ParquetFile::begin(&beside(&path), name, &schema(table), [])?;
    let mut rows = Vec::new();
    for row in reader.byte_records() {
        rows.push(row.map_err(|error| damaged(error.to_string()))?);
        if rows.len() == ROWS {
            parquet.write(&columns(table, &rows).map_err(damaged)?)?;
            rows.clear();
        }
    }
    if !rows.is_empty() {
        parquet.write(&columns(table, &rows).map_err(damaged)?)?;
    }
    parquet.finish()
}

fn schema(table: &CsvTable) -> String {
    let mut schema = String::from("{");
    for column in &table.columns {
        let (kind, meaning) = match column.kind {
            Kind::Flag => ("boolean", ""),
            Kind::Whole => ("int64", ""),
            Kind::Unsigned => ("int64", " (INTEGER(64,false))"),
            Kind::Number => ("double", ""),
            Kind::Text => ("binary", " (STRING)"),
        };
        let _ = write!(schema, " optional {kind} {}{meaning};", column.name);
    }
    schema + " }"
}

fn columns(table: &CsvTable, rows: &[ByteRecord]) -> Result<Vec<Column>, String> {
    let column = |(place, column): (usize, &CsvColumn)| {
        let cells = Cells { rows, place, name: &column.name };
        Ok(match column.kind {
            Kind::Flag => Column::optional(cells.parse::<bool>()?),
            Kind::Whole => Column::optional(cells.parse::<i64>()?),
            // Parquet keeps the bits; the schema says that they have no sign.
            Kind::Unsigned => {
                Column::optional(cells.read(|text| text.parse().ok().map(u64::cast_signed))?)
            }
            Kind::Number => Column::optional(cells.parse::<f64>()?),
            Kind::Text => Column::optional(cells.read(|text| Some(ByteArray::from(text)))?),
        })
    };
    table.columns.iter().enumerate().map(column).collect()
}

/// The cells of a column in some rows.
struct Cells<'a> {
    rows: &'a [ByteRecord],
    place: usize,
    name: &'a str,
}

impl Cells<'_> {
    fn parse<T: FromStr>(&self) -> Result<Vec<Option<T>>, String> {
        self.read(|text| text.parse().ok())
    }

    /// Reads all cells; empty ones are null.
    fn read<T>(&self, read: impl Fn(&str) -> Option<T>) -> Result<Vec<Option<T>>, String> {
        let cell = |row: &ByteRecord| {
            let wrong = || format!("'{}' has a value of another kind", self.name);
            let text = row.get(self.place).ok_or_else(wrong)?;
            let text = std::str::from_utf8(text).map_err(|_| wrong())?;
            if text.is_empty() { Ok(None) } else { read(text).map(Some).ok_or_else(wrong) }
        };
        self.rows.iter().map(cell).collect()
    }
}
