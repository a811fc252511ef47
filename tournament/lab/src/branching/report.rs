//! The effects of arms as readable text.

use super::arms::{ALL, ArmTables, EffectRow};
use super::model::ModelRow;
use engine::study::StudyFacts;
use runner::terminal::{aligned, interval, signed_percent, signed_points};
use std::fmt::Write as _;

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
