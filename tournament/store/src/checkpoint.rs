//! `checkpoints.csv`: the length and hash of every file of a job after certain units, so that an interrupted job can
//! resume. The file exists until the job is finished.
//!
//! A line is added once everything it covers is on disk. Its last column is a hash of the line and of the previous
//! hash. If the last lines are torn, or the files do not match their hashes, an earlier line counts.

use crate::digest::{self, Mark};
use crate::failure::Failure;
use crate::folder::{Folder, Output};
use agents::LARGEST;
use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the file of checkpoints.
pub const NAME: &str = "checkpoints.csv";
/// The first column: the number of the first unit that is not in the files.
const NEXT: &str = "next";
/// The suffix of a file's column that contains its hash.
const HASH: &str = ":sha256";
/// The last column: the hash that chains the lines.
const CHECK: &str = "check";
/// The number of hexadecimal digits in the last column.
const CHECK_DIGITS: usize = 16;

/// The minimum time between two checkpoints.
const PERIOD: Duration = Duration::from_millis(200);
/// The minimum ratio of the time between checkpoints to the time that a checkpoint takes.
const MOST_OF_THE_TIME: u32 = 50;
/// The maximum ratio of the duration of a job to the time between two checkpoints, so that their file stays short: a job
/// of a year has less than 10,000 of them.
const LEAST_PART: u32 = 500;

/// A position in a job's files that they can be truncated to.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Checkpoint {
    /// The first unit that is not in the files.
    pub next: u64,
    /// The length and hash of each file at this position.
    pub marks: Vec<Mark>,
}

/// The file of checkpoints during a job, locked by one process at a time.
#[derive(Debug)]
pub struct Checkpoints {
    output: Output,
    /// The hash in the last column of the last line.
    check: String,
    _lock: Lock,
    begun: Instant,
    last: Instant,
    period: Duration,
}

/// The exclusive right to work on a run: its locked file of checkpoints.
#[derive(Debug)]
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Whether the file of checkpoints is still empty.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn is_new(&self) -> Result<bool, Failure> {
        Ok(self.file.metadata().map_err(Failure::read(&self.path))?.len() == 0)
    }
}

impl Checkpoints {
    /// Starts the locked file of checkpoints for a run with these files.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn begin(folder: &Folder, lock: Lock, files: &[&str]) -> Result<Self, Failure> {
        let mut output = folder.continued(NAME, 0)?;
        output.append(&header(files))?;
        Ok(Self::new(output, lock, String::new()))
    }

    /// Creates the file of checkpoints again for a finished run that is to be extended, with a checkpoint at its end.
    ///
    /// # Errors
    /// Fails if a file cannot be read or written, or if another process is working on the run.
    pub fn reopen(folder: &Folder, files: &[&str], next: u64) -> Result<(), Failure> {
        let lock = lock(folder)?;
        let mark = |name: &&str| {
            let path = folder.path().join(name);
            Mark::of_file(&path).map_err(Failure::read(&path))
        };
        Self::begin(folder, lock, files)?.add(next, || files.iter().map(mark).collect())
    }

    /// Reopens the file of checkpoints of an interrupted run. Returns the last valid checkpoint, if there is one, and
    /// a warning if files were damaged.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, or if another process is working on the run.
    pub fn resume(
        folder: &Folder,
        files: &[&str],
    ) -> Result<(Self, Option<Checkpoint>, Option<String>), Failure> {
        let lock = lock(folder)?;
        let path = folder.path().join(NAME);
        let mut text = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut text));
        if read.map_err(Failure::read(&path))? as u64 > LARGEST {
            return Err(Failure::content(path, "longer than 16 MiB"));
        }
        let header = header(files);
        let is_there = text.starts_with(&header);
        if !is_there && !header.starts_with(&text) {
            let what = "the first line is damaged, or from another version";
            return Err(Failure::content(path, what));
        }
        let rows = text.strip_prefix(header.as_slice()).unwrap_or_default();
        let lines = lines(rows, files.len());
        let held = last_found(folder.path(), files, &lines);
        let (length, check) = match (held, is_there) {
            (Some(line), _) => (header.len() + line.end, line.check.clone()),
            (None, true) => (header.len(), String::new()),
            (None, false) => (0, String::new()),
        };
        let end = lines.last().map_or(0, |last| last.end);
        let is_damaged = held != lines.last() || rows[end..].contains(&b'\n');
        let from = held.map_or(0, |held| held.checkpoint.next);
        let has_content =
            |name: &&str| fs::metadata(folder.path().join(name)).is_ok_and(|facts| facts.len() > 0);
        let what = match (is_there, is_damaged) {
            // The header precedes the content of all other files.
            (false, _) if files.iter().any(has_content) => Some("the checkpoints are missing"),
            (_, true) => Some("the files differ from the last checkpoint"),
            _ => None,
        };
        let warning = what.map(|what| {
            let folder = folder.path().display();
            format!("{folder}: {what}, so everything from {from} on is done again")
        });
        let mut output = folder.continued(NAME, length as u64)?;
        if !is_there {
            output.append(&header)?;
        }
        let held = held.map(|line| line.checkpoint.clone());
        Ok((Self::new(output, lock, check), held, warning))
    }

    fn new(output: Output, lock: Lock, check: String) -> Self {
        let now = Instant::now();
        Self { output, check, _lock: lock, begun: now, last: now, period: PERIOD }
    }

    /// Whether enough time has passed for the next checkpoint.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.period
    }

    /// Adds a checkpoint. `secure` writes everything it covers to disk and returns the marks of the files.
    ///
    /// # Errors
    /// Fails if `secure` fails or the checkpoint cannot be written.
    pub fn add(
        &mut self,
        next: u64,
        secure: impl FnOnce() -> Result<Vec<Mark>, Failure>,
    ) -> Result<(), Failure> {
        let begin = Instant::now();
        let mut line = next.to_string();
        for Mark { bytes, sha256 } in secure()? {
            let _ = write!(line, ",{bytes},{sha256}");
        }
        self.check = check(&self.check, &line);
        self.output.append(format!("{line},{}\n", self.check).as_bytes())?;
        self.output.secure()?;
        self.last = Instant::now();
        let least = PERIOD.max(self.begun.elapsed() / LEAST_PART);
        self.period = least.max(MOST_OF_THE_TIME * begin.elapsed());
        Ok(())
    }

    /// Removes the file of checkpoints when the run is finished.
    ///
    /// # Errors
    /// Fails if the file cannot be removed.
    pub fn remove(folder: &Folder) -> Result<(), Failure> {
        let path = folder.path().join(NAME);
        match folder.disk.change(|| fs::remove_file(&path)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::write(&path)(error)),
            _ => Ok(()),
        }
    }
}

