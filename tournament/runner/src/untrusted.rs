//! Files of jobs that may come from elsewhere, read from memory: for fuzzers, and for tests that change them.

use crate::run;
use anygame::AnyGame;
use engine::printable;
use store::{checkpoint, manifest::Manifest};

/// Reads the text of a manifest, and lays out the job that it describes.
///
/// # Errors
/// Returns why it is refused, in a line that may be printed.
pub fn manifest(text: &str) -> Result<(), String> {
    let manifest = Manifest::parse(text).map_err(|what| printable_text(&what))?;
    let whole = manifest.clone().whole();
    if let Some(difference) = manifest.difference(&whole) {
        let _ = difference.to_string();
    }
    let _ = (manifest.kind.to_string(), manifest.game(), whole.to_json());
    run::lay_out(manifest).map_err(|failure| printable_text(&failure.to_string()))
}

/// Reads lines of `checkpoints.csv` for two files, each without its last column, which is added here. Returns
/// how many count.
pub fn checkpoints(text: &[u8]) -> usize {
    checkpoint::count_signed(text)
}

/// Reads the rows of a game of a tournament: all its tables, with an empty line between two.
///
/// # Errors
/// Returns why they are refused, in a line that may be printed.
///
/// # Panics
/// Panics if rows that were accepted are written and then not read again as they are.
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
