//! Ratings of agents and seat effects, with intervals from a bootstrap over blocks.
//!
//! A rating is a strength in the [Plackett-Luce](super::plackett_luce) model, in units of Elo: 400
//! points are odds of ten to one to finish ahead, or to win if wins alone count. The mean over all
//! agents is 0.

use super::bootstrap::{self, LEAST_BLOCKS, REPLICATES, SEED};
use super::finishes::Finishes;
use super::plackett_luce::{POINTS_PER_STRENGTH, Strengths, fit, level};
use rand_distr::{Distribution, Poisson};
use rayon::prelude::*;

/// Ratings are rounded to this fraction of a point; further digits would differ between machines.
const STEPS_PER_POINT: f64 = 1e4;

/// The child of the bootstrap seed for ratings; blocks reach it only after as many games.
const CHILD: u64 = u64::MAX;

/// A rating and its 95% CI, in points.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Rating {
    /// The rating, or `None` if the agent or all others have not played.
    pub value: Option<f64>,
    /// The interval. `None` with fewer than ten blocks, if all replicates are alike, or if an agent
    /// or a seat always finished ahead of all others: then the rating depends on the prior.
    pub interval: Option<(f64, f64)>,
}

/// The ratings of all agents and the effects of all seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// By agent.
    pub agents: Vec<Rating>,
    /// By seat: what all agents gain there, in points.
    pub seats: Vec<Rating>,
}

impl Ratings {
    /// Rates all agents on the threads of the current pool; the result does not depend on them.
    pub fn new(finishes: &Finishes) -> Self {
        let strengths = fit(finishes, &finishes.weigh(|blocks| blocks as f64), level(finishes));
        let has_intervals = finishes.blocks() >= LEAST_BLOCKS && finishes.bound_all();
        let replicates = if has_intervals { replicates(finishes, &strengths) } else { Vec::new() };
        let agents = finishes.agents();
        let rating = |place: usize, is_known: bool| Rating {
            value: is_known.then(|| points(strengths[place])),
            interval: interval(&replicates, place).filter(|_| is_known),
        };
        Self {
            agents: (0..agents)
                .map(|agent| rating(agent, agents > 1 && finishes.has_played(agent)))
                .collect(),
            seats: (0..finishes.players())
                .map(|seat| rating(agents + seat, finishes.blocks() > 0))
                .collect(),
        }
    }
}

/// Returns the strengths of each replicate of the blocks. A block that occurred several times gets
/// a Poisson number with that mean, as if each occurrence had drawn for itself.
fn replicates(finishes: &Finishes, start: &Strengths) -> Vec<Strengths> {
    let replicate = |number: usize| {
        let mut stream = SEED.child(CHILD).child(number as u64).rng();
        let weights = finishes.weigh(|blocks| {
            let poisson = Poisson::new(blocks as f64).expect("a block that came has a mean");
            poisson.sample(&mut stream)
        });
        weights.iter().any(|&weight| weight > 0.0).then(|| fit(finishes, &weights, start.clone()))
    };
    let replicates: Vec<_> = (0..REPLICATES).into_par_iter().map(replicate).collect();
    replicates.into_iter().flatten().collect()
}

fn interval(replicates: &[Strengths], place: usize) -> Option<(f64, f64)> {
    let values = replicates.iter().map(|strengths| strengths[place]).collect();
    let (low, high) = bootstrap::interval(values)?;
    Some((points(low), points(high))).filter(|(low, high)| low < high)
}

fn points(strength: f64) -> f64 {
    // Adding zero turns -0 into 0.
    (strength * POINTS_PER_STRENGTH * STEPS_PER_POINT).round() / STEPS_PER_POINT + 0.0
}

#[cfg(test)]
mod tests {
    use super::super::finishes::Places;
    use super::*;
    use engine::{GameRng, Seed};
    use rand::RngExt;
    use std::iter::zip;

    /// Draws the ranks of a game from the model's strengths: the smallest of exponential times is
    /// first.
    fn ranks(assignment: &[usize], agents: &[f64], seats: &[f64], stream: &mut GameRng) -> Vec<u8> {
        let times: Vec<f64> = zip(assignment, seats)
            .map(|(&agent, seat)| {
                let rate = ((agents[agent] + seat) / POINTS_PER_STRENGTH).exp();
                -stream.random::<f64>().ln() / rate
            })
            .collect();
        let rank = |time: &f64| 1 + times.iter().filter(|&other| other < time).count() as u8;
        times.iter().map(rank).collect()
    }

