//! Candidates at the table: what each of them gets against opponents from a pool.

use crate::design::Sitting;
use crate::games::Hosted;
use crate::play::Table;
use agents::Entrant;
use clap::ValueEnum;
use engine::{Seat, Seed, Standing};
use rand::seq::SliceRandom;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// What candidates are to get more of.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, ValueEnum)]
pub enum Goal {
    /// Points ahead of the best other seat, of which each further one counts less
    #[default]
    Margin,
    /// The share of the win
    Win,
}

/// What a result is worth to a seat, from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Payoff {
    /// What counts.
    pub goal: Goal,
    /// The margin that is worth half of what an endless one is.
    pub margin: f64,
}

impl Payoff {
    fn of(self, standing: &Standing, seat: Seat) -> f64 {
        match self.goal {
            Goal::Win => standing.win_share(seat),
            Goal::Margin => {
                let margin = f64::from(standing.margin(seat));
                0.5 + 0.5 * margin / (margin.abs() + self.margin)
            }
        }
    }
}

/// The table at which candidates are tried.
pub struct Trials<G: Hosted> {
    /// The pool comes first, then the candidates.
    table: Table<G>,
    pool: usize,
    players: usize,
    /// Decks of an iteration.
    blocks: u64,
    /// Where opponents are drawn.
    seed: Seed,
    payoff: Payoff,
}

impl<G: Hosted> Trials<G> {
    /// Trials on so many decks an iteration against opponents from the pool that sits at this table.
    pub fn new(table: Table<G>, players: usize, blocks: u64, seed: Seed, payoff: Payoff) -> Self {
        let pool = table.entrants.len();
        Self { table, pool, players, blocks, seed, payoff }
    }

    /// Tries candidates and returns the mean payoff of each; nothing if that was interrupted.
    ///
    /// On every deck each candidate sits once on every seat, alone, and all candidates meet the same
    /// opponents.
    pub fn play(
        &mut self,
        iteration: u64,
        candidates: Vec<Entrant<G>>,
        threads: &ThreadPool,
        interrupted: &AtomicBool,
    ) -> Option<Vec<f64>> {
        let count = candidates.len();
        self.table.entrants.truncate(self.pool);
        self.table.entrants.extend(candidates);
        let sittings = self.sittings(iteration, count);
        let each = sittings.len() / count;
        let play = |sitting: Sitting| {
            let seat = sitting.seating.iter().position(|&agent| agent >= self.pool)?;
            let candidate = sitting.seating[seat] - self.pool;
            if interrupted.load(Ordering::Relaxed) {
                return None;
            }
            let played = self.table.play(sitting, &mut G::Chronicle::default());
            Some((candidate, self.payoff.of(&played.standing, Seat::new(seat))))
        };
        let payoffs: Option<Vec<_>> =
            threads.install(|| sittings.into_par_iter().map(play).collect());
        let mut sums = vec![0.0; count];
        payoffs?.into_iter().for_each(|(candidate, payoff)| sums[candidate] += payoff);
        Some(sums.into_iter().map(|sum| sum / each as f64).collect())
    }

    /// The games of an iteration.
    fn sittings(&self, iteration: u64, candidates: usize) -> Vec<Sitting> {
        let opponents = self.opponents(iteration);
        let each = candidates * self.players;
        let mut sittings = Vec::new();
        for (block, opponents) in
            (iteration * self.blocks..).zip(opponents.chunks(self.players - 1))
        {
            for number in 0..each {
                let (candidate, seat) = (number / self.players, number % self.players);
                let mut seating = opponents.to_vec();
                seating.insert(seat, self.pool + candidate);
                sittings.push(Sitting {
                    game: block * each as u64 + number as u64,
                    block,
                    line_up: 0,
                    seating,
                    left_in_block: each - 1 - number,
                });
            }
        }
        sittings
    }

    /// The opponents of all blocks of an iteration. They are taken from the pool in turn, so that all
    /// play equally often, and shuffled, so that all meet all.
    fn opponents(&self, iteration: u64) -> Vec<usize> {
        let count = self.blocks as usize * (self.players - 1);
        let first = iteration as usize * count;
        let mut opponents: Vec<_> =
            (first..first + count).map(|number| number % self.pool).collect();
        opponents.shuffle(&mut self.seed.child(iteration).stream());
        opponents
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::RuleArguments;
    use engine::tongiaki::State;

    fn trials(players: usize, pool: &str) -> Trials<State> {
        let setup = <State as Hosted>::setup(players, &RuleArguments::default()).unwrap();
        let entrants = agents::entrants(pool).unwrap();
        let table = Table::new(setup, entrants, Seed::new(1));
        let payoff = Payoff { goal: Goal::Margin, margin: 10.0 };
        Trials::new(table, players, 2, Seed::new(2), payoff)
    }

    #[test]
    fn candidates_sit_on_every_seat_against_the_same_opponents_on_the_same_deck() {
        let trials = trials(3, "random,a=random,b=random");
        let sittings = trials.sittings(5, 2);
        assert_eq!(sittings.len(), 12);
        for block in sittings.chunks(6) {
            let opponents = |sitting: &Sitting| -> Vec<usize> {
                sitting.seating.iter().copied().filter(|&agent| agent < 3).collect()
            };
            for (number, sitting) in block.iter().enumerate() {
                assert_eq!(sitting.seating[number % 3], 3 + number / 3);
                assert_eq!(opponents(sitting), opponents(&block[0]));
                assert_eq!(sitting.block, block[0].block);
            }
        }
        let next = trials.sittings(6, 2);
        assert_eq!((next[0].game, next[0].block), (sittings[11].game + 1, sittings[11].block + 1));
    }

    #[test]
    fn all_of_the_pool_play_equally_often() {
        let trials = trials(4, "random,a=random,b=random,c=random,d=random");
        let mut games = [0; 5];
        (0..5).flat_map(|iteration| trials.opponents(iteration)).for_each(|one| games[one] += 1);
        assert_eq!(games, [6; 5]);
    }

    #[test]
    fn equal_candidates_get_the_same() {
        let mut trials = trials(2, "random");
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let candidates = || agents::entrants("a=random,b=random").unwrap();
        let interrupted = AtomicBool::new(false);
        let payoffs = trials.play(0, candidates(), &threads, &interrupted).unwrap();
        assert_eq!(payoffs[0].to_bits(), payoffs[1].to_bits());
        assert!(trials.play(0, candidates(), &threads, &AtomicBool::new(true)).is_none());
    }

    #[test]
    fn a_payoff_is_half_for_a_draw_and_grows_with_the_margin() {
        let payoff = |goal, mine, other| {
            let standing = Standing::new([(mine, 0), (other, 0)]);
            Payoff { goal, margin: 10.0 }.of(&standing, Seat::new(0))
        };
        let pairs = [
            (payoff(Goal::Margin, 20, 20), 0.5),
            (payoff(Goal::Margin, 30, 20), 0.75),
            (payoff(Goal::Margin, 20, 30), 0.25),
            (payoff(Goal::Win, 20, 20), 0.5),
            (payoff(Goal::Win, 21, 20), 1.0),
        ];
        assert!(pairs.iter().all(|(payoff, expected)| (payoff - expected).abs() < 1e-12));
    }
}
