//! Means of values that come in blocks, with intervals that account for the dependence within a block.
//!
//! Games of a block share their deck, so they are not independent, whereas different blocks are. The mean is a *ratio*: the sum
//! of all values divided by their number. Its variance is computed from the block totals with the linearized ratio estimator
//! (Cochran: *Sampling Techniques*, chapter 6). With blocks of equal size, the result is the textbook interval of the mean of the
//! block means. Blocks of different *strata* (here matchups) are compared only within their stratum, because the number of blocks
//! in a stratum is fixed, not random.
//!
//! Means of shares, which are between 0 and 1, have intervals that remain valid near 0 and 1: see [`shares`].

use super::{Moments, shares, two_sided};
use std::collections::BTreeMap;

/// Relative tolerance: a sum of squared residuals below this fraction of the sum of squares is rounding error and counts as zero.
const ROUNDING: f64 = 1e-12;

/// The running mean of values that come in blocks, with intervals and tests computed from the blocks.
#[derive(Clone, Debug, Default)]
pub struct BlockedMean {
    /// Number and sum of the values in the current block.
    open: (f64, f64),
    strata: BTreeMap<usize, StratumTotals>,
    /// Moments of all values, treated as independent.
    /// `closed` contains only the values of closed blocks, so that the current block can be discarded.
    values: Moments,
    closed: Moments,
}

/// Sufficient statistics of a stratum's blocks: sums of block sizes, of block totals, and of their squares, products and fourth
/// powers.
#[derive(Copy, Clone, Debug, Default)]
struct StratumTotals {
    blocks: f64,
    size: f64,
    sum: f64,
    size_squared: f64,
    size_times_sum: f64,
    sum_squared: f64,
    /// Sums of products of four factors, each a block's total or its size: entry `n` has the size `n` times.
    fourth: [f64; 5],
}

impl StratumTotals {
    fn add(&mut self, (size, sum): (f64, f64)) {
        let block = Self {
            blocks: 1.0,
            size,
            sum,
            size_squared: size * size,
            size_times_sum: size * sum,
            sum_squared: sum * sum,
            fourth: [
                sum * sum * sum * sum,
                sum * sum * sum * size,
                sum * sum * size * size,
                sum * size * size * size,
                size * size * size * size,
            ],
        };
        *self = self.and(&block);
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            blocks: self.blocks + other.blocks,
            size: self.size + other.size,
            sum: self.sum + other.sum,
            size_squared: self.size_squared + other.size_squared,
            size_times_sum: self.size_times_sum + other.size_times_sum,
            sum_squared: self.sum_squared + other.sum_squared,
            fourth: std::array::from_fn(|power| self.fourth[power] + other.fourth[power]),
        }
    }

    /// Returns the sum of the squared residuals. A block's residual is its total minus the total expected from its size.
    fn squares(&self) -> f64 {
        let ratio = self.sum / self.size;
        let squares =
            self.sum_squared - ratio * (2.0 * self.size_times_sum - ratio * self.size_squared);
        if squares > ROUNDING * self.sum_squared { squares } else { 0.0 }
    }

    /// Returns the variance of the stratum's total around its expectation, given the block sizes.
    fn variance(&self) -> f64 {
        self.squares() * self.blocks / (self.blocks - 1.0)
    }

    /// Returns the sum of the residuals' fourth powers, divided by the square of the sum of their squares.
    fn peak(&self) -> f64 {
        let ratio = -self.sum / self.size;
        let [none, one, two, three, four] = self.fourth;
        let fourth =
            none + ratio * (4.0 * one + ratio * (6.0 * two + ratio * (4.0 * three + ratio * four)));
        // The minimum is reached when all residuals have the same absolute value.
        (fourth / self.squares().powi(2)).max(1.0 / self.blocks)
    }
}

impl BlockedMean {
    /// Adds a value to the current block.
    pub fn add(&mut self, value: f64) {
        self.open.0 += 1.0;
        self.open.1 += value;
        self.values.add(value);
    }

    /// Ends the current block. A block without values does not count.
    pub fn close_block(&mut self, stratum: usize) {
        let (size, sum) = std::mem::take(&mut self.open);
        self.closed = self.values;
        if size == 0.0 {
            return;
        }
        self.strata.entry(stratum).or_default().add((size, sum));
    }

    /// Discards the values of the current block.
    pub fn drop_block(&mut self) {
        self.open = (0.0, 0.0);
        self.values = self.closed;
    }

    /// Returns the number of values.
    pub const fn count(&self) -> u64 {
        self.values.count()
    }

    /// Returns the mean of all values, or `None` without values.
    pub fn mean(&self) -> Option<f64> {
        self.values.mean()
    }

    /// Returns the standard deviation of the values, or `None` with fewer than two values.
    pub fn deviation(&self) -> Option<f64> {
        self.values.deviation()
    }

