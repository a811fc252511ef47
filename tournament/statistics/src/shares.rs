//! Intervals of shares, which hold near 0 and 1.
//!
//! Student's interval is symmetrical, and its width comes from the blocks alone. Near 0 and 1 both are wrong:
//! few blocks differ from the rest, and a sample with fewer of them has a lower mean and a narrower interval.
//! Wilson's interval takes the width from the share that is tried instead (Wilson: *Probable inference*,
//! 1927). Blocks enter as an *effective number* of values: as many independent ones as have the same variance
//! (Korn and Graubard: *Confidence intervals for proportions with small expected number of positive counts
//! estimated from survey data*, 1998). The quantile is Student's with [fewer degrees of freedom](freedom) the
//! fewer blocks carry the variance.
//!
//! Of several methods this one covered best in simulations; the test `coverage` repeats them.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The quantile for two-sided 95% intervals.
pub const QUANTILE: f64 = 0.975;

/// The least degrees of freedom, unless there are fewer blocks: so few say too little of the spread to widen
/// the interval any more.
const LEAST_FREEDOM: f64 = 4.0;

/// Returns the quantile of Student's distribution for two-sided 95% intervals, if there are degrees of freedom.
pub fn student(freedom: f64) -> Option<f64> {
    StudentsT::new(0.0, 1.0, freedom).ok().map(|student| student.inverse_cdf(QUANTILE))
}

/// Returns Wilson's interval of a share, given the variance of its estimate and the quantile.
pub fn wilson(share: f64, variance: f64, quantile: f64) -> (f64, f64) {
    // The square of the quantile as a part of the effective number of values.
    let part = quantile * quantile * variance / (share * (1.0 - share));
    let middle = (share + part / 2.0) / (1.0 + part);
    let reach = (quantile * quantile * variance + part * part / 4.0).sqrt() / (1.0 + part);
    ((middle - reach).max(0.0), (middle + reach).min(1.0))
}

/// Returns the interval of a share that was the same in all blocks.
///
/// If a part of all blocks differed from these, and this part were larger than one minus the `blocks`-th root of 0.025,
/// so many blocks alike would be an accident of less than 2.5%. In the worst case, the others are all 0 or all 1.
/// At 0 and 1 this is the interval of Clopper and Pearson with the blocks as the sample.
pub fn of_equal_blocks(share: f64, blocks: f64) -> (f64, f64) {
    let others = 1.0 - (1.0 - QUANTILE).powf(1.0 / blocks);
    (share * (1.0 - others), share + others * (1.0 - share))
}

/// Returns the degrees of freedom of a variance that is a sum over strata: of each stratum its part of the sum, the number
/// of its blocks, and the sum of its residuals' fourth powers divided by the square of that of their squares.
///
/// The degrees are those of a multiple of chi-squared with the same mean and variance (Satterthwaite: *An approximate
/// distribution of estimates of variance components*, 1946). There are never more than `most`: those of normal values.
pub fn freedom(strata: impl Iterator<Item = (f64, f64, f64)>, most: f64) -> f64 {
    let (mut sum, mut variance) = (0.0, 0.0);
    for (part, blocks, peak) in strata.filter(|&(part, ..)| part > 0.0) {
        sum += part;
        variance += part * part * (peak - 3.0 / blocks + 2.0 / (blocks - 1.0));
    }
    (2.0 * sum * sum / variance).max(LEAST_FREEDOM).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: (f64, f64), expected: (f64, f64)) {
        let distance = (found.0 - expected.0).abs().max((found.1 - expected.1).abs());
        assert!(distance < 1e-6, "{found:?} is not {expected:?}");
    }

    /// Ten of a hundred independent values: the example of many textbooks.
    #[test]
    fn independent_values_have_wilsons_interval() {
        let variance = 0.1 * 0.9 / 100.0;
        assert_close(wilson(0.1, variance, 1.959_963_985), (0.055_229, 0.174_366));
        assert_close(wilson(0.5, 0.25 / 100.0, 1.959_963_985), (0.403_832, 0.596_168));
    }

    /// Nothing in ten: 1 - 0.025^(1/10).
    #[test]
    fn equal_blocks_have_the_interval_of_clopper_and_pearson() {
        assert_close(of_equal_blocks(0.0, 10.0), (0.0, 0.308_497));
        assert_close(of_equal_blocks(1.0, 10.0), (0.691_503, 1.0));
        assert_close(of_equal_blocks(0.5, 10.0), (0.345_752, 0.654_248));
    }

    #[test]
    fn normal_values_have_a_degree_less_than_blocks_and_rare_ones_few() {
        // The kurtosis of a normal distribution is 3.
        let normal = [(1.0, 100.0, 3.0 / 100.0)];
        assert!((freedom(normal.into_iter(), 1000.0) - 99.0).abs() < 1e-9);
        // Two strata alike have twice the degrees.
        let two = [(1.0, 100.0, 3.0 / 100.0), (1.0, 100.0, 3.0 / 100.0)];
        assert!((freedom(two.into_iter(), 1000.0) - 198.0).abs() < 1e-9);
        assert!((freedom(normal.into_iter(), 50.0) - 50.0).abs() < 1e-9);
        // One block of a thousand differs.
        assert!((freedom([(1.0, 1000.0, 1.0)].into_iter(), 999.0) - LEAST_FREEDOM).abs() < 1e-9);
        assert!((freedom([(1.0, 3.0, 1.0)].into_iter(), 2.0) - 2.0).abs() < 1e-9);
    }
}
