//! The n-tuple bandit evolutionary algorithm: finds a good combination of values from lists, by noisy
//! payoffs (Lucas, Liu, Perez-Liebana: *The N-Tuple Bandit Evolutionary Algorithm for Automatic Game
//! Improvement*, 2018).
//!
//! A model keeps the mean payoff of every value, of every pair of values of two parameters, and of every
//! whole combination tried. From the last combination, changed at random in a few places, the one
//! that promises most is tried next: its means, and a bonus for what has been tried seldom.

use super::Optimiser;
use engine::{GameRng, Seed};
use rand::RngExt;
use std::collections::BTreeMap;

/// Changed combinations that are looked at before one is tried.
const NEIGHBOURS: usize = 50;
/// The part of the parameters that change beside the one that always does.
const CHANGE: f64 = 0.3;
/// The weight of the unknown: payoffs are between 0 and 1, and good and bad ones differ by some tenths.
const EXPLORATION: f64 = 0.25;
/// Trials that an untried tuple counts as, so that its bonus is finite.
const IN_ADVANCE: f64 = 0.5;

/// The number of the value that each parameter has.
type Combination = Vec<usize>;

/// A search under way.
#[derive(Clone, Debug)]
pub struct Ntbea {
    /// The values of every parameter, as they are written.
    values: Vec<Vec<String>>,
    seed: Seed,
    done: u64,
    /// What is tried now.
    current: Combination,
    /// The parameters of each tuple: one, two, or all of them.
    tuples: Vec<Vec<usize>>,
    /// What is known of each tuple, by its values.
    known: Vec<BTreeMap<Combination, Payoffs>>,
}

/// The payoffs of trials.
#[derive(Copy, Clone, Debug, Default)]
struct Payoffs {
    trials: f64,
    sum: f64,
}

impl Ntbea {
    /// A search among these values, at least one for each parameter; the start is tried first.
    pub fn new(values: Vec<Vec<String>>, start: Combination, seed: Seed) -> Self {
        let parameters = 0..values.len();
        let mut tuples: Vec<Vec<usize>> = parameters.clone().map(|one| vec![one]).collect();
        for first in parameters.clone() {
            tuples.extend((first + 1..values.len()).map(|second| vec![first, second]));
        }
        if values.len() > 2 {
            tuples.push(parameters.collect());
        }
        let known = vec![BTreeMap::new(); tuples.len()];
        Self { values, seed, done: 0, current: start, tuples, known }
    }

    /// What is known of the tuples of a combination.
    fn known<'a>(&'a self, combination: &'a [usize]) -> impl Iterator<Item = Payoffs> + 'a {
        self.tuples
            .iter()
            .zip(&self.known)
            .map(|(tuple, known)| known.get(&part(combination, tuple)).copied().unwrap_or_default())
    }

    /// The mean of the means of all tuples that have been tried.
    fn estimate(&self, combination: &[usize]) -> f64 {
        let tried = || self.known(combination).filter(|payoffs| payoffs.trials > 0.0);
        let sum: f64 = tried().map(|payoffs| payoffs.sum / payoffs.trials).sum();
        sum / (tried().count() as f64).max(1.0)
    }

    /// The estimate and a bonus for tuples that were tried seldom.
    fn promise(&self, combination: &[usize]) -> f64 {
        let log = (1.0 + self.done as f64).ln();
        let bonus: f64 = self
            .known(combination)
            .map(|payoffs| (log / (payoffs.trials + IN_ADVANCE)).sqrt())
            .sum();
        self.estimate(combination) + EXPLORATION * bonus / self.tuples.len() as f64
    }

    /// A combination that differs from the current one, unless there is only one.
    fn neighbour(&self, rng: &mut GameRng) -> Combination {
        let free: Vec<_> =
            (0..self.values.len()).filter(|&one| self.values[one].len() > 1).collect();
        let mut neighbour = self.current.clone();
        if free.is_empty() {
            return neighbour;
        }
        let always = free[rng.random_range(0..free.len())];
        for parameter in free {
            if parameter == always || rng.random::<f64>() < CHANGE {
                let other = rng.random_range(0..self.values[parameter].len() - 1);
                neighbour[parameter] = other + usize::from(other >= self.current[parameter]);
            }
        }
        neighbour
    }

