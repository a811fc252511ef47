//! The speed of `mcts`, at the first decision of a game.

use super::playing::{PlayingSpeed, first_decision};
use super::stopwatch::{NANOSECONDS_PER_SECOND, ROUNDS, median, nanoseconds};
use crate::failure::Failure;
use agents::{AgentError, Participant, Registry};
use cpu_time::ThreadTime;
use engine::PlayableGame;
use engine::{Game, GameRng, Seed, Turn};
use serde::Serialize;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Full rollouts make the speed of a search comparable to that of determinizations and rollouts
/// alone.
const FULL: &str = "ismcts:iterations=2000:rollout=full";
/// The search with its defaults.
const USUAL: &str = "mcts";
/// Numbers of nodes in the tree; a search has as many iterations.
const SIZES: [u64; 4] = [1000, 10_000, 100_000, 1_000_000];
/// A search that would take this many times as long as a measurement is left out.
const TIMES_TOO_LONG: f64 = 10.0;
/// The number of iterations used to choose the length of a search.
const TRIAL: u64 = 1000;

/// The speed of searches on one thread.
#[derive(Debug, Serialize)]
pub struct SearchSpeed {
    /// Iterations with full rollouts.
    pub search_iterations_per_s: f64,
    /// The same as a share of the speed of determinizations and rollouts alone.
    pub search_share: f64,
    /// Iterations with all defaults: short rollouts.
    pub usual_search_iterations_per_s: f64,
}

/// The speed of a search with full rollouts, `iterations` iterations and as many nodes.
#[derive(Debug, Serialize)]
pub struct SizeSpeed {
    pub nodes: u64,
    /// `None` if the search would have taken too long.
    pub iterations_per_s: Option<f64>,
}

/// The wall-clock gain of threads in the search for one move.
#[derive(Debug, Serialize)]
pub struct ThreadsSpeed {
    pub threads: usize,
    pub iterations_per_s_1_thread: f64,
    pub iterations_per_s_all_threads: f64,
    /// The median ratio of alternating searches with one and with all threads.
    pub gain: f64,
}

/// An agent that searches repeatedly at the first decision.
struct Searcher<'a, G: Game> {
    view: G::View,
    participant: Participant<G>,
    rng: &'a mut GameRng,
}

impl<'a, G: PlayableGame> Searcher<'a, G> {
    fn new(spec: &str, start: &G, rng: &'a mut GameRng) -> Result<Self, Failure> {
        let participant =
            Registry::built_in().participant(&spec.parse().map_err(AgentError::from)?)?;
        let game = first_decision(start.clone(), rng);
        let Turn::Decide(seat) = game.turn() else { unreachable!("games have decisions") };
        Ok(Self { view: game.view(seat), participant, rng })
    }

    /// Searches with an empty tree and returns the number of iterations.
    fn search(&mut self) -> u64 {
        let mut agent = self.participant.make();
        agent.choose(&self.view, self.rng);
        agent.playouts()
    }

    fn iterations_per_s(mut self, time: Duration) -> f64 {
        let (mut searches, mut iterations) = (0_u64, 0);
        let ns_per_search = nanoseconds(time, || {
            searches += 1;
            iterations += self.search();
        });
        iterations as f64 / searches as f64 * NANOSECONDS_PER_SECOND / ns_per_search
    }
}

pub fn measure<G: PlayableGame>(
    start: &G,
    playing: &PlayingSpeed,
    time: Duration,
) -> Result<SearchSpeed, Failure> {
    let mut rng = Seed::new(4).rng();
    let full = Searcher::new(FULL, start, &mut rng)?.iterations_per_s(time);
    Ok(SearchSpeed {
        search_iterations_per_s: full,
        search_share: full / playing.determinise_rollout_per_s,
        usual_search_iterations_per_s: Searcher::new(USUAL, start, &mut rng)?
            .iterations_per_s(time),
    })
}

/// Measures larger and larger trees, as long as each takes at most ten times the given time.
pub fn measure_sizes<G: PlayableGame>(
    start: &G,
    time: Duration,
) -> Result<Vec<SizeSpeed>, Failure> {
    let mut rng = Seed::new(5).rng();
    let mut last: Option<f64> = None;
    let size = |nodes: u64| {
        let spec = format!("ismcts:iterations={nodes}:nodes={nodes}:prior_visits=0:rollout=full");
        let mut searcher = Searcher::new(&spec, start, &mut rng)?;
        let seconds = last.map_or(0.0, |iterations_per_s| nodes as f64 / iterations_per_s);
        let iterations_per_s = if seconds > TIMES_TOO_LONG * time.as_secs_f64() {
            None
        } else if seconds > time.as_secs_f64() {
            let begin = ThreadTime::now();
            Some(searcher.search() as f64 / begin.elapsed().as_secs_f64())
        } else {
            Some(searcher.iterations_per_s(time))
        };
        last = iterations_per_s.or(last);
        Ok(SizeSpeed { nodes, iterations_per_s })
    };
    SIZES.into_iter().map(size).collect()
}

/// Measures searches on one thread and on one per core, at least two, alternately.
pub fn measure_threads<G: PlayableGame>(
    start: &G,
    time: Duration,
) -> Result<ThreadsSpeed, Failure> {
    let mut rng = Seed::new(6).rng();
    let threads = available_parallelism().map_or(2, |cores| cores.get().max(2));
    let mut measure = |iterations: u64, threads: usize| -> Result<f64, Failure> {
        let spec = format!("{USUAL}:iterations={iterations}:threads={threads}");
        let mut searcher = Searcher::new(&spec, start, &mut rng)?;
        let begin = Instant::now();
        let iterations = searcher.search();
        Ok(iterations as f64 / begin.elapsed().as_secs_f64())
    };
    let iterations = measure(TRIAL, 1)? * time.as_secs_f64() / f64::from(ROUNDS);
    let iterations = (iterations as u64).max(TRIAL);
    let rounds = (0..ROUNDS).map(|_| Ok((measure(iterations, 1)?, measure(iterations, threads)?)));
    let rounds = rounds.collect::<Result<Vec<_>, Failure>>()?;
    Ok(ThreadsSpeed {
        threads,
        iterations_per_s_1_thread: median(rounds.iter().map(|&(one, _)| one)),
        iterations_per_s_all_threads: median(rounds.iter().map(|&(_, all)| all)),
        gain: median(rounds.iter().map(|(one, all)| all / one)),
    })
}
