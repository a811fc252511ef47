//! A test of fit: do the ratings explain the results between each pair of agents?
//!
//! Ratings predict the fraction of games in which one agent finishes ahead of another, given the seats. The *residual* of a pair
//! in a block is its score minus the predicted score. If the model is correct, residuals are zero on average. If the agents form
//! a cycle, or an agent is better against strong agents than against weak ones, some are not. The test considers the residual
//! sums of all pairs together. Their covariance is estimated from the blocks, so it is valid for games that share a deck, and it
//! accounts for the fact that the strengths were fitted to the same games (a conditional moment test: Newey, *Maximum likelihood
//! specification testing and conditional moment tests*, 1985). Directions in which the fit forces the sums to zero are left out.
//! The statistic is Hotelling's, with its distribution for a covariance estimated from the given number of blocks.

use super::eigen::Eigen;
use super::finishes::{Places, score_of_ranks};
use super::matrix::{Cholesky, Matrix, dot};
use super::plackett_luce::{Slope, precision};
use super::rated::RatedFinishes;
use statrs::distribution::{ContinuousCDF, FisherSnedecor};
use std::collections::BTreeMap;
use std::fmt;

/// Maximum number of pairs; with more, the test takes too long.
const MOST_PAIRS: usize = 500;
/// Minimum number of blocks per degree of freedom.
const LEAST_BLOCKS: f64 = 10.0;
/// Relative tolerance: a residual variance below this fraction of its value before the fit counts as zero. Where the fit forces a
/// residual sum to zero, the prior leaves a small rest.
const NO_VARIANCE: f64 = 1e-4;
/// Tolerance per block: a variance before the fit below this value is rounding error and counts as zero.
const ROUNDING: f64 = 1e-9;

/// Two agents, with the observed and the expected score of the first against the second.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PairFit {
    /// The two agents; the score is the first one's.
    pub agents: (usize, usize),
    /// Fraction of meetings in which the first agent finished ahead, where a shared rank counts one half. If only wins count: 0.5
    /// plus half the difference between the two agents' win shares.
    pub score: f64,
    /// The score that the ratings predict.
    pub expected: f64,
    /// The difference between observed and expected score, in standard errors.
    pub z: f64,
}

/// The result of the test of fit.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct FitTest {
    /// Number of tested pairs: pairs whose residuals are not forced to zero by the fit.
    pub pairs: usize,
    /// Hotelling's statistic, scaled to Fisher's F distribution.
    pub statistic: f64,
    /// Degrees of freedom of the residuals and of their covariance.
    pub freedom: (usize, u64),
    /// The p value: the probability of a statistic at least as large if the model is correct.
    pub p: f64,
    /// The pair with the largest absolute difference in standard errors.
    pub worst: PairFit,
}

/// The reason why there is no test.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum NoTest {
    /// Fewer than two agents have ratings with intervals.
    NoGroup,
    /// There are too few agents: their ratings fit any results.
    AlwaysFits,
    /// The number of blocks is too small for the number of agents.
    FewBlocks,
    /// There are more than 500 pairs of agents.
    ManyPairs,
}

impl fmt::Display for NoTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoGroup => "ratings without intervals",
            Self::AlwaysFits => "any results would fit",
            Self::FewBlocks => "too few blocks",
            Self::ManyPairs => "more than 500 pairs",
        })
    }
}

/// Sums over the games of all blocks.
struct MeetingSums {
    /// The number of strengths. Indices of pairs start after the strengths.
    strengths: usize,
    /// By pair: the number of meetings, and the sum of the scores.
    meetings: Vec<(f64, f64)>,
    /// By pair: the sum of the residuals.
    residuals: Vec<f64>,
    /// By strength, then by pair: the derivative of the pair's expected score with respect to the strength.
    slopes: Matrix,
    /// Sums over the blocks of the products of a block's contributions, by strength and pair.
    products: Matrix,
    blocks: f64,
}

