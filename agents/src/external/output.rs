//! The output of the processes of a bot, in files: their standard error, and all conversations with them.
//!
//! All standard error passes through this program, because a bot could fill the disk, and a terminal would obey the
//! control characters in the text.

use super::message::LONGEST_LINE;
use crate::Fault;
use engine::printable;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest number of bytes of standard error that are passed on from all processes of a bot.
const MOST: u64 = 1 << 20;

/// The destinations of the output of a bot's processes.
#[derive(Debug)]
pub struct Output {
    /// The file for standard error, which otherwise goes to the standard error of this program.
    errors: Option<Appended>,
    log: Option<Appended>,
    /// The number of bytes of standard error so far.
    bytes: AtomicU64,
    conversations: AtomicU64,
}

impl Output {
    /// Opens the files, to which text is appended.
    ///
    /// # Errors
    /// Fails with a clause if a file cannot be written.
    pub fn open(errors: Option<&Path>, log: Option<&Path>) -> Result<Self, String> {
        let open = |path: Option<&Path>| path.map(Appended::open).transpose();
        let (bytes, conversations) = Default::default();
        Ok(Self { errors: open(errors)?, log: open(log)?, bytes, conversations })
    }

    /// Returns the paths of the files.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.errors.iter().chain(&self.log).map(|file| file.path.as_path())
    }

    /// Returns the number of a new conversation.
    pub fn begin(&self) -> u64 {
        self.conversations.fetch_add(1, Ordering::Relaxed)
    }

    /// Appends a message to the log: the number of the conversation, an arrow, and the text.
    ///
    /// # Errors
    /// Fails, with a fault of the system, if the log cannot be written.
    pub fn note(&self, conversation: u64, arrow: char, message: &str) -> Result<(), Fault> {
        let Some(log) = &self.log else { return Ok(()) };
        // Written at once, so that several threads can append lines.
        let line = format!("{conversation} {arrow} {}\n", message.trim_end());
        let written = (&log.file).write_all(line.as_bytes());
        written.map_err(|error| Fault::of_the_system(&cannot_write(&log.path, &error)))
    }

    /// Passes lines on until a process's standard error ends. The rest of a line that is too long counts as another line.
    pub fn pass_on(&self, errors: impl Read) {
        let mut errors = BufReader::new(errors);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = match errors.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(read) => read as u64,
            };
            let before = self.bytes.fetch_add(read, Ordering::Relaxed);
            if before >= MOST {
                continue;
            }
            let text = String::from_utf8_lossy(bytes.trim_ascii_end()).replace('\t', "    ");
            let mut line = printable(&text).into_owned() + "\n";
            if before + read >= MOST {
                line += "(further output of the bot is left out)\n";
            }
            // If the line cannot be written, the game continues without it.
            let _ = match &self.errors {
                Some(errors) => (&errors.file).write_all(line.as_bytes()),
                None => io::stderr().write_all(line.as_bytes()),
            };
        }
    }
}

/// A file to which text is appended. It is removed if it is new and stays empty.
#[derive(Debug)]
struct Appended {
    path: PathBuf,
    file: File,
    is_new: bool,
}

impl Appended {
    fn open(path: &Path) -> Result<Self, String> {
        let is_new = !path.exists();
        let file = File::options().append(true).create(true).open(path);
        let file = file.map_err(|error| cannot_write(path, &error))?;
        Ok(Self { path: path.to_owned(), file, is_new })
    }
}

impl Drop for Appended {
    fn drop(&mut self) {
        if self.is_new && self.file.metadata().is_ok_and(|about| about.len() == 0) {
            // Only tidiness suffers if it stays.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bot_errors_are_sanitized_and_truncated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("errors");
        let output = Output::open(Some(&path), None).unwrap();
        output.pass_on(&b"one\n\ttwo \x1b[2J\xff\n"[..]);
        let two = "    two ?[2J\u{fffd}\n";
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("one\n{two}"));
        for _ in 0..2 {
            output.pass_on(io::repeat(b'x').take(MOST));
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.len() as u64 <= MOST + MOST / LONGEST_LINE + 200, "{}", text.len());
        assert!(text.ends_with("x\n(further output of the bot is left out)\n"));
    }

    #[test]
    fn a_new_file_stays_only_if_something_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        drop(Output::open(None, Some(&path)).unwrap());
        assert!(!path.exists());
        Output::open(None, Some(&path)).unwrap().note(0, '>', "hello").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "0 > hello\n");
        std::fs::write(&path, "").unwrap();
        drop(Output::open(None, Some(&path)).unwrap());
        assert!(path.exists());
    }
}
