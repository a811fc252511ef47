//! The Plackett-Luce model of rankings (Plackett: *The analysis of permutations*, 1975; Luce: *Individual Choice Behavior*,
//! 1959), extended by a seat effect.
//!
//! In a game, each seat's strength is its agent's strength plus the seat's strength, which is equal for all agents. Ranks are
//! assigned one after the other: each remaining seat takes the next rank with a probability proportional to the exponential of
//! its strength. With two seats this is the model of Bradley and Terry, or Elo.
//!
//! The fit maximizes the likelihood times a weak normal prior. The prior fixes the mean of all agents and of all seats at zero,
//! and keeps the strength of an agent that never loses finite. [Known strengths](Finishes::holding) stay as they are.

use super::finishes::{Finishes, POINTS_PER_STRENGTH};
use super::matrix::{Cholesky, Matrix, add, dot, greatest, plus};
use super::picks::{MAX_SEATS, PickChoice};
use arrayvec::ArrayVec;

/// Standard deviation of an agent's prior: 1,000 rating points. After 100 games, the prior moves a rating by a thousandth of
/// itself.
const AGENT_DEVIATION: f64 = 1000.0 / POINTS_PER_STRENGTH;

/// Standard deviation of a seat's prior: 200 rating points. If an agent has very few wins, all of them may be on one seat by
/// chance, and without a prior that seat's effect would be unbounded.
const SEAT_DEVIATION: f64 = 200.0 / POINTS_PER_STRENGTH;

/// Newton's method ends after a step of at most this size; each step squares the error.
const LAST_STEP: f64 = 1e-5;
/// Last step of a conditional fit, which needs more digits because intervals are derived from it.
const LAST_CONDITIONAL_STEP: f64 = 1e-7;
/// Maximum number of Newton steps. About 12 are needed if the results bound the strengths, and a few dozen if only the prior
/// does.
const MOST_STEPS: usize = 200;
/// Rounding error of the log-likelihood, relative to its value.
const ROUNDING: f64 = 1e-10;

/// The strengths of all agents, then of all seats.
pub type Strengths = Vec<f64>;

/// Value and derivatives of the log-posterior: the logarithm of likelihood times prior.
pub struct Slope {
    /// The value of the log-posterior.
    pub value: f64,
    /// The first derivatives with respect to the strengths.
    pub gradient: Vec<f64>,
    /// The negated second derivatives.
    pub curvature: Matrix,
}

/// A fit under the condition that a linear combination of strengths has a given value.
pub struct ConditionalFit {
    /// The fitted strengths.
    pub strengths: Strengths,
    /// The log-posterior at the fit.
    pub value: f64,
    /// The decrease of the log-posterior per unit of the combination.
    pub fall: f64,
}

/// Finds the strengths that best fit the choices, each with a weight (its count), by Newton's method from a starting point.
pub fn fit(finishes: &Finishes, weights: &[f64], start: Strengths) -> Strengths {
    let mut strengths = start;
    let mut here = Slope::at(finishes, weights, &strengths);
    for _ in 0..MOST_STEPS {
        // The prior makes the matrix positive definite. Only far from any solution can rounding prevent that.
        let Some(cholesky) = Cholesky::new(here.curvature.clone()) else { break };
        let mut step = cholesky.solve(&here.gradient);
        loop {
            let next = plus(&strengths, 1.0, &step);
            if greatest(&step) < LAST_STEP {
                return next;
            }
            let there = Slope::at(finishes, weights, &next);
            if there.value >= here.value - ROUNDING * here.value.abs() {
                (strengths, here) = (next, there);
                break;
            }
            for value in &mut step {
                *value /= 2.0;
            }
        }
    }
    strengths
}

/// Finds the best strengths for which a linear combination has the given value, by Newton's method under this condition.
pub fn fit_where(
    finishes: &Finishes,
    counts: &[f64],
    start: &[f64],
    combination: &[f64],
    value: f64,
) -> Option<ConditionalFit> {
    let mut strengths = start.to_vec();
    let mut here = Slope::at(finishes, counts, &strengths);
    let mut is_on_it = false;
    for _ in 0..MOST_STEPS {
        let cholesky = Cholesky::new(here.curvature.clone())?;
        let along = cholesky.solve(combination);
        let mut free = cholesky.solve(&here.gradient);
        let missing = value - dot(combination, &strengths);
        let push = (missing - dot(combination, &free)) / dot(combination, &along);
        // The first step moves to a point that satisfies the condition; later steps stay on it.
        let mut step = if is_on_it {
            add(&mut free, push, &along);
            free
        } else {
            let factor = missing / dot(combination, &along);
            along.iter().map(|value| value * factor).collect()
        };
        if is_on_it && greatest(&step) < LAST_CONDITIONAL_STEP {
            return Some(ConditionalFit { strengths, value: here.value, fall: push });
        }
        loop {
            let next = plus(&strengths, 1.0, &step);
            let there = Slope::at(finishes, counts, &next);
            let is_better = there.value >= here.value - ROUNDING * here.value.abs();
            if is_better || !is_on_it {
                (strengths, here, is_on_it) = (next, there, true);
                break;
            }
            for value in &mut step {
                *value /= 2.0;
            }
        }
    }
    None
}

