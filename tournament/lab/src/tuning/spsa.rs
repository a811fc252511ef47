//! Simultaneous perturbation stochastic approximation (SPSA): finds good values for numbers whose payoff can only be sampled.
//!
//! Every iteration perturbs all numbers at once with random signs, tries the two points on either side, and takes a step towards
//! the better one (Spall: *Implementation of the simultaneous perturbation algorithm for stochastic optimization*, 1998). Steps
//! and perturbations shrink as in Spall's sequences. The result is the mean over the last half of the iterations, which varies
//! less than the final point (Polyak, Juditsky: *Acceleration of stochastic approximation by averaging*, 1992).

use engine::Seed;
use rand::RngExt;
use serde::Serialize;

/// Exponent with which steps shrink: Spall's alpha.
const STEPS_SHRINK: f64 = 0.602;
/// Exponent with which perturbations shrink: Spall's gamma.
const PERTURBATIONS_SHRINK: f64 = 0.101;
/// Stability constant as a fraction of all iterations: Spall's A. It limits the size of the first steps.
const DELAY: f64 = 0.1;

/// Resolution of formatted values, as a fraction of their scale. It is finer than any payoff can distinguish.
const RESOLUTION: f64 = 1e-3;

/// A number to tune.
#[derive(Clone, PartialEq, Debug)]
pub struct Dimension {
    /// The initial value.
    pub start: f64,
    /// The size of a change that makes a difference; perturbations and steps are fractions of it.
    pub scale: f64,
    /// The allowed range.
    pub bounds: Bounds,
}

/// The allowed range of a tuned number.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bounds {
    /// The smallest value.
    pub least: f64,
    /// The largest value.
    pub most: f64,
    /// Whether the values are whole numbers.
    pub is_whole: bool,
}

impl Dimension {
    /// Formats the value at a distance from the start, given in scales.
    fn text(&self, distance: f64) -> String {
        let value = (self.start + self.scale * distance).clamp(self.bounds.least, self.bounds.most);
        let digits = if self.bounds.is_whole { 0 } else { decimals(self.scale * RESOLUTION) };
        let text = format!("{value:.digits$}");
        let text =
            if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        if text == "-0" { "0".to_owned() } else { text.to_owned() }
    }

    /// Returns the nearest distance within the allowed range.
    fn clamp(&self, distance: f64) -> f64 {
        let end = |value: f64| (value - self.start) / self.scale;
        distance.clamp(end(self.bounds.least), end(self.bounds.most))
    }
}

/// Returns the number of decimals needed for a resolution.
fn decimals(resolution: f64) -> usize {
    (-resolution.log10()).ceil().clamp(0.0, 12.0) as usize
}

/// The step sizes of a search.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct StepSizes {
    /// The first perturbation, in scales: Spall's c.
    pub perturbation: f64,
    /// The gain of the steps, in scales: Spall's a.
    pub gain: f64,
}

/// A running SPSA search.
#[derive(Clone, Debug)]
pub struct Spsa {
    dimensions: Vec<Dimension>,
    sizes: StepSizes,
    iterations: u64,
    seed: Seed,
    /// The number of iterations done.
    done: u64,
    /// The current point, as distances from the start in scales.
    place: Vec<f64>,
    /// The sum of the points that count for the result, and their number.
    sum: Vec<f64>,
    counted: u64,
}

impl Spsa {
    /// Starts a search with the given number of iterations.
    pub fn new(dimensions: Vec<Dimension>, sizes: StepSizes, iterations: u64, seed: Seed) -> Self {
        let origin = vec![0.0; dimensions.len()];
        let (place, sum) = (origin.clone(), origin);
        Self { dimensions, sizes, iterations, seed, done: 0, place, sum, counted: 0 }
    }

    /// Returns the perturbation of the current iteration in every dimension.
    fn perturbation(&self) -> Vec<f64> {
        let size = self.sizes.perturbation / (self.done as f64 + 1.0).powf(PERTURBATIONS_SHRINK);
        let mut signs = self.seed.child(self.done).rng();
        let number = |_: &Dimension| if signs.random::<bool>() { size } else { -size };
        self.dimensions.iter().map(number).collect()
    }

    fn texts(&self, place: impl Iterator<Item = f64>) -> Vec<String> {
        self.dimensions.iter().zip(place).map(|(dimension, place)| dimension.text(place)).collect()
    }

    /// Returns the two candidates of the current iteration, on both sides of the current point, as formatted values.
    pub fn propose(&self) -> [Vec<String>; 2] {
        let perturbation = self.perturbation();
        let moved = |sign: f64| {
            self.texts(self.place.iter().zip(&perturbation).map(|(place, by)| place + sign * by))
        };
        [moved(1.0), moved(-1.0)]
    }

