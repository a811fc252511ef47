//! The rows of the effects of arms, and the same as readable text.

use super::model::ModelRow;
use engine::study::StudyFacts;
use runner::terminal::{aligned, interval, signed_percent, signed_points};
use serde::Serialize;
use std::fmt::Write as _;

/// The curve with a single level that has all positions.
pub const ALL: &str = "all";

/// A row of the summary: a contrast at a level of a curve.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EffectRow {
    /// The policy on all seats.
    pub policy: String,
    pub players: usize,
    /// The curve.
    pub by: &'static str,
    pub level: String,
    /// The arms compared, `first-second`.
    pub contrast: String,
    pub positions: u64,
    /// Mean margin of the first arm minus that of the second, with its 95% CI.
    pub margin: Option<f64>,
    pub margin_low: Option<f64>,
    pub margin_high: Option<f64>,
    /// The same for the share of the win.
    pub win_share: Option<f64>,
    pub win_share_low: Option<f64>,
    pub win_share_high: Option<f64>,
    /// The p value of no effect on the win share.
    pub p: Option<f64>,
    /// The same, corrected for all hypotheses of the declared family; empty outside of it.
    pub p_holm: Option<f64>,
}

/// The rows of the summary files.
#[derive(Debug)]
pub struct ArmTables {
    pub effects: Vec<EffectRow>,
    pub model: Vec<ModelRow>,
}

/// Formats the effects over all positions, those of the declared family, and the model. Adds a sentence about each
/// declared contrast.
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

/// Formats a p value with three decimals; a dash if there is none.
fn p_value(p: Option<f64>) -> String {
    match p {
        None => "-".to_owned(),
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        Some(p) => format!("{p:.3}"),
    }
}
