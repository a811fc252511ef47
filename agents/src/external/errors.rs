//! The standard error of bots.
//!
//! All of it passes through this program, because a bot could fill the disk, and a terminal would obey the control
//! characters in the text.

use super::sink::Sink;
use engine::printable;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest number of bytes that are passed on from all processes of a bot.
const MOST: u64 = 1 << 20;
/// The largest number of bytes in a line; any further bytes count as another line.
const LONGEST: u64 = 1 << 16;

/// The destination of a bot's standard error: a file, or the standard error of this program.
#[derive(Debug)]
pub struct Errors {
    file: Option<Sink>,
    /// The number of bytes that may still be passed on.
    left: AtomicU64,
}

impl Errors {
    /// Opens the file, to which the text is appended.
    ///
    /// # Errors
    /// Fails with a clause if the file cannot be written.
    pub fn new(path: Option<&Path>) -> Result<Self, String> {
        Ok(Self { file: path.map(Sink::open).transpose()?, left: AtomicU64::new(MOST) })
    }

    /// Passes lines on until a process's standard error ends.
    pub fn pass_on(&self, errors: impl Read) {
        let mut errors = BufReader::new(errors);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = match errors.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(read) => read as u64,
            };
            let spend = |left: u64| Some(left.saturating_sub(read));
            let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend);
            let before = before.unwrap_or_default();
            if before == 0 {
                continue;
            }
            let text = String::from_utf8_lossy(bytes.trim_ascii_end()).replace('\t', "    ");
            let mut line = printable(&text).into_owned() + "\n";
            if before <= read {
                line += "(further output of the bot is left out)\n";
            }
            // If the line cannot be written, the game continues without it.
            if let Some(file) = &self.file {
                let _ = file.append(&line);
                file.keep();
            } else {
                let _ = io::stderr().write_all(line.as_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bot_errors_are_sanitized_and_truncated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("errors");
        let errors = Errors::new(Some(&path)).unwrap();
        errors.pass_on(&b"one\n\ttwo \x1b[2J\xff\n"[..]);
        let two = "    two ?[2J\u{fffd}\n";
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("one\n{two}"));
        for _ in 0..2 {
            errors.pass_on(io::repeat(b'x').take(MOST));
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.len() as u64 <= MOST + MOST / LONGEST + 200, "{}", text.len());
        assert!(text.ends_with("x\n(further output of the bot is left out)\n"));
    }
}
