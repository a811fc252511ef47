//! `tournament bench`: the speed of this machine, and a signature that is the same on all machines.

mod table;

use crate::cli::bench::BenchArguments;
use anygame::{AnyGame, AnyParticipant, Workload};
use cpu_time::ThreadTime;
use engine::{GameRng, Rules, Seed};
use rand::Rng;
use runner::Failure;
use runner::job::pool;
use runner::terminal;
use serde::Serialize;
use std::hint::black_box;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// The shortest and the longest time of a measurement, in seconds.
const SECONDS: std::ops::RangeInclusive<f64> = 0.001..=3600.0;
/// The number of repetitions of a measurement; the median removes disturbances by other programs.
const ROUNDS: u32 = 5;
const NANOSECONDS_PER_SECOND: f64 = 1e9;
/// The number of games in which decisions are counted.
const COUNTED: u64 = 1000;
/// Full rollouts make the speed of a search comparable to that of determinizations and rollouts alone.
const FULL: &str = "ismcts:iterations=2000:rollout=full";
/// The search with its defaults.
const USUAL: &str = "mcts";
/// Numbers of nodes in the tree; a search has as many iterations.
const SIZES: [u64; 4] = [1000, 10_000, 100_000, 1_000_000];
/// A search that would take this many times as long as a measurement is left out.
const TIMES_TOO_LONG: f64 = 10.0;
/// The number of iterations with which the length of a search is chosen.
const TRIAL: u64 = 1000;

/// The speed of this machine, on one thread and in CPU time unless stated otherwise.
#[derive(Debug, Serialize)]
struct Speed {
    version: &'static str,
    /// A hash of games that are the same on every machine.
    signature: String,
    draw_ns: f64,
    copy256_ns: f64,
    state_bytes: usize,
    clone_ns: f64,
    copy_state_ns: f64,
    clone_per_copy: f64,
    players: Vec<PlayerSpeed>,
    /// This and the following field use the first of these numbers of players.
    search_by_nodes: Vec<SizeSpeed>,
    search_threads: ThreadsSpeed,
}

/// The speed of games with this number of players.
#[derive(Debug, Serialize)]
struct PlayerSpeed {
    players: usize,
    /// Random games from the setup to the end.
    playouts_per_s: f64,
    ns_per_playout: f64,
    decisions_per_playout: f64,
    ns_per_decision: f64,
    /// Determinizations with rollouts: the upper limit for a search.
    determinise_rollout_per_s: f64,
    /// Random games on all cores, by wall-clock time.
    playouts_per_s_all_threads: f64,
    /// Iterations with full rollouts.
    search_iterations_per_s: f64,
    /// The same as a share of the speed of determinizations and rollouts alone.
    search_share: f64,
    /// Iterations with all defaults: short rollouts.
    usual_search_iterations_per_s: f64,
    /// A random game, in units of drawing 64 random bits and of copying 256 bytes.
    playout_per_draw: f64,
    playout_per_copy256: f64,
}

/// The speed of a search with full rollouts and as many iterations as nodes; `None` if it would have taken too long.
#[derive(Debug, Serialize)]
struct SizeSpeed {
    nodes: u64,
    iterations_per_s: Option<f64>,
}

/// The wall-clock gain of threads in the search for one move: the median ratio of alternating searches.
#[derive(Debug, Serialize)]
struct ThreadsSpeed {
    threads: usize,
    iterations_per_s_1_thread: f64,
    iterations_per_s_all_threads: f64,
    gain: f64,
}

