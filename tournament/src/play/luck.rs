//! What chance gives to the seats of a game.
//!
//! [`agents::forecast`] says what a chance event is worth: the forecast after it less its mean over all
//! possible events. The luck of a seat is the sum over the game. It is zero on average, so a result
//! minus any multiple of it that was fixed beforehand is as true as the result.

use crate::csv_table::{CsvRows, CsvTable, page, rows};
use agents::forecast::{Forecast, Forecaster, Terms, Worth, add};
use engine::{MAX_SEATS, PlayableGame};
use serde::{Deserialize, Serialize};

/// Adds up the luck of all seats in one game.
pub struct LuckMeter<'a, G> {
    forecast: &'a Forecast<G>,
    forecaster: Forecaster,
    players: usize,
    /// Chance events so far.
    events: u64,
    terms: [Terms; MAX_SEATS],
}

impl<'a, G: PlayableGame> LuckMeter<'a, G> {
    /// Starts with no luck.
    pub fn new(forecast: &'a Forecast<G>, players: usize) -> Self {
        let terms = [Terms::default(); MAX_SEATS];
        Self { forecast, forecaster: Forecaster::default(), players, events: 0, terms }
    }

    /// Records a chance event that is about to happen.
    pub fn note(&mut self, before: &G, chance: G::Chance) {
        let Self { forecast, forecaster, events, terms, .. } = self;
        if let Some(surprise) = forecast.surprise(before, chance, *events, forecaster) {
            add(terms, &surprise, 1.0);
        }
        *events += 1;
    }

    /// Returns what chance has given to each seat so far.
    pub fn luck(&self) -> Vec<Worth> {
        let worth = |terms| self.forecast.worth(terms, self.players);
        self.terms().iter().map(worth).collect()
    }

    /// Returns the same in the terms of forecasts.
    pub fn terms(&self) -> &[Terms] {
        &self.terms[..self.players]
    }
}

/// A row of `luck.csv`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Row {
    game: u64,
    seat: usize,
    /// What chance gave to the seat: shares of the win, points of the margin.
    win_share_luck: f64,
    margin_luck: f64,
}

/// Returns the table of every seat's luck in every game.
pub fn table() -> CsvTable {
    CsvTable::of::<Row>("luck.csv")
}

/// Returns the rows of a game.
pub fn luck_page(game: u64, luck: &[Worth]) -> CsvRows {
    let row = |(seat, luck): (usize, &Worth)| Row {
        game,
        seat,
        win_share_luck: luck.win_share,
        margin_luck: luck.margin,
    };
    page(&luck.iter().enumerate().map(row).collect::<Vec<_>>())
}

/// Reads the luck back from such rows.
///
/// # Errors
/// Fails if the rows have another format.
pub fn read(page: &[u8]) -> Result<Vec<Worth>, csv::Error> {
    let worth = |row: Row| Worth { win_share: row.win_share_luck, margin: row.margin_luck };
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
