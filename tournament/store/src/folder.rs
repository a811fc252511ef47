//! The folder of a job, and files in it that are open for writing.

use crate::digest::{Digest, Mark};
use crate::disk::{Disk, DiskFile};
use crate::draft::{DRAFT, write_whole_on};
use crate::failure::Failure;
use engine::csv_table::{CsvTable, FilledTable};
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zstd::stream::write::Encoder;

/// The policy for existing files.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Mode {
    /// Refuse to start if there are any files.
    New,
    /// Continue the job, or start it if there are no files.
    Resume,
    /// Replace the existing files.
    Replace,
}

impl Mode {
    /// Returns the mode for the flags `--resume` and `--force`.
    pub const fn new(resume: bool, force: bool) -> Self {
        match (resume, force) {
            (_, true) => Self::Replace,
            (true, false) => Self::Resume,
            (false, false) => Self::New,
        }
    }
}

/// A folder with the files of one job.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    pub(crate) disk: Disk,
}

/// A file open for writing.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    writer: BufWriter<DiskFile>,
    /// The hash of all bytes appended so far.
    written: Digest,
}

/// A zstd-compressed file open for writing.
pub struct CompressedOutput {
    encoder: Encoder<'static, Output>,
}

impl Folder {
    /// Creates the folder. An existing folder is accepted if it contains only files with names listed in `remains`.
    ///
    /// # Errors
    /// Fails if the folder contains anything else: output is never overwritten.
    pub fn create(disk: Disk, path: &Path, remains: &[&str]) -> Result<Self, Failure> {
        if path.exists() && !path.is_dir() {
            return Err(Failure::NoRun(path.to_owned()));
        }
        disk.change(|| fs::create_dir_all(path)).map_err(Failure::write(path))?;
        let is_remains = |entry: &PathBuf| remains.iter().any(|&name| entry.ends_with(name));
        if !entries(path)?.iter().all(is_remains) {
            return Err(Failure::Occupied(path.to_owned()));
        }
        Self::of(disk, path)
    }

    /// Returns the existing folder of a run.
    ///
    /// # Errors
    /// Fails if the folder contains links or devices: a job that follows them would change files elsewhere, or read
    /// without end.
    pub fn of(disk: Disk, path: &Path) -> Result<Self, Failure> {
        let is_regular = |entry: &PathBuf| {
            let kind = entry.symlink_metadata().map(|facts| facts.file_type());
            kind.is_ok_and(|kind| kind.is_file() || kind.is_dir())
        };
        // A draft of another process may vanish meanwhile.
        let is_there = |entry: &PathBuf| entry.symlink_metadata().is_ok();
        let found = entries(path)?.into_iter().find(|entry| !is_regular(entry) && is_there(entry));
        match found {
            Some(entry) => Err(Failure::Link(entry)),
            None => Ok(Self { path: path.to_owned(), disk }),
        }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the files of a job with these names, the first of which is its manifest, and their drafts.
    ///
    /// # Errors
    /// Fails, without removing any file, if the folder contains other files, or files with content but no manifest.
    pub fn clear(disk: &Disk, path: &Path, names: &[&str]) -> Result<(), Failure> {
        let entries = entries(path)?;
        let is_of = |entry: &PathBuf, names: &[&str]| {
            let name = entry.file_name().unwrap_or_default().to_string_lossy();
            names.contains(&name.strip_suffix(DRAFT).unwrap_or(&name)) && !entry.is_dir()
        };
        let is_job = entries.iter().any(|entry| is_of(entry, &names[..1]));
        let has_content = |entry: &PathBuf| entry.metadata().is_ok_and(|facts| facts.len() > 0);
        let is_foreign = |entry: &&PathBuf| !is_of(entry, names) || (!is_job && has_content(entry));
        if let Some(entry) = entries.iter().find(is_foreign) {
            return Err(Failure::NotOurs(entry.clone()));
        }
        remove_all(disk, &entries)
    }

    /// Removes a folder and the files in it.
    ///
    /// # Errors
    /// Fails if a file cannot be removed, or if the folder contains folders.
    pub fn discard(path: &Path) -> Result<(), Failure> {
        remove_all(&Disk::default(), &entries(path)?)?;
        fs::remove_dir(path).map_err(Failure::write(path))
    }

    /// Removes the files with these names if they exist.
    ///
    /// # Errors
    /// Fails if a file cannot be removed.
    pub fn remove(&self, names: impl IntoIterator<Item = String>) -> Result<(), Failure> {
        let files = names.into_iter().map(|name| self.path.join(name));
        remove_all(&self.disk, &files.filter(|file| file.exists()).collect::<Vec<_>>())
    }

    /// Creates a file for writing.
    ///
    /// # Errors
    /// Fails if the file cannot be created.
    pub fn output(&self, name: &str) -> Result<Output, Failure> {
        let path = self.path.join(name);
        let create = || File::create_new(&path);
        let file = self.disk.open(create).map_err(Failure::write(&path))?;
        Ok(Output { path, writer: BufWriter::new(file), written: Digest::default() })
    }

    /// Opens a file to continue it after `length` bytes; anything beyond is cut off.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or is shorter than `length`.
    pub fn continued(&self, name: &str, length: u64) -> Result<Output, Failure> {
        let path = self.path.join(name);
        let open = || {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false);
            let mut file = self.disk.open(|| options.open(&path))?;
            self.disk.change(|| file.file().set_len(length))?;
            file.file().seek(SeekFrom::End(0))?;
            Ok((file, Digest::of_start(&path, length)?))
        };
        let (file, written) = open().map_err(Failure::write(&path))?;
        Ok(Output { path, writer: BufWriter::new(file), written })
    }

