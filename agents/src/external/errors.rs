//! The standard error of bots.
//!
//! All of it passes through this program. If a bot could open the file itself, the file's length or position could
//! carry information to the bot's next process. A terminal would obey the control characters in the text.

use engine::printable;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};

/// The largest number of bytes that are passed on from one process.
const MOST: u64 = 1 << 20;
/// The largest number of bytes in a line; any further bytes count as another line.
const LONGEST: u64 = 1 << 16;

/// Passes lines on to a file, or to the standard error of this program, until the bot's standard error ends.
pub fn pass_on(errors: impl Read, file: Option<&File>) {
    let mut errors = BufReader::new(errors);
    let mut left = MOST;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match errors.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if left == 0 => continue,
            Ok(read) => left = left.saturating_sub(read as u64),
        }
        let text = String::from_utf8_lossy(bytes.trim_ascii_end()).replace('\t', "    ");
        let mut line = printable(&text).into_owned() + "\n";
        if left == 0 {
            line += "(further output of the bot is left out)\n";
        }
        // If the line cannot be written, the game continues without it.
        let _ = match file {
            Some(mut file) => file.write_all(line.as_bytes()),
            None => io::stderr().write_all(line.as_bytes()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bot_errors_are_sanitized_and_truncated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("errors");
        let file = File::create(&path).unwrap();
        pass_on(&b"one\n\ttwo \x1b[2J\xff\n"[..], Some(&file));
        let two = "    two ?[2J\u{fffd}\n";
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("one\n{two}"));
        let file = File::create(&path).unwrap();
        pass_on(io::repeat(b'x').take(3 * MOST), Some(&file));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.len() as u64 <= MOST + MOST / LONGEST + 100, "{}", text.len());
        assert!(text.ends_with("x\n(further output of the bot is left out)\n"));
    }
}
