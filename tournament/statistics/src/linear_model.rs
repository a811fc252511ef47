//! A linear model fitted by least squares, with standard errors that are robust to unequal variances.

use super::eigen::Eigen;
use super::matrix::{Cholesky, Matrix, add, dot};
use super::{student, two_sided};

/// Predictors are collinear if an eigenvalue of their correlation matrix is below this.
const LEAST_EIGENVALUE: f64 = 1e-9;
/// Minimum of one minus a row's leverage: below this, a row almost determines its fitted value and its error cannot be estimated.
const LEAST_SLACK: f64 = 1e-9;

/// A linear model of an outcome with an intercept and some predictors.
///
/// Rows are assumed to be independent, but may have different variances: standard errors are HC3 (`MacKinnon` and White, 1985).
/// Intervals and p values come from Student's t distribution.
#[derive(Clone, Debug)]
pub struct LinearModel {
    /// The intercept, then the predictors in their order. A constant predictor is left out of the fit and has no term.
    pub terms: Vec<Option<Term>>,
    /// The condition number of the predictors' correlation matrix: the square root of its largest eigenvalue over its smallest.
    /// Above 30, the effects of predictors can hardly be separated.
    pub condition: f64,
}

/// A coefficient of the model.
#[derive(Copy, Clone, Debug)]
pub struct Term {
    /// The estimate of the coefficient.
    pub coefficient: f64,
    /// The 95% CI of the coefficient.
    pub interval: (f64, f64),
    /// The two-sided p value of the hypothesis that the coefficient is 0.
    pub p: Option<f64>,
    /// Variance inflation factor: the factor by which the other predictors increase the coefficient's variance; `None` for the
    /// intercept.
    pub inflation: Option<f64>,
}

/// The predictors that vary, centred and scaled, so that their products are correlations.
struct Standardised {
    /// The columns of the predictors that vary, in ascending order.
    columns: Vec<Column>,
    /// The rows, each a 1 for the intercept and then the scaled predictors.
    rows: Vec<Vec<f64>>,
}

/// A predictor that varies.
struct Column {
    /// The position in the original rows.
    number: usize,
    mean: f64,
    /// The standard deviation, more than 0.
    spread: f64,
}

impl Standardised {
    /// Standardises rows of the same length; `None` without rows.
    fn of(rows: &[&[f64]]) -> Option<Self> {
        let width = rows.first()?.len();
        let columns = (0..width).map(|number| Column::of(number, rows));
        let columns: Vec<_> = columns.filter(|column| column.spread > 0.0).collect();
        let standard = |row: &&[f64]| {
            let scaled = columns.iter().map(|one| (row[one.number] - one.mean) / one.spread);
            std::iter::once(1.0).chain(scaled).collect()
        };
        let rows = rows.iter().map(standard).collect();
        Some(Self { columns, rows })
    }

    /// Returns the mean products of all pairs of columns, and the mean product of each column with the outcomes.
    fn moments(&self, outcomes: &[f64]) -> (Matrix, Vec<f64>) {
        let (size, count) = (self.columns.len() + 1, self.rows.len() as f64);
        let (mut products, mut moments) = (Matrix::zeros(size, size), vec![0.0; size]);
        for (row, &outcome) in self.rows.iter().zip(outcomes) {
            products.add_products(1.0 / count, row, row);
            add(&mut moments, outcome / count, row);
        }
        (products, moments)
    }

    /// Returns the middle matrix of HC3: the sum of the rows' products, weighted by their squared errors. `None` if a row
    /// determines its own fitted value.
    fn scores(&self, outcomes: &[f64], inverse: &Matrix, scaled: &[f64]) -> Option<Matrix> {
        let (size, count) = (self.columns.len() + 1, self.rows.len() as f64);
        let mut scores = Matrix::zeros(size, size);
        for (row, &outcome) in self.rows.iter().zip(outcomes) {
            let slack = 1.0 - dot(row, &inverse.times_vector(row)) / count;
            if slack < LEAST_SLACK {
                return None;
            }
            let weight = ((outcome - dot(row, scaled)) / slack / count).powi(2);
            scores.add_products(weight, row, row);
        }
        Some(scores)
    }
}

impl Column {
    fn of(number: usize, rows: &[&[f64]]) -> Self {
        let count = rows.len() as f64;
        let mean = rows.iter().map(|row| row[number]).sum::<f64>() / count;
        let squares = rows.iter().map(|row| (row[number] - mean).powi(2));
        Self { number, mean, spread: (squares.sum::<f64>() / count).sqrt() }
    }
}

