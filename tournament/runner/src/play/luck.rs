//! `luck.csv`: the luck of every seat in every game.

use agents::forecast::Worth;
use engine::csv_table::{CsvRows, CsvTable, page, rows};
use serde::{Deserialize, Serialize};

/// A row of `luck.csv`: the luck of one seat in one game. Runs with `--luck` and `tournament luck --out` write the file.
///
/// The *surprise* of a chance event is the forecast after it minus the mean forecast over all possible events, weighted
/// by their probabilities.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct LuckRow {
    /// Number of the game in the run, from 0.
    game: u64,
    /// Seat number, from 0; seat 0 takes the first turn.
    seat: usize,
    /// Sum of the seat's surprises, in win share.
    win_share_luck: f64,
    /// Sum of the seat's surprises, in points of margin.
    margin_luck: f64,
}

/// Returns the table of every seat's luck in every game.
pub fn table() -> CsvTable {
    CsvTable::of::<LuckRow>("luck.csv")
}

/// Returns the rows of a game.
pub fn luck_page(game: u64, luck: &[Worth]) -> CsvRows {
    let row = |(seat, luck): (usize, &Worth)| LuckRow {
        game,
        seat,
        win_share_luck: luck.win_share,
        margin_luck: luck.margin,
    };
    page(&luck.iter().enumerate().map(row).collect::<Vec<_>>())
}

/// Parses the luck of every seat from the rows of a game.
///
/// # Errors
/// Fails if the rows have another format.
pub fn read(page: &[u8]) -> Result<Vec<Worth>, csv::Error> {
    let worth = |row: LuckRow| Worth { win_share: row.win_share_luck, margin: row.margin_luck };
    Ok(rows(page)?.into_iter().map(worth).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back() {
        let luck = [(0.25, -3.5), (-0.25, 3.5)];
        let luck = luck.map(|(win_share, margin)| Worth { win_share, margin });
        assert_eq!(read(&luck_page(7, &luck)).unwrap(), luck);
    }
}
