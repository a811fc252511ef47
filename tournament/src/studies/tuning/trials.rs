//! Trials of candidates: the payoff of each against opponents from a pool.

use crate::job::in_order::all;
use anygame::{AnyGame, AnyParticipant, AnySetup, Seating, TableError, TableTerms};
use clap::ValueEnum;
use engine::{Outcome, Seat, Seed};
use rand::seq::SliceRandom;
use rayon::ThreadPool;
use std::sync::atomic::{AtomicBool, Ordering};

/// The objective that candidates maximize.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, ValueEnum)]
pub enum Objective {
    /// Points ahead of the best other seat, of which each further one counts less
    #[default]
    Margin,
    /// The share of the win
    Win,
}

/// The payoff of a result for a seat, from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Payoff {
    /// The objective.
    pub goal: Objective,
    /// The margin worth half as much as an infinite one.
    pub margin: f64,
}

impl Payoff {
    fn of(self, outcome: &Outcome, seat: Seat) -> f64 {
        match self.goal {
            Objective::Win => outcome.win_share(seat),
            Objective::Margin => {
                let margin = f64::from(outcome.margin(seat));
                0.5 + 0.5 * margin / (margin.abs() + self.margin)
            }
        }
    }
}

/// The setup in which candidates are tried.
pub struct Trials<'a> {
    game: &'a dyn AnyGame,
    setup: &'a AnySetup,
    /// The agents that candidates meet.
    pool: Vec<AnyParticipant>,
    terms: TableTerms,
    players: usize,
    /// The number of decks in an iteration.
    blocks: u64,
    /// The seed for drawing opponents.
    seed: Seed,
    payoff: Payoff,
}

impl<'a> Trials<'a> {
    /// Prepares trials on this many decks per iteration, against opponents from the pool in this
    /// setup.
    pub const fn new(
        game: &'a dyn AnyGame,
        setup: &'a AnySetup,
        pool: Vec<AnyParticipant>,
        terms: TableTerms,
        players: usize,
        blocks: u64,
        seed: Seed,
        payoff: Payoff,
    ) -> Self {
        Self { game, setup, pool, terms, players, blocks, seed, payoff }
    }

    /// Tries two candidates and returns the mean payoff of each, or `None` if interrupted.
    ///
    /// On every deck, each candidate sits once on every seat, alone, and both meet the same
    /// opponents.
    pub fn play(
        &self,
        iteration: u64,
        candidates: [AnyParticipant; 2],
        threads: &ThreadPool,
        interrupted: &AtomicBool,
    ) -> Result<Option<[f64; 2]>, TableError> {
        let count = candidates.len();
        let participants = self.pool.iter().cloned().chain(candidates).collect();
        let table = self.game.table(self.setup.clone(), participants, self.terms.clone())?;
        let games = self.games(iteration, count);
        let each = games.len() / count;
        let play = |number: u64| {
            let seating = &games[number as usize];
            let seat = seating.assignment.iter().position(|&agent| agent >= self.pool.len())?;
            let candidate = seating.assignment[seat] - self.pool.len();
            if interrupted.load(Ordering::Relaxed) {
                return None;
            }
            let played = table.play(seating);
            Some((candidate, self.payoff.of(&played.outcome, Seat::new(seat))))
        };
        let mut sums = [0.0; 2];
        for payoff in all(threads, games.len() as u64, &play) {
            let Some((candidate, payoff)) = payoff else { return Ok(None) };
            sums[candidate] += payoff;
        }
        Ok(Some(sums.map(|sum| sum / each as f64)))
    }

    /// Returns the games of an iteration.
    fn games(&self, iteration: u64, candidates: usize) -> Vec<Seating> {
        let opponents = self.opponents(iteration);
        let each = candidates * self.players;
        let mut games = Vec::new();
        for (block, opponents) in
            (iteration * self.blocks..).zip(opponents.chunks(self.players - 1))
        {
            for number in 0..each {
                let (candidate, seat) = (number / self.players, number % self.players);
                let mut assignment = opponents.to_vec();
                assignment.insert(seat, self.pool.len() + candidate);
                let game = block * each as u64 + number as u64;
                games.push(Seating { game, block, repeat: 0, assignment });
            }
        }
        games
    }

