//! Files that appear whole or not at all.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The ending of the names of unfinished files.
pub const DRAFT: &str = ".draft";

/// Writes a file so that it appears whole, in place of an older one.
///
/// # Errors
/// Fails if the file cannot be written, or if another process is writing it.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let (draft, mut file) = Draft::begin(path)?;
    file.write_all(content).map_err(Failure::write(&draft.draft))?;
    draft.finish(&file)
}

/// An unfinished file beside the place where it will be. If it is dropped before it is finished, nothing
/// remains.
pub struct Draft {
    path: PathBuf,
    draft: PathBuf,
}

impl Draft {
    /// Begins the file with this name, and returns it for writing.
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

    /// Returns the place where the file will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name, in place of an older one.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn finish(mut self, file: &File) -> Result<(), Failure> {
        let named = file.sync_data().and_then(|()| fs::rename(&self.draft, &self.path));
        named.map_err(Failure::write(&self.path))?;
        // Whatever has that name from now on is somebody else's.
        self.draft.clear();
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // It is gone if the file was finished. Nobody could do anything about another failure.
        let _ = fs::remove_file(&self.draft);
    }
}
