//! A sequential test: which of two means do the blocks support, and is the evidence strong enough to stop?
//!
//! This is the generalised sequential probability ratio test (Wald: *Sequential Analysis*, 1947; Li, Liu, Ying: *Generalized
//! sequential probability ratio test for separate families of hypotheses*, 2014; Van den Bergh: *The generalized maximum
//! likelihood ratio for the expectation value of a distribution*, 2020). It makes no assumption about the distribution of blocks:
//! each hypothesis uses the distribution on the scale with the hypothesised mean under which the observed blocks are most likely
//! (Owen: *Empirical Likelihood*, 2001). So the spread need not be estimated, and blocks that are all equal, or all won, decide
//! nothing until there are enough of them: a clean sweep counts no more than it would at even odds.
//!
//! Wald's bounds assume that the ratio stops exactly on a bound. In fact the last block carries the ratio beyond it, so the test
//! would err less often than allowed and play longer than necessary. Therefore each bound is moved inward by the expected
//! *overshoot* (Siegmund: *Corrected diffusion approximations in certain random walk problems*, 1979), which is estimated from
//! the steps of the ratio.
//!
//! With few blocks, empirical likelihood is too sure of itself: twice its log-likelihood ratio has the mean 1 + a/n rather than 1
//! after n blocks, where a follows from skewness and kurtosis (Hall, La Scala: *Methodology and algorithms
//! of empirical likelihood*, 1990). Therefore both bounds are multiplied by 1 + a/n.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Upper end of the scale of values, which ranges from -0.5 to 0.5. Values are multiples of a fraction of the scale.
const END: f64 = 0.5;

/// Weight, in blocks, with which each end of the scale counts as observed before the test begins, because it can occur even if it
/// has not yet.
const IN_ADVANCE: f64 = 1e-3;

/// Expected overshoot of a random walk with normal steps, in standard deviations of a step: -ζ(1/2) / √(2π).
const NORMAL_OVERSHOOT: f64 = 0.582_597;

/// A bound is moved inward by at most this fraction of itself.
const MOST_DRAWN_IN: f64 = 0.5;

/// The correction for few blocks moves a bound outward by at most this fraction, because skewness and kurtosis of few blocks are
/// themselves uncertain, and infinite if all blocks are alike.
const MOST_MOVED_OUT: f64 = 0.1;

/// Accuracy of a tilt as a fraction of its range: the search ends once a step is smaller.
const ACCURACY: f64 = 1e-12;
const MOST_STEPS: usize = 100;

/// Two hypothetical means, and the test's error rates.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hypotheses {
    /// The lower mean (null hypothesis), above -0.5.
    pub null: f64,
    /// The higher mean (alternative hypothesis), below 0.5.
    pub effect: f64,
    /// Probability of accepting the higher mean if the lower one is true.
    pub alpha: f64,
    /// Probability of accepting the lower mean if the higher one is true.
    pub beta: f64,
}

/// The reason why two hypotheses cannot be tested.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum HypothesesError {
    /// The means are not in ascending order within the scale.
    #[error("--null must be less than --effect, and both between -0.5 and 0.5")]
    Means,
    /// An error rate is outside the range from 0 to 0.5.
    #[error("--alpha and --beta must be more than 0 and less than 0.5")]
    Errors,
}

/// The test's verdict: the accepted mean.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The lower mean is accepted.
    Null,
    /// The higher mean is accepted.
    Effect,
}

impl Hypotheses {
    /// Checks that the means are in order and that the error rates are in range.
    ///
    /// # Errors
    /// Returns the first condition that the hypotheses violate.
    pub fn check(self) -> Result<Self, HypothesesError> {
        let Self { null, effect, alpha, beta } = self;
        if !(-END < null && null < effect && effect < END) {
            return Err(HypothesesError::Means);
        }
        let is_rate = |rate: f64| 0.0 < rate && rate < 0.5;
        if is_rate(alpha) && is_rate(beta) { Ok(self) } else { Err(HypothesesError::Errors) }
    }

    /// Returns Wald's lower and upper bound on the log-likelihood ratio. Beyond them, a mean is accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }
}

/// Returns the expected overshoot of a random walk beyond a lower and an upper bound, given the variance and the third central
/// moment of its steps.
fn overshoots(variance: f64, third: f64) -> (f64, f64) {
    if variance <= 0.0 {
        return (0.0, 0.0);
    }
    let (normal, skew) = (NORMAL_OVERSHOOT * variance.sqrt(), third / variance / 6.0);
    ((normal - skew).max(0.0), (normal + skew).max(0.0))
}

