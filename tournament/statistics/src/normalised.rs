//! Normalised Elo: an advantage in units of the standard deviation of a game's result.
//!
//! The number of games needed to detect an advantage depends on its size and on the spread of results. Draws and balanced decks
//! reduce the spread. *Normalised Elo* is the advantage divided by the standard deviation of a game, times 800 / ln 10 (Van den
//! Bergh: *Normalized Elo*, 2021). In even, independent two-player games without draws, the standard deviation is one half, and a
//! small advantage has the same value as in Elo: 400 / ln 10 for each unit of log-odds. The games of a block are not independent.
//! Therefore the standard deviation of a game is estimated as the standard deviation of a block's mean, times the square root of
//! the number of games in a block. Detecting an advantage of *x* points takes about (1.96 × 347 / *x*)² games.

use super::shares::student;
use std::f64::consts::LN_10;

/// Points for an advantage of one standard deviation of a game's result.
pub const POINTS_PER_DEVIATION: f64 = 800.0 / LN_10;

/// Normalised Elo with its 95% CI.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct NormalisedElo {
    /// The estimate in points.
    pub points: f64,
    /// The lower and the upper end of the 95% CI.
    pub interval: (f64, f64),
}

impl NormalisedElo {
    /// Computes normalised Elo from the number of blocks and the first four moments of their values about zero: the means of the
    /// values, of their squares, of their cubes and of their fourth powers. Returns `None` with fewer than two blocks or if the
    /// blocks do not differ.
    ///
    /// The variance of a mean divided by a standard deviation depends on the quotient itself, and on the skewness and kurtosis of
    /// the blocks. As in Wilson's interval of a share, the interval has all quotients that differ from the estimate by at most as
    /// much as their own variance allows, so it contains 0 exactly if Student's interval of the mean does. If few blocks differ
    /// from the others, it may have no upper end, because the deviation may be arbitrarily small.
    pub fn of(blocks: f64, moments: [f64; 4], games_of_a_block: f64) -> Option<Self> {
        let [mean, square, third, fourth] = moments;
        let variance = square - mean * mean;
        // Blocks that do not differ have a variance of zero, up to rounding error.
        if blocks < 2.0 || variance <= 1e-12 * square {
            return None;
        }
        let third = third - mean * (3.0 * square - 2.0 * mean * mean);
        let fourth_central =
            fourth - mean * (4.0 * moments[2] - mean * (6.0 * square - 3.0 * mean * mean));
        let quotient = mean / (variance * blocks / (blocks - 1.0)).sqrt();
        let skewness = third / variance.powf(1.5);
        let kurtosis = fourth_central / (variance * variance);
        let part = student(blocks - 1.0)?.powi(2) / blocks;
        let scale = POINTS_PER_DEVIATION / games_of_a_block.sqrt();
        // (quotient - q)² = part × (1 - skewness × q + (kurtosis - 1) / 4 × q²), as a q² - 2 b q + c = 0.
        let a = 1.0 - part * (kurtosis - 1.0) / 4.0;
        let b = quotient - part * skewness / 2.0;
        let c = quotient * quotient - part;
        let root = (b * b - a * c).max(0.0).sqrt();
        let (low, high) = if a > 0.0 {
            ((b - root) / a, (b + root) / a)
        } else if c <= 0.0 {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else if quotient > 0.0 {
            (c / (b + root), f64::INFINITY)
        } else {
            (f64::NEG_INFINITY, c / (b - root))
        };
        Some(Self { points: scale * quotient, interval: (scale * low, scale * high) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Seed;
    use rand::RngExt;

    fn of(values: &[f64], games: f64) -> Option<NormalisedElo> {
        let count = values.len() as f64;
        let moments = [1, 2, 3, 4]
            .map(|power| values.iter().map(|value| value.powi(power)).sum::<f64>() / count);
        NormalisedElo::of(count, moments, games)
    }

    /// For independent games with a 51% probability to win, normalised Elo equals Elo: 400 / ln 10 times the log-odds.
    #[test]
    fn for_a_small_advantage_of_independent_games_it_is_elo() {
        let games: Vec<f64> =
            (0..100_000).map(|game| if game % 100 < 51 { 0.5 } else { -0.5 }).collect();
        let elo = 400.0 / LN_10 * (0.51_f64 / 0.49).ln();
        let found = of(&games, 1.0).unwrap();
        assert!((found.points - elo).abs() < 0.01, "{found:?} is not {elo}");
        // Two games that always have the same result count as one: the points are lower by a factor of the square root of two.
        let pairs = of(&games, 2.0).unwrap().points;
        assert!((pairs * 2.0_f64.sqrt() - elo).abs() < 0.01, "{pairs}");
        assert_eq!(of(&[0.25; 9], 2.0), None);
        assert_eq!(of(&[0.25], 2.0), None);
    }

    /// A symmetric interval contained 0 although only one of 83 blocks was not won.
    #[test]
    fn an_interval_has_the_sign_of_the_advantage() {
        let mut values = [0.5; 83];
        values[7] = 0.25;
        let found = of(&values, 2.0).unwrap();
        assert!(0.0 < found.interval.0 && found.interval.0 < found.points, "{found:?}");
        assert!(found.points < found.interval.1, "{found:?}");
        let lost = of(&values.map(|value| -value), 2.0).unwrap();
        assert_eq!(lost.interval, (-found.interval.1, -found.interval.0));
    }

    /// Of symmetric intervals, 77% contained the truth.
    #[test]
    fn intervals_of_few_lopsided_blocks_cover_the_truth() {
        let (mean, square): (f64, f64) = (0.47, 0.24);
        let truth = POINTS_PER_DEVIATION * mean / (square - mean * mean).sqrt();
        let intervals = (0..1000).filter_map(|number| {
            let mut stream = Seed::new(9).child(number).rng();
            let values: Vec<f64> = (0..10)
                .map(|_| match stream.random::<f64>() {
                    luck if luck < 0.95 => 0.5,
                    luck if luck < 0.99 => 0.0,
                    _ => -0.5,
                })
                .collect();
            of(&values, 1.0).map(|elo| elo.interval)
        });
        let intervals: Vec<_> = intervals.collect();
        let covered = intervals.iter().filter(|&&(low, high)| low < truth && truth < high).count();
        assert!(covered * 100 > 93 * intervals.len(), "{covered} of {}", intervals.len());
    }

    #[test]
    fn intervals_cover_the_truth() {
        // Values 1, -1/4 and 0 with probabilities 0.5, 0.3 and 0.2.
        let (mean, square): (f64, f64) = (0.425, 0.51875);
        let truth = POINTS_PER_DEVIATION * mean / (square - mean * mean).sqrt();
        let covered = (0..1000).filter(|&number| {
            let mut stream = Seed::new(9).child(number).rng();
            let values: Vec<f64> = (0..200)
                .map(|_| match stream.random::<f64>() {
                    luck if luck < 0.5 => 1.0,
                    luck if luck < 0.8 => -0.25,
                    _ => 0.0,
                })
                .collect();
            let (low, high) = of(&values, 1.0).unwrap().interval;
            low < truth && truth < high
        });
        let share = covered.count() as f64 / 1000.0;
        assert!((0.93..0.97).contains(&share), "{share}");
    }
}
