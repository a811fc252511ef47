//! Reader of files of records: JSON Lines, plain or compressed with zstd.

use crate::failure::Failure;
use agents::{BYTE_ORDER_MARK, LARGEST};
use engine::RecordError;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};
use zstd::stream::read::Decoder;

/// Iterator over the lines of a file of records. It ends after a line that cannot be read.
pub struct Records {
    path: PathBuf,
    reader: Option<Box<dyn BufRead + Send>>,
    lines: u64,
}

/// The number of bytes that any compressed file may decompress to.
const UNPACKED: u64 = 1 << 26;
/// The first bytes of a zstd file.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The last three of the first four bytes of a zstd file that begins with other data, which readers skip.
const SKIPPED_MAGIC: [u8; 3] = [0x2a, 0x4d, 0x18];
/// The additional number of bytes, per byte of the compressed file. Records shrink by a factor of at most 30.
const MOST_TIMES: u64 = 500;

/// Decompressed data with a limit on its length.
struct Unpacked<R> {
    from: R,
    left: u64,
}

impl<R: io::Read> io::Read for Unpacked<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        let left = self.left.checked_sub(read as u64);
        let much = || io::Error::other("it decompresses to more than 500 times its size");
        self.left = left.ok_or_else(much)?;
        Ok(read)
    }
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    metadata.file_type().is_char_device() || metadata.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}

/// Returns whether a file that begins with these bytes is compressed.
fn is_compressed(begin: &[u8]) -> bool {
    let skips = begin.get(1..4) == Some(&SKIPPED_MAGIC) && begin[0] & 0xf0 == 0x50;
    skips || begin.starts_with(&MAGIC)
}

/// A line of a file of records.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordLine {
    /// The number of the line, from 1.
    pub number: u64,
    /// The text of the line, or the reason why it cannot be read.
    pub text: Result<String, String>,
}

impl Records {
    /// Opens a file of records; it is decompressed if its name ends in `.zst`, or if it begins as zstd does.
    ///
    /// # Errors
    /// Fails if the file cannot be opened.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let open = || -> io::Result<Box<dyn BufRead + Send>> {
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            if metadata.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if is_device(&metadata) {
                return Err(io::Error::other("it is a device, not a file"));
            }
            let mut file = BufReader::new(file);
            let is_named = path.extension().is_some_and(|extension| extension == "zst");
            if is_named || is_compressed(file.fill_buf()?) {
                let left = UNPACKED + MOST_TIMES * metadata.len();
                let from = Decoder::with_buffer(file)?;
                Ok(Box::new(BufReader::new(Unpacked { from, left })))
            } else {
                Ok(Box::new(file))
            }
        };
        let reader = open().map_err(Failure::read(path))?;
        Ok(Self { path: path.to_owned(), reader: Some(reader), lines: 0 })
    }

    /// Returns the text of the line with this number, from 1.
    ///
    /// # Errors
    /// Fails if the file cannot be opened, has too few lines, or if the line cannot be read.
    pub fn line(path: &Path, number: u64) -> Result<String, Failure> {
        let line = Self::open(path)?.find(|line| line.number == number);
        let text =
            line.map_or_else(|| Err("the file has no such line".to_owned()), |line| line.text);
        text.map_err(RecordError::Header).map_err(Failure::record(path, number))
    }

    /// Returns the path of the file of records.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Iterator for Records {
    type Item = RecordLine;

    fn next(&mut self) -> Option<RecordLine> {
        let mut bytes = Vec::new();
        let mut bounded = self.reader.as_mut()?.take(LARGEST + 1);
        let text = match bounded.read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) if bytes.len() as u64 > LARGEST => {
                self.reader = None;
                Err("longer than 16 MiB".to_owned())
            }
            Ok(_) => {
                let end = bytes.strip_suffix(b"\n").map_or(bytes.len(), <[u8]>::len);
                bytes.truncate(end);
                let mut text = String::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_owned());
                if let Ok(text) = &mut text
                    && self.lines == 0
                    && text.starts_with(BYTE_ORDER_MARK)
                {
                    text.remove(0);
                }
                text
            }
            Err(error) => {
                self.reader = None;
                Err(format!("cannot be read: {error}"))
            }
        };
        self.lines += 1;
        Some(RecordLine { number: self.lines, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn lines(name: &str, content: &[u8]) -> Vec<RecordLine> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        Records::open(&path).unwrap().collect()
    }

    fn good(number: u64, text: &str) -> RecordLine {
        RecordLine { number, text: Ok(text.to_owned()) }
    }

    #[test]
    fn a_line_without_an_end_is_the_last() {
        let bomb = zstd::encode_all(std::io::repeat(0).take(LARGEST * 4), 3).unwrap();
        assert!(bomb.len() < 100_000);
        let wrong = RecordLine { number: 1, text: Err("longer than 16 MiB".to_owned()) };
        assert_eq!(lines("a.jsonl.zst", &bomb), [wrong]);
    }

    #[test]
    fn decompression_bombs_are_rejected() {
        let bomb = zstd::encode_all(std::io::repeat(b'\n').take(2 * UNPACKED), 3).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl.zst");
        fs::write(&path, &bomb).unwrap();
        let last = Records::open(&path).unwrap().last().unwrap();
        assert!(last.text.unwrap_err().contains("it decompresses to more than 500 times its size"));
        assert!(last.number <= UNPACKED + MOST_TIMES * bomb.len() as u64);
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_no_files_of_records() {
        let failure = Records::open(Path::new("/dev/urandom")).err().unwrap();
        assert!(failure.to_string().ends_with("it is a device, not a file"), "{failure}");
    }

    #[test]
    fn plain_and_compressed_files_read_the_same() {
        let content = b"one\ntwo\n\nfour";
        let expected = [good(1, "one"), good(2, "two"), good(3, ""), good(4, "four")];
        assert_eq!(lines("a.jsonl", content), expected);
        let compressed = zstd::encode_all(&content[..], 3).unwrap();
        assert_eq!(lines("a.jsonl.zst", &compressed), expected);
        assert_eq!(lines("a.jsonl", &compressed), expected);
        assert_eq!(lines("a.jsonl", b""), []);
        // A frame that readers skip, which some programs write first.
        let skipped = [&b"\x5e\x2a\x4d\x18\x03\0\0\0abc"[..], &compressed].concat();
        assert_eq!(lines("a.jsonl", &skipped), expected);
        let marked = [&b"\xef\xbb\xbf"[..], content].concat();
        assert_eq!(lines("a.jsonl", &marked), expected);
    }

    #[test]
    fn invalid_utf8_is_reported_with_its_line() {
        let text = Err("not UTF-8 text".to_owned());
        let expected = [good(1, "one"), RecordLine { number: 2, text }, good(3, "three")];
        assert_eq!(lines("a.jsonl", b"one\n\xff\xfe\nthree\n"), expected);
    }

    #[test]
    fn a_compressed_file_that_breaks_off_ends_with_an_error() {
        let numbers: Vec<_> = (0..20_000).map(|number| number.to_string()).collect();
        let compressed = zstd::encode_all(numbers.join("\n").as_bytes(), 3).unwrap();
        let lines = lines("a.jsonl.zst", &compressed[..compressed.len() / 2]);
        let (last, before) = lines.split_last().unwrap();
        assert!(last.text.is_err());
        assert!(before.iter().all(|line| line.text.is_ok()));
    }
}
