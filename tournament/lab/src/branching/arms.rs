//! Effects of arms: differences between the outcomes of two arms, averaged over positions, along curves.

use super::effect::{Effect, correct};
use super::model::{Explained, ModelRow};
use super::report::{ALL, ArmTables, EffectRow, report};
use super::summary::{Findings, Summary};
use engine::csv_table::CsvTable;
use engine::study::{Case, Contrast, Level, MeanOutcome, StudyFacts};
use std::collections::BTreeMap;

/// Running totals of the effects over all rows.
#[derive(Debug)]
pub struct ArmEffects {
    facts: &'static StudyFacts,
    /// The names of the curves in the order of the tables.
    curves: Vec<&'static str>,
    /// For every level of every curve, the effects in the order of the contrasts.
    points: BTreeMap<(usize, Level), Vec<Effect>>,
    /// The names of the predictors.
    predictors: Vec<&'static str>,
    positions: Vec<Explained>,
}

impl ArmEffects {
    /// Creates totals without positions.
    pub const fn new(facts: &'static StudyFacts) -> Self {
        Self {
            facts,
            curves: Vec::new(),
            points: BTreeMap::new(),
            predictors: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Returns the rows of the summary files: the effects, with the contrasts of a level next to each other, and the
    /// model. Holm's correction is applied to the p-values of the declared family together.
    fn rows(&self, policy: &str, players: usize) -> ArmTables {
        let &StudyFacts { arms, contrasts, family, .. } = self.facts;
        let declared = &contrasts[..family.contrasts];
        let names = |contrasts: &[Contrast]| -> Vec<String> {
            let name = |one: &Contrast| format!("{}-{}", arms[one.first], arms[one.second]);
            contrasts.iter().map(name).collect()
        };
        let mut effects = Vec::new();
        for ((curve, level), point) in &self.points {
            for (effect, contrast) in point.iter().zip(names(contrasts)) {
                let (margin, share) = (effect.margin(), effect.win_share().between_shares());
                effects.push(EffectRow {
                    policy: policy.to_owned(),
                    players,
                    by: self.curves[*curve],
                    level: level.name().to_owned(),
                    contrast,
                    positions: effect.count(),
                    margin: margin.mean,
                    margin_low: margin.low,
                    margin_high: margin.high,
                    win_share: share.mean,
                    win_share_low: share.low,
                    win_share_high: share.high,
                    p: share.p,
                    p_holm: None,
                });
            }
        }
        let mut model = Vec::new();
        for (contrast, name) in names(declared).iter().enumerate() {
            model.extend(ModelRow::of(&self.predictors, &self.positions, contrast, name));
        }
        for row in &mut model {
            (row.policy, row.players) = (policy.to_owned(), players);
        }
        let declared = names(declared);
        let is_declared = |row: &EffectRow| {
            (row.by == ALL || family.curves.contains(&row.by)) && declared.contains(&row.contrast)
        };
        let of_effects = effects.iter_mut().filter(|row| is_declared(row));
        let of_model = model.iter_mut().filter(|row| row.is_declared());
        correct(
            of_effects
                .map(|row| (row.p, &mut row.p_holm))
                .chain(of_model.map(|row| (row.p, &mut row.p_holm))),
        );
        ArmTables { effects, model }
    }
}

impl Findings for ArmEffects {
    fn add(&mut self, cases: &[Case]) {
        for Case { effects, levels, predictors, .. } in cases {
            let everywhere = (ALL, Level::named(0, ALL));
            for (curve, level) in [&everywhere].into_iter().chain(levels) {
                let number = self.curves.iter().position(|known| known == curve);
                let number = number.unwrap_or_else(|| {
                    self.curves.push(curve);
                    self.curves.len() - 1
                });
                let point = self.points.entry((number, level.clone())).or_default();
                point.resize(effects.len(), Effect::default());
                for (sum, effect) in point.iter_mut().zip(effects) {
                    if let &Some(MeanOutcome { margin, win_share }) = effect {
                        sum.add(margin, win_share);
                    }
                }
            }
            let (names, predictors) = predictors.iter().copied().unzip();
            self.predictors = names;
            self.positions.push(Explained { predictors, effects: effects.clone() });
        }
    }

    fn outcome(&self) -> String {
        // The first point contains all positions.
        let effect = self.points.values().next().and_then(|point| point.first()?.margin().mean);
        let effect = effect.map_or(String::new(), |margin| format!("{margin:+.2}"));
        format!("positions {}  effect {effect}", self.positions.len())
    }

    fn summary(&self, labels: &[String], players: usize) -> Summary {
        let rows = self.rows(&labels[0], players);
        Summary {
            report: report(&rows, self.facts),
            tables: vec![
                CsvTable::filled(self.facts.summary, &rows.effects),
                CsvTable::filled(self.facts.model, &rows.model),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::study::Family;

    static FACTS: StudyFacts = StudyFacts {
        name: "",
        about: "",
        table: || unreachable!("no rows are written"),
        summary: "",
        model: "",
        candidate: "",
        arms: &["now", "later", "pass"],
        contrasts: &[
            Contrast { first: 0, second: 1, meaning: "" },
            Contrast { first: 0, second: 2, meaning: "" },
            Contrast { first: 1, second: 2, meaning: "" },
        ],
        family: Family { contrasts: 2, curves: &["size"] },
    };

    fn case(size: i64, margins: [f64; 3]) -> Case {
        let outcome = |margin: f64| MeanOutcome { margin, win_share: margin / 10.0 };
        Case {
            row: Vec::new(),
            effects: FACTS.effects(&margins.map(outcome)),
            levels: vec![("size", Level::exactly(size)), ("parity", Level::exactly(size % 2))],
            predictors: vec![("size", size as f64)],
        }
    }

    fn tables(told: &[(i64, f64)]) -> ArmTables {
        let mut effects = ArmEffects::new(&FACTS);
        for &(size, first) in told {
            effects.add(&[case(size, [first, 1.0, -1.0])]);
        }
        assert_eq!(effects.positions.len(), told.len());
        effects.rows("greedy", 2)
    }

    /// Effects of 1, 3 and 5 on the margin: mean 3, standard error 2 / sqrt(3), t(2) = 4.302653.
    #[test]
    fn effects_are_means_over_positions_with_students_interval() {
        let rows = tables(&[(10, 2.0), (10, 4.0), (9, 6.0)]).effects;
        let told = |row: &EffectRow| {
            (row.by, row.level.clone(), row.contrast.clone(), row.positions, row.margin.unwrap())
        };
        let expected = [
            ("all", "all", "now-later", 3, 3.0),
            ("all", "all", "now-pass", 3, 5.0),
            ("all", "all", "later-pass", 3, 2.0),
            ("size", "9", "now-later", 1, 5.0),
            ("size", "9", "now-pass", 1, 7.0),
            ("size", "9", "later-pass", 1, 2.0),
            ("size", "10", "now-later", 2, 2.0),
            ("size", "10", "now-pass", 2, 4.0),
            ("size", "10", "later-pass", 2, 2.0),
        ];
        let expected = expected.map(|(by, level, contrast, positions, margin)| {
            (by, level.to_owned(), contrast.to_owned(), positions, margin)
        });
        assert!(rows[..9].iter().map(told).eq(expected), "{rows:?}");
        let reach = 4.302_652_729 * 2.0 / 3.0_f64.sqrt();
        assert!((rows[0].margin_low.unwrap() - (3.0 - reach)).abs() < 1e-6);
        assert!((rows[0].win_share_low.unwrap() - (3.0 - reach) / 10.0).abs() < 1e-6);
        assert_eq!(rows[2].margin_low, None, "effects that are all alike tell nothing of others");
        assert_eq!((rows[2].p, rows[2].p_holm), (None, None));
    }

    /// Each effect alone has the p-value of its t statistic. In the family, the smallest p-value is multiplied by the
    /// number of hypotheses.
    #[test]
    fn the_declared_family_is_corrected_together_and_nothing_else() {
        let told = [(1, 3.0), (1, 5.0), (2, 1.0), (2, 2.5), (3, 0.5), (3, 4.0)];
        let ArmTables { effects, model } = tables(&told);
        let of_effects = effects.iter().filter(|row| ["all", "size"].contains(&row.by));
        let of_effects = of_effects.filter(|row| row.contrast != "later-pass");
        let of_model = model.iter().filter(|row| row.outcome == "win_share" && row.term == "size");
        let mut family: Vec<_> = of_effects.map(|row| (row.p.unwrap(), row.p_holm)).collect();
        family.extend(of_model.map(|row| (row.p.unwrap(), row.p_holm)));
        assert_eq!(family.len(), 2 * (1 + 3 + 1));
        let (least, corrected) =
            family.iter().copied().min_by(|one, other| one.0.total_cmp(&other.0)).unwrap();
        assert!((corrected.unwrap() - 10.0 * least).abs() < 1e-12);
        let corrected = effects.iter().filter(|row| row.p_holm.is_some()).count()
            + model.iter().filter(|row| row.p_holm.is_some()).count();
        assert_eq!(corrected, family.len());
    }

    /// With one predictor, the slope equals the slope of a straight line through the means.
    #[test]
    fn the_model_explains_each_declared_contrast() {
        let ArmTables { model, .. } = tables(&[(1, 2.0), (1, 4.0), (2, 3.0), (2, 7.0), (3, 7.5)]);
        let terms: Vec<_> =
            model.iter().map(|row| (&*row.contrast, row.outcome, row.term)).collect();
        let of =
            |contrast, outcome| [(contrast, outcome, "intercept"), (contrast, outcome, "size")];
        let expected =
            [("now-later", "margin"), ("now-later", "win_share"), ("now-pass", "margin")];
        assert_eq!(terms[..6], expected.map(|(contrast, outcome)| of(contrast, outcome)).concat());
        // Sizes -0.8, -0.8, 0.2, 0.2, 1.2 about their mean: products with the effects sum to 6.2.
        let slope = (-0.8 * 1.0 - 0.8 * 3.0 + 0.2 * 2.0 + 0.2 * 6.0 + 1.2 * 6.5) / 2.8;
        assert!((model[1].coefficient.unwrap() - slope).abs() < 1e-12);
        assert!((model[3].coefficient.unwrap() - slope / 10.0).abs() < 1e-12);
        assert_eq!((model[1].inflation, model[0].inflation), (Some(1.0), None));
    }
}