/// Non-zero contributions of a block, by the place of the strength or pair.
type Sparse = BTreeMap<usize, f64>;

impl FitTest {
    /// Tests whether the ratings fit the results.
    ///
    /// # Errors
    /// Returns the reason if the test is impossible.
    pub fn new(rated: &RatedFinishes<'_>) -> Result<Self, NoTest> {
        let agents = rated.group.len();
        if agents < 2 || rated.general_gap().is_some() {
            return Err(NoTest::NoGroup);
        }
        if agents * (agents - 1) / 2 > MOST_PAIRS {
            return Err(NoTest::ManyPairs);
        }
        let sums = MeetingSums::of(rated);
        let covariance = sums.covariance(rated).ok_or(NoTest::NoGroup)?;
        let deviations: Vec<f64> =
            (0..covariance.rows()).map(|pair| covariance[(pair, pair)].sqrt()).collect();
        let free: Vec<_> =
            (0..sums.meetings.len()).filter(|&pair| sums.is_free(pair, &covariance)).collect();
        let z: Vec<f64> =
            free.iter().map(|&pair| sums.residuals[pair] / deviations[pair]).collect();
        let Some(worst) =
            (0..free.len()).max_by(|&one, &other| z[one].abs().total_cmp(&z[other].abs()))
        else {
            return Err(NoTest::AlwaysFits);
        };
        let correlation = Matrix::from_fn(free.len(), free.len(), |row, column| {
            let (row, column) = (free[row], free[column]);
            covariance[(row, column)] / (deviations[row] * deviations[column])
        });
        let eigen = Eigen::of(&correlation);
        let (mut squares, mut freedom) = (0.0, 0);
        for (direction, &variance) in eigen.values.iter().enumerate() {
            if variance > NO_VARIANCE {
                squares += dot(eigen.vectors.column(direction), &z).powi(2) / variance;
                freedom += 1;
            }
        }
        let rank = freedom as f64;
        if sums.blocks < LEAST_BLOCKS * rank {
            return Err(NoTest::FewBlocks);
        }
        let of_blocks = sums.blocks - rank;
        let statistic = squares * of_blocks / (rank * (sums.blocks - 1.0));
        let distribution = FisherSnedecor::new(rank, of_blocks).map_err(|_| NoTest::FewBlocks)?;
        let pair = free[worst];
        let (meetings, scores) = sums.meetings[pair];
        Ok(Self {
            pairs: free.len(),
            statistic,
            freedom: (freedom, of_blocks as u64),
            p: distribution.sf(statistic),
            worst: PairFit {
                agents: pairs(&rated.group).nth(pair).unwrap_or_default(),
                score: scores / meetings,
                expected: (scores - sums.residuals[pair]) / meetings,
                z: z[worst],
            },
        })
    }
}

/// Returns all pairs of agents in a group, in order.
fn pairs(group: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    group
        .iter()
        .enumerate()
        .flat_map(|(place, &one)| group[place + 1..].iter().map(move |&other| (one, other)))
}

impl MeetingSums {
    fn of(rated: &RatedFinishes<'_>) -> Self {
        let (finishes, strengths) = (rated.finishes, rated.strengths.len());
        let pairs = pairs(&rated.group).count();
        let mut sums = Self {
            strengths,
            meetings: vec![(0.0, 0.0); pairs],
            residuals: vec![0.0; pairs],
            slopes: Matrix::zeros(strengths, pairs),
            products: Matrix::zeros(strengths + pairs, strengths + pairs),
            blocks: 0.0,
        };
        // The position of each agent in the group.
        let place: Vec<_> =
            (0..finishes.agents).map(|agent| rated.group.binary_search(&agent).ok()).collect();
        for (games, count) in finishes.blocks() {
            let count = count as f64;
            let mut added = Sparse::default();
            for &game in games {
                rated.score(game, |place, value| *added.entry(place).or_default() += value);
                sums.add_game(rated, game, &place, count, &mut added);
            }
            for (&row, value) in &added {
                for (&column, other) in &added {
                    sums.products[(row, column)] += count * value * other;
                }
            }
            sums.blocks += count;
        }
        sums
    }

