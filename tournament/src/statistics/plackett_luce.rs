//! The Plackett-Luce model of ranks (Plackett: *The analysis of permutations*, 1975; Luce: *Individual
//! Choice Behavior*, 1959), with an effect of the seat.
//!
//! On every seat stands a strength: that of its agent plus that of the seat, which all agents share. Of
//! the seats that are left, each takes the next rank with the probability of the exponential of its
//! strength as a part of the sum of all. With two seats that is the model of Bradley and Terry, or Elo.
//!
//! Strengths are those of the greatest likelihood times a weak normal prior. It fixes the mean of all
//! agents and of all seats at zero, and keeps an agent finite that never loses.

use super::finishes::{Choice, Finishes};
use nalgebra::{Cholesky, DMatrix, DVector};

/// Standard deviation of the prior: 1000 points of a rating. After a hundred games it moves a rating by a
/// thousandth of itself.
const PRIOR_DEVIATION: f64 = 1000.0 / super::ratings::POINTS_PER_STRENGTH;
const PRECISION: f64 = 1.0 / (PRIOR_DEVIATION * PRIOR_DEVIATION);

/// Strengths are found once a step changes none of them by more than this.
const ACCURACY: f64 = 1e-9;
/// Newton's method needs ten steps at most where it is bounded, and two dozen where a prior alone bounds.
const MOST_STEPS: usize = 200;
const MOST_HALVINGS: usize = 60;

/// The strengths of all agents, then of all seats.
pub type Strengths = DVector<f64>;

/// Value and derivatives of the logarithm of likelihood times prior.
struct Slope {
    value: f64,
    gradient: DVector<f64>,
    /// The second derivatives with the opposite sign.
    curvature: DMatrix<f64>,
}

/// The strengths that fit best to choices that were made so often, by Newton's method from a start.
pub fn fit(finishes: &Finishes, weights: &[f64], start: Strengths) -> Strengths {
    let mut strengths = start;
    let mut slope = slope(finishes, weights, &strengths);
    for _ in 0..MOST_STEPS {
        // The prior makes it positive definite; rounding can only spoil that far away from any solution.
        let Some(cholesky) = Cholesky::new(slope.curvature.clone()) else { break };
        let mut step = cholesky.solve(&slope.gradient);
        let mut halvings = 0;
        loop {
            let next = &strengths + &step;
            let there = self::slope(finishes, weights, &next);
            halvings += 1;
            if there.value >= slope.value || step.amax() < ACCURACY || halvings > MOST_HALVINGS {
                strengths = next;
                slope = there;
                break;
            }
            step /= 2.0;
        }
        if step.amax() < ACCURACY {
            break;
        }
    }
    strengths
}

/// All agents and seats alike.
pub fn level(finishes: &Finishes) -> Strengths {
    DVector::zeros(finishes.agents() + finishes.players())
}

fn slope(finishes: &Finishes, weights: &[f64], strengths: &Strengths) -> Slope {
    let size = strengths.len();
    let mut slope = Slope {
        value: -PRECISION / 2.0 * strengths.norm_squared(),
        gradient: -PRECISION * strengths,
        curvature: DMatrix::from_diagonal_element(size, size, PRECISION),
    };
    for (choice, &weight) in finishes.choices().iter().zip(weights) {
        if weight > 0.0 {
            slope.add(choice, weight, finishes.agents(), strengths);
        }
    }
    slope
}

impl Slope {
    /// Adds a choice. Every seat of a table is chosen once, the last one from itself alone; so what the
    /// chosen add is that of the whole table.
    fn add(&mut self, choice: &Choice, weight: f64, agents: usize, strengths: &Strengths) {
        let strength = |(seat, agent): (usize, usize)| strengths[agent] + strengths[agents + seat];
        if choice.is_first {
            for (seat, agent) in choice.seats() {
                self.value += weight * strength((seat, agent));
                self.gradient[agent] += weight;
                self.gradient[agents + seat] += weight;
            }
        }
        for (seats, part) in choice.parts() {
            let weight = weight * part;
            let left = || choice.seats().filter(move |&(seat, _)| seats & 1 << seat != 0);
            let greatest = left().map(strength).fold(f64::NEG_INFINITY, f64::max);
            let odds = |place| (strength(place) - greatest).exp();
            let sum: f64 = left().map(odds).sum();
            self.value -= weight * (greatest + sum.ln());
            for (seat, agent) in left() {
                let chance = weight * odds((seat, agent)) / sum;
                let own = [agent, agents + seat];
                own.iter().for_each(|&place| self.gradient[place] -= chance);
                add_block(&mut self.curvature, own, own, chance);
                for (other_seat, other) in left() {
                    let both = chance * odds((other_seat, other)) / sum;
                    add_block(&mut self.curvature, own, [other, agents + other_seat], -both);
                }
            }
        }
    }
}

fn add_block(matrix: &mut DMatrix<f64>, rows: [usize; 2], columns: [usize; 2], value: f64) {
    for row in rows {
        for column in columns {
            matrix[(row, column)] += value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two agents on balanced seats, the difference is the logarithm of the odds.
    #[test]
    fn two_agents_have_the_strengths_of_bradley_and_terry() {
        let mut finishes = Finishes::new(2, 2);
        for game in 0..40_000 {
            // Three wins of four on both seats.
            let ranks = if game % 4 == 0 { [2, 1] } else { [1, 2] };
            finishes.add(&[0, 1], &ranks);
            finishes.add(&[1, 0], &[ranks[1], ranks[0]]);
            finishes.close_block();
        }
        let strengths = fit(&finishes, &finishes.weigh(|blocks| blocks as f64), level(&finishes));
        assert!((strengths[0] - strengths[1] - 3.0_f64.ln()).abs() < 1e-4);
        assert!((strengths[0] + strengths[1]).abs() < 1e-9, "the mean is zero");
        assert!(strengths[2].abs() < 1e-9 && strengths[3].abs() < 1e-9, "no seat is better");
    }

    /// Each derivative against the difference quotient of what it is derived from.
    #[test]
    fn derivatives_are_those_of_the_value() {
        let mut finishes = Finishes::new(3, 4);
        finishes.add(&[0, 1, 2, 1], &[1, 2, 2, 4]);
        finishes.add(&[2, 2, 0, 1], &[4, 1, 1, 1]);
        finishes.add(&[0, 0, 1, 2], &[2, 1, 4, 3]);
        let weights = vec![1.5; finishes.choices().len()];
        let at = DVector::from_vec(vec![0.3, -0.5, 0.1, 0.2, 0.0, -0.4, 0.6]);
        let here = slope(&finishes, &weights, &at);
        let tiny = 1e-5;
        for place in 0..at.len() {
            let moved = |by: f64| {
                let mut there = at.clone();
                there[place] += by;
                slope(&finishes, &weights, &there)
            };
            let (below, above) = (moved(-tiny), moved(tiny));
            let quotient = (above.value - below.value) / (2.0 * tiny);
            assert!((here.gradient[place] - quotient).abs() < 1e-6, "{place}");
            let bends = (below.gradient - above.gradient) / (2.0 * tiny);
            assert!((here.curvature.column(place) - bends).amax() < 1e-6, "{place}");
        }
    }
}
