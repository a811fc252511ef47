//! SHA-256 hashes of files, to detect changes since a job wrote them.

use agents::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The number of bytes read at a time.
const PIECE: usize = 1 << 16;

/// The running hash of a file's bytes.
#[derive(Clone, Debug, Default)]
pub struct Digest {
    sha256: Sha256,
    bytes: u64,
}

/// The length of a file, or of its beginning, and the hash of these bytes.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The number of hashed bytes.
    pub bytes: u64,
    /// The SHA-256 hash of the bytes in hexadecimal digits, as printed by `sha256sum`.
    pub sha256: String,
}

impl Digest {
    /// Adds bytes to the hash.
    pub fn update(&mut self, bytes: &[u8]) {
        self.sha256.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Returns the length and the SHA-256 hash of the bytes added so far.
    pub fn mark(&self) -> Mark {
        Mark { bytes: self.bytes, sha256: hex(&self.sha256.clone().finalize()) }
    }

    /// Hashes the first `bytes` bytes of a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is shorter.
    pub fn of_start(path: &Path, bytes: u64) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut digest = Self::default();
        digest.read(&mut file, bytes)?;
        Ok(digest)
    }

    /// Adds the given number of bytes from a file.
    fn read(&mut self, file: &mut File, bytes: u64) -> io::Result<()> {
        let mut piece = vec![0; PIECE];
        let end = self.bytes + bytes;
        while self.bytes < end {
            let length = usize::try_from(end - self.bytes).unwrap_or(PIECE).min(PIECE);
            file.read_exact(&mut piece[..length])?;
            self.update(&piece[..length]);
        }
        Ok(())
    }
}

impl Mark {
    /// Computes the mark of a whole file.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let bytes = path.metadata()?.len();
        Ok(Digest::of_start(path, bytes)?.mark())
    }

    /// Checks for each mark whether the file begins with the marked bytes. The file is read only once if the marks are in
    /// ascending order of length.
    pub fn found(path: &Path, marks: &[&Self]) -> Vec<bool> {
        let mut digest = Digest::default();
        let mut file: Option<File> = None;
        let length = path.metadata().map_or(0, |about| about.len());
        let mut is_found = |mark: &&Self| {
            if mark.bytes > length {
                return false;
            }
            if file.is_none() || mark.bytes < digest.bytes {
                (digest, file) = (Digest::default(), File::open(path).ok());
            }
            let Some(open) = &mut file else { return false };
            if digest.read(open, mark.bytes - digest.bytes).is_err() {
                file = None;
                return false;
            }
            digest.mark() == **mark
        };
        marks.iter().map(&mut is_found).collect()
    }
}

/// Returns the hash of some bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Appends a hash to some bytes, which [`opened`] verifies.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash);
    bytes
}

/// Returns the bytes that were [`sealed`], or `None` if the hash does not match.
pub fn opened(bytes: &[u8]) -> Option<&[u8]> {
    let (content, hash) =
        bytes.split_at_checked(bytes.len().checked_sub(Sha256::output_size())?)?;
    (Sha256::digest(content).as_slice() == hash).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn marks_are_those_of_sha256sum() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Digest::default().mark(), Mark { bytes: 0, sha256: empty.to_owned() });
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), abc);
    }

    #[test]
    fn beginnings_of_a_file_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, vec![b'a'; 3 * PIECE]).unwrap();
        let mark = |bytes: usize| {
            let mut digest = Digest::default();
            digest.update(&vec![b'a'; bytes]);
            digest.mark()
        };
        let marks = [mark(0), mark(7), mark(PIECE + 1), mark(3 * PIECE), mark(3 * PIECE + 1)];
        let marks: Vec<_> = marks.iter().collect();
        assert_eq!(Mark::found(&path, &marks), [true, true, true, true, false]);
        let backwards: Vec<_> = marks.iter().rev().copied().collect();
        assert_eq!(Mark::found(&path, &backwards), [false, true, true, true, true]);
        let mut bytes = fs::read(&path).unwrap();
        bytes[100] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert_eq!(Mark::found(&path, &marks), [true, true, false, false, false]);
        assert_eq!(Mark::found(&folder.path().join("none"), &marks[1..2]), [false]);
        assert_eq!(Mark::of_file(&path).unwrap().bytes, 3 * PIECE as u64);
    }

    #[test]
    fn damaged_seals_are_rejected() {
        let mut bytes = sealed(b"content".to_vec());
        assert_eq!(opened(&bytes), Some(&b"content"[..]));
        bytes[3] ^= 4;
        assert_eq!(opened(&bytes), None);
        assert_eq!(opened(b"short"), None);
    }
}
