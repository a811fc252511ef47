//! The games of self-play.

use super::plan::{GAMES, TrainJob};
use crate::failure::Failure;
use crate::job::Ending;
use agents::evaluation::{Evaluation, Network};
use agents::learning::{SelfPlay, Trajectory};
use engine::{PlayableGame, Seed};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Plays the games of a generation with this network, or with what starts. Returns `None` if interrupted.
pub fn play_games<G: PlayableGame>(
    plan: &TrainJob<G>,
    generation: u64,
    network: &Network<G>,
    accepted: u64,
) -> Result<Option<Vec<Trajectory>>, Failure> {
    let evaluation = if generation < plan.warm_up() {
        plan.first_evaluation(|| network.clone())
    } else {
        Evaluation::Network(network.clone())
    };
    let self_play = plan.self_play(Arc::new(evaluation));
    let seed = plan.seed(GAMES).child(generation);
    let size = plan.arguments.generation;
    let done = generation * size;
    let mut played = Vec::new();
    let progress = plan.job.progress(done, plan.generations * size);
    let work = |game| play_one(plan, &self_play, network, seed, game);
    let ending = plan.job.work(progress, 0..size, work, |game, progress| {
        played.push(game);
        progress.show(done + played.len() as u64, || format!("networks accepted: {accepted}"));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((ending == Ending::Complete).then_some(played))
}

/// Plays a game of self-play, at one table after the other.
pub fn play_one<G: PlayableGame>(
    plan: &TrainJob<G>,
    self_play: &SelfPlay<G>,
    network: &Network<G>,
    seed: Seed,
    game: u64,
) -> Trajectory {
    let (_, setup) = &plan.tables[game as usize % plan.tables.len()];
    self_play.play(setup, network, seed.child(game))
}
