//! The effects as readable text.

use super::effects::{CONTRASTS, EffectRow};
use crate::render::terminal::{aligned, interval, signed_percent, signed_points};

/// Formats the table of all curves, one line per level; `act` is the word for the act.
pub fn report(rows: &[EffectRow], act: &str) -> String {
    let line = |level: &[EffectRow]| {
        let [over_other, over_pass, tempo] = level else { return Vec::new() };
        vec![
            over_other.by.to_owned(),
            over_other.level.clone(),
            over_other.positions.to_string(),
            signed_points(over_other.margin),
            interval(over_other.margin_low, over_other.margin_high, signed_points),
            signed_percent(over_other.win_share),
            interval(over_other.win_share_low, over_other.win_share_high, signed_percent),
            signed_points(over_pass.margin),
            signed_points(tempo.margin),
        ]
    };
    let header = [
        "by",
        "level",
        "positions",
        &format!("{act}-other"),
        "95% CI",
        "win share",
        "95% CI",
        &format!("{act}-pass"),
        "other-pass",
    ];
    aligned(&header, 2, rows.chunks(CONTRASTS.len()).map(line).collect())
}