impl LinearModel {
    /// Fits the model to rows of predictors, all of the same length, and their outcomes. Returns `None` with too few rows, if no
    /// predictor varies, or if the predictors are collinear.
    pub fn fit(rows: &[&[f64]], outcomes: &[f64]) -> Option<Self> {
        let design = Standardised::of(rows)?;
        let size = design.columns.len() + 1;
        let freedom = rows.len() as f64 - size as f64;
        if design.columns.is_empty() || freedom < 1.0 {
            return None;
        }
        let (products, moments) = design.moments(outcomes);
        let condition = condition(&products)?;
        let inverse = Cholesky::new(products)?.inverse();
        let scaled = inverse.times_vector(&moments);
        let scores = design.scores(outcomes, &inverse, &scaled)?;
        let quantile = student(freedom)?;
        // A coefficient in the original units is a weighted sum of the scaled coefficients.
        let term = |weights: &[f64], inflation| {
            let coefficient = dot(weights, &scaled);
            let spread = inverse.times_vector(weights);
            let error = dot(&spread, &scores.times_vector(&spread)).max(0.0).sqrt();
            let reach = quantile * error;
            let interval = (coefficient - reach, coefficient + reach);
            Term { coefficient, interval, p: two_sided(coefficient / error, freedom), inflation }
        };
        let mut of_intercept = vec![0.0; size];
        of_intercept[0] = 1.0;
        let mut terms = vec![None; rows.first()?.len() + 1];
        for (place, &Column { number, mean, spread }) in (1..).zip(&design.columns) {
            let mut weights = vec![0.0; size];
            weights[place] = 1.0 / spread;
            of_intercept[place] = -mean / spread;
            terms[number + 1] = Some(term(&weights, Some(inverse[(place, place)])));
        }
        terms[0] = Some(term(&of_intercept, None));
        Some(Self { terms, condition })
    }
}

/// Returns the condition number of the correlations in a matrix of mean products, whose first row and column belong to
/// the intercept; `None` if the predictors are collinear.
fn condition(products: &Matrix) -> Option<f64> {
    let size = products.rows() - 1;
    let correlations = Matrix::from_fn(size, size, |row, column| products[(row + 1, column + 1)]);
    let eigenvalues = Eigen::of(&correlations).values;
    let least = eigenvalues.iter().copied().fold(f64::INFINITY, f64::min);
    let most = eigenvalues.iter().copied().fold(0.0, f64::max);
    (least >= LEAST_EIGENVALUE).then(|| (most / least).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [[f64; 2]; 8] = [
        [2.0, 1.0],
        [3.0, 1.0],
        [5.0, 2.0],
        [4.0, 4.0],
        [2.0, 5.0],
        [3.0, 7.0],
        [5.0, 8.0],
        [4.0, 9.0],
    ];
    const OUTCOMES: [f64; 8] = [1.0, 2.5, 2.0, -1.0, 0.5, -2.0, -1.5, -4.0];

    fn rows(rows: &[[f64; 2]]) -> Vec<&[f64]> {
        rows.iter().map(|row| &row[..]).collect()
    }

    /// Expected values are from statsmodels 0.14, `OLS(...).fit(cov_type="HC3", use_t=True)`.
    #[test]
    fn coefficients_and_errors_are_those_of_another_program() {
        let model = LinearModel::fit(&rows(&ROWS), &OUTCOMES).unwrap();
        let expected = [
            (2.250_199_521, -2.476_096_375, 6.976_495_417, 0.275_525_850),
            (0.128_890_662, -1.124_380_113, 1.382_161_438, 0.802_047_957),
            (-0.651_636_073, -1.044_241_715, -0.259_030_432, 0.007_964_692),
        ];
        for (term, (coefficient, low, high, p)) in model.terms.iter().zip(expected) {
            let term = term.unwrap();
            let found = [term.coefficient, term.interval.0, term.interval.1, term.p.unwrap()];
            for (found, expected) in found.into_iter().zip([coefficient, low, high, p]) {
                assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
            }
        }
        assert!((model.terms[1].unwrap().inflation.unwrap() - 1.115_323_224).abs() < 1e-6);
        assert!((model.condition - 1.395_681_377).abs() < 1e-6);
    }

    #[test]
    fn a_predictor_that_does_not_vary_takes_no_part() {
        let alike = ROWS.map(|[value, _]| [value, 1.0]);
        let model = LinearModel::fit(&rows(&alike), &OUTCOMES).unwrap();
        assert!(model.terms[1].is_some() && model.terms[2].is_none());
        assert!((model.condition - 1.0).abs() < 1e-12);
    }

    #[test]
    fn collinear_predictors_have_no_model() {
        let doubled = ROWS.map(|[value, _]| [value, 3.0 - 2.0 * value]);
        assert!(LinearModel::fit(&rows(&doubled), &OUTCOMES).is_none());
        assert!(LinearModel::fit(&rows(&ROWS[..3]), &OUTCOMES[..3]).is_none());
        assert!(LinearModel::fit(&[], &[]).is_none());
        // Only one row has a non-zero second predictor, so its error cannot be estimated.
        let alone = ROWS.map(|[value, other]| [value, f64::from(u8::from(other > 8.5))]);
        assert!(LinearModel::fit(&rows(&alone), &OUTCOMES).is_none());
    }
}
