//! The effects as readable text.

use super::effects::{CONTRASTS, EffectRow};
use crate::render::terminal::{aligned, interval, signed_percent, signed_points};

/// Formats the effects over all positions and along the first curve, and says what the act is worth;
/// `act` is the word for it, and `file` has all curves.
pub fn report(rows: &[EffectRow], act: &str, file: &str) -> String {
    let Some(all) = rows.first() else {
        return format!("no game has a position with a choice whether to {act}\n");
    };
    let margin_interval =
        |row: &EffectRow| interval(row.margin_low, row.margin_high, signed_points);
    let share_interval =
        |row: &EffectRow| interval(row.win_share_low, row.win_share_high, signed_percent);
    let line = |level: &[EffectRow]| {
        let [over_other, over_pass, tempo] = level else { return Vec::new() };
        vec![
            over_other.by.to_owned(),
            over_other.level.clone(),
            over_other.positions.to_string(),
            signed_points(over_other.margin),
            margin_interval(over_other),
            signed_percent(over_other.win_share),
            share_interval(over_other),
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
    let first_curve = rows.iter().map(|row| row.by).find(|&by| by != all.by);
    let levels = rows.chunks(CONTRASTS.len());
    let shown = levels.filter(|level| [Some(all.by), first_curve].contains(&Some(level[0].by)));
    format!(
        "{}\nTo {act} now instead of the best other move is worth {} points of final margin (95% CI {}) \
         and {} of win share (95% CI {}). {file} has all curves.\n",
        aligned(&header, 2, shown.map(line).collect()),
        signed_points(all.margin),
        margin_interval(all),
        signed_percent(all.win_share),
        share_interval(all),
    )
}
