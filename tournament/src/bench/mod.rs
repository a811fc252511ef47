//! `tournament bench`: the speed of this machine, and a signature that is the same on all machines.

mod playing;
mod searching;
mod signature;
mod speed;
mod stopwatch;
mod table;
mod yardsticks;

use crate::cli::bench::BenchArguments;
use crate::cli::rules::RuleArguments;
use crate::failure::Failure;
use crate::render::terminal;
use engine::PlayableGame;
use speed::{PlayerSpeed, Speed};
use std::process::ExitCode;
use std::time::Duration;

/// The shortest time in which anything can be measured.
const LEAST_SECONDS: f64 = 0.001;
/// The longest time that a measurement may take.
const MOST_SECONDS: f64 = 3600.0;

/// Measures the speed and prints it.
///
/// # Errors
/// Fails if the game cannot be set up as requested, or if the files of a tournament cannot be
/// written.
pub fn measure<G: PlayableGame>(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    let seconds = arguments.seconds;
    if !(LEAST_SECONDS..=MOST_SECONDS).contains(&seconds) {
        return Err(Failure::Seconds(seconds));
    }
    let time = Duration::from_secs_f64(seconds);
    let players: Vec<_> = arguments.players.map_or(G::PLAYERS.collect(), |players| vec![players]);
    let setups = players.iter().map(|&players| RuleArguments::default().lay::<G>(players));
    let setups: Vec<_> = setups.collect::<Result<_, _>>()?;
    let starts: Vec<G> = setups.iter().map(G::start).collect();
    let yardsticks = yardsticks::measure(&starts[0], time);
    let measure_players = |start: &G| -> Result<PlayerSpeed, Failure> {
        let playing = playing::measure(start, time)?;
        Ok(PlayerSpeed {
            players: start.players(),
            searching: searching::measure(start, &playing, time)?,
            playout_per_draw: playing.ns_per_playout / yardsticks.draw_ns,
            playout_per_copy256: playing.ns_per_playout / yardsticks.copy256_ns,
            playing,
        })
    };
    let speed = Speed {
        version: env!("CARGO_PKG_VERSION"),
        signature: signature::signature::<G>()?,
        players: starts.iter().map(measure_players).collect::<Result<_, _>>()?,
        search_by_nodes: searching::measure_sizes(&starts[0], time)?,
        search_threads: searching::measure_threads(&starts[0], time)?,
        yardsticks,
    };
    let text = if arguments.json {
        serde_json::to_string_pretty(&speed).expect("numbers have a JSON form") + "\n"
    } else {
        table::table(&speed)
    };
    terminal::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
