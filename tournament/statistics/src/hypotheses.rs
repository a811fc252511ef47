//! Hypothesis tests: p values, and their correction within a declared family.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Returns the two-sided p value of a t statistic, or `None` if there are no degrees of freedom or the statistic is NaN.
pub fn two_sided(statistic: f64, freedom: f64) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    (!statistic.is_nan()).then(|| (2.0 * student.sf(statistic.abs())).min(1.0))
}

/// Corrects the p values of a family for multiple testing (Holm 1979: *A simple sequentially rejective multiple test procedure*),
/// in the given order. Rejecting all hypotheses with a corrected value of at most 5% rejects a true one in at most 5% of
/// families, for any dependence between the tests. A test without a p value does not count as a member of the family.
///
/// ```
/// let corrected = statistics::holm(&[Some(0.04), None, Some(0.01)]);
/// assert_eq!(corrected, [Some(0.04), None, Some(0.02)]);
/// ```
pub fn holm(values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<_> =
        values.iter().enumerate().filter_map(|(place, value)| Some((place, (*value)?))).collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut corrected = vec![None; values.len()];
    let mut least: f64 = 0.0;
    for (before, &(place, value)) in order.iter().enumerate() {
        least = least.max(value * (order.len() - before) as f64).min(1.0);
        corrected[place] = Some(least);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tabulated quantiles of Student's t distribution.
    #[test]
    fn p_values_are_those_of_tables() {
        for (statistic, freedom, p) in
            [(12.706_205, 1.0, 0.05), (-2.262_157, 9.0, 0.05), (2.626_405, 99.0, 0.01)]
        {
            assert!((two_sided(statistic, freedom).unwrap() - p).abs() < 1e-6);
        }
        assert_eq!(two_sided(0.0, 5.0), Some(1.0));
        assert_eq!((two_sided(1.0, 0.0), two_sided(f64::NAN, 3.0)), (None, None));
    }

    /// Expected values are the output of `p.adjust(c(.01, .04, .03, .5), "holm")` in R.
    #[test]
    fn holms_values_rise_with_the_rank_and_never_fall() {
        let found = holm(&[Some(0.01), Some(0.04), None, Some(0.03), Some(0.5)]);
        let expected = [Some(0.04), Some(0.09), None, Some(0.09), Some(0.5)];
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.is_some(), expected.is_some());
            assert!((found.unwrap_or(0.0) - expected.unwrap_or(0.0)).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(holm(&[Some(0.6), Some(0.9)]), [Some(1.0), Some(1.0)]);
        assert!(holm(&[]).is_empty());
    }
}
