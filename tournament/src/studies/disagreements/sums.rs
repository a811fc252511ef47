//! The gain of one agent's choices over the other's: per disagreement, per choice, per game.

use super::row::DisagreementRow;
use crate::render::terminal::{aligned, interval, signed_percent, signed_points};
use crate::studies::branching::Effect;
use serde::Serialize;

/// The name of the row for the sum over the choices of a game.
const GAME: &str = "game";

/// The gains over all rows so far.
#[derive(Debug, Default)]
pub struct Gains {
    /// Over the choices that differ.
    disagreements: Effect,
    /// Over all choices.
    choices: Effect,
    /// Over all games with a choice: the sum of the choices of a seat.
    games: Effect,
}

/// A row of `summary_disagreements.csv`: the gain of the first agent's choices over the second's.
#[derive(Debug, Default, Serialize)]
pub struct Total {
    first: String,
    second: String,
    /// The policy on all seats.
    policy: String,
    players: usize,
    choices: u64,
    disagreements: u64,
    /// `disagreement`, `choice` or `game`.
    per: &'static str,
    margin: Option<f64>,
    margin_low: Option<f64>,
    margin_high: Option<f64>,
    win_share: Option<f64>,
    win_share_low: Option<f64>,
    win_share_high: Option<f64>,
}

impl Gains {
    /// Adds the next choice.
    pub fn add(&mut self, row: &DisagreementRow) {
        let difference =
            |first: Option<f64>, second| first.zip(second).map(|(a, b): (f64, f64)| a - b);
        let margin = difference(row.first_margin, row.second_margin);
        let win_share = difference(row.first_win_share, row.second_win_share);
        if let Some((margin, win_share)) = margin.zip(win_share) {
            self.disagreements.add(margin, win_share);
        }
        // An agreement gains nothing.
        let (margin, win_share) = (margin.unwrap_or(0.0), win_share.unwrap_or(0.0));
        self.choices.add(margin, win_share);
        // The choice represents all choices of its game, which belong to all seats.
        let of_a_seat = row.candidates as f64 / row.players as f64;
        self.games.add(of_a_seat * margin, of_a_seat * win_share);
    }

    /// Returns the number of choices.
    const fn choices(&self) -> u64 {
        self.choices.count()
    }

    /// Describes the gains in a few words.
    pub fn outcome(&self) -> String {
        let (choices, disagreements) = (self.choices(), self.disagreements.count());
        let gain = signed_percent(self.choices.win_share().mean);
        format!("disagreements {disagreements} of {choices}  win share {gain}")
    }

    /// Returns the rows of the summary.
    pub fn totals(&self, labels: &[String], players: usize) -> Vec<Total> {
        let [first, second, policy] = labels else { unreachable!("two are asked and one plays") };
        let effects =
            [("disagreement", &self.disagreements), ("choice", &self.choices), (GAME, &self.games)];
        let total = |(per, effect): (_, &Effect)| {
            let (margin, share) = (effect.margin(), effect.win_share());
            let share = if per == GAME { share } else { share.between_shares() };
            Total {
                first: first.clone(),
                second: second.clone(),
                policy: policy.clone(),
                players,
                choices: self.choices(),
                disagreements: self.disagreements.count(),
                per,
                margin: margin.mean,
                margin_low: margin.low,
                margin_high: margin.high,
                win_share: share.mean,
                win_share_low: share.low,
                win_share_high: share.high,
            }
        };
        effects.map(total).into()
    }
}

/// Formats the summary as readable text.
pub fn report(totals: &[Total]) -> String {
    let [Total { first, second, policy, choices, disagreements, .. }, ..] = totals else {
        return String::new();
    };
    let line = |total: &Total| {
        vec![
            total.per.to_owned(),
            signed_points(total.margin),
            interval(total.margin_low, total.margin_high, signed_points),
            signed_percent(total.win_share),
            interval(total.win_share_low, total.win_share_high, signed_percent),
        ]
    };
    let header =
        [&format!("{first} instead of {second}, per"), "margin", "95% CI", "win share", "95% CI"];
    let table = aligned(&header, 1, totals.iter().map(line).collect());
    format!(
        "{first} and {second} choose differently in {disagreements} of {choices} positions of {policy}\n\n{table}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(candidates: u64, outcomes: Option<[f64; 2]>) -> DisagreementRow {
        let [first, second] = [0, 1].map(|agent| outcomes.map(|outcomes| outcomes[agent]));
        DisagreementRow {
            players: 4,
            candidates,
            first_margin: first.map(|share| 10.0 * share),
            second_margin: second.map(|share| 10.0 * share),
            first_win_share: first,
            second_win_share: second,
            ..DisagreementRow::default()
        }
    }

    /// Two disagreements in four choices, worth 0.2 and -0.1. The games have 40 choices, 10 of each
    /// seat, except one with 80. The 97.5% quantile of t(3) is 3.182446.
    #[test]
    fn disagreements_are_summed_per_disagreement_per_choice_and_per_game() {
        let mut gains = Gains::default();
        let rows = [(40, Some([0.5, 0.3])), (40, None), (80, Some([0.1, 0.2])), (40, None)];
        for (candidates, outcomes) in rows {
            gains.add(&row(candidates, outcomes));
        }
        assert_eq!(gains.outcome(), "disagreements 2 of 4  win share +2.5%");
        let labels = ["a", "b", "c"].map(str::to_owned);
        let totals = gains.totals(&labels, 4);
        let means = [("disagreement", 0.05), ("choice", 0.025), ("game", 0.0)];
        for (total, (per, mean)) in totals.iter().zip(means) {
            assert_eq!((total.per, total.choices, total.disagreements), (per, 4, 2));
            assert!((total.win_share.unwrap() - mean).abs() < 1e-12, "{total:?}");
            assert!((total.margin.unwrap() - 10.0 * mean).abs() < 1e-12, "{total:?}");
        }
        let squares = [0.175_f64, -0.025, -0.125, -0.025].map(|deviation| deviation * deviation);
        let reach = 3.182_446 * (squares.iter().sum::<f64>() / 3.0 / 4.0).sqrt();
        assert!((totals[1].win_share_high.unwrap() - (0.025 + reach)).abs() < 1e-6);
        assert!((totals[1].margin_low.unwrap() - 10.0 * (0.025 - reach)).abs() < 1e-5);
        let report = report(&totals);
        assert!(
            report.starts_with("a and b choose differently in 2 of 4 positions of c\n"),
            "{report}"
        );
    }

    /// The gain of a game is a sum, not a share: it may exceed one.
    #[test]
    fn the_interval_is_about_the_mean_however_many_choices_there_are() {
        let mut gains = Gains::default();
        for outcomes in [[0.9, 0.1], [0.8, 0.1], [0.9, 0.2]] {
            gains.add(&row(400, Some(outcomes)));
        }
        for total in gains.totals(&["a", "b", "c"].map(str::to_owned), 4) {
            let [low, mean, high] = [total.win_share_low, total.win_share, total.win_share_high];
            assert!(low < mean && mean < high, "{total:?}");
        }
    }

    #[test]
    fn agents_that_agree_have_nothing_between_them() {
        let mut gains = Gains::default();
        gains.add(&row(40, None));
        gains.add(&row(40, None));
        let totals = gains.totals(&["a", "b", "c"].map(str::to_owned), 4);
        assert_eq!(
            totals.iter().map(|total| total.win_share).collect::<Vec<_>>(),
            [None, Some(0.0), Some(0.0)]
        );
        assert_eq!(totals[1].win_share_low, None);
    }
}
