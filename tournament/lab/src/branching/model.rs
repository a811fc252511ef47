//! The joint model: a linear model that explains an effect by all predictors of a position at once.

use engine::study::MeanOutcome;
use serde::Serialize;
use statistics::{LinearModel, Term};

/// The first term of every model: the effect where all predictors are 0.
const INTERCEPT: &str = "intercept";
const MARGIN: &str = "margin";
const WIN_SHARE: &str = "win_share";

/// The data of a position in the model: the values of its predictors, and the effect of each contrast.
#[derive(Debug)]
pub struct Explained {
    pub predictors: Vec<f64>,
    pub effects: Vec<Option<MeanOutcome>>,
}

/// A row of `summary_king_model.csv` and `summary_tempo_model.csv`: one coefficient of the joint linear model.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ModelRow {
    /// Label of the agent that plays in all seats.
    pub policy: String,
    /// Number of seats at the table.
    pub players: usize,
    /// Arms that are compared, such as `now-later`: the first minus the second.
    pub contrast: String,
    /// Outcome in which the contrast is measured: `margin` or `win_share`.
    pub outcome: &'static str,
    /// Number of positions in the model.
    pub positions: usize,
    /// `intercept`, or the predictor; `second_king` is 1 for a second king island and 0 otherwise.
    pub term: &'static str,
    /// Change of the effect with one unit of the predictor; empty if the positions do not identify it.
    pub coefficient: Option<f64>,
    /// Lower end of the 95% confidence interval of `coefficient`, with HC3 errors.
    pub low: Option<f64>,
    /// Upper end of the 95% confidence interval of `coefficient`, with HC3 errors.
    pub high: Option<f64>,
    /// Two-sided p-value of a coefficient of 0.
    pub p: Option<f64>,
    /// `p` with Holm's correction for the declared family, for the win share alone; empty outside of the family.
    pub p_holm: Option<f64>,
    /// Variance inflation factor: the factor by which the other predictors inflate the variance of the coefficient.
    pub inflation: Option<f64>,
    /// Condition number of the correlations of the predictors; above 30, their effects can hardly be separated.
    pub condition: Option<f64>,
}

impl ModelRow {
    /// Returns the coefficients for the contrast with this number and name, for the margin and for the win share.
    /// They are empty if the positions do not identify them.
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
