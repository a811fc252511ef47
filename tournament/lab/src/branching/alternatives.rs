//! Effects of alternatives (moves or chance events), grouped by kind and by name.

use super::effect::{Effect, correct};
use super::summary::{Findings, Summary};
use engine::csv_table::CsvTable;
use engine::study::{Case, Level, MeanOutcome};
use runner::terminal::{aligned, interval, percent, signed_percent, signed_points};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The curve of the kinds; the program prints only this one.
const KINDS: &str = "kind";

/// Running totals of the effects of alternatives. Positions come from different games; the alternatives at one
/// position form a block.
#[derive(Debug)]
pub struct AlternativeEffects {
    /// The name of the summary file.
    file: &'static str,
    /// The names of the comparisons, such as `mean` and `best`.
    contrasts: &'static [&'static str],
    /// The column title for the share of an alternative.
    share: &'static str,
    positions: u64,
    found: BTreeMap<(&'static str, Level), LevelEffects>,
}

/// Effects of the alternatives of one kind or one name.
#[derive(Debug, Default)]
struct LevelEffects {
    positions: u64,
    cases: u64,
    shares: f64,
    effects: Vec<Effect>,
}

/// A row of `summary_moves.csv` and `summary_draws.csv`: the alternatives of one kind or one name, compared with the
/// others.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LevelRow {
    /// Label of the agent that plays in all seats.
    pub policy: String,
    /// Number of seats at the table.
    pub players: usize,
    /// Grouping: `kind`, or the name of the alternative (`move` or `event`).
    pub by: &'static str,
    /// Kind or name of the alternatives.
    pub level: String,
    /// Comparison: with the `mean` of all alternatives, or with the `best` other one.
    pub contrast: &'static str,
    /// Number of positions with such an alternative.
    pub positions: u64,
    /// Number of such alternatives.
    pub cases: u64,
    /// How often the policy chose such a move, or the mean probability of such an event; from 0 to 1.
    pub share: Option<f64>,
    /// Mean difference in final margin, in points.
    pub margin: Option<f64>,
    /// Lower end of the 95% confidence interval of `margin`.
    pub margin_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `margin`.
    pub margin_high: Option<f64>,
    /// Two-sided p-value of no difference in margin, with Holm's correction for all levels with the same `by` and
    /// `contrast`.
    pub margin_p: Option<f64>,
    /// Mean difference in win share.
    pub win_share: Option<f64>,
    /// Lower end of the 95% confidence interval of `win_share`.
    pub win_share_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `win_share`.
    pub win_share_high: Option<f64>,
    /// Two-sided p-value of no difference in win share, with Holm's correction for all levels with the same `by` and
    /// `contrast`.
    pub win_share_p: Option<f64>,
}

impl AlternativeEffects {
    /// Creates totals without positions.
    pub const fn new(
        file: &'static str,
        contrasts: &'static [&'static str],
        share: &'static str,
    ) -> Self {
        Self { file, contrasts, share, positions: 0, found: BTreeMap::new() }
    }

    /// Returns the rows of the summary: first the kinds, then the names.
    fn rows(&self, policy: &str, players: usize) -> Vec<LevelRow> {
        let mut rows = Vec::new();
        let mut curves: Vec<_> = self.found.keys().map(|&(curve, _)| curve).collect();
        curves.dedup();
        curves.sort_by_key(|&curve| curve != KINDS);
        for by in curves {
            for (number, contrast) in self.contrasts.iter().enumerate() {
                let first = rows.len();
                for ((_, level), found) in self.found.iter().filter(|((key, _), _)| *key == by) {
                    let effect = &found.effects[number];
                    let (margin, share) = (effect.margin(), effect.win_share().between_shares());
                    rows.push(LevelRow {
                        policy: policy.to_owned(),
                        players,
                        by,
                        level: level.name().to_owned(),
                        contrast,
                        positions: found.positions,
                        cases: found.cases,
                        share: Some(found.shares / found.cases as f64),
                        margin: margin.mean,
                        margin_low: margin.low,
                        margin_high: margin.high,
                        // Both p-values are corrected below.
                        margin_p: margin.p,
                        win_share: share.mean,
                        win_share_low: share.low,
                        win_share_high: share.high,
                        win_share_p: share.p,
                    });
                }
                let family = &mut rows[first..];
                correct(family.iter_mut().map(|row| (row.margin_p, &mut row.margin_p)));
                correct(family.iter_mut().map(|row| (row.win_share_p, &mut row.win_share_p)));
            }
        }
        rows
    }
}