    /// Adds the meetings of a game that occurred in `count` blocks.
    fn add_game(
        &mut self,
        rated: &RatedFinishes<'_>,
        game: u32,
        places: &[Option<usize>],
        count: f64,
        added: &mut Sparse,
    ) {
        let seats: Vec<_> = rated.finishes.seats_of(game).collect();
        let size = rated.group.len();
        let meeting = Meeting::new(rated, &seats);
        for (one_seat, &(one, _)) in seats.iter().enumerate() {
            for (other_seat, &(other, _)) in seats.iter().enumerate() {
                let (Some(first), Some(second)) = (places[one], places[other]) else { continue };
                if first >= second {
                    continue;
                }
                let pair = first * (2 * size - first - 1) / 2 + second - first - 1;
                let (score, expected) = meeting.scores(one_seat, other_seat);
                self.meetings[pair].0 += count;
                self.meetings[pair].1 += count * score;
                self.residuals[pair] += count * (score - expected);
                *added.entry(self.strengths + pair).or_default() += score - expected;
                meeting.slopes(one_seat, other_seat, |place, slope| {
                    if rated.finishes.known(place).is_none() {
                        self.slopes[(place, pair)] += count * slope;
                    }
                });
            }
        }
    }

    /// Returns the covariance of the residuals, given that the strengths were fitted. The prior is ignored, as are directions
    /// without meaning: a common shift of all seats, or of all agents if no strength is known.
    fn covariance(&self, rated: &RatedFinishes<'_>) -> Option<Matrix> {
        let agents = rated.finishes.agents;
        let curvature = Slope::at(rated.finishes, &rated.counts, &rated.strengths).curvature;
        let precision = precision(rated.finishes);
        let has_known = rated.has_known();
        let is_shift = |row: usize, column: usize| {
            (row < agents) == (column < agents) && (row >= agents || !has_known)
        };
        let curvature = Matrix::from_fn(self.strengths, self.strengths, |row, column| {
            let is_estimated = row == column && rated.finishes.known(row).is_none();
            let prior = if is_estimated { precision[row] } else { 0.0 };
            curvature[(row, column)] - prior + f64::from(u8::from(is_shift(row, column)))
        });
        let influence = Cholesky::new(curvature)?.solve_columns(&self.slopes);
        let change = Matrix::from_fn(self.meetings.len(), self.products.rows(), |pair, place| {
            if place < self.strengths {
                -influence[(place, pair)]
            } else {
                f64::from(u8::from(place - self.strengths == pair))
            }
        });
        let covariance = change.times(&self.products).times(&change.transposed());
        Some(covariance.scaled(self.blocks / (self.blocks - 1.0)))
    }

    /// Whether a pair has met and its residuals are not forced to zero by the fit.
    fn is_free(&self, pair: usize, covariance: &Matrix) -> bool {
        let before = self.products[(self.strengths + pair, self.strengths + pair)];
        self.meetings[pair].0 > 0.0
            && before > ROUNDING * self.blocks
            && covariance[(pair, pair)] > NO_VARIANCE * before
    }
}

/// The seats of a game, with their fitted strengths.
struct Meeting<'a> {
    seats: &'a [(usize, u8)],
    agents: usize,
    places: Places,
    strengths: Vec<f64>,
    /// By seat: the share of the win, and the predicted probability to win.
    wins: Vec<(f64, f64)>,
}

