//! The folder of a job and the files in it.

use crate::failure::Failure;
use crate::store::csv_table::{CsvRows, CsvTable};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zstd::stream::write::Encoder;

/// What the names of files end with that are not yet what they will be.
const DRAFT: &str = ".draft";

/// What to do about files that are there already.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Mode {
    /// Refuse to begin.
    New,
    /// Go on with the job that they are of; begin it if there are none.
    Resume,
    /// Replace them.
    Replace,
}

impl Mode {
    /// As it was asked for.
    pub const fn new(resume: bool, force: bool) -> Self {
        match (resume, force) {
            (_, true) => Self::Replace,
            (true, false) => Self::Resume,
            (false, false) => Self::New,
        }
    }
}

/// A folder that belongs to one job.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

/// A file that is being written.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    writer: BufWriter<File>,
    length: u64,
}

/// A zstd-compressed file that is being written.
pub struct CompressedOutput {
    encoder: Encoder<'static, Output>,
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
        if !entries(path)?.is_empty() {
            return Err(Failure::Occupied(path.to_owned()));
        }
        Ok(Self { path: path.to_owned() })
    }

    /// The folder of a run that was begun before.
    pub fn of(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what a job leaves that was stopped before it had a whole file, if it is no more than that.
    ///
    /// # Errors
    /// If the folder cannot be read, or a draft cannot be removed.
    pub fn clear_drafts(path: &Path) -> Result<(), Failure> {
        let entries = entries(path)?;
        if entries.iter().all(|entry| entry.to_string_lossy().ends_with(DRAFT)) {
            remove_all(&entries)?;
        }
        Ok(())
    }

    /// Removes the files with these names, and drafts of them.
    ///
    /// # Errors
    /// If there is anything else; then nothing is removed.
    pub fn clear(path: &Path, names: &[&str]) -> Result<(), Failure> {
        let entries = entries(path)?;
        for entry in &entries {
            let name = entry.file_name().unwrap_or_default().to_string_lossy();
            let name = name.strip_suffix(DRAFT).unwrap_or(&name);
            if !names.contains(&name) || entry.is_dir() {
                return Err(Failure::Foreign(entry.clone()));
            }
        }
        remove_all(&entries)
    }

    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn output(&self, name: &str) -> Result<Output, Failure> {
        let path = self.path.join(name);
        let file = File::create_new(&path).map_err(Failure::write(&path))?;
        Ok(Output { path, writer: BufWriter::new(file), length: 0 })
    }

    /// Goes on with a file after so many bytes; what follows them is dropped.
    ///
    /// # Errors
    /// If it cannot be written, or is shorter.
    pub fn continued(&self, name: &str, length: u64) -> Result<Output, Failure> {
        let path = self.path.join(name);
        let file = || {
            let mut options = OpenOptions::new();
            let mut file = options.write(true).create(true).truncate(false).open(&path)?;
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = file().map_err(Failure::write(&path))?;
        Ok(Output { path, writer: BufWriter::new(file), length })
    }

    /// Begins a table with its header.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn begin(&self, table: &CsvTable) -> Result<Output, Failure> {
        let mut output = self.output(table.name)?;
        output.append(&table.header)?;
        Ok(output)
    }

    /// Begins a compressed file.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn compressed_output(&self, name: &str) -> Result<CompressedOutput, Failure> {
        CompressedOutput::new(self.output(name)?)
    }

    /// Begins a compressed file that will take the place of the one that is there: see
    /// [`CompressedOutput::replace`].
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn compressed_draft(&self, name: &str) -> Result<CompressedOutput, Failure> {
        CompressedOutput::new(self.continued(&format!("{name}{DRAFT}"), 0)?)
    }

    /// Writes a whole file, in place of the one that this run wrote before. Whoever reads the file
    /// sees the one or the other.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        let draft = self.path.join(format!("{name}{DRAFT}"));
        let write = || {
            let mut file = File::create(&draft)?;
            file.write_all(content)?;
            file.sync_data()
        };
        write().map_err(Failure::write(&draft))?;
        let path = self.path.join(name);
        fs::rename(&draft, &path).map_err(Failure::write(&path))
    }

    /// Writes a whole table, likewise.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_table(&self, table: &CsvTable, page: &CsvRows) -> Result<(), Failure> {
        self.write(table.name, &[table.header.as_slice(), page].concat())
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

/// Everything in a folder; nothing if there is none.
fn entries(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(path).map_err(Failure::read(path))?;
    let entries: Result<_, _> = entries.map(|entry| Ok(entry?.path())).collect();
    entries.map_err(Failure::read(path))
}

fn remove_all(files: &[PathBuf]) -> Result<(), Failure> {
    files.iter().try_for_each(|file| fs::remove_file(file).map_err(Failure::write(file)))
}

impl Output {
    /// Appends to the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, content: &[u8]) -> Result<(), Failure> {
        self.length += content.len() as u64;
        self.writer.write_all(content).map_err(Failure::write(&self.path))
    }

    /// Lets nothing that has been appended get lost any more, and says how many bytes that are.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn secure(&mut self) -> Result<u64, Failure> {
        let secured = self.writer.flush().and_then(|()| self.writer.get_ref().sync_data());
        secured.map_err(Failure::write(&self.path)).map(|()| self.length)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If what was still in memory cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.secure().map(|_| ())
    }
}

/// For the encoder.
impl Write for Output {
    fn write(&mut self, content: &[u8]) -> std::io::Result<usize> {
        let written = self.writer.write(content)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}

impl CompressedOutput {
    fn new(output: Output) -> Result<Self, Failure> {
        let path = output.path.clone();
        let encoder = Encoder::new(output, zstd::DEFAULT_COMPRESSION_LEVEL);
        Ok(Self { encoder: encoder.map_err(Failure::write(&path))? })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append_line(&mut self, line: &str) -> Result<(), Failure> {
        let appended = writeln!(self.encoder, "{line}");
        appended.map_err(Failure::write(&self.encoder.get_ref().path))
    }

    /// Compresses all lines so far, so that they can be read without what follows. The bytes depend on
    /// where this is done.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.encoder.flush().map_err(Failure::write(&self.encoder.get_ref().path))
    }

    /// Lets nothing that has been flushed get lost any more, and says how many bytes that are.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn secure(&mut self) -> Result<u64, Failure> {
        self.encoder.get_mut().secure()
    }

    /// Takes the place of the file whose draft this is.
    ///
    /// # Errors
    /// If it cannot be done.
    pub fn replace(&mut self) -> Result<(), Failure> {
        self.secure()?;
        let output = self.encoder.get_mut();
        let draft = output.path.to_string_lossy().into_owned();
        let path = PathBuf::from(draft.strip_suffix(DRAFT).unwrap_or(&draft));
        fs::rename(&output.path, &path).map_err(Failure::write(&path))?;
        output.path = path;
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If what was still in memory cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        let path = self.encoder.get_ref().path.clone();
        self.encoder.finish().map_err(Failure::write(&path))?.finish()
    }
}
