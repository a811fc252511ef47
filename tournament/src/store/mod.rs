//! The run folder: files, journal, manifest, resume, parts.

pub mod checkpoint;
pub mod digest;
pub mod draft;
pub mod folder;
pub mod format;
pub mod journal;
pub mod manifest;
pub mod parquet;
pub mod parts;
pub mod reader;
pub mod records;
