//! Reads Parquet files.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

/// A Parquet file that was read.
pub struct Table {
    /// The rows, by column.
    pub rows: Vec<BTreeMap<String, Field>>,
    pub metadata: BTreeMap<String, String>,
    /// The columns in their order.
    pub columns: Vec<String>,
    /// The columns with their types.
    pub schema: String,
}

impl Table {
    pub fn read(path: &Path) -> Self {
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let file = reader.metadata().file_metadata();
        let metadata = file.key_value_metadata().unwrap().iter();
        let metadata = metadata.map(|pair| (pair.key.clone(), pair.value.clone().unwrap()));
        let columns = file.schema().get_fields().iter().map(|field| field.name().to_owned());
        let row = |row: parquet::record::Row| row.into_columns().into_iter().collect();
        Self {
            rows: reader.get_row_iter(None).unwrap().map(|read| row(read.unwrap())).collect(),
            metadata: metadata.collect(),
            columns: columns.collect(),
            schema: format!("{:?}", file.schema()),
        }
    }
}

/// The value as a CSV file has it; a number with a fraction as Rust prints it.
pub fn cell(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Bool(flag) => flag.to_string(),
        Field::Int(number) => number.to_string(),
        Field::Long(number) => number.to_string(),
        Field::ULong(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        other => panic!("{other:?} is in no table"),
    }
}

/// The elements of a list.
pub fn list(field: &Field) -> &[Field] {
    match field {
        Field::ListInternal(list) => list.elements(),
        other => panic!("{other:?} is no list"),
    }
}

/// Numbers and truth values as numbers; nothing for null.
pub fn number(field: &Field) -> Option<f64> {
    Some(match field {
        Field::Null => return None,
        Field::Bool(flag) => f64::from(u8::from(*flag)),
        Field::Int(number) => f64::from(*number),
        Field::Long(number) => *number as f64,
        Field::Float(number) => f64::from(*number),
        Field::Double(number) => *number,
        other => panic!("{other:?} is no number"),
    })
}

/// The numbers of a list without null.
pub fn numbers(field: &Field) -> Vec<f64> {
    list(field).iter().map(|element| number(element).unwrap()).collect()
}
