//! Rows of the summary tables that all games have in common.

use super::fit::FitRow;
use super::payoffs::PayoffRow;
use super::{AgentTally, SeatTally, Statistics};
use engine::csv_table::{CsvTable, FilledTable};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use statistics::{BlockedMean, RatedFinishes, Rating, Ratings};
use std::path::Path;
use store::Failure;

/// All summaries of a run's statistics.
#[derive(Debug)]
pub struct Summary {
    /// One row per agent.
    pub agents: Vec<AgentRow>,
    /// One row per agent and seat.
    pub(crate) seats: Vec<SeatRow>,
    /// One row per seat.
    seat_effects: Vec<SeatEffectRow>,
    /// One row per agent and opponent.
    pub payoffs: Vec<PayoffRow>,
    /// One row per kind of rating: by ranks, then by wins.
    pub fits: Vec<FitRow>,
}

/// A row of `summary_agents.csv`: one agent.
///
/// Intervals come from the variance between blocks, and are empty with fewer than two blocks. The intervals of
/// ratings come from the profile likelihood.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct AgentRow {
    /// Label of the agent.
    pub agent: String,
    /// Number of games with the agent.
    pub games: u64,
    /// Number of seats of the agent in all games.
    pub seats: u64,
    /// Mean win share of a seat, from 0 to 1.
    pub win_share: Option<f64>,
    /// Lower end of the 95% confidence interval of `win_share`.
    pub ci_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `win_share`.
    pub ci_high: Option<f64>,
    /// Win share of a seat if all agents were equal: 1 divided by the number of players.
    pub expected: f64,
    /// Mean final points of a seat.
    pub mean_points: Option<f64>,
    /// Standard deviation of the final points.
    pub sd_points: Option<f64>,
    /// Mean final rank of a seat; 1 is the best.
    pub mean_rank: Option<f64>,
    /// Mean of the points minus the points of the best other seat.
    pub mean_margin: Option<f64>,
    /// Strength from the ranks of all games, in rating points: a difference of 400 means odds of ten to one to
    /// finish ahead. The mean over the rated agents is 0.
    pub rating: Option<f64>,
    /// Lower end of the 95% confidence interval of `rating`.
    pub rating_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `rating`.
    pub rating_high: Option<f64>,
    /// Variance of the win share between blocks, as a multiple of the variance of independent games.
    pub design_effect: Option<f64>,
    /// Lower end of the 95% confidence interval of `mean_points`.
    pub points_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `mean_points`.
    pub points_high: Option<f64>,
    /// Lower end of the 95% confidence interval of `mean_rank`, at least 1.
    pub rank_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `mean_rank`, at most the number of players.
    pub rank_high: Option<f64>,
    /// Lower end of the 95% confidence interval of `mean_margin`.
    pub margin_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `mean_margin`.
    pub margin_high: Option<f64>,
    /// Strength from the winners of all games alone, on the scale of `rating`.
    pub win_rating: Option<f64>,
    /// Lower end of the 95% confidence interval of `win_rating`.
    pub win_rating_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `win_rating`.
    pub win_rating_high: Option<f64>,
    /// Reason why `rating` has no interval; `luck-adjusted` if a ladder adjusted it for luck; otherwise empty.
    pub rating_note: String,
    /// Reason why `win_rating` has no interval; empty if it has one.
    pub win_rating_note: String,
}

/// A row of `summary_seats.csv`: one agent on one seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SeatRow {
    /// Label of the agent.
    pub(crate) agent: String,
    /// Seat number, from 0; seat 0 takes the first turn.
    seat: usize,
    /// Number of games of the agent in this seat.
    games: u64,
    /// Mean win share in this seat, from 0 to 1.
    pub(crate) win_share: Option<f64>,
    /// Lower end of the 95% confidence interval of `win_share`.
    ci_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `win_share`.
    ci_high: Option<f64>,
    /// Mean final points in this seat.
    mean_points: Option<f64>,
    /// Mean final rank in this seat; 1 is the best.
    mean_rank: Option<f64>,
    /// Win share of the agent in this seat minus its win share in all seats, from whole blocks.
    effect: Option<f64>,
    /// Lower end of the 95% confidence interval of `effect`.
    effect_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `effect`.
    effect_high: Option<f64>,
}

/// A row of `seat_effects.csv`: one seat, for all agents alike.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct SeatEffectRow {
    /// Seat number, from 0; seat 0 takes the first turn.
    seat: usize,
    /// Advantage of the seat for every agent, in rating points.
    rating: Option<f64>,
    /// Lower end of the 95% confidence interval of `rating`.
    rating_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `rating`.
    rating_high: Option<f64>,
    /// Reason why `rating` has no interval; empty if it has one.
    note: String,
}

impl Summary {
    /// Computes all summaries on the threads of the current pool.
    pub fn of(statistics: &Statistics) -> Self {
        let by_ranks = RatedFinishes::new(&statistics.finishes);
        let by_wins = RatedFinishes::new(&statistics.wins);
        let ratings = Ratings::new(&by_ranks);
        let mut fits = vec![FitRow::of("ranks", &by_ranks, &statistics.labels)];
        // With two players, ranks contain the same information as wins.
        if statistics.players > 2 {
            fits.push(FitRow::of("wins", &by_wins, &statistics.labels));
        }
        let by_wins = Ratings::new(&by_wins);
        Self {
            agents: agent_rows(statistics, &ratings.agents, &by_wins.agents),
            seats: seat_rows(statistics),
            seat_effects: ratings.seats.iter().enumerate().map(seat_effect).collect(),
            payoffs: statistics.payoffs.rows(&statistics.labels),
            fits,
        }
    }

