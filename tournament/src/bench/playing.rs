//! The speed of random games.

use super::stopwatch::{NANOSECONDS_PER_SECOND, nanoseconds};
use crate::failure::Failure;
use crate::job::pool;
use engine::{Game, GameRng, Seat, Seed, Turn, View};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of games in which decisions are counted.
const COUNTED: u32 = 1000;
/// All threads check the clock after this many playouts.
const PLAYOUTS_PER_LOOK: u32 = 100;

/// The speed of random games.
#[derive(Debug, Serialize)]
pub struct PlayingSpeed {
    /// Random games from the setup to the end.
    pub playouts_per_s: f64,
    pub ns_per_playout: f64,
    pub decisions_per_playout: f64,
    pub ns_per_decision: f64,
    /// Determinizations with rollouts: the upper limit for a search.
    pub determinise_rollout_per_s: f64,
    /// Random games on all cores, by wall-clock time.
    pub playouts_per_s_all_threads: f64,
}

pub fn measure<G: Game>(start: &G, time: Duration) -> Result<PlayingSpeed, Failure> {
    let mut rng = Seed::new(2).rng();
    let ns_per_playout = nanoseconds(time, || play_out(start.clone(), &mut rng));
    let opened = first_decision(start.clone(), &mut rng);
    let view = opened.view(Seat::new(0));
    let ns_per_guess = nanoseconds(time, || play_out(view.determinize(&mut rng), &mut rng));
    let decisions: u32 = (0..COUNTED).map(|_| decisions(start.clone(), &mut rng)).sum();
    let decisions_per_playout = f64::from(decisions) / f64::from(COUNTED);
    Ok(PlayingSpeed {
        playouts_per_s: NANOSECONDS_PER_SECOND / ns_per_playout,
        ns_per_playout,
        decisions_per_playout,
        ns_per_decision: ns_per_playout / decisions_per_playout,
        determinise_rollout_per_s: NANOSECONDS_PER_SECOND / ns_per_guess,
        playouts_per_s_all_threads: playouts_on_all_threads(start, time)?,
    })
}

/// Returns the first position with a decision.
pub fn first_decision<G: Game>(mut game: G, rng: &mut GameRng) -> G {
    while game.turn() == Turn::Chance {
        game.happen(game.random_chance(rng));
    }
    game
}

/// Plays randomly to the end, like the rollouts of searches.
fn play_out<G: Game>(mut game: G, rng: &mut GameRng) -> G {
    game.play_out(u32::MAX, rng);
    game
}

/// Counts the decisions of a random game.
fn decisions<G: Game>(mut game: G, rng: &mut GameRng) -> u32 {
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
        let mut rng = Seed::new(3).child(thread.index() as u64).rng();
        let mut playouts = 0;
        while begin.elapsed() < time {
            for _ in 0..PLAYOUTS_PER_LOOK {
                black_box(play_out(start.clone(), &mut rng));
            }
            playouts += u64::from(PLAYOUTS_PER_LOOK);
        }
        playouts
    });
    Ok(playouts.iter().sum::<u64>() as f64 / begin.elapsed().as_secs_f64())
}
