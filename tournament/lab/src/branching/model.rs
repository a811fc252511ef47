//! The joint model: an effect explained by all predictors of a position at once.

use engine::study::MeanOutcome;
use serde::Serialize;
use statistics::{LinearModel, Term};

/// The first term of every model: the effect where all predictors are 0.
const INTERCEPT: &str = "intercept";
const MARGIN: &str = "margin";
const WIN_SHARE: &str = "win_share";

/// A position: what the model explains effects by, and the effect of each contrast.
#[derive(Debug)]
pub struct Explained {
    pub predictors: Vec<f64>,
    pub effects: Vec<Option<MeanOutcome>>,
}

/// A row of the file of the model: a coefficient.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ModelRow {
    /// The policy on all seats.
    pub policy: String,
    pub players: usize,
    /// The arms compared, `first-second`.
    pub contrast: String,
    /// `margin` or `win_share`.
    pub outcome: &'static str,
    pub positions: usize,
    /// `intercept`, or a predictor.
    pub term: &'static str,
    /// How much the effect changes by one unit of the predictor, with its 95% CI.
    pub coefficient: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The p value of 0.
    pub p: Option<f64>,
    /// The same, corrected for all hypotheses of the declared family; empty outside of it.
    pub p_holm: Option<f64>,
    /// By what factor the other predictors inflate the coefficient's variance.
    pub inflation: Option<f64>,
    /// The condition number of the predictors' correlations.
    pub condition: Option<f64>,
}

impl ModelRow {
    /// Returns the coefficients of the contrast with this number and name, for the margin and for the win share. They are empty
    /// where the positions do not identify them.
    pub fn of(
        names: &[&'static str],
        positions: &[Explained],
        contrast: usize,
        contrast_name: &str,
    ) -> Vec<Self> {
        let predictors: Vec<&[f64]> =
            positions.iter().map(|position| &position.predictors[..]).collect();
        let mut rows = Vec::new();
        if positions.is_empty() {
            return rows;
        }
        for outcome in [MARGIN, WIN_SHARE] {
            let effect = |position: &Explained| {
                let of = position.effects[contrast].unwrap_or_default();
                if outcome == MARGIN { of.margin } else { of.win_share }
            };
            let effects: Vec<f64> = positions.iter().map(effect).collect();
            let model = LinearModel::fit(&predictors, &effects);
            let condition = model.as_ref().map(|model| model.condition);
            for (place, &term) in [INTERCEPT].iter().chain(names).enumerate() {
                let found: Option<Term> = model.as_ref().and_then(|model| model.terms[place]);
                rows.push(Self {
                    contrast: contrast_name.to_owned(),
                    outcome,
                    positions: positions.len(),
                    term,
                    coefficient: found.map(|term| term.coefficient),
                    low: found.map(|term| term.interval.0),
                    high: found.map(|term| term.interval.1),
                    p: found.and_then(|term| term.p),
                    inflation: found.and_then(|term| term.inflation),
                    condition,
                    ..Self::default()
                });
            }
        }
        rows
    }

    /// Returns whether the coefficient belongs to the declared family.
    pub fn is_declared(&self) -> bool {
        self.outcome == WIN_SHARE && self.term != INTERCEPT
    }
}
