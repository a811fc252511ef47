//! Foreign files, which may be of any length.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most that is read of a network or a manifest, and of a line of records, in bytes. The largest of ours has
/// a hundredth of it.
pub const LARGEST: u64 = 1 << 24;
/// The most that is read of weights, a board or a deck: they are parsed into many times their bytes.
pub const LARGEST_SMALL: u64 = 1 << 20;

/// Reads a whole file.
///
/// # Errors
/// Fails if it cannot be read, or has more than [`LARGEST`] bytes.
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

/// Reads a whole file of text.
///
/// # Errors
/// As for [`read_bounded`], and if it is not UTF-8.
pub fn read_bounded_text(path: &Path) -> io::Result<String> {
    text(read_bounded(path)?)
}

/// Reads a whole file of text that is written by hand.
///
/// # Errors
/// Fails if it cannot be read, has more than [`LARGEST_SMALL`] bytes, or is not UTF-8.
pub fn read_small_text(path: &Path) -> io::Result<String> {
    text(read(path, LARGEST_SMALL)?)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text");
    String::from_utf8(bytes).map_err(no_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn files_without_an_end_are_refused() {
        let error = read_bounded(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "larger than 16 MiB");
        assert_eq!(read_bounded_text(Path::new("/dev/null")).unwrap(), "");
        let error = read_small_text(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "larger than 1 MiB");
        assert!(read_bounded(Path::new("/nowhere")).is_err());
    }
}
