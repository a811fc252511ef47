//! Reading of untrusted files, with a limit on their length.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest accepted size of a network, a manifest or a line of records, in bytes. The largest file of the project
/// has a hundredth of this size.
pub const LARGEST: u64 = 1 << 24;
/// The largest accepted size of weights, a board or a deck, in bytes. Their parsed form takes many times as much
/// memory.
pub const LARGEST_SMALL: u64 = 1 << 20;

/// An invisible character that some editors write at the beginning of a text file. It is not part of the text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a file as bytes.
///
/// # Errors
/// Fails if the file cannot be read, or has more than [`LARGEST`] bytes.
pub fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    read(path, LARGEST)
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let sentence = format!("larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, sentence));
    }
    Ok(bytes)
}

/// Reads a text file.
///
/// # Errors
/// Fails as [`read_bounded`] does, and if the text is not UTF-8.
pub fn read_bounded_text(path: &Path) -> io::Result<String> {
    text(read_bounded(path)?)
}

/// Reads a text file that people write by hand.
///
/// # Errors
/// Fails if the file cannot be read, has more than [`LARGEST_SMALL`] bytes, or is not UTF-8.
pub fn read_small_text(path: &Path) -> io::Result<String> {
    text(read(path, LARGEST_SMALL)?)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text");
    let text = String::from_utf8(bytes).map_err(no_text)?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).map(ToOwned::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn endless_files_are_rejected() {
        let error = read_bounded(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "larger than 16 MiB");
        assert_eq!(read_bounded_text(Path::new("/dev/null")).unwrap(), "");
        let error = read_small_text(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "larger than 1 MiB");
        assert!(read_bounded(Path::new("/nowhere")).is_err());
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_a_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, "\u{feff}one \u{feff}two").unwrap();
        assert_eq!(read_small_text(&path).unwrap(), "one \u{feff}two");
        assert_eq!(read_bounded_text(&path).unwrap(), "one \u{feff}two");
    }
}
