//! Effects: differences between arms, averaged over positions, along curves.

use crate::studies::branching::Effect;
use engine::study::{Arm, Level, MeanOutcome, PerArm, StudyRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// The curve with a single level that has all positions.
const ALL: &str = "all";

/// The comparisons: the effect is the first arm minus the second.
pub const CONTRASTS: [(Arm, Arm); 3] =
    [(Arm::Act, Arm::Other), (Arm::Act, Arm::Pass), (Arm::Other, Arm::Pass)];

/// A row of the summary: a contrast at a level of a curve.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EffectRow {
    /// The policy on all seats.
    policy: String,
    players: usize,
    /// The curve.
    pub by: &'static str,
    pub level: String,
    /// The arms compared, `first-second`.
    contrast: String,
    pub positions: u64,
    /// Mean margin of the first arm minus that of the second, with its 95% CI.
    pub margin: Option<f64>,
    pub margin_low: Option<f64>,
    pub margin_high: Option<f64>,
    /// The same for the share of the win.
    pub win_share: Option<f64>,
    pub win_share_low: Option<f64>,
    pub win_share_high: Option<f64>,
}

/// The effects over all rows so far.
#[derive(Debug, Default)]
pub struct Effects {
    /// The names of the curves in the order of the tables.
    curves: Vec<&'static str>,
    points: BTreeMap<(usize, Level), [Effect; CONTRASTS.len()]>,
}

impl Effects {
    /// Adds the next position.
    pub fn add(&mut self, row: &impl StudyRow) {
        let everywhere = (ALL, Level::named(0, ALL));
        for (curve, level) in [everywhere].into_iter().chain(row.levels()) {
            let number = self.curves.iter().position(|&known| known == curve);
            let number = number.unwrap_or_else(|| {
                self.curves.push(curve);
                self.curves.len() - 1
            });
            let point = self.points.entry((number, level)).or_default();
            for (effect, (first, second)) in point.iter_mut().zip(CONTRASTS) {
                let outcomes: PerArm<MeanOutcome> = row.outcomes();
                let (first, second) = (outcomes[first], outcomes[second]);
                effect.add(first.margin - second.margin, first.win_share - second.win_share);
            }
        }
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.overall().map_or(0, |effects| effects[0].count())
    }

    /// Returns the mean margin of the act minus that of the other move.
    pub fn margin(&self) -> Option<f64> {
        self.overall()?[0].margin().mean
    }

    fn overall(&self) -> Option<&[Effect; CONTRASTS.len()]> {
        self.points.values().next()
    }

    /// Returns the rows of the summary, with the contrasts of a level in sequence; `names` are
    /// those of the arms.
    pub fn rows(&self, policy: &str, players: usize, names: PerArm<&str>) -> Vec<EffectRow> {
        let mut rows = Vec::new();
        for ((curve, level), effects) in &self.points {
            for (effect, (first, second)) in effects.iter().zip(CONTRASTS) {
                let (margin, share) = (effect.margin(), effect.win_share().between_shares());
                rows.push(EffectRow {
                    policy: policy.to_owned(),
                    players,
                    by: self.curves[*curve],
                    level: level.name().to_owned(),
                    contrast: format!("{}-{}", names[first], names[second]),
                    positions: effect.count(),
                    margin: margin.mean,
                    margin_low: margin.low,
                    margin_high: margin.high,
                    win_share: share.mean,
                    win_share_low: share.low,
                    win_share_high: share.high,
                });
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Default, Serialize, Deserialize)]
    struct Told {
        size: i64,
        margins: [f64; 3],
    }

    impl StudyRow for Told {
        fn outcomes(&self) -> PerArm<MeanOutcome> {
            PerArm(self.margins.map(|margin| MeanOutcome { margin, win_share: margin / 10.0 }))
        }

        fn levels(&self) -> Vec<(&'static str, Level)> {
            vec![("size", Level::exactly(self.size))]
        }
    }

    /// Effects of 1, 3 and 5 on the margin: mean 3, standard error 2 / sqrt(3), t(2) = 4.302653.
    #[test]
    fn effects_are_means_over_positions_with_students_interval() {
        let mut effects = Effects::default();
        for (size, act) in [(10, 2.0), (10, 4.0), (9, 6.0)] {
            effects.add(&Told { size, margins: [act, 1.0, -1.0] });
        }
        assert_eq!((effects.positions(), effects.margin()), (3, Some(3.0)));
        let rows = effects.rows("greedy", 2, PerArm(["found", "other", "pass"]));
        let told = |row: &EffectRow| {
            (row.by, row.level.clone(), row.contrast.clone(), row.positions, row.margin.unwrap())
        };
        let expected = [
            ("all", "all", "found-other", 3, 3.0),
            ("all", "all", "found-pass", 3, 5.0),
            ("all", "all", "other-pass", 3, 2.0),
            ("size", "9", "found-other", 1, 5.0),
            ("size", "9", "found-pass", 1, 7.0),
            ("size", "9", "other-pass", 1, 2.0),
            ("size", "10", "found-other", 2, 2.0),
            ("size", "10", "found-pass", 2, 4.0),
            ("size", "10", "other-pass", 2, 2.0),
        ];
        let expected = expected.map(|(by, level, contrast, positions, margin)| {
            (by, level.to_owned(), contrast.to_owned(), positions, margin)
        });
        assert!(rows.iter().map(told).eq(expected), "{rows:?}");
        let reach = 4.302_652_729 * 2.0 / 3.0_f64.sqrt();
        assert!((rows[0].margin_low.unwrap() - (3.0 - reach)).abs() < 1e-6);
        assert!((rows[0].win_share_low.unwrap() - (3.0 - reach) / 10.0).abs() < 1e-6);
        assert_eq!(rows[2].margin_low, None, "effects that are all alike tell nothing of others");
    }
}
