//! Selection by UCB: which available child to visit.

use super::tree::Node;
use engine::GameRng;
use rand::RngExt;
use std::f32::consts::LN_2;

/// Number of children scored together.
const LANES: usize = 8;

/// Returns the position of the best child where all are available, scoring many at once with the rule of
/// [`Choice`].
pub(super) fn best_of_all(children: &mut [Node], exploration: f32, rng: &mut GameRng) -> usize {
    // All children are equally often available, so the first one's count serves for all.
    children[0].availability += 1;
    if children.iter().any(|child| child.visits == 0) {
        return untried(children, rng);
    }
    let logarithm = ln(children[0].availability);
    let mut best = (f32::NEG_INFINITY, 0);
    for (chunk, children) in children.chunks(LANES).enumerate() {
        let (mut visits, mut scores) = ([1.0; LANES], [0.0; LANES]);
        for (lane, child) in children.iter().enumerate() {
            visits[lane] = child.visits as f32;
            scores[lane] = child.mean;
        }
        for lane in 0..LANES {
            scores[lane] += exploration * (logarithm / visits[lane]).sqrt();
        }
        for (lane, &score) in scores[..children.len()].iter().enumerate() {
            if score > best.0 {
                best = (score, chunk * LANES + lane);
            }
        }
    }
    best.1
}

/// Returns the position of a random unvisited child.
#[cold]
fn untried(children: &[Node], rng: &mut GameRng) -> usize {
    let mut chosen = 0;
    let untried = children.iter().enumerate().filter(|(_, child)| child.visits == 0);
    for (earlier, (position, _)) in untried.enumerate() {
        if rng.random_range(0..=earlier as u32) == 0 {
            chosen = position;
        }
    }
    chosen
}

/// A choice among children by UCB: a random child that was never visited, or else the child with the best sum
/// of its mean reward and a bonus. The bonus grows with the number of times the move was available, not with
/// the parent's visits (Cowling, Powley, Whitehouse 2012).
pub(super) struct Choice {
    exploration: f32,
    untried: u32,
    score: f32,
    /// The position of the best child so far.
    pub(super) position: usize,
    /// The last argument and its logarithm. In games without hidden information all moves are equally
    /// available, so one logarithm serves all.
    logarithm: (u32, f32),
}

impl Choice {
    pub(super) const fn new(exploration: f32) -> Self {
        let score = f32::NEG_INFINITY;
        Self { exploration, untried: 0, score, position: 0, logarithm: (0, 0.0) }
    }

    /// Considers another available child.
    #[inline]
    pub(super) fn consider(&mut self, position: usize, child: &mut Node, rng: &mut GameRng) {
        child.availability += 1;
        if child.visits == 0 {
            self.untried += 1;
            if rng.random_range(0..self.untried) == 0 {
                self.position = position;
            }
        } else if self.untried == 0 {
            if self.logarithm.0 != child.availability {
                self.logarithm = (child.availability, ln(child.availability));
            }
            let bonus = (self.logarithm.1 / child.visits as f32).sqrt();
            let score = child.mean + self.exploration * bonus;
            if score > self.score {
                (self.score, self.position) = (score, position);
            }
        }
    }
}

/// Returns the natural logarithm of a positive number.
fn ln(number: u32) -> f32 {
    LOGARITHMS.get(number as usize).copied().unwrap_or_else(|| logarithm(number))
}

/// The logarithms of small numbers, which are requested most; negative infinity for 0.
static LOGARITHMS: [f32; 2048] = {
    let mut logarithms = [f32::NEG_INFINITY; 2048];
    let mut number = 1;
    while number < logarithms.len() {
        logarithms[number] = logarithm(number as u32);
        number += 1;
    }
    logarithms
};

/// Computes the natural logarithm to five digits. The system library is not used because its results differ
/// between machines, and moves must not.
const fn logarithm(number: u32) -> f32 {
    let exponent = number.ilog2();
    let mantissa = number as f32 / (1_u64 << exponent) as f32;
    // ln m = 2 artanh((m - 1) / (m + 1)), a series that converges fast for m between 1 and 2.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let series = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0)));
    exponent as f32 * LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
mod tests {
    use super::{ln, logarithm};

    #[test]
    fn the_logarithm_is_good_to_five_digits() {
        for number in (1..5000).chain([1 << 20, (1 << 24) - 1, u32::MAX]) {
            let expected = f64::from(number).ln();
            assert!((f64::from(ln(number)) - expected).abs() < 2e-5, "ln {number}");
            assert_eq!(ln(number).to_bits(), logarithm(number).to_bits(), "ln {number}");
        }
    }
}