/// Locks the file of checkpoints, and creates it if necessary.
///
/// # Errors
/// Fails if another process has the lock, or if the file cannot be created.
pub fn lock(folder: &Folder) -> Result<Lock, Failure> {
    let path = folder.path().join(NAME);
    let open = || File::options().append(true).create(true).open(&path);
    let file = folder.disk.change(open).map_err(Failure::write(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock { file, path }),
        Err(TryLockError::WouldBlock) => Err(Failure::AtWork(folder.path().to_owned())),
        Err(TryLockError::Error(error)) => Err(Failure::write(&path)(error)),
    }
}

fn header(files: &[&str]) -> Vec<u8> {
    let files = files.iter().flat_map(|file| [(*file).to_owned(), format!("{file}{HASH}")]);
    let columns = [NEXT.to_owned()].into_iter().chain(files).chain([CHECK.to_owned()]);
    (columns.collect::<Vec<_>>().join(",") + "\n").into_bytes()
}

/// A complete line of the file of checkpoints.
#[derive(Eq, PartialEq, Debug)]
struct CheckpointLine {
    checkpoint: Checkpoint,
    check: String,
    /// The offset of the line's end, counted from the end of the header.
    end: usize,
}

/// Returns the last column of a line, given the last column of the previous line.
fn check(before: &str, line: &str) -> String {
    let mut hash = digest::sha256(format!("{before}\n{line}").as_bytes());
    hash.truncate(CHECK_DIGITS);
    hash
}

/// Parses the lines up to the first that is torn or damaged.
fn lines(rows: &[u8], files: usize) -> Vec<CheckpointLine> {
    let mut lines: Vec<CheckpointLine> = Vec::new();
    for row in rows.split_inclusive(|&byte| byte == b'\n') {
        let (before, from) = lines.last().map_or(("", 0), |last| (&last.check[..], last.end));
        let Some((checkpoint, check)) = parse(row, files, before) else { break };
        lines.push(CheckpointLine { checkpoint, check, end: from + row.len() });
    }
    lines
}

/// Parses a complete line, given the last column of the previous line.
fn parse(row: &[u8], files: usize, before: &str) -> Option<(Checkpoint, String)> {
    let text = std::str::from_utf8(row.strip_suffix(b"\n")?).ok()?;
    let (line, last) = text.rsplit_once(',')?;
    if last != check(before, line) {
        return None;
    }
    let mut cells = line.split(',');
    let next = cells.next()?.parse().ok()?;
    let mut marks = Vec::new();
    while let Some(bytes) = cells.next() {
        marks.push(Mark { bytes: bytes.parse().ok()?, sha256: cells.next()?.to_owned() });
    }
    (marks.len() == files).then(|| (Checkpoint { next, marks }, last.to_owned()))
}

/// Counts the lines for two files that are valid once their last column is added; for fuzzers.
pub fn count_signed(text: &[u8]) -> usize {
    const FILES: usize = 2;
    let mut before = String::new();
    let mut signed = Vec::new();
    for line in text.split(|&byte| byte == b'\n') {
        before = check(&before, &String::from_utf8_lossy(line));
        signed.extend_from_slice(line);
        signed.extend(format!(",{before}\n").bytes());
    }
    lines(&signed, FILES).len()
}