impl Findings for AlternativeEffects {
    fn add(&mut self, cases: &[Case]) {
        self.positions += 1;
        let mut touched = BTreeSet::new();
        for Case { effects, levels, predictors, .. } in cases {
            for key in levels {
                let level = self.found.entry(key.clone()).or_default();
                level.effects.resize(self.contrasts.len(), Effect::default());
                level.cases += 1;
                level.shares += predictors[0].1;
                for (effect, contrast) in level.effects.iter_mut().zip(effects) {
                    if let &Some(MeanOutcome { margin, win_share }) = contrast {
                        effect.note(margin, win_share);
                    }
                }
                touched.insert(key);
            }
        }
        for key in touched {
            if let Some(level) = self.found.get_mut(key) {
                level.positions += 1;
                level.effects.iter_mut().for_each(Effect::close);
            }
        }
    }

    fn outcome(&self) -> String {
        format!("positions {}", self.positions)
    }

    fn summary(&self, labels: &[String], players: usize) -> Summary {
        let rows = self.rows(&labels[0], players);
        let report = report(&rows, self.share);
        Summary { tables: vec![CsvTable::filled(self.file, &rows)], report }
    }
}

/// Formats the rows of the kinds as a table; `share` is the column title for their shares.
fn report(rows: &[LevelRow], share: &str) -> String {
    let line = |row: &LevelRow| {
        vec![
            row.level.clone(),
            format!("to {}", row.contrast),
            row.positions.to_string(),
            percent(row.share),
            signed_points(row.margin),
            interval(row.margin_low, row.margin_high, signed_points),
            signed_percent(row.win_share),
            interval(row.win_share_low, row.win_share_high, signed_percent),
        ]
    };
    let header = [KINDS, "compared", "positions", share, "margin", "95% CI", "win share", "95% CI"];
    aligned(&header, 2, rows.iter().filter(|row| row.by == KINDS).map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, margin: f64) -> Case {
        let kind = name.split(' ').next().unwrap_or_default();
        let outcome = MeanOutcome { margin, win_share: margin / 10.0 };
        Case {
            row: Vec::new(),
            effects: vec![Some(outcome)],
            levels: vec![("kind", Level::named(0, kind)), ("move", Level::named(0, name))],
            predictors: vec![("share", 0.5)],
        }
    }

    /// Three positions have two, one and one alternatives of a kind. The sums are 4, 3 and 5, so the mean is 3 and
    /// the residuals of the blocks are -2, 0 and 2. The variance of the mean is 8 * 3/2 / 16, and t(2) = 4.302653.
    #[test]
    fn alternatives_at_one_position_are_a_block() {
        let mut effects = AlternativeEffects::new("", &["mean"], "chosen");
        effects.add(&[case("go left", 1.0), case("go right", 3.0), case("stay", -4.0)]);
        effects.add(&[case("go left", 3.0)]);
        effects.add(&[case("go right", 5.0)]);
        let rows = effects.rows("greedy", 2);
        let told: Vec<_> = rows
            .iter()
            .map(|row| (row.by, row.level.as_str(), row.positions, row.cases, row.margin))
            .collect();
        let expected = [
            ("kind", "go", 3, 4, Some(3.0)),
            ("kind", "stay", 1, 1, Some(-4.0)),
            ("move", "go left", 2, 2, Some(2.0)),
            ("move", "go right", 2, 2, Some(4.0)),
            ("move", "stay", 1, 1, Some(-4.0)),
        ];
        assert_eq!(told, expected);
        let reach = 4.302_652_729 * (8.0 * 1.5 / 16.0_f64).sqrt();
        assert!((rows[0].margin_high.unwrap() - (3.0 + reach)).abs() < 1e-6, "{:?}", rows[0]);
        assert_eq!((rows[1].margin_low, rows[1].margin_p), (None, None));
        // The means of the two moves are 2 and 4 standard errors from 0, under t(1). Twice the smaller p-value
        // exceeds the larger one.
        let twice = 2.0 * 2.0 / std::f64::consts::PI * 0.25_f64.atan();
        assert!((rows[2].margin_p.unwrap() - twice).abs() < 1e-9, "{:?}", rows[2]);
        assert!((rows[3].margin_p.unwrap() - twice).abs() < 1e-9, "{:?}", rows[3]);
        assert!(report(&rows, "chosen").contains("+3.00"), "{}", report(&rows, "chosen"));
    }
}
