//! `tournament bench`: how fast this machine is, and a signature that all machines share.

mod signature;
mod stopwatch;

use crate::arguments::{BenchArguments, RuleArguments};
use crate::console::{self, aligned};
use crate::failure::Failure;
use crate::games::Hosted;
use crate::plan::pool;
use agents::{Entrant, registry};
use engine::{Game, Seat, Seed, Stream, Turn, View};
use rand::Rng;
use serde::Serialize;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use stopwatch::nanoseconds;

const NANOSECONDS_PER_SECOND: f64 = 1e9;
/// The shortest time in which anything can be measured.
const LEAST_SECONDS: f64 = 0.001;
/// The longest that a measurement may take.
const MOST_SECONDS: f64 = 3600.0;
/// The search that is measured. Full rollouts make its speed comparable to that of guessing and playing
/// out alone.
const SEARCH: &str = "mcts:iterations=2000:rollout=full";
/// All threads look at the clock after so many playouts.
const PLAYOUTS_PER_LOOK: u32 = 100;

/// The speed of this machine. One thread and its CPU time, unless said otherwise.
#[derive(Debug, Serialize)]
struct Speed {
    version: &'static str,
    /// A hash over games that are the same on every machine.
    signature: String,
    /// Drawing 64 random bits.
    draw_ns: f64,
    /// Copying 256 bytes.
    copy256_ns: f64,
    state_bytes: usize,
    /// Cloning a state.
    clone_ns: f64,
    players: Vec<PlayerSpeed>,
}

/// The speed of games with so many players.
#[derive(Debug, Serialize)]
struct PlayerSpeed {
    players: usize,
    /// Random games from the setup to the end.
    playouts_per_s: f64,
    ns_per_playout: f64,
    decisions_per_playout: f64,
    ns_per_decision: f64,
    /// Guessing what is hidden and playing out: what a search could do at most.
    determinise_rollout_per_s: f64,
    /// Iterations of a search of the first decision, with full rollouts.
    search_iterations_per_s: f64,
    /// Random games on all cores, by the clock on the wall.
    playouts_per_s_all_threads: f64,
}

/// Measures and prints.
///
/// # Errors
/// If there is no such table.
pub fn measure<G: Hosted>(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    let seconds = arguments.seconds;
    if !(LEAST_SECONDS..=MOST_SECONDS).contains(&seconds) {
        return Err(Failure::Seconds(seconds));
    }
    let time = Duration::from_secs_f64(seconds);
    let players: Vec<_> = arguments.players.map_or(G::PLAYERS.collect(), |players| vec![players]);
    let setups = players.iter().map(|&players| G::setup(players, &RuleArguments::default()));
    let setups: Vec<_> = setups.collect::<Result<_, _>>().map_err(Failure::Setup)?;
    let starts: Vec<G> = setups.iter().map(G::start).collect();
    let mut rng = Seed::new(1).stream();
    let source = [1_u64; 32];
    let speed = Speed {
        version: env!("CARGO_PKG_VERSION"),
        signature: signature::signature::<G>()?,
        draw_ns: nanoseconds(time, || rng.next_u64()),
        copy256_ns: nanoseconds(time, || *black_box(&source)),
        state_bytes: size_of::<G>(),
        clone_ns: nanoseconds(time, || black_box(&starts[0]).clone()),
        players: starts
            .iter()
            .map(|start| measure_players(start, time))
            .collect::<Result<_, _>>()?,
    };
    let text = if arguments.json {
        serde_json::to_string_pretty(&speed).expect("numbers have a JSON form") + "\n"
    } else {
        table(&speed)
    };
    console::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn measure_players<G: Hosted>(start: &G, time: Duration) -> Result<PlayerSpeed, Failure> {
    let mut rng = Seed::new(2).stream();
    let (mut playouts, mut decisions) = (0_u64, 0_u64);
    let ns_per_playout = nanoseconds(time, || {
        playouts += 1;
        decisions += u64::from(play_out(start.clone(), &mut rng));
    });
    let decisions_per_playout = decisions as f64 / playouts as f64;

    let view = start.view(Seat::new(0));
    let ns_per_guess = nanoseconds(time, || play_out(view.guess(&mut rng), &mut rng));

    let spec = SEARCH.parse().map_err(agents::EntrantError::from)?;
    let entrant = Entrant::new(&spec, &registry::<G>())?;
    let (mut searches, mut iterations) = (0_u64, 0);
    let ns_per_search = nanoseconds(time, || {
        let mut agent = entrant.make();
        let chosen = agent.choose(&view, &mut rng);
        searches += 1;
        iterations += agent.playouts();
        chosen
    });
    let iterations_per_search = iterations as f64 / searches as f64;

    Ok(PlayerSpeed {
        players: start.players(),
        playouts_per_s: NANOSECONDS_PER_SECOND / ns_per_playout,
        ns_per_playout,
        decisions_per_playout,
        ns_per_decision: ns_per_playout / decisions_per_playout,
        determinise_rollout_per_s: NANOSECONDS_PER_SECOND / ns_per_guess,
        search_iterations_per_s: iterations_per_search * NANOSECONDS_PER_SECOND / ns_per_search,
        playouts_per_s_all_threads: playouts_on_all_threads(start, time)?,
    })
}

/// Plays at random to the end and counts the decisions.
fn play_out<G: Game>(mut game: G, rng: &mut Stream) -> u32 {
    let mut decisions = 0;
    loop {
        match game.turn() {
            Turn::Decide(_) => {
                game.play_random(rng);
                decisions += 1;
            }
            Turn::Chance => game.happen(game.random_chance(rng)),
            Turn::Over => return decisions,
        }
    }
}

fn playouts_on_all_threads<G: Game>(start: &G, time: Duration) -> Result<f64, Failure> {
    let pool = pool(None)?;
    let begin = Instant::now();
    let playouts = pool.broadcast(|thread| {
        let mut rng = Seed::new(3).child(thread.index() as u64).stream();
        let mut playouts = 0;
        while begin.elapsed() < time {
            for _ in 0..PLAYOUTS_PER_LOOK {
                play_out(start.clone(), &mut rng);
            }
            playouts += u64::from(PLAYOUTS_PER_LOOK);
        }
        playouts
    });
    Ok(playouts.iter().sum::<u64>() as f64 / begin.elapsed().as_secs_f64())
}

fn table(speed: &Speed) -> String {
    let facts = [
        ("version", speed.version.to_owned()),
        ("signature", speed.signature.clone()),
        ("64 random bits", format!("{:.2} ns", speed.draw_ns)),
        ("copying 256 bytes", format!("{:.2} ns", speed.copy256_ns)),
        ("a state", format!("{} bytes", speed.state_bytes)),
        ("cloning it", format!("{:.2} ns", speed.clone_ns)),
    ];
    let facts = facts.map(|(name, value)| vec![name.to_owned(), value]);
    let row = |speed: &PlayerSpeed| {
        vec![
            speed.players.to_string(),
            format!("{:.0}", speed.playouts_per_s),
            format!("{:.0}", speed.decisions_per_playout),
            format!("{:.1}", speed.ns_per_decision),
            format!("{:.0}", speed.determinise_rollout_per_s),
            format!("{:.0}", speed.search_iterations_per_s),
            format!("{:.0}", speed.playouts_per_s_all_threads),
        ]
    };
    let header =
        ["players", "playouts/s", "decisions", "ns each", "guesses/s", "search/s", "all cores"];
    let rows = speed.players.iter().map(row).collect();
    format!("{}\n{}", aligned(&[], 2, facts.to_vec()), aligned(&header, 0, rows))
}
