//! `forecasts.csv`: the win shares that the seats could expect before every turn.

use agents::forecast::TurnForecast;
use engine::csv_table::{CsvRows, CsvTable, page};
use serde::{Deserialize, Serialize};

/// A row of `forecasts.csv`: the expected win share of one seat before one turn. Runs with `--forecasts` write the file.
///
/// Forecasts come from the built-in evaluation of the game and do not depend on the agents.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct ForecastRow {
    /// Number of the game in the run, from 0.
    game: u64,
    /// Number of the turn that is about to begin, from 1.
    turn: u32,
    /// Seat number, from 0; seat 0 takes the first turn.
    seat: usize,
    /// Expected win share of the seat, rounded to four decimals.
    win_share: f64,
}

/// Returns the table of all forecasts.
pub fn table() -> CsvTable {
    CsvTable::of::<ForecastRow>("forecasts.csv")
}

/// Returns the rows of a game.
pub fn forecast_page(game: u64, turns: &[TurnForecast]) -> CsvRows {
    let of_turn = |one: &TurnForecast| {
        let turn = one.turn;
        let row = move |(seat, share): (usize, f64)| {
            let win_share = (share * 1e4).round() / 1e4;
            ForecastRow { game, turn, seat, win_share }
        };
        one.win_shares.clone().into_iter().enumerate().map(row)
    };
    page(&turns.iter().flat_map(of_turn).collect::<Vec<_>>())
}