    /// Ends the iteration, given the payoff of each candidate, from 0 to 1.
    pub fn learn(&mut self, [plus, minus]: [f64; 2]) {
        let delay = DELAY * self.iterations as f64;
        let gain = self.sizes.gain / (self.done as f64 + 1.0 + delay).powf(STEPS_SHRINK);
        let perturbation = self.perturbation();
        for ((place, by), dimension) in
            self.place.iter_mut().zip(perturbation).zip(&self.dimensions)
        {
            *place = dimension.clamp(*place + gain * (plus - minus) / (2.0 * by));
        }
        self.done += 1;
        if 2 * self.done > self.iterations {
            self.sum.iter_mut().zip(&self.place).for_each(|(sum, place)| *sum += place);
            self.counted += 1;
        }
    }

    /// Returns the best estimate of the values so far.
    pub fn best(&self) -> Vec<String> {
        if self.counted == 0 {
            return self.texts(self.place.iter().copied());
        }
        self.texts(self.sum.iter().map(|sum| sum / self.counted as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: StepSizes = StepSizes { perturbation: 0.5, gain: 4.0 };

    fn dimension(start: f64, scale: f64) -> Dimension {
        Dimension { start, scale, bounds: Bounds { least: -1e6, most: 1e6, is_whole: false } }
    }

    /// Returns the probability to win, given each number's distance from the optimum in scales: 50% at the start, 73% at the
    /// optimum.
    fn chance(distances: &[f64]) -> f64 {
        let loss: f64 = distances.iter().map(|distance| distance * distance).sum();
        1.0 / (1.0 + (loss / distances.len() as f64 - 1.0).exp())
    }

    /// Ten numbers with different scales, each one scale away from the optimum. Every point is tried in eight games, which are
    /// won or lost.
    #[test]
    fn ten_numbers_are_found_by_wins_alone() {
        let best: Vec<f64> = (0..10).map(|number| f64::from(number) - 4.0).collect();
        let scales: Vec<f64> = (0..10).map(|number| 10_f64.powi(number % 4 - 2)).collect();
        let side = |number: usize| if number.is_multiple_of(3) { 1.0 } else { -1.0 };
        let starts = best
            .iter()
            .zip(&scales)
            .zip(0..)
            .map(|((best, scale), number)| dimension(best + side(number) * scale, *scale));
        let dimensions: Vec<_> = starts.collect();
        let distances = |texts: &[String]| -> Vec<f64> {
            let values = texts.iter().map(|text| text.parse::<f64>().unwrap());
            values
                .zip(&best)
                .zip(&scales)
                .map(|((value, best), scale)| (value - best) / scale)
                .collect()
        };
        for seed in 0..5 {
            let mut luck = Seed::new(seed).child(1).rng();
            let mut spsa = Spsa::new(dimensions.clone(), SIZES, 1000, Seed::new(seed).child(0));
            assert!((chance(&distances(&spsa.best())) - 0.5).abs() < 0.01);
            for _ in 0..1000 {
                let payoffs = spsa.propose().map(|texts| {
                    let chance = chance(&distances(&texts));
                    let wins = (0..8).filter(|_| luck.random::<f64>() < chance).count();
                    wins as f64 / 8.0
                });
                spsa.learn(payoffs);
            }
            let found = chance(&distances(&spsa.best()));
            // The search must reach at least three quarters of the possible gain.
            assert!(found > 0.5 + 0.75 * (chance(&[0.0]) - 0.5), "seed {seed}: {found}");
        }
    }

    #[test]
    fn both_points_are_as_far_from_the_middle_and_steps_go_to_the_better() {
        let mut spsa = Spsa::new(vec![dimension(1.0, 0.5)], SIZES, 10, Seed::new(3));
        let tried = spsa.propose();
        let mut values: Vec<_> = tried.iter().map(|texts| texts[0].as_str()).collect();
        values.sort_unstable();
        assert_eq!(values, ["0.75", "1.25"]);
        spsa.learn(tried.map(|texts| f64::from(u8::from(texts[0] == "1.25"))));
        assert!(spsa.best()[0].parse::<f64>().unwrap() > 1.0);
    }

    #[test]
    fn values_stay_in_their_range_and_whole_numbers_stay_whole() {
        let bounds = Bounds { least: 1.0, most: 9.0, is_whole: true };
        let whole = Dimension { start: 8.0, scale: 8.0, bounds };
        assert_eq!(["1", "6", "9"], [-3.0, -0.3, 1.0].map(|distance| whole.text(distance)));
        assert!((whole.clamp(4.0) - 0.125).abs() < 1e-12);
        assert_eq!(dimension(0.0, 200.0).text(0.0123), "2.5");
        assert_eq!(dimension(0.0, 2.0).text(-0.0001), "0");
        assert_eq!(dimension(100.0, 5000.0).text(0.0), "100");
    }
}
