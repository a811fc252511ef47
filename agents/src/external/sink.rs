//! Files to which text is appended that bots cause.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// A file open for appending.
#[derive(Debug)]
pub struct Sink {
    path: PathBuf,
    file: File,
    /// Whether the file was there before, or has something worth keeping.
    is_kept: AtomicBool,
}

impl Sink {
    /// Opens the file.
    ///
    /// # Errors
    /// Fails with a clause if the file cannot be written.
    pub fn open(path: &Path) -> Result<Self, String> {
        let is_kept = path.exists().into();
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|error| cannot_write(path, &error))?;
        Ok(Self { path: path.to_owned(), file, is_kept })
    }

    /// Keeps the file, even if this program created it.
    pub fn keep(&self) {
        self.is_kept.store(true, Ordering::Relaxed);
    }

    /// Appends a text at once, so that several threads can append lines.
    ///
    /// # Errors
    /// Fails with a clause if the text cannot be written.
    pub fn append(&self, text: &str) -> Result<(), String> {
        let written = (&self.file).write_all(text.as_bytes());
        written.map_err(|error| cannot_write(&self.path, &error))
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

/// Removes a new file that is not worth keeping.
impl Drop for Sink {
    fn drop(&mut self) {
        if !*self.is_kept.get_mut() {
            // Only tidiness suffers if it stays.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sink;

    #[test]
    fn a_new_file_stays_only_if_it_is_worth_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("errors");
        Sink::open(&path).unwrap().append("hello").unwrap();
        assert!(!path.exists());
        Sink::open(&path).unwrap().keep();
        assert!(path.exists());
        drop(Sink::open(&path).unwrap());
        assert!(path.exists());
    }
}
