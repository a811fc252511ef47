//! The conversations with a bot in a file, for its authors.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A file to which all conversations with a bot are appended.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: Mutex<File>,
    conversations: AtomicU64,
}

/// The direction of a line.
#[derive(Copy, Clone, Debug)]
pub enum Direction {
    /// From the tournament to the bot.
    ToBot,
    /// From the bot to the tournament.
    FromBot,
}

impl Log {
    /// Opens the file.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn new(path: &Path) -> io::Result<Self> {
        let file = Mutex::new(File::options().append(true).create(true).open(path)?);
        Ok(Self { path: path.to_owned(), file, conversations: AtomicU64::new(0) })
    }

    /// Returns the number of a new conversation.
    pub fn begin(&self) -> u64 {
        self.conversations.fetch_add(1, Ordering::Relaxed)
    }

    /// Appends a line: the number of the conversation, the direction, and the message.
    ///
    /// # Errors
    /// Fails with a sentence if the line cannot be written.
    pub fn write(&self, number: u64, direction: Direction, message: &str) -> Result<(), String> {
        let arrow = match direction {
            Direction::ToBot => '>',
            Direction::FromBot => '<',
        };
        let line = format!("{number} {arrow} {}\n", message.trim_end());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.path.display();
        file.write_all(line.as_bytes()).map_err(|error| format!("cannot write {path}: {error}"))
    }
}
