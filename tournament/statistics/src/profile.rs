//! Confidence intervals of ratings, from the profile likelihood.
//!
//! The *profile likelihood* of a difference of strengths is the maximum likelihood at each value of the difference. The interval
//! ends where twice the log-likelihood has fallen by the square of the quantile. Unlike a symmetric interval, it follows the
//! shape of the likelihood even for agents that almost always win or lose, and its ends depend on neither a prior nor resampling.
//!
//! Games of a block are not independent, and the model may be wrong. Therefore the fall is divided by a ratio of variances: the
//! variance of the difference as estimated from the blocks (the sandwich estimator of Huber and White) over its variance in the
//! model (Kent: *Robust properties of likelihood ratio tests*, 1982; Chandler and Bate: *Inference for clustered data using the
//! independence loglikelihood*, 2007). The quantile is Student's, with the degrees of freedom as for [shares](super::shares).

use super::matrix::{Cholesky, Matrix, dot};
use super::plackett_luce::{Slope, fit_where};
use super::rated::RatedFinishes;
use super::shares;
use rayon::prelude::*;

/// Newton's method has found the end of an interval if a step moves it by less than this.
const LAST_STEP: f64 = 1e-7;
const MOST_STEPS: usize = 60;
/// Tolerance: if the variance estimated from the blocks is below this fraction of the model's variance, the blocks do not differ.
const NO_VARIANCE: f64 = 1e-9;

/// The log-posterior around its maximum.
pub struct Profile<'a> {
    rated: &'a RatedFinishes<'a>,
    value: f64,
    curvature: Matrix,
    inverse: Cholesky,
}

/// The spread of a difference of strengths.
#[derive(Clone)]
struct Spread {
    /// The variance in the model.
    model: f64,
    /// The variance estimated from the blocks, divided by the model's variance.
    ratio: f64,
    /// The square of Student's quantile.
    limit: f64,
}

impl<'a> Profile<'a> {
    /// Computes the derivatives at the fitted strengths. Returns `None` if rounding makes the curvature singular.
    pub fn new(rated: &'a RatedFinishes<'a>) -> Option<Self> {
        let Slope { value, curvature, .. } =
            Slope::at(rated.finishes, &rated.counts, &rated.strengths);
        Some(Self { rated, value, inverse: Cholesky::new(curvature.clone())?, curvature })
    }

    /// Returns the 95% CI of each linear combination of strengths, or `None` if the blocks do not differ. Every combination must
    /// be a difference that is bounded by the results.
    pub fn intervals(&self, combinations: &[Vec<f64>]) -> Vec<Option<(f64, f64)>> {
        if combinations.is_empty() {
            return Vec::new();
        }
        let spreads = self.spreads(combinations);
        let both = combinations.par_iter().zip(spreads);
        both.map(|(combination, spread)| {
            let spread = spread?;
            Some((self.end(combination, &spread, -1.0)?, self.end(combination, &spread, 1.0)?))
        })
        .collect()
    }

    /// Returns the spread of each combination, from the contribution of each block. Interactions between agents and seats are
    /// ignored: seats are balanced, and if all of an agent's few wins are on one seat, the other seats would seem not to vary.
    fn spreads(&self, combinations: &[Vec<f64>]) -> Vec<Option<Spread>> {
        let agents = self.rated.finishes.agents;
        let is_same_kind = |row: usize, column: usize| (row < agents) == (column < agents);
        let size = self.curvature.rows();
        let apart = Matrix::from_fn(size, size, |row, column| {
            if is_same_kind(row, column) { self.curvature[(row, column)] } else { 0.0 }
        });
        let Some(apart) = Cholesky::new(apart) else { return vec![None; combinations.len()] };
        let solve = |by: &Cholesky| -> Vec<_> {
            combinations.iter().map(|combination| by.solve(combination)).collect()
        };
        let (steps, solved) = (solve(&self.inverse), solve(&apart));
        let (mut blocks, mut squares, mut fourths) =
            (0.0, vec![0.0; combinations.len()], vec![0.0; combinations.len()]);
        let mut scores = vec![0.0; size];
        for (games, count) in self.rated.finishes.blocks() {
            scores.fill(0.0);
            for &game in games {
                self.rated.score(game, |place, value| scores[place] += value);
            }
            let count = count as f64;
            blocks += count;
            for (number, column) in solved.iter().enumerate() {
                let square = dot(column, &scores).powi(2);
                squares[number] += count * square;
                fourths[number] += count * square * square;
            }
        }
        let spread = |number: usize| {
            let combination = &combinations[number];
            let model = dot(combination, &steps[number]);
            let ratio =
                squares[number] * blocks / (blocks - 1.0) / dot(combination, &solved[number]);
            let peak = fourths[number] / squares[number].powi(2);
            let freedom = shares::freedom([(1.0, blocks, peak)].into_iter(), blocks - 1.0);
            let quantile = shares::student(freedom).filter(|_| ratio > NO_VARIANCE)?;
            Some(Spread { model, ratio, limit: quantile * quantile })
        };
        (0..combinations.len()).map(spread).collect()
    }

    /// Finds one end of an interval by Newton's method on the square root of the fall, which is nearly linear in the distance.
    fn end(&self, combination: &[f64], spread: &Spread, sign: f64) -> Option<f64> {
        let RatedFinishes { finishes, counts, strengths, .. } = self.rated;
        let middle = dot(combination, strengths);
        let due = (spread.limit * spread.ratio).sqrt();
        let mut distance = due * spread.model.sqrt();
        let mut start = strengths.clone();
        for _ in 0..MOST_STEPS {
            let at = middle + sign * distance;
            let fit = fit_where(finishes, counts, &start, combination, at)?;
            let fall = (2.0 * (self.value - fit.value)).max(0.0).sqrt();
            let slope = sign * fit.fall / fall;
            let next = distance - (fall - due) / slope;
            // Far from the maximum the curve bends, so a step changes the distance by at most a factor of two.
            let next = if next.is_finite() { next } else { 2.0 * distance };
            let next = next.clamp(distance / 2.0, 2.0 * distance);
            let step = (next - distance).abs();
            (distance, start) = (next, fit.strengths);
            if step < LAST_STEP {
                return Some(middle + sign * distance);
            }
        }
        None
    }
}
