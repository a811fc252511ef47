//! Error rates of the sequential test, from simulated matches with a known true advantage.
//!
//! In the simulated game, seats have different strengths and in some games all seats share the win. In some blocks the deck
//! decides: all games of the block use the same random number. These effects do not change the true advantage, which is set
//! exactly.

use super::table::{self, PARTS_OF_A_WIN};
use crate::terminal::{aligned, percent};
use engine::{GameRng, Seed};
use rand::RngExt;
use rayon::prelude::*;
use statistics::{Hypotheses, SequentialTest, Verdict};
use std::array;
use store::schedule::SeatAssignment;

/// Log-odds of the first seat against the last seat, with equal agents.
const SEATS: f64 = 0.6;
/// Fraction of games in which all seats share the win.
const DRAWS: f64 = 0.05;
/// Fraction of blocks in which the deck decides.
const DECKS: f64 = 1.0 / 3.0;

/// True advantages to simulate, as fractions of the distance from the null hypothesis (0) to the alternative hypothesis (1).
const TRUTHS: [f64; 5] = [-1.0, 0.0, 0.5, 1.0, 2.0];

/// A simulated game between two agents with a known advantage.
struct Game {
    assignments: Vec<SeatAssignment>,
    /// By seat assignment and seat: the cumulative probability that this seat or an earlier one wins.
    cumulative: Vec<Vec<f64>>,
}

/// Simulates `matches` matches for each true advantage. Returns a table with the frequency of each verdict and the mean number of
/// games.
pub fn simulate(
    hypotheses: Hypotheses,
    players: usize,
    matches: u64,
    most_blocks: u64,
    seed: Seed,
) -> String {
    let block_size = table::assignments(players).len() as f64;
    let rows = TRUTHS.iter().zip(0..).filter_map(|(part, number)| {
        let truth = hypotheses.null + part * (hypotheses.effect - hypotheses.null);
        // A true advantage beyond the end of the scale is impossible, so it has no row.
        let game = Game::new(players, truth)?;
        let seed = seed.child(number);
        let counted = |number: u64| {
            let test = game.play(hypotheses, most_blocks, &mut seed.child(number).rng());
            let is = |verdict| u64::from(test.verdict() == verdict);
            [is(Some(Verdict::Null)), is(Some(Verdict::Effect)), is(None), test.blocks()]
        };
        let add = |one: [u64; 4], other: [u64; 4]| array::from_fn(|at| one[at] + other[at]);
        let sums = (0..matches).into_par_iter().map(counted).reduce(|| [0; 4], add);
        let [null, effect, undecided, blocks] = sums.map(|sum| sum as f64 / matches as f64);
        Some(vec![
            format!("{:+.2}%", 100.0 * truth),
            percent(Some(null)),
            percent(Some(effect)),
            percent(Some(undecided)),
            format!("{:.0}", blocks * block_size),
        ])
    });
    let header = ["true advantage", "null", "effect", "undecided", "games"];
    aligned(&header, 0, rows.collect())
}

/// Returns each seat's probability to win, given the log-odds of the first agent against the second.
fn chances(assignment: &SeatAssignment, strength: f64) -> Vec<f64> {
    let players = assignment.len();
    let odds = |(seat, &agent): (usize, &usize)| {
        let of_seat = SEATS * (0.5 - seat as f64 / (players - 1) as f64);
        (of_seat + if agent == 0 { strength } else { 0.0 }).exp()
    };
    let odds: Vec<_> = assignment.iter().enumerate().map(odds).collect();
    let sum: f64 = odds.iter().sum();
    odds.iter().map(|odds| (1.0 - DRAWS) * odds / sum).collect()
}

/// Returns the true advantage of the first agent, given its strength in log-odds.
fn advantage(assignments: &[SeatAssignment], strength: f64) -> f64 {
    let lone = |assignment: &SeatAssignment, agent: usize| {
        let mut seats = assignment.iter().zip(chances(assignment, strength));
        let (_, chance) = seats.by_ref().find(|&(&other, _)| other == agent)?;
        seats.all(|(&other, _)| other != agent).then_some(chance)
    };
    let difference =
        |assignment| lone(assignment, 0).unwrap_or(0.0) - lone(assignment, 1).unwrap_or(0.0);
    let players = assignments[0].len();
    assignments.iter().map(difference).sum::<f64>() / (2 * players) as f64
}

