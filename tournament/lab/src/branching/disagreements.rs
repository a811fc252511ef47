//! Gains from one agent's choices over another's: per disagreement, per choice and per game.

use super::effect::Effect;
use super::summary::{Findings, Summary};
use engine::csv_table::CsvTable;
use engine::study::{Case, MeanOutcome};
use runner::terminal::{aligned, interval, signed_percent, signed_points};
use serde::Serialize;

/// The name of the row for the sum over the choices of a game.
const GAME: &str = "game";

/// Running totals of the gains over all rows.
#[derive(Debug)]
pub struct Gains {
    /// The name of the summary file.
    file: &'static str,
    /// The gain averaged over the choices that differ.
    disagreements: Effect,
    /// The gain averaged over all choices, with 0 for agreement.
    choices: Effect,
    /// The gain summed over the choices of a seat, averaged over all games with a choice.
    games: Effect,
}

/// A row of `summary_disagreements.csv`: the gain from the first agent's choices over the second's, on one scale.
#[derive(Debug, Default, Serialize)]
struct GainRow {
    /// Label of the first agent.
    first: String,
    /// Label of the second agent.
    second: String,
    /// Label of the agent that plays in all seats.
    policy: String,
    /// Number of seats at the table.
    players: usize,
    /// Number of choices that both agents made.
    choices: u64,
    /// Number of choices in which the agents differ.
    disagreements: u64,
    /// Scale: `disagreement` averages over choices in which the agents differ; `choice` averages over all choices,
    /// with 0 for agreement; `game` sums over the choices of a seat in a game.
    per: &'static str,
    /// Mean margin after the first agent's choice minus that after the second's, in points.
    margin: Option<f64>,
    /// Lower end of the 95% confidence interval of `margin`.
    margin_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `margin`.
    margin_high: Option<f64>,
    /// Mean win share after the first agent's choice minus that after the second's.
    win_share: Option<f64>,
    /// Lower end of the 95% confidence interval of `win_share`.
    win_share_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `win_share`.
    win_share_high: Option<f64>,
}

impl Gains {
    /// Creates totals without choices.
    pub fn new(file: &'static str) -> Self {
        let [disagreements, choices, games] = [(); 3].map(|()| Effect::default());
        Self { file, disagreements, choices, games }
    }

    /// Returns the number of choices.
    const fn choices(&self) -> u64 {
        self.choices.count()
    }

