//! Parsers of untrusted job files, reading from memory: for fuzzers, and for tests that corrupt files.

use crate::run::RunDesign;
use anygame::AnyGame;
use engine::csv_table::CsvRows;
use engine::printable;
use store::manifest::Manifest;
use store::{Failure, checkpoint};

/// The maximum number of games of a schedule that are laid out.
const GAMES: usize = 50;

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
    lay_out(manifest).map_err(|failure| printable_text(&failure.to_string()))
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
    read_rows(game, &pages).map_err(|what| printable_text(&what))
}

/// Lays out the run of a manifest: its part, its first games and the seeds of their decks.
///
/// # Errors
/// Fails if the manifest describes another kind of job, or a table that cannot exist.
fn lay_out(manifest: Manifest) -> Result<(), Failure> {
    let config = RunDesign::of(manifest)?;
    for scheduled in config.games_from(config.part.clone()).take(GAMES) {
        let _ = config.manifest.deck_seed(scheduled.game, scheduled.block);
    }
    Ok(())
}

/// Reads the rows of a game, a page for each table, and checks them against each other.
///
/// # Errors
/// Returns a description of the first contradiction.
///
/// # Panics
/// Panics if accepted rows change when they are written and read again.
fn read_rows(game: &dyn AnyGame, pages: &[CsvRows]) -> Result<(), String> {
    let tables = game.tables().len();
    if pages.len() != tables {
        return Err(format!("found {} tables, expected {tables}", pages.len()));
    }
    let mut rows = game.read_rows(pages).map_err(|error| error.to_string())?;
    let (seating, labels) = rows.claimed();
    if let Some(what) = rows.contradiction(&seating, &labels, None) {
        return Err(what.to_owned());
    }
    let written = rows.pages();
    let mut again = game.read_rows(&written).expect("accepted rows can be read again");
    assert!(again.pages() == written, "rows survive a round trip");
    Ok(())
}

fn printable_text(what: &str) -> String {
    printable(what).into_owned()
}