/// Measures the speed and prints it.
///
/// # Errors
/// Fails if the game cannot be set up as requested.
pub fn run(arguments: &BenchArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    if !SECONDS.contains(&arguments.seconds) {
        return Err(Failure::Seconds(arguments.seconds));
    }
    let time = Duration::from_secs_f64(arguments.seconds);
    let players =
        arguments.players.map_or(game.facts().players.clone(), |players| players..=players);
    let workload = |players| -> Result<_, Failure> {
        let setup = game.setup(players, &Rules::new());
        let setup = setup.map_err(|error| Failure::Setup(error.to_string()))?;
        Ok((players, game.workload(&setup)?))
    };
    let workloads = players.map(workload).collect::<Result<Vec<_>, _>>()?;
    let (mut rng, source) = (Seed::new(1).rng(), [1_u64; 32]);
    let first = &*workloads[0].1;
    let bytes = vec![1_u8; first.state_bytes()];
    let mut copy = bytes.clone();
    let draw_ns = nanoseconds(time, |times| {
        for _ in 0..times {
            black_box(rng.next_u64());
        }
    });
    let copy256_ns = nanoseconds(time, |times| {
        for _ in 0..times {
            black_box(*black_box(&source));
        }
    });
    let clone_ns = nanoseconds(time, |times| first.clone_states(times));
    let copy_state_ns = nanoseconds(time, |times| {
        for _ in 0..times {
            copy.copy_from_slice(black_box(&bytes));
            black_box(&mut copy);
        }
    });
    let measured = workloads.iter().map(|(players, workload)| {
        at_table(game, *players, &**workload, time, [draw_ns, copy256_ns])
    });
    let speed = Speed {
        version: env!("CARGO_PKG_VERSION"),
        signature: game.signature().map_err(|error| Failure::Setup(error.to_string()))?,
        players: measured.collect::<Result<_, _>>()?,
        search_by_nodes: by_size(game, first, time)?,
        search_threads: by_threads(game, first, time)?,
        draw_ns,
        copy256_ns,
        state_bytes: first.state_bytes(),
        clone_ns,
        copy_state_ns,
        clone_per_copy: clone_ns / copy_state_ns,
    };
    let text = if arguments.json {
        serde_json::to_string_pretty(&speed).expect("numbers have a JSON form") + "\n"
    } else {
        table::table(&speed)
    };
    terminal::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn at_table(
    game: &dyn AnyGame,
    players: usize,
    workload: &dyn Workload,
    time: Duration,
    [draw_ns, copy256_ns]: [f64; 2],
) -> Result<PlayerSpeed, Failure> {
    let mut rng = Seed::new(2).rng();
    let ns_per_playout = nanoseconds(time, |times| workload.playouts(times, &mut rng));
    let ns_per_guess = nanoseconds(time, |times| workload.guesses(times, &mut rng));
    let decisions_per_playout = workload.decisions(COUNTED, &mut rng) as f64 / COUNTED as f64;
    let determinise_rollout_per_s = NANOSECONDS_PER_SECOND / ns_per_guess;
    let full = iterations_per_s(workload, &agent(game, FULL)?, time, &mut rng)?;
    Ok(PlayerSpeed {
        players,
        playouts_per_s: NANOSECONDS_PER_SECOND / ns_per_playout,
        ns_per_playout,
        decisions_per_playout,
        ns_per_decision: ns_per_playout / decisions_per_playout,
        determinise_rollout_per_s,
        playouts_per_s_all_threads: on_all_threads(workload, time)?,
        search_iterations_per_s: full,
        search_share: full / determinise_rollout_per_s,
        usual_search_iterations_per_s: iterations_per_s(
            workload,
            &agent(game, USUAL)?,
            time,
            &mut rng,
        )?,
        playout_per_draw: ns_per_playout / draw_ns,
        playout_per_copy256: ns_per_playout / copy256_ns,
    })
}

fn on_all_threads(workload: &dyn Workload, time: Duration) -> Result<f64, Failure> {
    /// All threads check the clock after this many playouts.
    const PLAYOUTS_PER_LOOK: u64 = 100;
    let begin = Instant::now();
    let playouts = pool(None)?.broadcast(|thread| {
        let mut rng = Seed::new(3).child(thread.index() as u64).rng();
        let mut playouts = 0;
        while begin.elapsed() < time {
            workload.playouts(PLAYOUTS_PER_LOOK, &mut rng);
            playouts += PLAYOUTS_PER_LOOK;
        }
        playouts
    });
    Ok(playouts.iter().sum::<u64>() as f64 / begin.elapsed().as_secs_f64())
}

/// Measures larger and larger trees, as long as each takes at most ten times the given time.
fn by_size(
    game: &dyn AnyGame,
    work: &dyn Workload,
    time: Duration,
) -> Result<Vec<SizeSpeed>, Failure> {
    let mut rng = Seed::new(5).rng();
    let mut last: Option<f64> = None;
    let size = |nodes: u64| {
        let spec = format!("ismcts:iterations={nodes}:nodes={nodes}:prior_visits=0:rollout=full");
        let agent = agent(game, &spec)?;
        let seconds = last.map_or(0.0, |iterations_per_s| nodes as f64 / iterations_per_s);
        let iterations_per_s = if seconds > TIMES_TOO_LONG * time.as_secs_f64() {
            None
        } else if seconds > time.as_secs_f64() {
            let begin = ThreadTime::now();
            Some(work.search(&agent, &mut rng)? as f64 / begin.elapsed().as_secs_f64())
        } else {
            Some(iterations_per_s(work, &agent, time, &mut rng)?)
        };
        last = iterations_per_s.or(last);
        Ok(SizeSpeed { nodes, iterations_per_s })
    };
    SIZES.into_iter().map(size).collect()
}

/// Measures searches on one thread and on one per core, at least two, alternately.
fn by_threads(
    game: &dyn AnyGame,
    work: &dyn Workload,
    time: Duration,
) -> Result<ThreadsSpeed, Failure> {
    let mut rng = Seed::new(6).rng();
    let threads = available_parallelism().map_or(2, |cores| cores.get().max(2));
    let mut measure = |iterations: u64, threads: usize| -> Result<f64, Failure> {
        let agent = agent(game, &format!("{USUAL}:iterations={iterations}:threads={threads}"))?;
        let begin = Instant::now();
        let iterations = work.search(&agent, &mut rng)?;
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

fn agent(game: &dyn AnyGame, spec: &str) -> Result<AnyParticipant, Failure> {
    Ok(game.participants(spec)?.remove(0))
}

/// Returns the iterations of repeated searches, each with a new agent, in a second of CPU time.
fn iterations_per_s(
    workload: &dyn Workload,
    agent: &AnyParticipant,
    time: Duration,
    rng: &mut GameRng,
) -> Result<f64, Failure> {
    // Fails here if it fails at all.
    let iterations = workload.search(agent, rng)?;
    let nanoseconds = nanoseconds(time, |times| {
        for _ in 0..times {
            let _ = black_box(workload.search(agent, rng));
        }
    });
    Ok(iterations as f64 * NANOSECONDS_PER_SECOND / nanoseconds)
}

/// Returns the CPU nanoseconds of one repetition of `work`, which does as many as it is told, measured for about `time`.
fn nanoseconds(time: Duration, mut work: impl FnMut(u64)) -> f64 {
    let mut once = |repetitions| {
        let begin = ThreadTime::now();
        work(repetitions);
        begin.elapsed()
    };
    // Enough repetitions to make the cost of reading the clock negligible.
    let mut repetitions = 1_u64;
    while once(repetitions) < time / (2 * ROUNDS) {
        repetitions *= 2;
    }
    median((0..ROUNDS).map(|_| once(repetitions).as_nanos() as f64)) / repetitions as f64
}

/// Returns the median, or the upper one of two middle numbers.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert!((median([3.0, 1.0, 2.0].into_iter()) - 2.0).abs() < 1e-12);
        assert!((median([4.0, 1.0, 3.0, 2.0].into_iter()) - 3.0).abs() < 1e-12);
    }
}