    /// Returns the 95% CI of the mean, from Student's t distribution. Returns `None` with fewer than two blocks, or if the blocks
    /// do not differ.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (variance, freedom) = self.variance()?;
        let reach = shares::student(freedom)? * variance.sqrt();
        self.mean().map(|mean| (mean - reach, mean + reach))
    }

    /// Returns Wilson's 95% CI of the mean of values between 0 and 1. If the blocks do not differ, the interval follows from the
    /// mean and the number of blocks. Returns `None` with fewer than two blocks.
    pub fn share_interval(&self) -> Option<(f64, f64)> {
        let blocks = self.totals().blocks;
        let share = self.mean().filter(|_| blocks >= 2.0)?;
        let Some((variance, most)) = self.variance() else {
            return Some(shares::of_equal_blocks(share, blocks));
        };
        let pooled = [self.totals()];
        let strata: &mut dyn Iterator<Item = &StratumTotals> =
            if self.is_stratified() { &mut self.strata.values() } else { &mut pooled.iter() };
        let parts = strata.map(|totals| (totals.variance(), totals.blocks, totals.peak()));
        let quantile = shares::student(shares::freedom(parts, most))?;
        Some(shares::wilson(share, variance, quantile))
    }

    /// Returns the two-sided p value of the hypothesis that the mean is zero, from Student's t distribution over the blocks.
    /// Returns `None` when [`interval`](Self::interval) does.
    pub fn p_value(&self) -> Option<f64> {
        let (variance, freedom) = self.variance()?;
        self.mean().and_then(|mean| two_sided(mean / variance.sqrt(), freedom))
    }

    /// Returns the variance of the mean, estimated from the blocks, or `None` with fewer than two blocks or if the blocks do not
    /// differ.
    pub fn variance_of_mean(&self) -> Option<f64> {
        self.variance().map(|(variance, _)| variance)
    }

    /// Returns the design effect: the variance of the mean as estimated from the blocks, divided by its variance if all values
    /// were independent. Returns `None` if the values do not vary.
    pub fn design_effect(&self) -> Option<f64> {
        let (variance, _) = self.variance()?;
        let independent = self.values.variance()? / self.count() as f64;
        (independent > 0.0).then(|| variance / independent)
    }

    /// Returns the variance of the mean and its degrees of freedom. Returns `None` if the blocks do not differ, because the
    /// spread cannot be estimated then. The spread of a stratum with a single block cannot be estimated either; if there is one,
    /// all blocks are pooled into one stratum, which widens the interval.
    fn variance(&self) -> Option<(f64, f64)> {
        let all = self.totals();
        let (variance, freedom) = if self.is_stratified() {
            let variance = self.strata.values().map(StratumTotals::variance).sum();
            (variance, all.blocks - self.strata.len() as f64)
        } else {
            (all.variance(), all.blocks - 1.0)
        };
        (freedom > 0.0 && variance > 0.0).then(|| (variance / (all.size * all.size), freedom))
    }

    /// Whether every stratum has at least two blocks, so that its spread can be estimated.
    fn is_stratified(&self) -> bool {
        self.strata.values().all(|stratum| stratum.blocks > 1.0)
    }

    fn totals(&self) -> StratumTotals {
        let strata = self.strata.values();
        strata.fold(StratumTotals::default(), |all, stratum| all.and(stratum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(blocks: &[(usize, &[f64])]) -> BlockedMean {
        let mut mean = BlockedMean::default();
        for &(stratum, values) in blocks {
            for &value in values {
                mean.add(value);
            }
            mean.close_block(stratum);
        }
        mean
    }

    /// Mean 0.5, standard error sqrt(1/24)/2: t = 4.898979 with three degrees of freedom.
    #[test]
    fn the_p_value_is_that_of_students_distribution() {
        let mean =
            blocks(&[(0, &[0.5, 0.0]), (0, &[1.0, 0.0]), (0, &[1.0, 0.5]), (0, &[0.5, 0.5])]);
        assert!((mean.p_value().unwrap() - 0.016_276_5).abs() < 1e-6, "{:?}", mean.p_value());
        assert_eq!(blocks(&[(0, &[1.0]), (0, &[1.0])]).p_value(), None);
    }

    fn assert_close(found: (f64, f64), expected: (f64, f64)) {
        let distance = (found.0 - expected.0).abs().max((found.1 - expected.1).abs());
        assert!(distance < 1e-6, "{found:?} is not {expected:?}");
    }

    /// Block means 0.25, 0.5, 0.75, 0.5: mean 0.5, standard error sqrt(1/24)/2, t(3) = 3.182446.
    #[test]
    fn equal_blocks_give_the_interval_of_the_block_means() {
        let mean =
            blocks(&[(0, &[0.5, 0.0]), (0, &[1.0, 0.0]), (0, &[1.0, 0.5]), (0, &[0.5, 0.5])]);
        assert_eq!((mean.count(), mean.mean()), (8, Some(0.5)));
        let reach = 3.182_446_305 * (1.0_f64 / 24.0).sqrt() / 2.0;
        assert_close(mean.interval().unwrap(), (0.5 - reach, 0.5 + reach));
        // The values' variance is 1/7, so an independent mean would have variance 1/56; estimated from the blocks it is 1/96.
        assert!((mean.design_effect().unwrap() - 56.0 / 96.0).abs() < 1e-12);
    }

    /// Sizes 1 and 3, totals 1 and 1: ratio 1/2, residuals 1/2 and -1/2, so the variance is 2 * 1/2 / 16.
    #[test]
    fn a_block_cut_short_has_its_own_weight() {
        let mean = blocks(&[(0, &[1.0]), (0, &[1.0, 0.0, 0.0])]);
        let reach = 12.706_204_736 / 4.0;
        assert_close(mean.interval().unwrap(), (0.5 - reach, 0.5 + reach));
    }

    #[test]
    fn a_block_that_is_dropped_leaves_no_trace() {
        let mut mean = blocks(&[(0, &[1.0, 0.0]), (0, &[1.0, 1.0])]);
        let before = (mean.count(), mean.mean(), mean.interval());
        mean.add(5.0);
        mean.drop_block();
        mean.close_block(0);
        assert_eq!((mean.count(), mean.mean(), mean.interval()), before);
    }

    #[test]
    fn differences_between_strata_are_no_error() {
        let strata = [(0, [1.0]), (1, [0.0]), (0, [1.0]), (1, [0.0])];
        let mean = blocks(&strata.each_ref().map(|(stratum, values)| (*stratum, &values[..])));
        assert_eq!(mean.interval(), None, "blocks that are alike tell nothing about their spread");
        let pooled = blocks(&[(0, &[1.0]), (1, &[0.0]), (1, &[0.0])]);
        let (low, high) = pooled.interval().unwrap();
        assert!(low < 1.0 / 3.0 && 1.0 / 3.0 < high);
    }

    #[test]
    fn fewer_than_two_blocks_have_no_interval() {
        assert_eq!(blocks(&[]).interval(), None);
        assert_eq!(blocks(&[]).mean(), None);
        assert_eq!(blocks(&[(0, &[0.5, 0.5])]).interval(), None);
        assert_eq!(blocks(&[(0, &[0.5]), (0, &[])]).interval(), None);
    }

    /// Of 1,000 blocks of two games, three blocks have one win each: 3 wins in 2,000 games.
    #[test]
    fn a_small_share_has_an_interval_that_reaches_further_up() {
        let mut mean = BlockedMean::default();
        for block in 0..1000 {
            mean.add(f64::from(u8::from(block % 400 == 0)));
            mean.add(0.0);
            mean.close_block(0);
        }
        // Residuals: 3 are 1 - 0.003 and 997 are -0.003. The kurtosis is 331.3, so there are 6.05 degrees of freedom.
        let (low, high) = mean.share_interval().unwrap();
        let quantile = 2.442_2;
        let effective = 0.0015 * 0.9985 / mean.variance_of_mean().unwrap();
        for end in [low, high] {
            let distance = (end - 0.0015_f64).powi(2) * effective / (end * (1.0 - end));
            assert!((distance.sqrt() - quantile).abs() < 1e-3, "{low} to {high}");
        }
        assert!(mean.interval().unwrap().0 < 0.0 && low > 0.0);
    }

    #[test]
    fn shares_that_are_alike_have_an_interval() {
        let swept = blocks(&[(0, &[1.0, 1.0]), (0, &[1.0, 1.0]), (1, &[1.0, 1.0])]);
        assert_eq!(swept.share_interval(), Some(shares::of_equal_blocks(1.0, 3.0)));
        assert_eq!(blocks(&[(0, &[1.0, 1.0])]).share_interval(), None);
        // 1/3 has no exact binary representation: rounding error must not count as spread.
        let third = blocks(&[(0, &[1.0 / 3.0; 3][..]); 7]);
        assert_eq!(third.interval(), None);
        let (low, high) = third.share_interval().unwrap();
        assert!(low < 0.2 && high > 0.6, "{low} to {high}");
    }

    /// Far from 0 and 1 and with many blocks, both methods agree.
    #[test]
    fn shares_in_the_middle_have_students_interval() {
        let mut mean = BlockedMean::default();
        for block in 0..4000 {
            mean.add(f64::from(u8::from(block % 5 < 2)));
            mean.add(f64::from(u8::from(block % 3 < 2)));
            mean.close_block(block % 2);
        }
        let (student, wilson) = (mean.interval().unwrap(), mean.share_interval().unwrap());
        assert!((student.0 - wilson.0).abs() < 1e-4 && (student.1 - wilson.1).abs() < 1e-4);
    }

    #[test]
    fn the_quantile_is_right_for_few_and_for_many_blocks() {
        for (freedom, quantile) in
            [(1.0, 12.706_205), (9.0, 2.262_157), (99.0, 1.984_217), (1e6, 1.959_966)]
        {
            let found = shares::student(freedom).unwrap();
            assert!((found / quantile - 1.0).abs() < 1e-4, "{freedom}");
        }
    }
}
