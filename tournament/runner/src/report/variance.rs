//! Variance components: the variance of a seat's result, split by its sources.

use crate::terminal::{aligned, decimal, interval, percent};
use engine::csv_table::{CsvRows, CsvTable, page};
use engine::{Outcome, Seat};
use serde::Serialize;
use statistics::{Component, Decomposition, Estimate, VarianceComponents};
use store::schedule::ScheduledGame;

/// Running variance components of all results, one for each kind of result.
#[derive(Debug, Default)]
pub struct VarianceLedger {
    win_share: VarianceComponents,
    margin: VarianceComponents,
}

/// A row of `summary_variance.csv`: one component of the variance of a result. The file exists with `--repeats`
/// only.
///
/// Intervals come from the jackknife over blocks. Estimates are unbiased, so a component near zero may be estimated
/// below zero.
#[derive(Clone, Debug, Default, Serialize)]
pub struct VarianceRow {
    /// Result that varies: `win_share` or `margin`.
    result: &'static str,
    /// Source of the variance: `agent`, `seat`, `assignment`, `deck`, `deck_agent`, `deck_assignment` or `play`; or
    /// `total`, the sum of these.
    component: &'static str,
    /// Number of whole blocks that the estimate comes from.
    blocks: u64,
    /// Variance, in squares of the unit of the result.
    variance: Option<f64>,
    /// Lower end of the 95% confidence interval of `variance`.
    variance_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `variance`.
    variance_high: Option<f64>,
    /// `variance` divided by the total variance.
    share: Option<f64>,
    /// Lower end of the 95% confidence interval of `share`.
    share_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `share`.
    share_high: Option<f64>,
}

impl VarianceLedger {
    /// Adds the result of the next game, and ends its block after the last one.
    pub fn add(&mut self, scheduled: &ScheduledGame, outcome: &Outcome) {
        let ScheduledGame { assignment, repeat, left_in_block, .. } = scheduled;
        let seats = || Seat::all(assignment.len());
        let win_shares = seats().map(|seat| outcome.win_share(seat)).collect();
        let margins = seats().map(|seat| f64::from(outcome.margin(seat))).collect();
        self.win_share.add(*repeat, assignment, win_shares);
        self.margin.add(*repeat, assignment, margins);
        if *left_in_block == 0 {
            self.win_share.close_block();
            self.margin.close_block();
        }
    }

    /// Returns a row for each component of each result, then the row of their total.
    pub fn rows(&self) -> Vec<VarianceRow> {
        let results = [("win_share", &self.win_share), ("margin", &self.margin)];
        results
            .into_iter()
            .flat_map(|(result, games)| rows(result, games.decompose().as_ref()))
            .collect()
    }
}

/// Returns the table of variance components.
pub fn summary(rows: &[VarianceRow]) -> (CsvTable, CsvRows) {
    (CsvTable::of::<VarianceRow>("summary_variance.csv"), page(rows))
}

/// Formats the variance components as a table.
pub fn report(rows: &[VarianceRow]) -> String {
    let (win_shares, margins) = rows.split_at(rows.len() / 2);
    let cells = |row: &VarianceRow, places: usize| {
        [
            decimal(row.variance, places),
            share(row.share),
            interval(row.share_low, row.share_high, share),
        ]
    };
    let line = |(win_share, margin): (&VarianceRow, &VarianceRow)| {
        let name = win_share.component.replace('_', " and ");
        [name].into_iter().chain(cells(win_share, 4)).chain(cells(margin, 2)).collect()
    };
    let header = ["variance by", "win share", "of all", "95% CI", "margin", "of all", "95% CI"];
    let mut text = aligned(&header, 1, win_shares.iter().zip(margins).map(line).collect());
    if win_shares.iter().all(|row| row.blocks == 0) {
        text += "splitting the variance needs at least three whole blocks with the same seat assignments: play more games\n";
    }
    text
}

/// Formats a share; a share that rounds to a negative zero is shown as zero.
fn share(value: Option<f64>) -> String {
    percent(value.map(|share| if share.abs() < 0.0005 { 0.0 } else { share }))
}

/// Returns the name of a component in tables.
const fn name(component: Component) -> &'static str {
    match component {
        Component::Agent => "agent",
        Component::Seat => "seat",
        Component::Assignment => "assignment",
        Component::Deck => "deck",
        Component::DeckAgent => "deck_agent",
        Component::DeckAssignment => "deck_assignment",
        Component::Play => "play",
    }
}

fn rows(result: &'static str, found: Option<&Decomposition>) -> Vec<VarianceRow> {
    let empty = |component| VarianceRow { result, component, ..VarianceRow::default() };
    let names = Component::ALL.map(name);
    let Some(Decomposition { blocks, variances, shares, total }) = found else {
        return names.into_iter().chain(["total"]).map(empty).collect();
    };
    let row = |component, variance: Estimate, share: Option<Estimate>| {
        let (variance_low, variance_high) = variance.interval.unzip();
        let (share_low, share_high) = share.and_then(|share| share.interval).unzip();
        VarianceRow {
            blocks: *blocks,
            variance: Some(variance.value),
            variance_low,
            variance_high,
            share: share.map(|share| share.value),
            share_low,
            share_high,
            ..empty(component)
        }
    };
    let of_components = names.into_iter().zip(*variances).enumerate();
    let of_components = of_components.map(|(place, (name, variance))| {
        row(name, variance, shares.as_ref().map(|shares| shares[place]))
    });
    let whole = shares.as_ref().map(|_| Estimate { value: 1.0, interval: None });
    of_components.chain([row("total", *total, whole)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_blocks_there_are_rows_and_a_sentence() {
        let rows = VarianceLedger::default().rows();
        assert_eq!(rows.len(), 16);
        assert!(rows.iter().all(|row| row.variance.is_none() && row.share.is_none()));
        assert!(report(&rows).ends_with("play more games\n"));
    }
}