    fn texts(&self, combination: &[usize]) -> Vec<String> {
        self.values.iter().zip(combination).map(|(values, &value)| values[value].clone()).collect()
    }
}

fn part(combination: &[usize], tuple: &[usize]) -> Combination {
    tuple.iter().map(|&parameter| combination[parameter]).collect()
}

impl Optimiser for Ntbea {
    fn roles(&self) -> &'static [&'static str] {
        &["trial"]
    }

    fn propose(&self) -> Vec<Vec<String>> {
        vec![self.texts(&self.current)]
    }

    fn learn(&mut self, payoffs: &[f64]) {
        for (tuple, known) in self.tuples.iter().zip(&mut self.known) {
            let known = known.entry(part(&self.current, tuple)).or_default();
            known.trials += payoffs.len() as f64;
            known.sum += payoffs.iter().sum::<f64>();
        }
        self.done += 1;
        let mut rng = self.seed.child(self.done).rng();
        let neighbours = (0..NEIGHBOURS).map(|_| self.neighbour(&mut rng));
        let promising = neighbours.map(|neighbour| (self.promise(&neighbour), neighbour));
        if let Some((_, next)) = promising.max_by(|a, b| a.0.total_cmp(&b.0)) {
            self.current = next;
        }
    }

    /// Of all combinations tried, the one with the best estimate.
    fn best(&self) -> Vec<String> {
        // The last tuple has all parameters; with one or two of them that is so, too.
        let tried = self.known.last().into_iter().flat_map(BTreeMap::keys);
        let best = tried.max_by(|a, b| self.estimate(a).total_cmp(&self.estimate(b)));
        self.texts(best.unwrap_or(&self.current))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(sizes: &[usize]) -> Vec<Vec<String>> {
        sizes.iter().map(|&size| (0..size).map(|value| value.to_string()).collect()).collect()
    }

    /// Searches with payoffs that are won or lost in four games; what was found.
    fn search(
        sizes: &[usize],
        trials: u64,
        seed: u64,
        chance: impl Fn(&[usize]) -> f64,
    ) -> Vec<usize> {
        let read = |texts: &[String]| -> Vec<usize> {
            texts.iter().map(|text| text.parse().unwrap()).collect()
        };
        let mut luck = Seed::new(seed).child(1).rng();
        let mut ntbea = Ntbea::new(space(sizes), vec![0; sizes.len()], Seed::new(seed).child(0));
        for _ in 0..trials {
            let chance = chance(&read(&ntbea.propose()[0]));
            let wins = (0..4).filter(|_| luck.random::<f64>() < chance).count();
            ntbea.learn(&[wins as f64 / 4.0]);
        }
        read(&ntbea.best())
    }

    /// Each parameter is worth up to 0.1 on its own, and two of them 0.2 if they fit together.
    #[test]
    fn a_good_combination_is_found_although_two_values_must_fit() {
        let sizes = [5, 4, 3, 6, 4];
        let chance = |tried: &[usize]| {
            let single = tried.iter().zip(&sizes).map(|(&value, &size)| {
                let from_best = (value as f64 - (size - 2) as f64).abs() / size as f64;
                0.1 * (1.0 - from_best)
            });
            let fit = if (tried[0], tried[3]) == (3, 4) { 0.2 } else { 0.0 };
            0.1 + single.sum::<f64>() + fit
        };
        for seed in 0..5 {
            let found = search(&sizes, 1500, seed, chance);
            assert!(chance(&found) > 0.75, "seed {seed}: {found:?}, {}", chance(&found));
        }
    }

    #[test]
    fn the_better_of_two_values_is_found() {
        let found = |seed| search(&[2], 300, seed, |tried| if tried[0] == 1 { 0.65 } else { 0.5 });
        assert!((0..5).all(|seed| found(seed) == [1]));
    }

    #[test]
    fn a_parameter_with_one_value_keeps_it() {
        assert_eq!(search(&[1, 1], 10, 0, |_| 0.5), [0, 0]);
    }
}
