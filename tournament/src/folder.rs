//! The folder of a run and the files in it.

use crate::failure::Failure;
use crate::sheet::Sheet;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use zstd::stream::write::Encoder;

/// A folder that belongs to one run.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

/// A file that is being written.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    writer: BufWriter<File>,
}

/// A zstd-compressed file that is being written.
pub struct CompressedOutput {
    path: PathBuf,
    encoder: Encoder<'static, BufWriter<File>>,
}

impl Folder {
    /// Makes the folder, unless it is there and empty.
    ///
    /// # Errors
    /// If there is anything in it: output is never overwritten. Of two runs that begin at once, the
    /// later fails at its first [`Folder::output`].
    pub fn create(path: &Path) -> Result<Self, Failure> {
        if path.exists() && !path.is_dir() {
            return Err(Failure::Occupied(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(Failure::write(path))?;
        if fs::read_dir(path).map_err(Failure::read(path))?.next().is_some() {
            return Err(Failure::Occupied(path.to_owned()));
        }
        Ok(Self { path: path.to_owned() })
    }

    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn output(&self, name: &str) -> Result<Output, Failure> {
        let path = self.path.join(name);
        let file = File::create_new(&path).map_err(Failure::write(&path))?;
        Ok(Output { path, writer: BufWriter::new(file) })
    }

    /// Begins a table with its header.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn begin(&self, sheet: &Sheet) -> Result<Output, Failure> {
        let mut output = self.output(sheet.name)?;
        output.append(&sheet.header)?;
        Ok(output)
    }

    /// Begins a compressed file.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn compressed_output(&self, name: &str) -> Result<CompressedOutput, Failure> {
        let Output { path, writer } = self.output(name)?;
        let encoder =
            Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL).map_err(Failure::write(&path))?;
        Ok(CompressedOutput { path, encoder })
    }

    /// Writes a whole file, in place of the one that this run wrote before. Whoever reads the file
    /// sees the one or the other.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        let draft = self.path.join(format!("{name}.draft"));
        fs::write(&draft, content).map_err(Failure::write(&draft))?;
        let path = self.path.join(name);
        fs::rename(&draft, &path).map_err(Failure::write(&path))
    }

    /// Writes a whole file of JSON, likewise.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_json(&self, name: &str, content: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_string_pretty(content).expect("it has a JSON form");
        text.push('\n');
        self.write(name, text.as_bytes())
    }
}

impl Output {
    /// Appends to the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, content: &[u8]) -> Result<(), Failure> {
        self.writer.write_all(content).map_err(Failure::write(&self.path))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If what was still in memory cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(Failure::write(&self.path))
    }
}

impl CompressedOutput {
    /// Appends a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append_line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.encoder, "{line}").map_err(Failure::write(&self.path))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If what was still in memory cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        let flushed = self.encoder.finish().and_then(|mut writer| writer.flush());
        flushed.map_err(Failure::write(&self.path))
    }
}
