//! Lines that a bot writes.

use super::message::excerpt;
use crate::Fault;
use std::io::{BufRead, Read as _};

/// The largest number of bytes in an answer.
pub const LONGEST_LINE: u64 = 65_536;

/// A line from a bot, or the reason why it cannot be used.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum BotLine {
    /// A line without its line ending.
    Text(String),
    /// More than [`LONGEST_LINE`] bytes without a line ending.
    TooLong,
    /// A line that is not UTF-8.
    NoText,
}

impl BotLine {
    /// Reads the next line; `None` at the end, or if reading fails. After a line that is too long, the next call
    /// returns the rest of that line.
    pub fn read(from: &mut impl BufRead) -> Option<Self> {
        let mut bytes = Vec::new();
        match from.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => None,
            Ok(read) if read as u64 > LONGEST_LINE => Some(Self::TooLong),
            Ok(_) => {
                let end = bytes.trim_ascii_end().len();
                bytes.truncate(end);
                Some(String::from_utf8(bytes).map_or(Self::NoText, Self::Text))
            }
        }
    }

    /// Returns the text of the line.
    ///
    /// # Errors
    /// Fails if the line is too long or not UTF-8.
    pub fn text(self) -> Result<String, Fault> {
        match self {
            Self::Text(text) => Ok(text),
            Self::TooLong => Err(Fault::new(&format!("a line of more than {LONGEST_LINE} bytes"))),
            Self::NoText => Err(Fault::new("a line that is not UTF-8 text")),
        }
    }

    /// Returns the fault of a bot that wrote this line without a question.
    pub(super) fn unasked(self) -> Fault {
        match self.text() {
            Ok(text) => Fault::new(&format!("unrequested output: {}", excerpt(&text))),
            Err(fault) => fault,
        }
    }
}
