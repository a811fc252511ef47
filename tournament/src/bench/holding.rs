//! The speed of tournaments between agents that do not think, which shows the cost of everything
//! else.

use super::stopwatch::{ROUNDS, median};
use crate::cli::Cli;
use crate::failure::Failure;
use crate::studies::tournament::{GameRecord, RunJob, RunWriter};
use agents::Registry;
use anygame::TypedGame;
use clap::Parser;
use engine::PlayableGame;
use serde::Serialize;
use std::env::temp_dir;
use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The wall-clock speed of a tournament of `random` agents with all its files.
#[derive(Debug, Serialize)]
pub struct TournamentSpeed {
    pub games_per_s_1_thread: f64,
    pub games_per_s_all_threads: f64,
    /// The median ratio of alternating runs with one and with all threads.
    pub gain: f64,
    /// On one thread, the share of the time outside the games: scheduling, ordering, statistics and
    /// writing files.
    pub share_outside_games: f64,
    /// On one thread, the share of the time that goes into the rows of the files.
    pub share_rows: f64,
}

/// The measurements of a run.
struct Round {
    games_per_s: f64,
    share_outside_games: f64,
    share_rows: f64,
}

pub fn measure<G: PlayableGame>(
    players: usize,
    time: Duration,
) -> Result<TournamentSpeed, Failure> {
    let time = time / ROUNDS;
    let round = |_| Ok((hold::<G>(players, Some(1), time)?, hold::<G>(players, None, time)?));
    let rounds = (0..ROUNDS).map(round).collect::<Result<Vec<_>, Failure>>()?;
    Ok(TournamentSpeed {
        games_per_s_1_thread: median(rounds.iter().map(|(one, _)| one.games_per_s)),
        games_per_s_all_threads: median(rounds.iter().map(|(_, all)| all.games_per_s)),
        gain: median(rounds.iter().map(|(one, all)| all.games_per_s / one.games_per_s)),
        share_outside_games: median(rounds.iter().map(|(one, _)| one.share_outside_games)),
        share_rows: median(rounds.iter().map(|(one, _)| one.share_rows)),
    })
}

/// Runs a tournament for about this time in a temporary folder.
fn hold<G: PlayableGame>(
    players: usize,
    threads: Option<usize>,
    time: Duration,
) -> Result<Round, Failure> {
    let folder = Temporary(temp_dir().join(format!("tournament-bench-{}", process::id())));
    let players = players.to_string();
    let games = u64::MAX.to_string();
    let arguments = ["tournament", "--agents", "random,random", "--seed", "7", "--quiet"];
    let sizes = ["--games", &games, "--players", &players];
    let mut play = Cli::parse_from(arguments.iter().chain(&sizes)).play;
    play.job.threads = threads;
    let run = RunJob::<G>::new(&play, &TypedGame::<G>::new(Registry::built_in()))?;
    let (games, in_games, in_rows) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let begin = Instant::now();
    let work = |scheduled, out: Vec<usize>| {
        let game = Instant::now();
        let (played, builder) = run.play(&scheduled, &out);
        let rows = Instant::now();
        let record = GameRecord::new(scheduled, out, played, builder, run.table());
        games.fetch_add(1, Ordering::Relaxed);
        in_games.fetch_add((rows - game).as_nanos() as u64, Ordering::Relaxed);
        in_rows.fetch_add(rows.elapsed().as_nanos() as u64, Ordering::Relaxed);
        record
    };
    let mut writer = RunWriter::begin(&run.config, &folder.0)?;
    let all_games = run.config.games_from(run.config.part.clone());
    let timely = all_games.take_while(|game| game.game == 0 || begin.elapsed() < time);
    run.fill(&mut writer, timely, work)?;
    writer.close(&run.config, &run.job.pool)?;
    let all = begin.elapsed();
    let share = |part: AtomicU64| part.into_inner() as f64 / all.as_nanos() as f64;
    let (share_games, share_rows) = (share(in_games), share(in_rows));
    Ok(Round {
        games_per_s: games.into_inner() as f64 / all.as_secs_f64(),
        share_outside_games: 1.0 - share_games - share_rows,
        share_rows,
    })
}

/// A folder that is removed on drop.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // If the removal fails, the system's cleanup of temporary files takes over.
        let _ = fs::remove_dir_all(&self.0);
    }
}