/// Reports the derivatives of a game's log-likelihood with respect to the strengths of its agents and seats. All others are 0.
pub fn score<'a>(
    choices: impl Iterator<Item = &'a PickChoice>,
    agents: usize,
    strengths: &[f64],
    mut add: impl FnMut(usize, f64),
) {
    for choice in choices {
        for (seat, part) in choice.credits() {
            for place in places(seat, agents) {
                add(place, part);
            }
        }
        for (seats, part) in choice.parts() {
            let Odds { seats, sum, .. } = Odds::of(choice, seats, agents, strengths);
            for (places, odds) in seats {
                for place in places {
                    add(place, -part * (odds / sum));
                }
            }
        }
    }
}

/// Returns the indices of an agent and its seat among the strengths.
const fn places((seat, agent): (usize, usize), agents: usize) -> [usize; 2] {
    [agent, agents + seat]
}

/// The odds of some seats of a choice, one of which is chosen.
struct Odds {
    /// For each seat, the indices of its strengths, and the exponential of its strength minus the greatest strength.
    seats: ArrayVec<([usize; 2], f64), MAX_SEATS>,
    greatest: f64,
    /// The sum of the exponentials.
    sum: f64,
}

impl Odds {
    /// Returns the odds of those seats of a choice that are in the bit set `seats`.
    fn of(choice: &PickChoice, seats: u8, agents: usize, strengths: &[f64]) -> Self {
        let left = choice.seats().filter(|&(seat, _)| seats & 1 << seat != 0);
        let left = left.map(|seat| places(seat, agents));
        let mut seats: ArrayVec<_, MAX_SEATS> =
            left.map(|places| (places, strengths[places[0]] + strengths[places[1]])).collect();
        let greatest = seats.iter().map(|&(_, strength)| strength).fold(f64::MIN, f64::max);
        seats.iter_mut().for_each(|(_, strength)| *strength = (*strength - greatest).exp());
        let sum = seats.iter().map(|&(_, odds)| odds).sum();
        Self { seats, greatest, sum }
    }
}

/// Returns the precision (inverse variance) of each strength's prior.
pub fn precision(finishes: &Finishes) -> Vec<f64> {
    let of = |place| if place < finishes.agents { AGENT_DEVIATION } else { SEAT_DEVIATION };
    (0..finishes.agents + finishes.players).map(|place| of(place).powi(-2)).collect()
}

/// Returns the known strengths, and 0 for all other agents and for the seats, as a starting point.
pub fn level(finishes: &Finishes) -> Strengths {
    (0..finishes.agents + finishes.players)
        .map(|place| finishes.known(place).unwrap_or(0.0))
        .collect()
}

impl Slope {
    /// Computes value and derivatives for choices with the given weights.
    pub fn at(finishes: &Finishes, weights: &[f64], strengths: &[f64]) -> Self {
        let precision = precision(finishes);
        let both = precision.iter().zip(strengths);
        let gradient: Vec<f64> =
            both.map(|(precision, strength)| -(precision * strength)).collect();
        let mut slope = Self {
            value: dot(&gradient, strengths) / 2.0,
            gradient,
            curvature: Matrix::from_diagonal(&precision),
        };
        for (choice, &weight) in finishes.choices().iter().zip(weights) {
            if weight > 0.0 {
                slope.add(choice, weight, finishes.agents, strengths);
            }
        }
        slope.hold(finishes);
        slope
    }

    /// Removes the derivatives with respect to known strengths, so that no step of a fit changes them.
    fn hold(&mut self, finishes: &Finishes) {
        for place in (0..finishes.agents).filter(|&place| finishes.known(place).is_some()) {
            self.gradient[place] = 0.0;
            for other in 0..self.gradient.len() {
                self.curvature[(place, other)] = 0.0;
                self.curvature[(other, place)] = 0.0;
            }
            self.curvature[(place, place)] = 1.0;
        }
    }

