//! The bootstrap over blocks: intervals from the spread of replicates in which each block counts a
//! random number of times.
//!
//! The numbers are Poisson with mean one, drawn for each block independently (Hanley and
//! `MacGibbon`: *Creating non-parametric bootstrap samples using Poisson frequencies*, 2006;
//! Chamandy et al.: *Estimating uncertainty for massive data streams*, 2012). So replicates grow as
//! games come in, no blocks need to be stored, and a block's numbers depend only on its own number.

use engine::Seed;
use rand::RngExt;
use statrs::distribution::{Discrete, Poisson};
use std::sync::LazyLock;

/// The number of replicates. One more times 0.025 is whole, so the ends of a 95% CI are replicates
/// (Davison and Hinkley: *Bootstrap Methods and Their Application*, section 2.4).
pub const REPLICATES: usize = 199;

/// With fewer blocks, replicates say too little about other blocks.
pub const LEAST_BLOCKS: u64 = 10;

/// The share of the replicates, plus one, that a 95% CI leaves out at either end.
const TAIL: f64 = 0.025;

/// Seed of all bootstraps: they are part of the method, not of a tournament's randomness.
pub const SEED: Seed = Seed::new(0x626c_6f63_6b73);

/// How often a block counts in each replicate.
pub type BootstrapWeights = [u8; REPLICATES];

/// A Poisson number with mean one beyond this is too improbable to occur.
const MOST: u8 = 20;

/// The probabilities of 0, of at most 1, and so on, as fractions of the 64-bit range.
static CUMULATIVE: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let poisson = Poisson::new(1.0).expect("one is a mean");
    let mut sum = 0.0;
    let mut cumulative = |number: u8| {
        sum += poisson.pmf(u64::from(number));
        (sum * 2.0_f64.powi(64)) as u64
    };
    (0..MOST).map(&mut cumulative).collect()
});

/// Returns how often the block with this number counts in each replicate.
pub fn weights(block: u64) -> BootstrapWeights {
    let mut stream = SEED.child(block).rng();
    let mut weight = || {
        let draw: u64 = stream.random();
        CUMULATIVE.iter().take_while(|&&part| draw >= part).count() as u8
    };
    std::array::from_fn(|_| weight())
}

/// Returns the 95% percentile interval of some replicates, or `None` if there are none.
pub fn interval(mut replicates: Vec<f64>) -> Option<(f64, f64)> {
    replicates.sort_by(f64::total_cmp);
    let tail = ((replicates.len() + 1) as f64 * TAIL).floor().max(1.0) as usize;
    let low = *replicates.get(tail - 1)?;
    Some((low, replicates[replicates.len() - tail]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_mean_and_variance_one_and_their_own_address() {
        let all: Vec<f64> = (0..2000).flat_map(|block| weights(block).map(f64::from)).collect();
        let count = all.len() as f64;
        let mean = all.iter().sum::<f64>() / count;
        let variance = all.iter().map(|weight| (weight - mean).powi(2)).sum::<f64>() / count;
        // Four standard errors of 398,000 weights.
        assert!((mean - 1.0).abs() < 4.0 / count.sqrt(), "{mean}");
        assert!((variance - 1.0).abs() < 4.0 * (3.0 / count).sqrt(), "{variance}");
        assert_eq!(weights(7), weights(7));
        assert_ne!(weights(7), weights(8));
    }

    #[test]
    fn the_interval_leaves_out_four_replicates_on_either_side() {
        let replicates = (1..=REPLICATES).rev().map(|number| number as f64).collect();
        assert_eq!(interval(replicates), Some((5.0, 195.0)));
        assert_eq!(interval(vec![3.0]), Some((3.0, 3.0)));
        assert_eq!(interval(Vec::new()), None);
    }
}