impl<'a> Meeting<'a> {
    fn new(rated: &RatedFinishes<'_>, seats: &'a [(usize, u8)]) -> Self {
        let agents = rated.finishes.agents;
        let strength = |(seat, &(agent, _)): (usize, &(usize, u8))| {
            rated.strengths[agent] + rated.strengths[agents + seat]
        };
        let strengths: Vec<_> = seats.iter().enumerate().map(strength).collect();
        let greatest = strengths.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = strengths.iter().map(|strength| (strength - greatest).exp()).sum();
        let winners = seats.iter().filter(|&&(_, rank)| rank == 1).count() as f64;
        let wins = |(&(_, rank), strength): (&(usize, u8), &f64)| {
            (if rank == 1 { 1.0 / winners } else { 0.0 }, (strength - greatest).exp() / sum)
        };
        let wins = seats.iter().zip(&strengths).map(wins).collect();
        Self { seats, agents, places: rated.finishes.places, strengths, wins }
    }

    /// Returns the score of one seat against another, and its expectation under the model.
    fn scores(&self, one: usize, other: usize) -> (f64, f64) {
        match self.places {
            Places::All => {
                let score = score_of_ranks(self.seats[one].1, self.seats[other].1);
                (score, self.ahead(one, other))
            }
            Places::First => {
                let ((won, chance), (other_won, other_chance)) = (self.wins[one], self.wins[other]);
                (0.5 + (won - other_won) / 2.0, 0.5 + (chance - other_chance) / 2.0)
            }
        }
    }

    /// Returns the probability that one seat finishes ahead of another, which depends on these two seats only.
    fn ahead(&self, one: usize, other: usize) -> f64 {
        1.0 / (1.0 + (self.strengths[other] - self.strengths[one]).exp())
    }

