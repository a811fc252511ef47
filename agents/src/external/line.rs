//! Lines that a bot writes.

use super::message::excerpt;
use crate::Fault;
use std::io::{BufRead, Read as _};

/// The most bytes in an answer.
pub const LONGEST_LINE: u64 = 65_536;

/// A line, or what stands in its place.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum BotLine {
    /// A line without its end.
    Text(String),
    /// More than [`LONGEST_LINE`] bytes without an end.
    TooLong,
    /// A line that is not UTF-8.
    NoText,
}

impl BotLine {
    /// Reads the next line; nothing at the end, or if no more can be read. What follows a line that is too long
    /// is its rest.
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

    /// Returns the answer that the line is.
    ///
    /// # Errors
    /// Fails if the line is none.
    pub fn text(self) -> Result<String, Fault> {
        match self {
            Self::Text(text) => Ok(text),
            Self::TooLong => Err(Fault::new(&format!("a line of more than {LONGEST_LINE} bytes"))),
            Self::NoText => Err(Fault::new("a line that is not UTF-8 text")),
        }
    }

    /// Returns the fault of a bot that wrote the line without being asked.
    pub(super) fn unasked(self) -> Fault {
        match self.text() {
            Ok(text) => Fault::new(&format!("unrequested output: {}", excerpt(&text))),
            Err(fault) => fault,
        }
    }
}
