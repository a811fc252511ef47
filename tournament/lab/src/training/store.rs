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

/// The number of files of generations: one more than the window.
const GENERATIONS: u64 = WINDOW + 1;

/// The maximum number of earlier best networks that a new network is tested against.
const EARLIER: u64 = 3;

/// The number of files of accepted networks.
const BEST: u64 = EARLIER + 2;

/// Returns the name of a generation's file.
pub fn generation_name(number: u64) -> String {
    format!("generation-{}.state", number % GENERATIONS)
}

/// Returns the name of the file of a network that was accepted, counted from 1.
pub fn best_name(number: u64) -> String {
    format!("best-{}.state", number % BEST)
}

/// Returns the numbers of the earlier best networks that a new network is tested against. Number 0 is the initial
/// evaluation.
pub const fn earlier(accepted: u64) -> Range<u64> {
    accepted.saturating_sub(EARLIER)..accepted
}

/// Returns every file name that training may write for generations and accepted networks.
pub fn names() -> impl Iterator<Item = String> {
    (0..GENERATIONS).map(generation_name).chain((0..BEST).map(best_name))
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
