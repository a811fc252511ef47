//! File writes that are atomic, or never replace a file.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The suffix of the names of unfinished files.
pub const DRAFT: &str = ".draft";

/// Writes a file atomically, replacing an existing one.
///
/// # Errors
/// Fails if the file cannot be written, or if another process is writing it.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let (draft, mut file) = Draft::begin(path)?;
    file.write_all(content).map_err(Failure::write(&draft.draft))?;
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
    draft: PathBuf,
}

impl Draft {
    /// Creates the draft of a file, and returns it with the file to write to.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or if another process is writing it.
    pub fn begin(path: &Path) -> Result<(Self, File), Failure> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(DRAFT);
        let draft = PathBuf::from(draft);
        let open = || {
            let file = File::options().write(true).create(true).truncate(false).open(&draft)?;
            file.try_lock()?;
            file.set_len(0)?;
            Ok(file)
        };
        let file = open().map_err(Failure::write(&draft))?;
        Ok((Self { path: path.to_owned(), draft }, file))
    }

    /// Returns the final path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the draft to the final path, replacing an existing file.
    ///
    /// # Errors
    /// Fails if the file cannot be written or renamed.
    pub fn finish(mut self, file: &File) -> Result<(), Failure> {
        let named = file.sync_data().and_then(|()| fs::rename(&self.draft, &self.path));
        named.map_err(Failure::write(&self.path))?;
        // From now on, a draft with this name would belong to another writer, so it must not be removed.
        self.draft.clear();
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // If the draft was finished, it has no file. Other errors are ignored, because nothing can be done about them here.
        let _ = fs::remove_file(&self.draft);
    }
}
