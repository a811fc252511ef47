//! The folder of a run: files, journal, manifest, resume.

pub mod checkpoint;
pub mod csv_table;
pub mod folder;
pub mod journal;
pub mod manifest;
pub mod reader;
pub mod records;
pub mod rows;
pub mod writer;
