//! The summary rows for the effects of arms, and the report that shows them as text.

use super::model::ModelRow;
use engine::study::StudyFacts;
use runner::terminal::{aligned, interval, signed_percent, signed_points};
use serde::Serialize;
use std::fmt::Write as _;

/// The curve whose single level contains all positions.
pub const ALL: &str = "all";

/// A row of `summary_king_value.csv` and `summary_tempo.csv`: one contrast of two arms at one point of a curve.
///
/// Positions come from different games, so they are independent. Intervals and p-values are Student's over
/// positions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EffectRow {
    /// Label of the agent that plays in all seats.
    pub policy: String,
    /// Number of seats at the table.
    pub players: usize,
    /// Curve: `all`; a column of the rows; or `policy`, the choice of the policy.
    pub by: &'static str,
    /// Point of the curve: a value or a range, such as `6 to 11`.
    pub level: String,
    /// Arms that are compared, such as `now-later`: the first minus the second.
    pub contrast: String,
    /// Number of positions at this point.
    pub positions: u64,
    /// Mean difference of the margins of the two arms, in points.
    pub margin: Option<f64>,
    /// Lower end of the 95% confidence interval of `margin`.
    pub margin_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `margin`.
    pub margin_high: Option<f64>,
    /// Mean difference of the win shares of the two arms.
    pub win_share: Option<f64>,
    /// Lower end of the 95% confidence interval of `win_share`.
    pub win_share_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `win_share`.
    pub win_share_high: Option<f64>,
    /// Two-sided p-value of no effect on the win share.
    pub p: Option<f64>,
    /// `p` with Holm's correction for the declared family; empty outside of the family.
    pub p_holm: Option<f64>,
}

/// The rows of all summary files of a study of arms.
#[derive(Debug)]
pub struct ArmTables {
    pub effects: Vec<EffectRow>,
    pub model: Vec<ModelRow>,
}

/// Formats the effects over all positions, the effects in the declared family, and the model. Adds a sentence about
/// each declared contrast.
pub fn report(tables: &ArmTables, facts: &StudyFacts) -> String {
    let &StudyFacts { contrasts, family, candidate, summary: file, .. } = facts;
    if tables.effects.is_empty() {
        return format!("no game has a position with {candidate}\n");
    }
    let header = [
        "by",
        "level",
        "contrast",
        "positions",
        "margin",
        "95% CI",
        "win share",
        "95% CI",
        "p (Holm)",
    ];
    let declared: Vec<&str> = contrasts[..family.contrasts]
        .iter()
        .zip(&tables.effects)
        .map(|(_, row)| &*row.contrast)
        .collect();
    let is_shown = |row: &&EffectRow| {
        row.by == ALL || family.curves.contains(&row.by) && declared.contains(&&*row.contrast)
    };
    let mut told =
        aligned(&header, 3, tables.effects.iter().filter(is_shown).map(effect_line).collect());
    let header = ["win share by", "contrast", "per unit", "95% CI", "p (Holm)", "inflation"];
    let lines: Vec<_> =
        tables.model.iter().filter(|row| row.is_declared()).map(model_line).collect();
    let _ = write!(told, "\n{}\n", aligned(&header, 2, lines));
    for (contrast, row) in contrasts[..family.contrasts].iter().zip(&tables.effects) {
        let _ = writeln!(
            told,
            "{} is worth {} points of final margin (95% CI {}) and {} of win share (95% CI {}).",
            contrast.meaning,
            signed_points(row.margin),
            interval(row.margin_low, row.margin_high, signed_points),
            signed_percent(row.win_share),
            interval(row.win_share_low, row.win_share_high, signed_percent),
        );
    }
    let tests = tables.effects.iter().filter(|row| row.p_holm.is_some()).count()
        + tables.model.iter().filter(|row| row.p_holm.is_some()).count();
    let _ = writeln!(
        told,
        "Each p is corrected for the {tests} hypotheses that have one. {file} has all curves."
    );
    told
}

fn effect_line(row: &EffectRow) -> Vec<String> {
    vec![
        row.by.to_owned(),
        row.level.clone(),
        row.contrast.clone(),
        row.positions.to_string(),
        signed_points(row.margin),
        interval(row.margin_low, row.margin_high, signed_points),
        signed_percent(row.win_share),
        interval(row.win_share_low, row.win_share_high, signed_percent),
        p_value(row.p_holm),
    ]
}

fn model_line(row: &ModelRow) -> Vec<String> {
    vec![
        row.term.to_owned(),
        row.contrast.clone(),
        signed_percent(row.coefficient),
        interval(row.low, row.high, signed_percent),
        p_value(row.p_holm),
        row.inflation.map_or("-".to_owned(), |inflation| format!("{inflation:.1}")),
    ]
}

/// Formats a p-value with three decimals, or as a dash if it is missing.
fn p_value(p: Option<f64>) -> String {
    match p {
        None => "-".to_owned(),
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        Some(p) => format!("{p:.3}"),
    }
}