    /// Creates the file of a table and writes its header.
    ///
    /// # Errors
    /// Fails if the file cannot be created.
    pub fn begin(&self, table: &CsvTable) -> Result<Output, Failure> {
        let mut output = self.output(table.name)?;
        output.append(&table.header)?;
        Ok(output)
    }

    /// Creates a compressed file for writing.
    ///
    /// # Errors
    /// Fails if the file cannot be created.
    pub fn compressed_output(&self, name: &str) -> Result<CompressedOutput, Failure> {
        CompressedOutput::new(self.output(name)?)
    }

    /// Creates the draft of a compressed file; [`CompressedOutput::replace`] puts it in place of the existing file.
    ///
    /// # Errors
    /// Fails if the file cannot be created.
    pub fn compressed_draft(&self, name: &str) -> Result<CompressedOutput, Failure> {
        CompressedOutput::new(self.continued(&format!("{name}{DRAFT}"), 0)?)
    }

    /// Writes a file atomically, replacing the version that this run wrote before. Readers see either the old or the new file.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        write_whole_on(&self.disk, &self.path.join(name), content)
    }

    /// Writes a text file that only the current user may read.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write_private(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.path.join(name);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let write = || {
            let mut file = self.disk.open(|| options.open(&path))?;
            writeln!(file, "{text}")?;
            file.sync()
        };
        write().map_err(Failure::write(&path))
    }

    /// Writes a whole table atomically, as [`write`](Self::write) does.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write_table(&self, (table, page): &FilledTable) -> Result<(), Failure> {
        self.write(table.name, &[table.header.as_slice(), page].concat())
    }
}

/// Returns the paths of everything in a folder; empty if the folder does not exist.
fn entries(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(path).map_err(Failure::read(path))?;
    let entries: Result<_, _> = entries.map(|entry| Ok(entry?.path())).collect();
    entries.map_err(Failure::read(path))
}

fn remove_all(disk: &Disk, files: &[PathBuf]) -> Result<(), Failure> {
    let remove =
        |file: &PathBuf| disk.change(|| fs::remove_file(file)).map_err(Failure::write(file));
    files.iter().try_for_each(remove)
}

impl Output {
    /// Appends bytes to the file.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn append(&mut self, content: &[u8]) -> Result<(), Failure> {
        self.written.update(content);
        self.writer.write_all(content).map_err(Failure::write(&self.path))
    }

    /// Flushes everything appended so far to disk, and returns its mark.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn secure(&mut self) -> Result<Mark, Failure> {
        let secured = self.writer.flush().and_then(|()| self.writer.get_ref().sync());
        secured.map_err(Failure::write(&self.path)).map(|()| self.written.mark())
    }

    /// Flushes the file and checks its content on disk.
    ///
    /// # Errors
    /// Fails if buffered content cannot be written, or if the content on disk differs from the bytes appended.
    pub fn finish(mut self) -> Result<(), Failure> {
        let written = self.secure()?;
        let is_there = Mark::of_file(&self.path).is_ok_and(|there| there == written);
        if is_there { Ok(()) } else { Err(Failure::Changed(self.path)) }
    }
}

/// The encoder requires this implementation; it also updates the hash.
impl Write for Output {
    fn write(&mut self, content: &[u8]) -> std::io::Result<usize> {
        let written = self.writer.write(content)?;
        self.written.update(&content[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}

impl CompressedOutput {
    fn new(output: Output) -> Result<Self, Failure> {
        let path = output.path.clone();
        let encoder = || {
            let mut encoder = Encoder::new(output, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            encoder.include_checksum(true)?;
            Ok(encoder)
        };
        Ok(Self { encoder: encoder().map_err(Failure::write(&path))? })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn append_line(&mut self, line: &str) -> Result<(), Failure> {
        let appended = writeln!(self.encoder, "{line}");
        appended.map_err(Failure::write(&self.encoder.get_ref().path))
    }

    /// Compresses and writes out all lines so far, so that they can be read without later ones. The compressed bytes depend on
    /// where this is called.
    ///
    /// # Errors
    /// Fails if the lines cannot be written.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.encoder.flush().map_err(Failure::write(&self.encoder.get_ref().path))
    }

    /// Writes everything flushed so far to disk, and returns its mark.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn secure(&mut self) -> Result<Mark, Failure> {
        self.encoder.get_mut().secure()
    }

    /// Replaces the file whose draft this is.
    ///
    /// # Errors
    /// Fails if the file cannot be replaced.
    pub fn replace(&mut self) -> Result<(), Failure> {
        self.secure()?;
        let output = self.encoder.get_mut();
        let path = output.path.with_extension("");
        let disk = output.writer.get_ref().disk();
        disk.change(|| fs::rename(&output.path, &path)).map_err(Failure::write(&path))?;
        output.path = path;
        Ok(())
    }

    /// Finishes the compression and the file.
    ///
    /// # Errors
    /// Fails if buffered content cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        let path = self.encoder.get_ref().path.clone();
        self.encoder.finish().map_err(Failure::write(&path))?.finish()
    }
}