impl Game {
    /// Creates a game with the given true advantage, or returns `None` if no strength reaches it.
    fn new(players: usize, truth: f64) -> Option<Self> {
        let assignments = table::assignments(players);
        let (mut low, mut high) = (-50.0, 50.0);
        if !(advantage(&assignments, low) < truth && truth < advantage(&assignments, high)) {
            return None;
        }
        // Each step halves the range of 100, so after 60 steps only rounding error remains.
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            *(if advantage(&assignments, middle) < truth { &mut low } else { &mut high }) = middle;
        }
        let cumulative = |assignment| {
            let mut sum = 0.0;
            let mut add = |chance: f64| {
                sum += chance;
                sum
            };
            chances(assignment, low).into_iter().map(&mut add).collect()
        };
        Some(Self { cumulative: assignments.iter().map(cumulative).collect(), assignments })
    }

    /// Plays a match of at most this number of blocks, and returns its test.
    fn play(
        &self,
        hypotheses: Hypotheses,
        most_blocks: u64,
        stream: &mut GameRng,
    ) -> SequentialTest {
        let players = self.assignments[0].len();
        let mut test = SequentialTest::new(hypotheses, table::parts(players));
        while test.blocks() < most_blocks && test.verdict().is_none() {
            test.add(self.block(stream));
        }
        test
    }

    /// Plays a block and returns its value, in units of 1 / [`table::parts`].
    fn block(&self, stream: &mut GameRng) -> i64 {
        let deck = (stream.random::<f64>() < DECKS).then(|| stream.random());
        let games = self.assignments.iter().zip(&self.cumulative);
        let value = games.map(|(assignment, cumulative)| {
            let luck: f64 = deck.unwrap_or_else(|| stream.random());
            let winner = cumulative.iter().take_while(|&&chance| luck >= chance).count();
            let players = assignment.len();
            table::advantage(assignment, |seat| {
                if winner == players {
                    PARTS_OF_A_WIN / players as i64
                } else if winner == seat {
                    PARTS_OF_A_WIN
                } else {
                    0
                }
            })
        });
        value.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HYPOTHESES: Hypotheses = Hypotheses { null: 0.0, effect: 0.1, alpha: 0.05, beta: 0.1 };

    /// Returns the fractions of matches that accepted the null and the effect, given the true advantage.
    fn verdicts(players: usize, truth: f64) -> (f64, f64) {
        let game = Game::new(players, truth).unwrap();
        let outcomes = (0..1000).map(|number| {
            let mut stream = Seed::new(6).child(number).rng();
            game.play(HYPOTHESES, u64::MAX, &mut stream).verdict().unwrap()
        });
        let effects = outcomes.filter(|&verdict| verdict == Verdict::Effect).count();
        (1.0 - effects as f64 / 1000.0, effects as f64 / 1000.0)
    }

    /// The bounds guarantee the error rates up to the last block's overshoot. Two standard errors are added as a tolerance.
    #[test]
    fn error_rates_do_not_exceed_alpha_and_beta() {
        for players in [2, 4] {
            let (_, wrong_effects) = verdicts(players, HYPOTHESES.null);
            assert!(wrong_effects < 0.05 + 0.014, "{players}: {wrong_effects}");
            let (wrong_nulls, _) = verdicts(players, HYPOTHESES.effect);
            assert!(wrong_nulls < 0.1 + 0.019, "{players}: {wrong_nulls}");
        }
    }

    #[test]
    fn blocks_have_the_advantage_that_was_set() {
        for players in [2, 3, 6] {
            let game = Game::new(players, 0.1).unwrap();
            let mut stream = Seed::new(8).rng();
            let blocks = 40_000;
            let sum: i64 = (0..blocks).map(|_| game.block(&mut stream)).sum();
            let mean = sum as f64 / table::parts(players) as f64 / f64::from(blocks);
            // The standard deviation of a value is at most 0.35, with two players.
            assert!(
                (mean - 0.1).abs() < 4.0 * 0.35 / f64::from(blocks).sqrt(),
                "{players}: {mean}"
            );
        }
        assert!(Game::new(2, 0.49).is_none(), "with draws nobody wins that much");
    }
}
