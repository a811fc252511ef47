//! `checkpoints.csv`: the length of every file of a job after certain units, so that an interrupted
//! job can continue. It exists as long as the job is not finished.
//!
//! A line is added once everything it covers is safe. If the last lines are torn or cover more than
//! the files hold, an earlier line counts.

use crate::failure::Failure;
use crate::store::folder::{Folder, Output};
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

/// The name of the file.
pub const NAME: &str = "checkpoints.csv";
/// The first column: the first unit that is not in the files.
const NEXT: &str = "next";

/// Lines are added no more often than this …
const PERIOD: Duration = Duration::from_millis(200);
/// … and take at most one part in this many of the time.
const MOST_OF_THE_TIME: u32 = 50;

/// How far the files of a job reach.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Checkpoint {
    /// The first unit that is not in the files.
    pub next: u64,
    /// The length of each file in bytes.
    pub lengths: Vec<u64>,
}

/// The file of checkpoints during the job, held by one process at a time.
#[derive(Debug)]
pub struct Checkpoints {
    output: Output,
    /// Holds the lock on the file.
    _lock: File,
    last: Instant,
    period: Duration,
}

impl Checkpoints {
    /// Creates the file for a run with these files.
    ///
    /// # Errors
    /// Fails if the file cannot be created.
    pub fn begin(folder: &Folder, files: &[&str]) -> Result<Self, Failure> {
        let mut output = folder.output(NAME)?;
        output.append(&header(files))?;
        Self::lock(folder, output)
    }

    /// Creates the file again for a finished run that is to go on: its files as they are reach to this
    /// unit.
    ///
    /// # Errors
    /// Fails if a file cannot be read or written, or if another process is working on the run.
    pub fn reopen(folder: &Folder, files: &[&str], next: u64) -> Result<(), Failure> {
        drop(lock(folder)?);
        Self::remove(folder)?;
        let length = |name: &&str| {
            let path = folder.path().join(name);
            fs::metadata(&path).map(|file| file.len()).map_err(Failure::read(&path))
        };
        Self::begin(folder, files)?.add(next, || files.iter().map(length).collect())
    }

    /// Continues the file and returns its last valid checkpoint, if there is one.
    ///
    /// # Errors
    /// Fails if the file cannot be read or written, or if another process is working on the run.
    pub fn resume(folder: &Folder, files: &[&str]) -> Result<(Self, Option<Checkpoint>), Failure> {
        let path = folder.path().join(NAME);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            text => text.map_err(Failure::read(&path))?,
        };
        let header = header(files);
        let mut end = header.len();
        let mut held = None;
        if let Some(rows) = text.strip_prefix(header.as_slice()) {
            for row in rows.split_inclusive(|&byte| byte == b'\n') {
                let Some(checkpoint) = parse(row, files.len()) else { break };
                end += row.len();
                if holds(folder.path(), files, &checkpoint) {
                    held = Some((checkpoint, end));
                }
            }
        }
        let is_there = text.starts_with(&header);
        let length = held.as_ref().map_or(if is_there { header.len() } else { 0 }, |held| held.1);
        // No other process may be working on the run before anything is cut off.
        drop(lock(folder)?);
        let mut output = folder.continued(NAME, length as u64)?;
        if !is_there {
            output.append(&header)?;
        }
        Ok((Self::lock(folder, output)?, held.map(|held| held.0)))
    }

    fn lock(folder: &Folder, output: Output) -> Result<Self, Failure> {
        let lock = lock(folder)?;
        Ok(Self { output, _lock: lock, last: Instant::now(), period: PERIOD })
    }

    /// Whether the next checkpoint is due.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.period
    }

    /// Adds a checkpoint; `secure` makes everything it covers safe.
    ///
    /// # Errors
    /// Fails if something cannot be written.
    pub fn add(
        &mut self,
        next: u64,
        secure: impl FnOnce() -> Result<Vec<u64>, Failure>,
    ) -> Result<(), Failure> {
        let begin = Instant::now();
        let numbers: Vec<_> = [next].into_iter().chain(secure()?).map(|n| n.to_string()).collect();
        self.output.append(format!("{}\n", numbers.join(",")).as_bytes())?;
        self.output.secure()?;
        self.last = Instant::now();
        self.period = PERIOD.max(MOST_OF_THE_TIME * begin.elapsed());
        Ok(())
    }

    /// Removes the file when the run is finished.
    ///
    /// # Errors
    /// Fails if the file cannot be removed.
    pub fn remove(folder: &Folder) -> Result<(), Failure> {
        let path = folder.path().join(NAME);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::write(&path)(error)),
            _ => Ok(()),
        }
    }
}