    /// Returns the rows of the summary.
    fn rows(&self, labels: &[String], players: usize) -> Vec<GainRow> {
        let [first, second, policy] = labels else { unreachable!("two are asked and one plays") };
        let effects =
            [("disagreement", &self.disagreements), ("choice", &self.choices), (GAME, &self.games)];
        let row = |(per, effect): (_, &Effect)| {
            let (margin, share) = (effect.margin(), effect.win_share());
            let share = if per == GAME { share } else { share.between_shares() };
            GainRow {
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
        effects.map(row).into()
    }
}

impl Findings for Gains {
    fn add(&mut self, cases: &[Case]) {
        for Case { effects, predictors, .. } in cases {
            let gain = effects[0];
            if let Some(MeanOutcome { margin, win_share }) = gain {
                self.disagreements.add(margin, win_share);
            }
            // The gain of an agreement is 0.
            let MeanOutcome { margin, win_share } = gain.unwrap_or_default();
            self.choices.add(margin, win_share);
            // The sampled choice represents all choices of a seat in its game.
            let of_a_seat = predictors[0].1;
            self.games.add(of_a_seat * margin, of_a_seat * win_share);
        }
    }

    fn outcome(&self) -> String {
        let (choices, disagreements) = (self.choices(), self.disagreements.count());
        let gain = signed_percent(self.choices.win_share().mean);
        format!("disagreements {disagreements} of {choices}  win share {gain}")
    }

    fn summary(&self, labels: &[String], players: usize) -> Summary {
        let rows = self.rows(labels, players);
        Summary { tables: vec![CsvTable::filled(self.file, &rows)], report: report(&rows) }
    }
}

/// Formats the summary as readable text.
fn report(rows: &[GainRow]) -> String {
    let [GainRow { first, second, policy, choices, disagreements, .. }, ..] = rows else {
        return String::new();
    };
    let line = |row: &GainRow| {
        vec![
            row.per.to_owned(),
            signed_points(row.margin),
            interval(row.margin_low, row.margin_high, signed_points),
            signed_percent(row.win_share),
            interval(row.win_share_low, row.win_share_high, signed_percent),
        ]
    };
    let header =
        [&format!("{first} instead of {second}, per"), "margin", "95% CI", "win share", "95% CI"];
    let table = aligned(&header, 1, rows.iter().map(line).collect());
    format!(
        "{first} and {second} choose differently in {disagreements} of {choices} positions of {policy}\n\n{table}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a case from a four-player game with this number of choices.
    fn case(candidates: u64, outcomes: Option<[f64; 2]>) -> Case {
        let gain = outcomes.map(|[first, second]| MeanOutcome {
            margin: 10.0 * first - 10.0 * second,
            win_share: first - second,
        });
        Case {
            row: Vec::new(),
            effects: vec![gain],
            levels: Vec::new(),
            predictors: vec![("choices of a seat", candidates as f64 / 4.0)],
        }
    }

    /// Two disagreements in four choices are worth 0.2 and -0.1. The games have 40 choices, 10 for each seat, except
    /// one game with 80. The 97.5% quantile of t(3) is 3.182446.
    #[test]
    fn disagreements_are_summed_per_disagreement_per_choice_and_per_game() {
        let mut gains = Gains::new("");
        let told = [(40, Some([0.5, 0.3])), (40, None), (80, Some([0.1, 0.2])), (40, None)];
        for (candidates, outcomes) in told {
            gains.add(&[case(candidates, outcomes)]);
        }
        assert_eq!(gains.outcome(), "disagreements 2 of 4  win share +2.5%");
        let labels = ["a", "b", "c"].map(str::to_owned);
        let rows = gains.rows(&labels, 4);
        let means = [("disagreement", 0.05), ("choice", 0.025), ("game", 0.0)];
        for (row, (per, mean)) in rows.iter().zip(means) {
            assert_eq!((row.per, row.choices, row.disagreements), (per, 4, 2));
            assert!((row.win_share.unwrap() - mean).abs() < 1e-12, "{row:?}");
            assert!((row.margin.unwrap() - 10.0 * mean).abs() < 1e-12, "{row:?}");
        }
        let squares = [0.175_f64, -0.025, -0.125, -0.025].map(|deviation| deviation * deviation);
        let reach = 3.182_446 * (squares.iter().sum::<f64>() / 3.0 / 4.0).sqrt();
        assert!((rows[1].win_share_high.unwrap() - (0.025 + reach)).abs() < 1e-6);
        assert!((rows[1].margin_low.unwrap() - 10.0 * (0.025 - reach)).abs() < 1e-5);
        let report = report(&rows);
        assert!(
            report.starts_with("a and b choose differently in 2 of 4 positions of c\n"),
            "{report}"
        );
    }

    /// The gain of a game is a sum rather than a share, so it may exceed 1.
    #[test]
    fn the_interval_is_about_the_mean_however_many_choices_there_are() {
        let mut gains = Gains::new("");
        for outcomes in [[0.9, 0.1], [0.8, 0.1], [0.9, 0.2]] {
            gains.add(&[case(400, Some(outcomes))]);
        }
        for row in gains.rows(&["a", "b", "c"].map(str::to_owned), 4) {
            let [low, mean, high] = [row.win_share_low, row.win_share, row.win_share_high];
            assert!(low < mean && mean < high, "{row:?}");
        }
    }

    #[test]
    fn agreeing_agents_have_zero_difference() {
        let mut gains = Gains::new("");
        gains.add(&[case(40, None)]);
        gains.add(&[case(40, None)]);
        let rows = gains.rows(&["a", "b", "c"].map(str::to_owned), 4);
        assert_eq!(
            rows.iter().map(|row| row.win_share).collect::<Vec<_>>(),
            [None, Some(0.0), Some(0.0)]
        );
        assert_eq!(rows[1].win_share_low, None);
    }
}