/// Returns Bartlett's coefficient for the mean of a distribution with these central moments.
fn bartlett(variance: f64, third: f64, fourth: f64) -> f64 {
    fourth / (2.0 * variance.powi(2)) - third.powi(2) / (3.0 * variance.powi(3))
}

/// A running sequential test.
///
/// ```
/// use statistics::{Hypotheses, SequentialTest, Verdict};
///
/// let hypotheses = Hypotheses { null: 0.0, effect: 0.02, alpha: 0.05, beta: 0.05 };
/// let mut test = SequentialTest::new(hypotheses, 240);
/// while test.verdict().is_none() {
///     test.add(120); // The highest value: a clean sweep.
/// }
/// assert_eq!((test.blocks(), test.verdict()), (83, Some(Verdict::Effect)));
/// ```
#[derive(Clone, Debug)]
pub struct SequentialTest {
    hypotheses: Hypotheses,
    /// The number of parts into which the scale is divided.
    parts: f64,
    /// The number of blocks by value, in units of 1 / `parts`.
    values: BTreeMap<i64, f64>,
    blocks: u64,
    sum: i64,
    /// The tilts under both hypotheses, from the last update.
    tilts: (f64, f64),
    ratio: f64,
    /// The expected overshoot of the ratio beyond the lower and the upper bound.
    overshoots: (f64, f64),
    /// The factor by which few blocks move the bounds outward.
    bartlett: f64,
}

impl SequentialTest {
    /// Starts a test without blocks. `parts` is the number of parts of the scale and must be even.
    pub fn new(hypotheses: Hypotheses, parts: i64) -> Self {
        Self {
            hypotheses,
            parts: parts as f64,
            values: BTreeMap::from([(-parts / 2, IN_ADVANCE), (parts / 2, IN_ADVANCE)]),
            blocks: 0,
            sum: 0,
            tilts: (0.0, 0.0),
            ratio: 0.0,
            overshoots: (0.0, 0.0),
            bartlett: 1.0,
        }
    }

    /// Adds the next block, given its value in parts of the scale.
    pub fn add(&mut self, value: i64) {
        *self.values.entry(value).or_default() += 1.0;
        self.blocks += 1;
        self.sum += value;
        let Hypotheses { null, effect, .. } = self.hypotheses;
        self.tilts = (self.tilt(null, self.tilts.0), self.tilt(effect, self.tilts.1));
        let (under_null, under_effect) = self.tilts;
        let step = |value: f64| {
            (under_null * (value - null)).ln_1p() - (under_effect * (value - effect)).ln_1p()
        };
        let ratio = self.values().map(|(value, count)| count * step(value)).sum::<f64>();
        let all: f64 = self.values().map(|(_, count)| count).sum();
        let expectation = |of: &dyn Fn(f64) -> f64| {
            self.values().map(|(value, count)| count * of(value)).sum::<f64>() / all
        };
        let (mean_step, mean) = (ratio / all, expectation(&|value| value));
        let step_moment = |power| expectation(&|value| (step(value) - mean_step).powi(power));
        let moment = |power| expectation(&|value| (value - mean).powi(power));
        let bartlett = bartlett(moment(2), moment(3), moment(4)) / self.blocks as f64;
        self.overshoots = overshoots(step_moment(2), step_moment(3));
        self.bartlett = 1.0 + bartlett.clamp(0.0, MOST_MOVED_OUT);
        self.ratio = ratio;
    }

    /// Returns the bounds on the log-likelihood ratio, moved inward by the expected overshoot and outward for few blocks.
    pub fn bounds(&self) -> (f64, f64) {
        let (low, high) = self.hypotheses.bounds();
        let (below, above) = self.overshoots;
        let (low, high) =
            (low + below.min(-low * MOST_DRAWN_IN), high - above.min(high * MOST_DRAWN_IN));
        (self.bartlett * low, self.bartlett * high)
    }

    /// Returns the number of blocks and the first four moments of their values about zero: the means of the values, of their
    /// squares, of their cubes and of their fourth powers.
    pub fn moments(&self) -> (f64, [f64; 4]) {
        let ends = [-self.parts / 2.0, self.parts / 2.0];
        let seen = self.values.iter().map(|(&value, &count)| {
            let in_advance = if ends.contains(&(value as f64)) { IN_ADVANCE } else { 0.0 };
            (value as f64 / self.parts, count - in_advance)
        });
        let blocks = self.blocks as f64;
        let mut moments = [0.0; 4];
        for (value, count) in seen {
            for (moment, power) in moments.iter_mut().zip(1..) {
                *moment += count * value.powi(power) / blocks;
            }
        }
        (blocks, moments)
    }