/// Locks the file, creating it if necessary.
///
/// # Errors
/// Fails if another process holds the lock, or if the file cannot be created.
pub fn lock(folder: &Folder) -> Result<File, Failure> {
    let path = folder.path().join(NAME);
    let file =
        File::options().append(true).create(true).open(&path).map_err(Failure::write(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::AtWork(folder.path().to_owned())),
        Err(TryLockError::Error(error)) => Err(Failure::write(&path)(error)),
    }
}

fn header(files: &[&str]) -> Vec<u8> {
    let columns: Vec<_> = [NEXT].iter().chain(files).copied().collect();
    (columns.join(",") + "\n").into_bytes()
}

/// Parses a complete line.
fn parse(row: &[u8], files: usize) -> Option<Checkpoint> {
    let text = std::str::from_utf8(row.strip_suffix(b"\n")?).ok()?;
    let mut numbers = text.split(',').map(|number| number.parse().ok());
    let next = numbers.next()??;
    let lengths: Vec<u64> = numbers.collect::<Option<_>>()?;
    (lengths.len() == files).then_some(Checkpoint { next, lengths })
}

/// Whether the files are at least as long as a checkpoint says.
fn holds(folder: &Path, files: &[&str], checkpoint: &Checkpoint) -> bool {
    files.iter().zip(&checkpoint.lengths).all(|(name, &length)| {
        fs::metadata(folder.join(name)).is_ok_and(|file| file.len() >= length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 2] = ["a.csv", "b.csv"];

    fn checkpoint(next: u64, lengths: [u64; 2]) -> Checkpoint {
        Checkpoint { next, lengths: lengths.to_vec() }
    }

    #[test]
    fn the_last_checkpoint_counts_that_the_files_reach() {
        let directory = tempfile::tempdir().unwrap();
        let folder = Folder::create(directory.path()).unwrap();
        let mut checkpoints = Checkpoints::begin(&folder, &FILES).unwrap();
        for (game, lengths) in [(2, [10, 7]), (4, [20, 7]), (6, [30, 9])] {
            checkpoints.add(game, || Ok(lengths.to_vec())).unwrap();
        }
        let path = directory.path().join(NAME);
        fs::write(directory.path().join("a.csv"), [b'a'; 25]).unwrap();
        fs::write(directory.path().join("b.csv"), [b'b'; 9]).unwrap();
        let at_work = Checkpoints::resume(&folder, &FILES).unwrap_err();
        assert!(matches!(at_work, Failure::AtWork(_)), "{at_work}");
        drop(checkpoints);
        // A torn line, and then nothing else.
        fs::write(&path, fs::read_to_string(&path).unwrap() + "8,4").unwrap();
        let (checkpoints, held) = Checkpoints::resume(&folder, &FILES).unwrap();
        assert_eq!(held, Some(checkpoint(4, [20, 7])));
        drop(checkpoints);
        assert_eq!(fs::read_to_string(&path).unwrap(), "next,a.csv,b.csv\n2,10,7\n4,20,7\n");
        fs::write(&path, "ne").unwrap();
        let (checkpoints, held) = Checkpoints::resume(&folder, &FILES).unwrap();
        assert_eq!(held, None);
        drop(checkpoints);
        assert_eq!(fs::read_to_string(&path).unwrap(), "next,a.csv,b.csv\n");
        Checkpoints::remove(&folder).unwrap();
        assert!(!path.exists());
    }
}
