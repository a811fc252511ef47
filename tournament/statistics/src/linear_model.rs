//! A linear model fitted by least squares, with standard errors that are robust to unequal variances.

use super::eigen::Eigen;
use super::matrix::{Cholesky, Matrix, add, dot};
use super::two_sided;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Probability of the quantile for two-sided 95% intervals.
const QUANTILE: f64 = 0.975;
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

impl LinearModel {
    /// Fits the model to rows of predictors, all of the same length, and their outcomes. Returns `None` with too few rows, if no
    /// predictor varies, or if the predictors are collinear.
    pub fn fit(rows: &[&[f64]], outcomes: &[f64]) -> Option<Self> {
        let count = rows.len() as f64;
        let width = rows.first()?.len();
        let mean = |column: usize| rows.iter().map(|row| row[column]).sum::<f64>() / count;
        let means: Vec<f64> = (0..width).map(mean).collect();
        let spread = |column: usize| {
            let squares = rows.iter().map(|row| (row[column] - means[column]).powi(2));
            (squares.sum::<f64>() / count).sqrt()
        };
        let spreads: Vec<f64> = (0..width).map(spread).collect();
        let used: Vec<usize> = (0..width).filter(|&column| spreads[column] > 0.0).collect();
        let size = used.len() + 1;
        let freedom = count - size as f64;
        if used.is_empty() || freedom < 1.0 {
            return None;
        }
        // Predictors are centred and scaled, so their products are correlations.
        let standard = |row: &[f64]| {
            let scaled = used.iter().map(|&column| (row[column] - means[column]) / spreads[column]);
            std::iter::once(1.0).chain(scaled).collect()
        };
        let design: Vec<Vec<f64>> = rows.iter().map(|row| standard(row)).collect();
        let mut products = Matrix::zeros(size, size);
        let mut moments = vec![0.0; size];
        for (row, &outcome) in design.iter().zip(outcomes) {
            products.add_products(1.0 / count, row, row);
            add(&mut moments, outcome / count, row);
        }
        let correlations =
            Matrix::from_fn(size - 1, size - 1, |row, column| products[(row + 1, column + 1)]);
        let eigenvalues = Eigen::of(&correlations).values;
        let least = eigenvalues.iter().copied().fold(f64::INFINITY, f64::min);
        let most = eigenvalues.iter().copied().fold(0.0, f64::max);
        if least < LEAST_EIGENVALUE {
            return None;
        }
        let inverse = Cholesky::new(products)?.inverse();
        let scaled = inverse.times_vector(&moments);
        let mut scores = Matrix::zeros(size, size);
        for (row, &outcome) in design.iter().zip(outcomes) {
            let slack = 1.0 - dot(row, &inverse.times_vector(row)) / count;
            if slack < LEAST_SLACK {
                return None;
            }
            let weight = ((outcome - dot(row, &scaled)) / slack / count).powi(2);
            scores.add_products(weight, row, row);
        }
        let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
        // A coefficient in the original units is a weighted sum of the scaled coefficients.
        let term = |weights: &[f64], inflation| {
            let coefficient = dot(weights, &scaled);
            let spread = inverse.times_vector(weights);
            let error = dot(&spread, &scores.times_vector(&spread)).max(0.0).sqrt();
            let reach = student.inverse_cdf(QUANTILE) * error;
            Term {
                coefficient,
                interval: (coefficient - reach, coefficient + reach),
                p: two_sided(coefficient / error, freedom),
                inflation,
            }
        };
        let mut of_intercept = vec![0.0; size];
        of_intercept[0] = 1.0;
        let mut terms = vec![None; width + 1];
        for (place, &column) in used.iter().enumerate() {
            let mut weights = vec![0.0; size];
            weights[place + 1] = 1.0 / spreads[column];
            of_intercept[place + 1] = -means[column] / spreads[column];
            terms[column + 1] = Some(term(&weights, Some(inverse[(place + 1, place + 1)])));
        }
        terms[0] = Some(term(&of_intercept, None));
        Some(Self { terms, condition: (most / least).sqrt() })
    }
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
