//! Student's t distribution, for the statistics of runs in Python.

use pyo3::prelude::*;

/// Returns the quantile for two-sided 95% intervals; NaN without degrees of freedom.
#[pyfunction]
#[pyo3(name = "_student_quantile")]
pub fn quantile(freedom: f64) -> f64 {
    statistics::student(freedom).unwrap_or(f64::NAN)
}

/// Returns the two-sided p value of a t statistic; NaN without degrees of freedom or if the statistic is NaN.
#[pyfunction]
#[pyo3(name = "_student_p")]
pub fn p_value(statistic: f64, freedom: f64) -> f64 {
    statistics::two_sided(statistic, freedom).unwrap_or(f64::NAN)
}
