//! Parsers of tournament files that may be damaged, reading from memory.

use super::design::RunDesign;
use anygame::AnyGame;
use engine::csv_table::CsvRows;
use store::Failure;
use store::manifest::Manifest;

/// The maximum number of games of a schedule that are laid out.
const GAMES: usize = 50;

/// Lays out the run of a manifest: its part, its first games and the seeds of their decks.
///
/// # Errors
/// Fails if the manifest describes another kind of job, or a table that cannot exist.
pub fn lay_out(manifest: Manifest) -> Result<(), Failure> {
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
pub fn read_rows(game: &dyn AnyGame, pages: &[CsvRows]) -> Result<(), String> {
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
