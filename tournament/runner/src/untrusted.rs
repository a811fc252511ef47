//! Parsers of untrusted job files, reading from memory: for fuzzers, and for tests that corrupt files.

use crate::run;
use anygame::AnyGame;
use engine::printable;
use store::{checkpoint, manifest::Manifest};

/// Parses a manifest and lays out the job that it describes.
///
/// # Errors
/// Returns the reason for the rejection, in one printable line.
pub fn manifest(text: &str) -> Result<(), String> {
    let manifest = Manifest::parse(text).map_err(|what| printable_text(&what))?;
    let whole = manifest.clone().whole();
    if let Some(difference) = manifest.difference(&whole) {
        let _ = difference.to_string();
    }
    let _ = (manifest.kind.to_string(), manifest.game(), whole.to_json());
    run::lay_out(manifest).map_err(|failure| printable_text(&failure.to_string()))
}

/// Parses the lines of a `checkpoints.csv` for two files, where the last column (the hash) is missing and computed here. Returns
/// the number of valid lines.
pub fn checkpoints(text: &[u8]) -> usize {
    checkpoint::count_signed(text)
}

/// Parses the rows that one game of a tournament has in all tables; an empty line separates the tables.
///
/// # Errors
/// Returns the reason for the rejection, in one printable line.
///
/// # Panics
/// Panics if accepted rows change when they are written and read again.
pub fn rows(game: &dyn AnyGame, text: &[u8]) -> Result<(), String> {
    let mut pages = vec![Vec::new()];
    for row in text.split_inclusive(|&byte| byte == b'\n') {
        match pages.last_mut() {
            Some(page) if row != b"\n" => page.extend_from_slice(row),
            _ => pages.push(Vec::new()),
        }
    }
    run::read_rows(game, &pages).map_err(|what| printable_text(&what))
}

fn printable_text(what: &str) -> String {
    printable(what).into_owned()
}
