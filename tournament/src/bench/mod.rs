//! `tournament bench`: how fast this machine is, and a signature that all machines share.

mod holding;
mod playing;
mod searching;
mod signature;
mod stopwatch;
mod table;
mod yardsticks;

use crate::cli::arguments::RuleArguments;
use crate::cli::bench::BenchArguments;
use crate::failure::Failure;
use crate::games::PlayableGame;
use crate::render::terminal;
use serde::Serialize;
use std::process::ExitCode;
use std::time::Duration;

/// The shortest time in which anything can be measured.
const LEAST_SECONDS: f64 = 0.001;
/// The longest that a measurement may take.
const MOST_SECONDS: f64 = 3600.0;

/// The speed of this machine. One thread and its CPU time, unless said otherwise.
#[derive(Debug, Serialize)]
struct Speed {
    version: &'static str,
    /// A hash over games that are the same on every machine.
    signature: String,
    #[serde(flatten)]
    yardsticks: yardsticks::Yardsticks,
    players: Vec<PlayerSpeed>,
    /// The first of these numbers of players, in all that follows.
    search_by_nodes: Vec<searching::SizeSpeed>,
    search_threads: searching::ThreadsSpeed,
    tournament: holding::TournamentSpeed,
}

/// The speed of games with so many players.
#[derive(Debug, Serialize)]
struct PlayerSpeed {
    players: usize,
    #[serde(flatten)]
    playing: playing::PlayingSpeed,
    #[serde(flatten)]
    searching: searching::SearchSpeed,
    /// A random game from the setup to the end, in drawings of 64 random bits.
    playout_per_draw: f64,
    /// The same in copies of 256 bytes.
    playout_per_copy256: f64,
}

/// Measures and prints.
///
/// # Errors
/// If there is no such table, or the files of a tournament cannot be written for a while.
pub fn measure<G: PlayableGame>(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    let seconds = arguments.seconds;
    if !(LEAST_SECONDS..=MOST_SECONDS).contains(&seconds) {
        return Err(Failure::Seconds(seconds));
    }
    let time = Duration::from_secs_f64(seconds);
    let players: Vec<_> = arguments.players.map_or(G::PLAYERS.collect(), |players| vec![players]);
    let setups = players.iter().map(|&players| G::setup(players, &RuleArguments::default()));
    let setups: Vec<_> = setups.collect::<Result<_, _>>().map_err(Failure::Setup)?;
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
        tournament: holding::measure::<G>(players[0], time)?,
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
