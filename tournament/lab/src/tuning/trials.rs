//! Trials of candidates: the payoff of each candidate against opponents from a pool.

use super::objective::Payoff;
use anygame::{AnyGame, AnyParticipant, AnySetup, Seating, TableError, TableTerms};
use engine::{Seat, Seed};
use rand::seq::SliceRandom;
use rayon::ThreadPool;
use std::sync::atomic::{AtomicBool, Ordering};
use store::in_order::all;

/// The setup of the games in which candidates are tried.
pub struct Trials<'a> {
    /// The game to play.
    pub game: &'a dyn AnyGame,
    /// The setup of the game's tables.
    pub setup: &'a AnySetup,
    /// The opponents of the candidates.
    pub pool: Vec<AnyParticipant>,
    /// The terms under which the games are played.
    pub terms: TableTerms,
    /// The number of decks in an iteration.
    pub blocks: u64,
    /// The seed from which opponents are drawn.
    pub seed: Seed,
    /// The payoff that candidates maximize.
    pub payoff: Payoff,
}

impl Trials<'_> {
    /// Tries two candidates and returns the mean payoff of each, or `None` if interrupted.
    ///
    /// On every deck, each candidate plays once in every seat as the only candidate, and both candidates meet the same
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
        let (opponents, players) = (self.opponents(iteration), self.setup.players());
        let each = candidates * players;
        let mut games = Vec::new();
        for (block, opponents) in (iteration * self.blocks..).zip(opponents.chunks(players - 1)) {
            for number in 0..each {
                let (candidate, seat) = (number / players, number % players);
                let mut assignment = opponents.to_vec();
                assignment.insert(seat, self.pool.len() + candidate);
                let game = block * each as u64 + number as u64;
                games.push(Seating { game, block, repeat: 0, assignment });
            }
        }
        games
    }

    /// Returns the opponents of all blocks in an iteration. They are taken from the pool in turn, so that each plays equally
    /// often, and then shuffled, so that all combinations occur.
    fn opponents(&self, iteration: u64) -> Vec<usize> {
        let count = self.blocks as usize * (self.setup.players() - 1);
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
    use crate::tuning::objective::Objective;
    use engine::Rules;

    /// Runs a check on trials in Tongiaki with the given pool.
    fn with_trials(players: usize, pool: &str, check: impl FnOnce(&dyn AnyGame, &Trials<'_>)) {
        let games = games::built_in();
        let setup = games[0].setup(players, &Rules::new()).unwrap();
        let trials = Trials {
            game: &*games[0],
            setup: &setup,
            pool: games[0].participants(pool).unwrap(),
            terms: TableTerms::new(Seed::new(1)),
            blocks: 2,
            seed: Seed::new(2),
            payoff: Payoff { goal: Objective::Margin, margin: 10.0 },
        };
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
}