    /// Returns blocks in which the agents rotate through the seats. A deck favours some agent; the
    /// games of a block share that luck, so they are not independent.
    fn finishes(agents: &[f64], seats: &[f64], blocks: usize, seed: Seed) -> Finishes {
        let players = seats.len();
        let mut finishes = Finishes::new(agents.len(), players, Places::All);
        for block in 0..blocks {
            let seed = seed.child(block as u64);
            for turn in 0..players {
                let assignment: Vec<_> =
                    (0..players).map(|seat| (block + seat + turn) % agents.len()).collect();
                // Every third block is one game, repeated on all seats.
                let child = if block % 3 == 0 { 0 } else { turn as u64 };
                let ranks = ranks(&assignment, agents, seats, &mut seed.child(child).rng());
                finishes.add(&assignment, &ranks);
            }
            finishes.close_block();
        }
        finishes
    }

    fn assert_near(ratings: &[Rating], truth: &[f64], most: f64) {
        for (rating, truth) in zip(ratings, truth) {
            assert!((rating.value.unwrap() - truth).abs() < most, "{rating:?} is not {truth}");
        }
    }

    #[test]
    fn known_strengths_are_found_again() {
        let agents = [150.0, 50.0, -20.0, -180.0];
        let seats = [60.0, 0.0, -60.0];
        let ratings = Ratings::new(&finishes(&agents, &seats, 8000, Seed::new(1)));
        // Standard errors are about 2 points with 24,000 games.
        assert_near(&ratings.agents, &agents, 8.0);
        assert_near(&ratings.seats, &seats, 8.0);
        assert!(
            ratings.agents.iter().map(|rating| rating.value.unwrap()).sum::<f64>().abs() < 0.01
        );
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let (agents, seats) = ([80.0, 0.0, -80.0], [30.0, 0.0, -30.0]);
        let (mut held, mut all) = (0, 0);
        for number in 0..300 {
            let ratings = Ratings::new(&finishes(&agents, &seats, 90, Seed::new(2).child(number)));
            let found = ratings.agents.iter().chain(&ratings.seats);
            for (rating, truth) in zip(found, agents.iter().chain(&seats)) {
                let (low, high) = rating.interval.unwrap();
                held += usize::from(low <= *truth && *truth <= high);
                all += 1;
            }
        }
        let share = held as f64 / f64::from(all);
        // Ratings of a tournament depend on each other: 300 tournaments count, not 1800 values.
        assert!((0.92..=0.98).contains(&share), "coverage {share}");
    }

    #[test]
    fn few_blocks_have_no_interval() {
        let rate =
            |blocks| Ratings::new(&finishes(&[50.0, -50.0], &[0.0; 2], blocks, Seed::new(5)));
        let few = rate(LEAST_BLOCKS as usize - 1).agents[0];
        assert!(few.value.is_some() && few.interval.is_none(), "{few:?}");
        assert!(rate(40).agents[0].interval.is_some());
    }

    #[test]
    fn nobody_to_compare_with_has_no_rating() {
        let alone = Ratings::new(&finishes(&[0.0], &[0.0; 2], 10, Seed::new(3)));
        assert_eq!(alone.agents, [Rating::default()]);
        let nothing = Ratings::new(&Finishes::new(2, 2, Places::All));
        assert_eq!(nothing.agents, [Rating::default(); 2]);
        assert_eq!(nothing.seats, [Rating::default(); 2]);
    }

    #[test]
    fn who_never_loses_is_rated_high_but_without_an_interval() {
        let mut finishes = Finishes::new(2, 2, Places::All);
        for _ in 0..1000 {
            finishes.add(&[0, 1], &[1, 2]);
            finishes.add(&[1, 0], &[2, 1]);
            finishes.close_block();
        }
        let ratings = Ratings::new(&finishes);
        let difference = ratings.agents[0].value.unwrap() - ratings.agents[1].value.unwrap();
        assert!((1500.0..3000.0).contains(&difference), "{difference}");
        assert_eq!(ratings.agents[0].interval, None);
    }

    #[test]
    fn games_that_are_all_the_same_have_no_interval() {
        let mut finishes = Finishes::new(2, 2, Places::All);
        for _ in 0..10 {
            finishes.add(&[0, 1], &[1, 2]);
            finishes.add(&[1, 0], &[1, 2]);
            finishes.close_block();
        }
        let ratings = Ratings::new(&finishes);
        assert_eq!(ratings.agents, [Rating { value: Some(0.0), interval: None }; 2]);
        assert_eq!(ratings.seats[0].interval, None);
        assert!(ratings.seats[0].value > Some(200.0), "the first seat always wins");
    }

    #[test]
    fn ratings_do_not_depend_on_threads() {
        let finishes = finishes(&[50.0, -50.0], &[0.0; 3], 30, Seed::new(4));
        let rate = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| Ratings::new(&finishes))
        };
        assert_eq!(rate(1), rate(3));
    }
}
