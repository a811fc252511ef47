//! File writes that are atomic, or never replace a file.

use crate::disk::{Disk, DiskFile};
use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The suffix of the names of unfinished files.
pub const DRAFT: &str = ".tournament-draft";

/// Writes a file atomically, replacing an existing one.
///
/// # Errors
/// Fails if the file cannot be written, or if another process is writing it.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write_whole_on(&Disk::default(), path, content)
}

pub(crate) fn write_whole_on(disk: &Disk, path: &Path, content: &[u8]) -> Result<(), Failure> {
    let (draft, mut file) = Draft::begin_on(disk, path)?;
    file.write_all(content).map_err(Failure::write(&draft.unfinished))?;
    draft.finish(&file)
}

/// Writes a file that must not exist yet.
///
/// # Errors
/// Fails if the file exists or cannot be written.
pub fn write_new(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let write = || File::create_new(path)?.write_all(content);
    write().map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Exists(path.to_owned()),
        _ => Failure::write(path)(error),
    })
}

/// An unfinished file next to its final path. Dropping a draft that was not finished removes the file.
pub struct Draft {
    path: PathBuf,
    unfinished: PathBuf,
    disk: Disk,
}

impl Draft {
    /// Creates the draft of a file, and returns it with the file to write to.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or if another process is writing it.
    pub fn begin(path: &Path) -> Result<(Self, DiskFile), Failure> {
        Self::begin_on(&Disk::default(), path)
    }

    fn begin_on(disk: &Disk, path: &Path) -> Result<(Self, DiskFile), Failure> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(DRAFT);
        let draft = PathBuf::from(draft);
        let open = || {
            let file = File::options().write(true).create(true).truncate(false).open(&draft)?;
            file.try_lock()?;
            file.set_len(0)?;
            Ok(file)
        };
        let file = disk.open(open).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock => Failure::Written(path.to_owned()),
            _ => Failure::write(path)(error),
        })?;
        Ok((Self { path: path.to_owned(), unfinished: draft, disk: disk.clone() }, file))
    }

    /// Returns the final path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the draft to the final path, replacing an existing file.
    ///
    /// # Errors
    /// Fails if the file cannot be written or renamed.
    pub fn finish(mut self, file: &DiskFile) -> Result<(), Failure> {
        let rename = || fs::rename(&self.unfinished, &self.path);
        let named = file.sync().and_then(|()| self.disk.change(rename));
        named.map_err(Failure::write(&self.path))?;
        // From now on, a draft with this name would belong to another writer, so it must not be removed.
        self.unfinished.clear();
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // If the draft was finished, it has no file. Other errors are ignored, because nothing can be done about them here.
        let _ = self.disk.change(|| fs::remove_file(&self.unfinished));
    }
}