    /// Reports the derivative of the expected score with respect to each strength.
    fn slopes(&self, one: usize, other: usize, mut tell: impl FnMut(usize, f64)) {
        let mut tell = |seat: usize, slope: f64| {
            tell(self.seats[seat].0, slope);
            tell(self.agents + seat, slope);
        };
        match self.places {
            Places::All => {
                let ahead = self.ahead(one, other);
                tell(one, ahead * (1.0 - ahead));
                tell(other, -ahead * (1.0 - ahead));
            }
            Places::First => {
                let ((_, chance), (_, other_chance)) = (self.wins[one], self.wins[other]);
                for seat in 0..self.seats.len() {
                    tell(seat, (other_chance - chance) * self.wins[seat].1 / 2.0);
                }
                tell(one, chance / 2.0);
                tell(other, -other_chance / 2.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::finishes::Finishes;
    use super::*;
    use engine::Seed;
    use rand::RngExt;

    /// Plays blocks of two-player games between three agents, with each pair on both seats. In a third of the blocks one game is
    /// played twice. The first agent of a pair wins with the given probability.
    fn pairs_of_three(chances: [f64; 3], blocks: u64, seed: Seed) -> Finishes {
        let mut finishes = Finishes::new(3, 2, Places::All);
        for block in 0..blocks {
            let pair = (block % 3) as usize;
            let (one, other) = [(0, 1), (1, 2), (2, 0)][pair];
            let mut stream = seed.child(block).rng();
            let deck = (block / 3).is_multiple_of(3).then(|| stream.random::<f64>());
            for assignment in [[one, other], [other, one]] {
                let luck = deck.unwrap_or_else(|| stream.random());
                let is_first = (luck < chances[pair]) == (assignment[0] == one);
                finishes.add(&assignment, if is_first { &[1, 2] } else { &[2, 1] });
            }
            finishes.close_block();
        }
        finishes
    }

    fn test(finishes: &Finishes) -> Result<FitTest, NoTest> {
        FitTest::new(&RatedFinishes::new(finishes))
    }

    /// Odds of 2 and 2 multiply to odds of 4, so the third agent has odds of 1 to 4 against the first.
    #[test]
    fn rejection_rate_of_a_true_model_equals_the_level() {
        let refused = (0..1000).filter(|&number| {
            let finishes =
                pairs_of_three([2.0 / 3.0, 2.0 / 3.0, 0.2], 240, Seed::new(3).child(number));
            let test = test(&finishes).unwrap();
            assert_eq!((test.pairs, test.freedom), (3, (1, 239)));
            test.p < 0.05
        });
        // Three standard errors over 1,000 tests are 0.021.
        let share = refused.count() as f64 / 1000.0;
        assert!((share - 0.05).abs() < 0.021, "{share}");
    }

    #[test]
    fn a_cycle_does_not_fit() {
        let test = test(&pairs_of_three([0.7, 0.7, 0.7], 240, Seed::new(4))).unwrap();
        assert!(test.p < 1e-9, "{test:?}");
        assert!((test.worst.expected - 0.5).abs() < 0.1 && test.worst.z.abs() > 5.0, "{test:?}");
    }

    #[test]
    fn two_agents_at_tables_of_two_always_fit() {
        let mut finishes = Finishes::new(2, 2, Places::All);
        for block in 0..30 {
            finishes.add(&[0, 1], if block % 3 == 0 { &[1, 2] } else { &[2, 1] });
            finishes.add(&[1, 0], &[1, 2]);
            finishes.close_block();
        }
        assert_eq!(test(&finishes), Err(NoTest::AlwaysFits));
        assert_eq!(test(&Finishes::new(2, 2, Places::All)), Err(NoTest::NoGroup));
    }

    /// A third agent that loses every game adds no pair, and its small effect on the residuals of the others is not a misfit.
    #[test]
    fn a_group_of_two_beside_one_that_never_wins_always_fits() {
        let mut finishes = Finishes::new(3, 2, Places::All);
        for block in 0..60 {
            let [one, other] = [[0, 1], [0, 2], [1, 2]][block % 3];
            let is_lost = other == 1 && block % 2 == 0;
            finishes.add(&[one, other], if is_lost { &[2, 1] } else { &[1, 2] });
            finishes.add(&[other, one], if other == 1 { &[1, 2] } else { &[2, 1] });
            finishes.close_block();
        }
        assert_eq!(test(&finishes), Err(NoTest::AlwaysFits));
        // Blocks that do not differ leave no residuals either.
        let mut alike = Finishes::new(2, 2, Places::All);
        for block in 0..40 {
            let ranks: &[u8] = if block % 2 == 0 { &[1, 2] } else { &[2, 1] };
            alike.add(&[0, 1], ranks);
            alike.add(&[1, 0], ranks);
            alike.close_block();
        }
        assert_eq!(test(&alike), Err(NoTest::AlwaysFits));
    }

    /// In games with three players, an agent that finishes either first or last fits no order of strengths: by its pairs it is as
    /// strong as the others, and by its wins it is stronger.
    #[test]
    fn first_or_last_does_not_fit_ranks() {
        let mut ranks = Finishes::new(3, 3, Places::All);
        let mut wins = Finishes::new(3, 3, Places::First);
        let mut stream = Seed::new(5).rng();
        for _ in 0..300 {
            for turn in 0..3 {
                let assignment = [0, 1, 2].map(|seat| (seat + turn) % 3);
                let is_first = stream.random_bool(0.5);
                let order = if stream.random_bool(0.5) { [1, 2] } else { [2, 1] };
                let rank = |agent: usize| match agent {
                    0 => {
                        if is_first {
                            1
                        } else {
                            3
                        }
                    }
                    _ => order[agent - 1] + u8::from(is_first),
                };
                let places = assignment.map(rank);
                ranks.add(&assignment, &places);
                wins.add(&assignment, &places);
            }
            ranks.close_block();
            wins.close_block();
        }
        assert!(test(&ranks).unwrap().p < 1e-6, "{:?}", test(&ranks));
        assert_eq!(
            test(&wins),
            Err(NoTest::AlwaysFits),
            "three shares of the win fit three strengths"
        );
    }
}
