//! Foreign files, which may be of any length.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most that is read of a file of weights, a network, a board, a deck or a manifest, and of a line of
/// records, in bytes. The largest of ours has a hundredth of it.
pub const LARGEST: u64 = 1 << 24;

/// Reads a whole file.
///
/// # Errors
/// Fails if it cannot be read, or has more than [`LARGEST`] bytes.
pub fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it has more than 16 MiB"));
    }
    Ok(bytes)
}

/// Reads a whole file of text.
///
/// # Errors
/// As for [`read_bounded`], and if it is not UTF-8.
pub fn read_bounded_text(path: &Path) -> io::Result<String> {
    let no_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read_bounded(path)?).map_err(no_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn files_without_an_end_are_refused() {
        let error = read_bounded(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "it has more than 16 MiB");
        assert_eq!(read_bounded_text(Path::new("/dev/null")).unwrap(), "");
        assert!(read_bounded(Path::new("/nowhere")).is_err());
    }
}
