//! `tournament bench`: the speed of this machine, and a signature that is equal on all machines.

use crate::cli::bench::BenchArguments;
use anygame::{AnyGame, AnyParticipant, Work, Workload};
use cpu_time::ThreadTime;
use engine::{GameRng, Rules, Seed};
use runner::Failure;
use runner::terminal::{self, aligned};
use serde::Serialize;
use serde_json::{Value, json};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

/// Allowed duration of a measurement, in seconds.
const SECONDS: std::ops::RangeInclusive<f64> = 0.001..=3600.0;
/// Number of repetitions of a measurement. Their median removes disturbances by other programs.
const ROUNDS: u32 = 5;
const NANOSECONDS_PER_SECOND: f64 = 1e9;
/// Number of games in which decisions are counted.
const COUNTED: u64 = 1000;
/// Spec of a search with full rollouts, comparable in speed to determinizations and rollouts without a tree.
const FULL: &str = "ismcts:iterations=2000:rollout=full";
/// Spec of the search with default parameters.
const USUAL: &str = "mcts";
/// Maximum numbers of nodes in the tree; each search has the same number of iterations.
const SIZES: [u64; 4] = [1000, 10_000, 100_000, 1_000_000];
/// A tree size is skipped if its search would take more than this multiple of a measurement's duration.
const TIMES_TOO_LONG: f64 = 10.0;

/// The speed of games with a given number of players, on one thread and in CPU time.
#[derive(Debug, Serialize)]
struct PlayerSpeed {
    players: usize,
    /// Random games per second, from the setup to the end.
    playouts_per_s: f64,
    /// Duration of a random game in multiples of the time to copy 256 bytes.
    playout_per_copy256: f64,
    decisions_per_playout: f64,
    ns_per_decision: f64,
    /// Determinizations with rollouts per second: an upper limit for the speed of a search.
    determinise_rollout_per_s: f64,
    /// Iterations per second with full rollouts.
    search_iterations_per_s: f64,
    /// Iterations per second with default parameters, which use short rollouts.
    usual_search_iterations_per_s: f64,
}

/// Measures the speed and prints it.
///
/// # Errors
/// Fails if the duration is out of range, or if the game cannot be set up as requested.
pub fn run(arguments: &BenchArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    let &BenchArguments { players, seconds, json, .. } = arguments;
    if !SECONDS.contains(&seconds) {
        let sentence = format!(
            "--seconds must be between {} and {}, not {seconds}",
            SECONDS.start(),
            SECONDS.end()
        );
        return Err(Failure::usage(sentence));
    }
    let time = Duration::from_secs_f64(seconds);
    let players = players.map_or(game.facts().players.clone(), |players| players..=players);
    let sentence = |error: engine::RuleError| Failure::Setup(error.to_string());
    let workload = |players| -> Result<_, Failure> {
        let setup = game.setup(players, &Rules::new()).map_err(sentence)?;
        Ok((players, game.workload(&setup)?))
    };
    let workloads = players.map(workload).collect::<Result<Vec<_>, _>>()?;
    let first = &*workloads[0].1;
    let mut rng = Seed::new(1).rng();
    let copy256_ns = nanoseconds(time, |times| first.repeat(Work::Copy, times, &mut rng));
    let clone_ns = nanoseconds(time, |times| first.repeat(Work::Clone, times, &mut rng));
    let at_tables = workloads.iter();
    let at_tables = at_tables
        .map(|(players, workload)| at_table(game, *players, &**workload, time, copy256_ns));
    let speed = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "signature": game.signature().map_err(sentence)?,
        "copy256_ns": copy256_ns,
        "state_bytes": first.state_bytes(),
        "clone_ns": clone_ns,
        "players": at_tables.collect::<Result<Vec<_>, Failure>>()?,
        "search_by_nodes": by_size(game, first, time)?,
    });
    let text = if json { format!("{speed:#}\n") } else { table(&speed) };
    terminal::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Formats the results: a column for each number of players, and a line for every other result.