    /// Returns the opponents of all blocks of an iteration. They are taken from the pool in turn,
    /// so that all play equally often, and shuffled, so that all meet each other.
    fn opponents(&self, iteration: u64) -> Vec<usize> {
        let count = self.blocks as usize * (self.players - 1);
        let first = iteration as usize * count;
        let mut opponents: Vec<_> =
            (first..first + count).map(|number| number % self.pool.len()).collect();
        opponents.shuffle(&mut self.seed.child(iteration).rng());
        opponents
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rules;

    /// Checks trials in Tongiaki with this pool.
    fn with_trials(players: usize, pool: &str, check: impl FnOnce(&dyn AnyGame, &Trials<'_>)) {
        let games = anygame::built_in();
        let setup = games[0].setup(players, &Rules::new()).unwrap();
        let participants = games[0].participants(pool).unwrap();
        let payoff = Payoff { goal: Objective::Margin, margin: 10.0 };
        let (terms, seed) = (TableTerms::new(Seed::new(1)), Seed::new(2));
        let trials = Trials::new(&*games[0], &setup, participants, terms, players, 2, seed, payoff);
        check(&*games[0], &trials);
    }

    #[test]
    fn candidates_sit_on_every_seat_against_the_same_opponents_on_the_same_deck() {
        with_trials(3, "random,a=random,b=random", check_assignments);
    }

    fn check_assignments(_: &dyn AnyGame, trials: &Trials<'_>) {
        let games = trials.games(5, 2);
        assert_eq!(games.len(), 12);
        for block in games.chunks(6) {
            let opponents = |scheduled: &Seating| -> Vec<usize> {
                scheduled.assignment.iter().copied().filter(|&agent| agent < 3).collect()
            };
            for (number, scheduled) in block.iter().enumerate() {
                assert_eq!(scheduled.assignment[number % 3], 3 + number / 3);
                assert_eq!(opponents(scheduled), opponents(&block[0]));
                assert_eq!(scheduled.block, block[0].block);
            }
        }
        let next = trials.games(6, 2);
        assert_eq!((next[0].game, next[0].block), (games[11].game + 1, games[11].block + 1));
    }

    #[test]
    fn all_of_the_pool_play_equally_often() {
        with_trials(4, "random,a=random,b=random,c=random,d=random", |_, trials| {
            let mut games = [0; 5];
            let opponents = (0..5).flat_map(|iteration| trials.opponents(iteration));
            opponents.for_each(|one| games[one] += 1);
            assert_eq!(games, [6; 5]);
        });
    }

    #[test]
    fn equal_candidates_get_the_same() {
        with_trials(2, "random", |game, trials| {
            let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            let candidate = |spec: &str| game.participants(spec).unwrap().remove(0);
            let candidates = || ["a=random", "b=random"].map(candidate);
            let play = |interrupted| {
                trials.play(0, candidates(), &threads, &AtomicBool::new(interrupted)).unwrap()
            };
            let payoffs = play(false).unwrap();
            assert_eq!(payoffs[0].to_bits(), payoffs[1].to_bits());
            assert!(play(true).is_none());
        });
    }

    #[test]
    fn a_payoff_is_half_for_a_draw_and_grows_with_the_margin() {
        let payoff = |goal, mine, other| {
            let outcome = Outcome::new([(mine, 0), (other, 0)]);
            Payoff { goal, margin: 10.0 }.of(&outcome, Seat::new(0))
        };
        let pairs = [
            (payoff(Objective::Margin, 20, 20), 0.5),
            (payoff(Objective::Margin, 30, 20), 0.75),
            (payoff(Objective::Margin, 20, 30), 0.25),
            (payoff(Objective::Win, 20, 20), 0.5),
            (payoff(Objective::Win, 21, 20), 1.0),
        ];
        assert!(pairs.iter().all(|(payoff, expected)| (payoff - expected).abs() < 1e-12));
    }
}
