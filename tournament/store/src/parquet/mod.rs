//! Parquet files, which appear whole or not at all.
//!
//! Equal rows and metadata give equal bytes.

mod column;
pub mod of_csv;

pub use column::Column;

use crate::draft::Draft;
use crate::failure::Failure;
use column::Values;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The metadata key of the version of all schemas, and that version.
const SCHEMA: (&str, &str) = ("hidden_decks.schema", "1");
/// The metadata key of the table's name.
const TABLE: &str = "hidden_decks.table";

/// A Parquet file that is being written. If it is dropped before it is finished, nothing remains.
pub struct ParquetFile {
    draft: Draft,
    writer: SerializedFileWriter<File>,
}

impl ParquetFile {
    /// Begins the file of a table. The schema is a message type in Parquet's notation, without the
    /// word `message`; metadata has keys and values.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or if another process is writing it.
    ///
    /// # Panics
    /// Panics if the schema is none.
    pub fn begin(
        path: &Path,
        table: &str,
        schema: &str,
        metadata: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Result<Self, Failure> {
        let (draft, file) = Draft::begin(path)?;
        let own = [SCHEMA, (TABLE, table)].map(|(key, value)| (key, value.to_owned()));
        let metadata = own.into_iter().chain(metadata);
        let metadata = metadata.map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_key_value_metadata(Some(metadata))
            .build();
        let schema = parse_message_type(&format!("message {table} {schema}"));
        let schema = Arc::new(schema.expect("the schema is that of a table"));
        let writer = SerializedFileWriter::new(file, schema, Arc::new(properties));
        Ok(Self { draft, writer: writer.map_err(wrong(path))? })
    }

    /// Writes rows, column by column in the order of the schema.
    ///
    /// # Errors
    /// Fails if they cannot be written.
    ///
    /// # Panics
    /// Panics if a column is not of the schema's type.
    pub fn write(&mut self, columns: &[Column]) -> Result<(), Failure> {
        let write = |writer: &mut SerializedFileWriter<File>| {
            let mut group = writer.next_row_group()?;
            let mut columns = columns.iter();
            while let Some(mut writer) = group.next_column()? {
                let Column { values, definition, repetition } =
                    columns.next().expect("there are as many columns as in the schema");
                let levels = [definition, repetition].map(|levels| levels.as_deref());
                match values {
                    Values::Flag(values) => fill::<BoolType>(&mut writer, values, levels)?,
                    Values::Int(values) => fill::<Int32Type>(&mut writer, values, levels)?,
                    Values::Long(values) => fill::<Int64Type>(&mut writer, values, levels)?,
                    Values::Single(values) => fill::<FloatType>(&mut writer, values, levels)?,
                    Values::Double(values) => fill::<DoubleType>(&mut writer, values, levels)?,
                    Values::Text(values) => fill::<ByteArrayType>(&mut writer, values, levels)?,
                }
                writer.close()?;
            }
            group.close().map(drop)
        };
        write(&mut self.writer).map_err(wrong(self.draft.path()))
    }

    /// Completes the file and gives it its name, in place of an older one.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.writer.finish().map_err(wrong(self.draft.path()))?;
        self.draft.finish(self.writer.inner())
    }
}

fn fill<T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    values: &[T::T],
    [definition, repetition]: [Option<&[i16]>; 2],
) -> Result<(), ParquetError> {
    writer.typed::<T>().write_batch(values, definition, repetition).map(drop)
}

/// Returns the failure to write this file.
fn wrong(path: &Path) -> impl FnOnce(ParquetError) -> Failure {
    move |error| {
        let source = match error {
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => *error,
                Err(error) => io::Error::other(error),
            },
            error => io::Error::other(error),
        };
        Failure::write(path)(source)
    }
}