    /// Adds the terms of a choice.
    fn add(&mut self, choice: &PickChoice, weight: f64, agents: usize, strengths: &[f64]) {
        for (seat, part) in choice.credits() {
            let (places, weight) = (places(seat, agents), weight * part);
            self.value += weight * (strengths[places[0]] + strengths[places[1]]);
            add_at(&mut self.gradient, places, weight);
        }
        for (seats, part) in choice.parts() {
            let weight = weight * part;
            let Odds { seats, greatest, sum } = Odds::of(choice, seats, agents, strengths);
            self.value -= weight * (greatest + sum.ln());
            for &(own, own_odds) in &seats {
                let chance = weight * own_odds / sum;
                add_at(&mut self.gradient, own, -chance);
                add_block(&mut self.curvature, own, own, chance);
                for &(other, other_odds) in &seats {
                    add_block(&mut self.curvature, own, other, -chance * other_odds / sum);
                }
            }
        }
    }
}

fn add_at(vector: &mut [f64], places: [usize; 2], value: f64) {
    for place in places {
        vector[place] += value;
    }
}

fn add_block(matrix: &mut Matrix, rows: [usize; 2], columns: [usize; 2], value: f64) {
    for row in rows {
        for column in columns {
            matrix[(row, column)] += value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::finishes::Places;
    use super::*;

    /// With two agents on balanced seats, the difference of strengths is the logarithm of the odds.
    #[test]
    fn two_agents_have_the_strengths_of_bradley_and_terry() {
        let mut finishes = Finishes::new(2, 2, Places::All);
        for game in 0..40_000 {
            // Three wins in four games on both seats.
            let ranks = if game % 4 == 0 { [2, 1] } else { [1, 2] };
            finishes.add(&[0, 1], &ranks);
            finishes.add(&[1, 0], &[ranks[1], ranks[0]]);
            finishes.close_block();
        }
        let strengths = fit(&finishes, &finishes.counts(), level(&finishes));
        assert!((strengths[0] - strengths[1] - 3.0_f64.ln()).abs() < 1e-4);
        assert!((strengths[0] + strengths[1]).abs() < 1e-9, "the mean is zero");
        assert!(strengths[2].abs() < 1e-9 && strengths[3].abs() < 1e-9, "no seat is better");
    }

    /// One of three agents wins half of the games, the others a quarter each.
    #[test]
    fn wins_alone_give_the_logarithms_of_their_shares() {
        let mut finishes = Finishes::new(3, 3, Places::First);
        for game in 0..12_000 {
            let assignment = [0, 1, 2].map(|seat| (seat + game) % 3);
            let winner = [0, 0, 1, 2][game / 3 % 4];
            // The order behind the winner is always the same: it must not count.
            finishes.add(
                &assignment,
                &assignment.map(|agent| if agent == winner { 1 } else { 2 + agent as u8 }),
            );
            finishes.close_block();
        }
        let strengths = fit(&finishes, &finishes.counts(), level(&finishes));
        assert!((strengths[0] - strengths[1] - 2.0_f64.ln()).abs() < 1e-3, "{strengths:?}");
        assert!((strengths[1] - strengths[2]).abs() < 1e-3, "{strengths:?}");
    }

    /// Compares each derivative with the difference quotient.
    #[test]
    fn derivatives_are_those_of_the_value() {
        for places in [Places::All, Places::First] {
            check_derivatives(places);
        }
    }

    fn check_derivatives(places: Places) {
        let mut finishes = Finishes::new(3, 4, places);
        finishes.add(&[0, 1, 2, 1], &[1, 2, 2, 4]);
        finishes.add(&[2, 2, 0, 1], &[4, 1, 1, 1]);
        finishes.add(&[0, 0, 1, 2], &[2, 1, 4, 3]);
        let weights = vec![1.5; finishes.choices().len()];
        let at = vec![0.3, -0.5, 0.1, 0.2, 0.0, -0.4, 0.6];
        let here = Slope::at(&finishes, &weights, &at);
        let tiny = 1e-5;
        for place in 0..at.len() {
            let moved = |by: f64| {
                let mut there = at.clone();
                there[place] += by;
                Slope::at(&finishes, &weights, &there)
            };
            let (below, above) = (moved(-tiny), moved(tiny));
            let quotient = (above.value - below.value) / (2.0 * tiny);
            assert!((here.gradient[place] - quotient).abs() < 1e-6, "{place}");
            let mut wrong = plus(&below.gradient, -1.0, &above.gradient);
            for value in &mut wrong {
                *value /= 2.0 * tiny;
            }
            add(&mut wrong, -1.0, here.curvature.column(place));
            assert!(greatest(&wrong) < 1e-6, "{place}");
        }
    }
}
