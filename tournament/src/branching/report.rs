//! The effects as a person likes to read them.

use super::effects::{CONTRASTS, EffectRow};
use crate::console::aligned;

/// The table of all curves, a level a line; `act` is the word for the act.
pub fn report(rows: &[EffectRow], act: &str) -> String {
    let interval = |low: Option<f64>, high: Option<f64>, text: fn(f64) -> String| {
        low.zip(high)
            .map_or("-".to_owned(), |(low, high)| format!("{} to {}", text(low), text(high)))
    };
    let or_dash = |value: Option<f64>, text: fn(f64) -> String| value.map_or("-".to_owned(), text);
    let line = |level: &[EffectRow]| {
        let [over_other, over_pass, tempo] = level else { return Vec::new() };
        vec![
            over_other.by.to_owned(),
            over_other.level.clone(),
            over_other.positions.to_string(),
            or_dash(over_other.margin, points),
            interval(over_other.margin_low, over_other.margin_high, points),
            or_dash(over_other.win_share, percent),
            interval(over_other.win_share_low, over_other.win_share_high, percent),
            or_dash(over_pass.margin, points),
            or_dash(tempo.margin, points),
        ]
    };
    let header = [
        "by",
        "level",
        "positions",
        &format!("{act}-other"),
        "95% interval",
        "win share",
        "95% interval",
        &format!("{act}-pass"),
        "other-pass",
    ];
    aligned(&header, 2, rows.chunks(CONTRASTS.len()).map(line).collect())
}

fn points(value: f64) -> String {
    format!("{value:+.2}")
}

fn percent(value: f64) -> String {
    format!("{:+.1}%", 100.0 * value)
}