    /// Reads the summary files in the folder of a run. A file that is missing has no rows.
    ///
    /// # Errors
    /// If a file cannot be read or has other columns.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        Ok(Self {
            agents: rows_of(&folder.join("summary_agents.csv"))?,
            seats: rows_of(&folder.join("summary_seats.csv"))?,
            seat_effects: rows_of(&folder.join("seat_effects.csv"))?,
            payoffs: rows_of(&folder.join("payoffs.csv"))?,
            fits: rows_of(&folder.join("summary_fit.csv"))?,
        })
    }

    /// Returns the number of seats at the table; 0 without the rows of seats.
    pub(crate) fn players(&self) -> usize {
        self.seats.last().map_or(0, |row| row.seat + 1)
    }

    /// Returns the summary files: tables and their rows.
    pub fn files(&self) -> Vec<FilledTable> {
        vec![
            CsvTable::filled("summary_agents.csv", &self.agents),
            CsvTable::filled("summary_seats.csv", &self.seats),
            CsvTable::filled("seat_effects.csv", &self.seat_effects),
            CsvTable::filled("payoffs.csv", &self.payoffs),
            CsvTable::filled("summary_fit.csv", &self.fits),
        ]
    }
}

/// Reads all rows of a table from a file.
fn rows_of<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, Failure> {
    match csv::Reader::from_path(path) {
        Ok(mut table) => table.deserialize().collect(),
        Err(_) if !path.exists() => Ok(Vec::new()),
        Err(error) => Err(error),
    }
    .map_err(|error| Failure::content(path, error))
}

/// Returns the interval of a mean rank, clamped to the possible range.
fn of_ranks(ranks: &BlockedMean, players: usize) -> (Option<f64>, Option<f64>) {
    ranks.interval().map(|(low, high)| (low.max(1.0), high.min(players as f64))).unzip()
}

fn agent_rows(statistics: &Statistics, ratings: &[Rating], by_wins: &[Rating]) -> Vec<AgentRow> {
    let row =
        |(((label, tally), rating), win_rating): (((&String, &AgentTally), &Rating), &Rating)| {
            let (ci_low, ci_high) = tally.win_share.share_interval().unzip();
            let (points_low, points_high) = tally.points.interval().unzip();
            let (rank_low, rank_high) = of_ranks(&tally.ranks, statistics.players);
            let (margin_low, margin_high) = tally.margins.interval().unzip();
            let (rating_low, rating_high) = rating.interval.unzip();
            let (win_rating_low, win_rating_high) = win_rating.interval.unzip();
            AgentRow {
                agent: label.clone(),
                games: tally.games,
                seats: tally.win_share.count(),
                win_share: tally.win_share(),
                ci_low,
                ci_high,
                expected: 1.0 / statistics.players as f64,
                mean_points: tally.points.mean(),
                sd_points: tally.points.deviation(),
                mean_rank: tally.ranks.mean(),
                mean_margin: tally.margins.mean(),
                rating: rating.value,
                rating_low,
                rating_high,
                design_effect: tally.win_share.design_effect(),
                points_low,
                points_high,
                rank_low,
                rank_high,
                margin_low,
                margin_high,
                win_rating: win_rating.value,
                win_rating_low,
                win_rating_high,
                rating_note: note(rating),
                win_rating_note: note(win_rating),
            }
        };
    let tallies = statistics.labels.iter().zip(&statistics.agents);
    tallies.zip(ratings).zip(by_wins).map(row).collect()
}

fn seat_rows(statistics: &Statistics) -> Vec<SeatRow> {
    let rows = |(label, seats): (&String, &Vec<SeatTally>)| -> Vec<SeatRow> {
        let row = |(seat, tally): (usize, &SeatTally)| {
            let (ci_low, ci_high) = tally.win_share.share_interval().unzip();
            let (effect_low, effect_high) = tally.effect.interval().unzip();
            SeatRow {
                agent: label.clone(),
                seat,
                games: tally.win_share.count(),
                win_share: tally.win_share.mean(),
                ci_low,
                ci_high,
                mean_points: tally.points.mean(),
                mean_rank: tally.ranks.mean(),
                effect: tally.effect.mean(),
                effect_low,
                effect_high,
            }
        };
        seats.iter().enumerate().map(row).collect()
    };
    statistics.labels.iter().zip(&statistics.seats).flat_map(rows).collect()
}

/// Returns the reason why a rating has no interval, or an empty text.
fn note(rating: &Rating) -> String {
    rating.gap.map(|gap| gap.to_string()).unwrap_or_default()
}

fn seat_effect((seat, effect): (usize, &Rating)) -> SeatEffectRow {
    let (rating_low, rating_high) = effect.interval.unzip();
    SeatEffectRow { seat, rating: effect.value, rating_low, rating_high, note: note(effect) }
}