    /// Returns the observed values and the number of blocks with each.
    fn values(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.values.iter().map(|(&value, &count)| (value as f64 / self.parts, count))
    }

    /// Finds the tilt for a mean. Under the hypothesis of this mean, the probability of a value is its frequency divided by one
    /// plus the tilt times the value's distance from the mean. The tilt for which the distribution has this mean is the zero of a
    /// decreasing function. Newton's method finds it, safeguarded by bisection bounds.
    fn tilt(&self, mean: f64, start: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (END - mean), 1.0 / (END + mean));
        let tiny = (high - low) * ACCURACY;
        let mut tilt = start;
        for _ in 0..MOST_STEPS {
            let (mut excess, mut slope) = (0.0, 0.0);
            for (value, count) in self.values() {
                let part = (value - mean) / (1.0 + tilt * (value - mean));
                excess += count * part;
                slope += count * part * part;
            }
            *(if excess > 0.0 { &mut low } else { &mut high }) = tilt;
            let newton = tilt + excess / slope;
            let next =
                if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
            let step = (next - tilt).abs();
            tilt = next;
            if step < tiny {
                break;
            }
        }
        tilt
    }

    /// Returns the hypotheses under test.
    pub const fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// Returns the number of blocks so far.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns the mean value of all blocks, or `None` without blocks.
    pub fn mean(&self) -> Option<f64> {
        (self.blocks > 0).then(|| self.sum as f64 / self.parts / self.blocks as f64)
    }

    /// Returns the log-likelihood ratio of the higher mean to the lower mean.
    pub const fn log_likelihood_ratio(&self) -> f64 {
        self.ratio
    }

    /// Returns the accepted mean, or `None` while the test is undecided.
    pub fn verdict(&self) -> Option<Verdict> {
        let (low, high) = self.bounds();
        if self.ratio >= high {
            Some(Verdict::Effect)
        } else if self.ratio <= low {
            Some(Verdict::Null)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Seed;
    use rand::RngExt as _;

    const HYPOTHESES: Hypotheses = Hypotheses { null: 0.0, effect: 0.02, alpha: 0.05, beta: 0.05 };

    fn test(values: impl IntoIterator<Item = i64>) -> SequentialTest {
        let mut test = SequentialTest::new(HYPOTHESES, 240);
        values.into_iter().for_each(|value| test.add(value));
        test
    }

    /// Returns the number of blocks of one value that the test needs to decide, and its verdict.
    fn blocks_needed(value: i64) -> (u64, Verdict) {
        let mut test = test([]);
        loop {
            test.add(value);
            if let Some(verdict) = test.verdict() {
                return (test.blocks(), verdict);
            }
        }
    }

    /// With only wins and losses, the ratio is the ratio of binomial likelihoods.
    #[test]
    fn wins_and_losses_have_the_ratio_of_a_binomial() {
        let ratio = test([120, 120, -120, 120, -120].repeat(200)).log_likelihood_ratio();
        let expected = 600.0 * (0.52_f64 / 0.5).ln() + 400.0 * (0.48_f64 / 0.5).ln();
        assert!((ratio - expected).abs() < 1e-3, "{ratio} is not {expected}");
    }

    /// With many blocks, the ratio is N (effect - null) (2 mean - null - effect) / (2 variance).
    #[test]
    fn many_blocks_have_the_ratio_of_a_normal_distribution() {
        let values: Vec<_> = (0..20_000).map(|block| 96 * ((block * 7) % 11 - 5) / 5 + 3).collect();
        let shares: Vec<_> = values.iter().map(|&value| value as f64 / 240.0).collect();
        let count = shares.len() as f64;
        let mean = shares.iter().sum::<f64>() / count;
        let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / count;
        let expected = count * 0.02 * (2.0 * mean - 0.02) / (2.0 * variance);
        let test = test(values);
        assert!((test.mean().unwrap() - mean).abs() < 1e-12);
        let ratio = test.log_likelihood_ratio();
        assert!((ratio / expected - 1.0).abs() < 0.03, "{ratio} is not {expected}");
    }

    #[test]
    fn blocks_that_are_all_alike_decide_late_but_decide() {
        // Each clean sweep contributes ln(0.52 / 0.5), and each even block ln(0.96). The bounds are a tenth further out than
        // Wald's.
        assert_eq!(blocks_needed(120), (83, Verdict::Effect));
        assert_eq!(blocks_needed(-120), (80, Verdict::Null));
        assert_eq!(blocks_needed(0), (80, Verdict::Null));
        assert_eq!(blocks_needed(60), (83, Verdict::Effect));
        assert_eq!(blocks_needed(1).1, Verdict::Null);
    }

    /// Steps of -1 and +1 overshoot a bound by 0.5 on average, because the bound is anywhere between two steps. Exponential steps
    /// overshoot the upper bound by their mean of 1, as they have no memory.
    #[test]
    fn overshoots_are_those_of_known_walks() {
        let (below, above) = overshoots(1.0, 0.0);
        assert!((below - 0.5).abs() < 0.1 && (below - above).abs() < 1e-12, "{below}");
        // An exponential step minus one: variance 1, third central moment 2.
        let (below, above) = overshoots(1.0, 2.0);
        assert!((above - 1.0).abs() < 0.1 && below < above, "{below} and {above}");
        assert_eq!(overshoots(0.0, 0.0), (0.0, 0.0));
    }

    /// With only wins and losses, a step is about the effect divided by the standard deviation: 0.04.
    #[test]
    fn bounds_are_drawn_in_by_the_overshoot_of_a_step() {
        let test = test([120, -120].repeat(500));
        let (low, high) = test.bounds();
        let expected = NORMAL_OVERSHOOT * 0.04;
        // For two equally likely values, Bartlett's coefficient is 1/2.
        let bound = 19.0_f64.ln() * (1.0 + 0.5 / 1000.0);
        assert!((bound - high - expected).abs() < 1e-3, "{high}");
        assert!((bound + low - expected).abs() < 1e-3, "{low}");
    }

    /// Blocks of two games of Kuhn poker, `mcts:iterations=5` against `random`: most are even, and few are lost. A match takes some
    /// 25 blocks. Without the correction for few blocks, 5.4% and 5.7% of the verdicts are wrong.
    #[test]
    fn short_matches_err_no_more_often_than_allowed() {
        let (won, lost) = (0.258, 0.019);
        let hypotheses = Hypotheses { effect: (won - lost) / 2.0, ..HYPOTHESES };
        let even = f64::midpoint(won, lost);
        for (won, lost, wrong) in [(even, even, Verdict::Effect), (won, lost, Verdict::Null)] {
            let mut stream = Seed::new(1).rng();
            let is_wrong = |_: &u32| {
                let mut test = SequentialTest::new(hypotheses, 240);
                loop {
                    let luck: f64 = stream.random();
                    test.add(if luck < won { 120 } else { -120 * i64::from(luck < won + lost) });
                    if let Some(verdict) = test.verdict() {
                        return verdict == wrong;
                    }
                }
            };
            let matches = 20_000;
            let errors =
                f64::from((0..matches).filter(is_wrong).count() as u32) / f64::from(matches);
            println!("{wrong:?}: {errors}");
            assert!((0.03..0.05).contains(&errors), "{wrong:?}: {errors}");
        }
    }

    #[test]
    fn bartletts_coefficient_is_that_of_known_distributions() {
        assert!((bartlett(1.0, 0.0, 3.0) - 1.5).abs() < 1e-12, "normal");
        assert!((bartlett(1.0, 2.0, 9.0) - 19.0 / 6.0).abs() < 1e-12, "exponential");
    }

    #[test]
    fn moments_are_those_of_the_blocks() {
        let (blocks, moments) = test([120, 120, -120, 60]).moments();
        assert!((blocks - 4.0).abs() < 1e-12);
        let expected = [0.1875, 0.203_125, 0.035_156_25, 0.047_851_562_5];
        for (found, expected) in moments.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{moments:?}");
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = HYPOTHESES.bounds();
        assert!((high - 19.0_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn invalid_hypotheses_are_rejected() {
        let with = |null, effect, alpha| Hypotheses { null, effect, alpha, beta: 0.05 }.check();
        assert!(with(0.0, 0.02, 0.05).is_ok());
        for (null, effect) in [(0.02, 0.02), (0.0, 0.5), (-0.5, 0.0), (f64::NAN, 0.1)] {
            assert_eq!(with(null, effect, 0.05), Err(HypothesesError::Means));
        }
        for alpha in [0.0, 0.5, f64::NAN] {
            assert_eq!(with(0.0, 0.02, alpha), Err(HypothesesError::Errors));
        }
    }
}
