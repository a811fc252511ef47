//! Confidence intervals of shares that remain valid near 0 and 1.
//!
//! Student's interval is symmetric, and its width depends only on the blocks. Near 0 and 1 both properties are wrong: few blocks
//! differ from the rest, and a sample with fewer of them has a lower mean and also a narrower interval. Wilson's interval
//! computes the width from the hypothesised share instead (Wilson: *Probable inference*, 1927). Blocks enter through an
//! *effective sample size*: the number of independent values with the same variance (Korn and Graubard: *Confidence intervals for
//! proportions with small expected number of positive counts estimated from survey data*, 1998). The quantile is Student's; the
//! fewer blocks account for the variance, the [fewer its degrees of freedom](freedom).
//!
//! Of several methods, this one had the best coverage in simulations, which the test `coverage` repeats.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Probability of the quantile for two-sided 95% intervals.
pub const QUANTILE: f64 = 0.975;

/// Minimum degrees of freedom, unless there are fewer blocks. Below this, the estimated degrees of freedom are too unreliable to
/// widen the interval further.
const LEAST_FREEDOM: f64 = 4.0;

/// Returns the quantile of Student's t distribution for two-sided 95% intervals, or `None` without degrees of freedom.
pub fn student(freedom: f64) -> Option<f64> {
    StudentsT::new(0.0, 1.0, freedom).ok().map(|student| student.inverse_cdf(QUANTILE))
}

/// Returns Wilson's interval of a share, given the variance of its estimate and the quantile.
pub fn wilson(share: f64, variance: f64, quantile: f64) -> (f64, f64) {
    // The square of the quantile, divided by the effective sample size.
    let part = quantile * quantile * variance / (share * (1.0 - share));
    let middle = (share + part / 2.0) / (1.0 + part);
    let reach = (quantile * quantile * variance + part * part / 4.0).sqrt() / (1.0 + part);
    ((middle - reach).max(0.0), (middle + reach).min(1.0))
}

/// Returns the 95% CI of a share that was equal in all blocks.
///
/// If more than a fraction of 1 minus the `blocks`-th root of 0.025 of all blocks differed from the observed ones, the
/// probability of observing only equal blocks would be below 2.5%. In the worst case, the share in all differing blocks is 0, or
/// it is 1. At 0 and 1, this is the Clopper-Pearson interval with one observation per block.
pub fn of_equal_blocks(share: f64, blocks: f64) -> (f64, f64) {
    let others = 1.0 - (1.0 - QUANTILE).powf(1.0 / blocks);
    (share * (1.0 - others), share + others * (1.0 - share))
}

/// Returns the degrees of freedom of a variance that is a sum over strata. Each stratum is given by its part of the sum, the
/// number of its blocks, and the sum of its residuals' fourth powers divided by the square of the sum of their squares.
///
/// The result is the degrees of freedom of the scaled chi-squared distribution with the same mean and variance (Satterthwaite:
/// *An approximate distribution of estimates of variance components*, 1946). It is at most `most`, the degrees of freedom for
/// normal values.
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

    /// Ten successes in 100 independent values, as in many textbooks.
    #[test]
    fn independent_values_have_wilsons_interval() {
        let variance = 0.1 * 0.9 / 100.0;
        assert_close(wilson(0.1, variance, 1.959_963_985), (0.055_229, 0.174_366));
        assert_close(wilson(0.5, 0.25 / 100.0, 1.959_963_985), (0.403_832, 0.596_168));
    }

    /// No success in ten blocks: 1 - 0.025^(1/10).
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
        // Two equal strata have twice the degrees of freedom.
        let two = [(1.0, 100.0, 3.0 / 100.0), (1.0, 100.0, 3.0 / 100.0)];
        assert!((freedom(two.into_iter(), 1000.0) - 198.0).abs() < 1e-9);
        assert!((freedom(normal.into_iter(), 50.0) - 50.0).abs() < 1e-9);
        // One block in 1,000 differs.
        assert!((freedom([(1.0, 1000.0, 1.0)].into_iter(), 999.0) - LEAST_FREEDOM).abs() < 1e-9);
        assert!((freedom([(1.0, 3.0, 1.0)].into_iter(), 2.0) - 2.0).abs() < 1e-9);
    }
}
