//! The binary files of a training: generations and best networks.
//!
//! File names are reused in a cycle: a new generation replaces the oldest one, and a new best network replaces one
//! that is no longer tested against. A file that the last checkpoint needs is not replaced before the next
//! checkpoint. Each file ends with a hash of its content.

use ::store::digest;
use ::store::folder::Folder;
use agents::evaluation::NetworkError;
use runner::Failure;
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

/// The number of generations whose games the network learns from.
pub const WINDOW: u64 = 10;

/// The files of generations: one more than the window.
const GENERATIONS: [&str; WINDOW as usize + 1] = [
    "generation-0.state",
    "generation-1.state",
    "generation-2.state",
    "generation-3.state",
    "generation-4.state",
    "generation-5.state",
    "generation-6.state",
    "generation-7.state",
    "generation-8.state",
    "generation-9.state",
    "generation-10.state",
];

/// The files of accepted networks: two more than [`EARLIER`].
const BEST: [&str; EARLIER as usize + 2] =
    ["best-0.state", "best-1.state", "best-2.state", "best-3.state", "best-4.state"];

/// The maximum number of earlier best networks that a new network is tested against.
const EARLIER: u64 = 3;

/// Returns the name of a generation's file.
pub const fn generation_name(number: u64) -> &'static str {
    GENERATIONS[(number % GENERATIONS.len() as u64) as usize]
}

/// Returns the name of the file of a network that was accepted, counted from 1.
pub const fn best_name(number: u64) -> &'static str {
    BEST[(number % BEST.len() as u64) as usize]
}

/// Returns the numbers of the earlier best networks that a new network is tested against. Number 0 is the initial
/// evaluation.
pub const fn earlier(accepted: u64) -> Range<u64> {
    accepted.saturating_sub(EARLIER)..accepted
}

/// Returns every file name that training may write for generations and accepted networks.
pub fn names() -> impl Iterator<Item = &'static str> {
    GENERATIONS.into_iter().chain(BEST)
}

/// Writes a file and appends its hash.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write(folder: &Folder, name: &str, bytes: Vec<u8>) -> Result<(), Failure> {
    folder.write(name, &digest::sealed(bytes))
}

/// Reads a file and checks its hash.
///
/// # Errors
/// Fails if the file is missing or damaged, or cannot be parsed.
pub fn read<T>(
    folder: &Path,
    name: &str,
    parse: impl FnOnce(&[u8], &str) -> Result<T, NetworkError>,
) -> Result<T, Failure> {
    let path = folder.join(name);
    let bytes = fs::read(&path).map_err(Failure::read(&path))?;
    let Some(bytes) = digest::opened(&bytes) else {
        return Err(Failure::content(path, "damaged: run the training again with --force"));
    };
    parse(bytes, &path.display().to_string()).map_err(|error| Failure::content(path, error))
}

/// Removes the files that a finished training no longer needs.
///
/// # Errors
/// Fails if a file cannot be removed.
pub fn clear(folder: &Path) -> Result<(), Failure> {
    for name in names() {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Failure::write(&path)(error));
            }
            _ => {}
        }
    }
    Ok(())
}
