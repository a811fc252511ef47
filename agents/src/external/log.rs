//! The conversations with a bot in a file, for its authors.

use super::sink::Sink;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file to which all conversations with a bot are appended.
#[derive(Debug)]
pub struct Log {
    file: Sink,
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
    /// Fails with a clause if the file cannot be written.
    pub fn new(path: &Path) -> Result<Self, String> {
        Ok(Self { file: Sink::open(path)?, conversations: AtomicU64::new(0) })
    }

    /// Keeps the file, even if this program created it.
    pub fn keep(&self) {
        self.file.keep();
    }

    /// Returns the number of a new conversation.
    pub fn begin(&self) -> u64 {
        self.conversations.fetch_add(1, Ordering::Relaxed)
    }

    /// Appends a line: the number of the conversation, the direction, and the message.
    ///
    /// # Errors
    /// Fails with a clause if the line cannot be written.
    pub fn write(&self, number: u64, direction: Direction, message: &str) -> Result<(), String> {
        let arrow = match direction {
            Direction::ToBot => '>',
            Direction::FromBot => '<',
        };
        self.file.append(&format!("{number} {arrow} {}\n", message.trim_end()))
    }
}