/// Returns the last checkpoint that every file still matches.
fn last_found<'a>(
    folder: &Path,
    files: &[&str],
    lines: &'a [CheckpointLine],
) -> Option<&'a CheckpointLine> {
    let mut is_found = vec![true; lines.len()];
    for (number, name) in files.iter().enumerate() {
        let marks: Vec<_> = lines.iter().map(|line| &line.checkpoint.marks[number]).collect();
        let found = Mark::found(&folder.join(name), &marks);
        is_found.iter_mut().zip(found).for_each(|(all, one)| *all &= one);
    }
    let last = is_found.iter().rposition(|&found| found)?;
    Some(&lines[last])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Disk;

    const FILES: [&str; 2] = ["a.csv", "b.csv"];

    fn mark(letter: u8, bytes: usize) -> Mark {
        Mark { bytes: bytes as u64, sha256: digest::sha256(&vec![letter; bytes]) }
    }

    fn checkpoint(next: u64, lengths: [usize; 2]) -> Checkpoint {
        Checkpoint { next, marks: vec![mark(b'a', lengths[0]), mark(b'b', lengths[1])] }
    }

    /// Returns a folder with three checkpoints, where the files are too short for the last one.
    fn begun() -> (tempfile::TempDir, Folder) {
        let directory = tempfile::tempdir().unwrap();
        let folder = Folder::create(Disk::default(), directory.path(), &[]).unwrap();
        let held = lock(&folder).unwrap();
        let mut checkpoints = Checkpoints::begin(&folder, held, &FILES).unwrap();
        for (game, lengths) in [(2, [10, 7]), (4, [20, 7]), (6, [30, 9])] {
            checkpoints.add(game, || Ok(checkpoint(game, lengths).marks)).unwrap();
        }
        fs::write(directory.path().join("a.csv"), [b'a'; 25]).unwrap();
        fs::write(directory.path().join("b.csv"), [b'b'; 9]).unwrap();
        let at_work = Checkpoints::resume(&folder, &FILES).unwrap_err();
        assert!(matches!(at_work, Failure::AtWork(_)), "{at_work}");
        (directory, folder)
    }

    /// Resumes the job. Returns the checkpoint that counts, and the number of lines that are left.
    fn resumed(folder: &Folder) -> (Option<Checkpoint>, usize) {
        let (checkpoints, held, _) = Checkpoints::resume(folder, &FILES).unwrap();
        drop(checkpoints);
        let text = fs::read_to_string(folder.path().join(NAME)).unwrap();
        assert!(text.starts_with("next,a.csv,a.csv:sha256,b.csv,b.csv:sha256,check\n"), "{text}");
        (held, text.lines().count() - 1)
    }

    #[test]
    fn resume_uses_the_last_checkpoint_that_matches_the_files() {
        let (directory, folder) = begun();
        let path = directory.path().join(NAME);
        // A torn line.
        fs::write(&path, fs::read_to_string(&path).unwrap() + "8,4").unwrap();
        assert_eq!(resumed(&folder), (Some(checkpoint(4, [20, 7])), 2));
        // Lines added from now on follow the last valid line.
        let (mut checkpoints, ..) = Checkpoints::resume(&folder, &FILES).unwrap();
        checkpoints.add(5, || Ok(checkpoint(5, [22, 8]).marks)).unwrap();
        drop(checkpoints);
        assert_eq!(resumed(&folder), (Some(checkpoint(5, [22, 8])), 3));
        let mut bytes = [b'a'; 25];
        bytes[15] = b'!';
        fs::write(directory.path().join("a.csv"), bytes).unwrap();
        assert_eq!(resumed(&folder), (Some(checkpoint(2, [10, 7])), 1));
        fs::remove_file(directory.path().join("b.csv")).unwrap();
        assert_eq!(resumed(&folder), (None, 0));
        fs::write(&path, "ne").unwrap();
        assert_eq!(resumed(&folder), (None, 0));
        Checkpoints::remove(&folder).unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn checkpoints_without_end_are_refused() {
        let (directory, folder) = begun();
        let path = directory.path().join(NAME);
        let file = File::options().write(true).open(&path).unwrap();
        file.set_len(1 << 40).unwrap();
        let refused = Checkpoints::resume(&folder, &FILES).unwrap_err();
        assert!(refused.to_string().ends_with("longer than 16 MiB"), "{refused}");
    }

    #[test]
    fn a_line_that_was_edited_left_out_or_doubled_does_not_count() {
        for edit in [
            (|text: &str| text.replacen("\n4,", "\n3,", 1)) as fn(&str) -> String,
            |text| text.split_inclusive('\n').filter(|line| !line.starts_with("2,")).collect(),
            |text| text.replacen("\n2,", "\n0,", 1),
        ] {
            let (directory, folder) = begun();
            let path = directory.path().join(NAME);
            let text = edit(&fs::read_to_string(&path).unwrap());
            fs::write(&path, &text).unwrap();
            let (held, _) = resumed(&folder);
            assert_ne!(held, Some(checkpoint(4, [20, 7])), "{text}");
        }
    }
}