fn table(speed: &Value) -> String {
    let number = |value: &Value| match value.as_f64() {
        Some(number) if number < 1000.0 && !value.is_u64() => format!("{number:.2}"),
        Some(number) => format!("{number:.0}"),
        None => value.as_str().unwrap_or("not measured: try more --seconds").to_owned(),
    };
    let list = |name: &str| speed[name].as_array().cloned().unwrap_or_default();
    let (players, sizes) = (list("players"), list("search_by_nodes"));
    let quantities = players[0].as_object().into_iter().flat_map(|speeds| speeds.keys());
    let row = |name: &String| {
        let cells = players.iter().map(|speed| number(&speed[name]));
        [name.clone()].into_iter().chain(cells).collect()
    };
    let rows = quantities.map(row).collect();
    let facts = ["version", "signature", "copy256_ns", "state_bytes", "clone_ns"];
    let facts = facts.map(|name| vec![name.to_owned(), number(&speed[name])]);
    let sizes = sizes.iter().map(|size| {
        let speed = &size["iterations_per_s"];
        vec![format!("search_{}_nodes_per_s", size["nodes"]), number(speed)]
    });
    let facts = facts.into_iter().chain(sizes).collect();
    format!("{}\n{}", aligned(&[], 1, rows), aligned(&[], 1, facts))
}

fn at_table(
    game: &dyn AnyGame,
    players: usize,
    workload: &dyn Workload,
    time: Duration,
    copy256_ns: f64,
) -> Result<PlayerSpeed, Failure> {
    let mut rng = Seed::new(2).rng();
    let mut measured = |work| nanoseconds(time, |times| workload.repeat(work, times, &mut rng));
    let (playout, guess) = (measured(Work::Playout), measured(Work::Guess));
    let decisions_per_playout = workload.decisions(COUNTED, &mut rng) as f64 / COUNTED as f64;
    let mut search = |spec| iterations_per_s(workload, &agent(game, spec)?, time, &mut rng);
    Ok(PlayerSpeed {
        players,
        playouts_per_s: NANOSECONDS_PER_SECOND / playout,
        playout_per_copy256: playout / copy256_ns,
        decisions_per_playout,
        ns_per_decision: playout / decisions_per_playout,
        determinise_rollout_per_s: NANOSECONDS_PER_SECOND / guess,
        search_iterations_per_s: search(FULL)?,
        usual_search_iterations_per_s: search(USUAL)?,
    })
}

/// Measures searches with increasing tree sizes, skipping those that would take more than ten times the given time.
fn by_size(game: &dyn AnyGame, work: &dyn Workload, time: Duration) -> Result<Vec<Value>, Failure> {
    let mut rng = Seed::new(5).rng();
    let mut last: Option<f64> = None;
    let size = |nodes: u64| {
        let spec = format!("ismcts:iterations={nodes}:nodes={nodes}:rollout=full");
        let seconds = last.map_or(0.0, |iterations_per_s| nodes as f64 / iterations_per_s);
        let is_short = seconds <= TIMES_TOO_LONG * time.as_secs_f64();
        // Games without features have no prior.
        let agent =
            agent(game, &format!("{spec}:prior_visits=0")).or_else(|_| agent(game, &spec))?;
        let measured = is_short.then(|| iterations_per_s(work, &agent, time, &mut rng));
        let iterations_per_s = measured.transpose()?;
        last = iterations_per_s.or(last);
        Ok(json!({ "nodes": nodes, "iterations_per_s": iterations_per_s }))
    };
    SIZES.into_iter().map(size).collect()
}

fn agent(game: &dyn AnyGame, spec: &str) -> Result<AnyParticipant, Failure> {
    Ok(game.participants(spec)?.remove(0))
}

/// Returns the iterations per second of CPU time, using a new agent for each search. A single search is enough if it takes as
/// long as the measurement.
fn iterations_per_s(
    workload: &dyn Workload,
    agent: &AnyParticipant,
    time: Duration,
    rng: &mut GameRng,
) -> Result<f64, Failure> {
    let begin = ThreadTime::now();
    let iterations = workload.search(agent, rng)? as f64;
    let once = begin.elapsed();
    if once > time {
        return Ok(iterations / once.as_secs_f64());
    }
    let nanoseconds = nanoseconds(time, |times| {
        for _ in 0..times {
            let _ = black_box(workload.search(agent, rng));
        }
    });
    Ok(iterations * NANOSECONDS_PER_SECOND / nanoseconds)
}

/// Measures `work`, which takes the number of repetitions, for about `time`. Returns the CPU nanoseconds per repetition.
fn nanoseconds(time: Duration, mut work: impl FnMut(u64)) -> f64 {
    let mut once = |repetitions| {
        let begin = ThreadTime::now();
        work(repetitions);
        begin.elapsed()
    };
    // Repeat often enough to make the cost of reading the clock negligible.
    let mut repetitions = 1_u64;
    while once(repetitions) < time / (2 * ROUNDS) {
        repetitions *= 2;
    }
    let mut rounds: Vec<_> = (0..ROUNDS).map(|_| once(repetitions).as_nanos()).collect();
    rounds.sort_unstable();
    rounds[rounds.len() / 2] as f64 / repetitions as f64
}
