//! Games of self-play for training.

use super::plan::{GAMES, TrainJob};
use agents::learning::Trajectory;
use anygame::{AnyEvaluation, AnyNetwork};
use engine::Seed;
use runner::Failure;
use runner::job::Ending;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Plays the games of a generation with the given network, or during the warm-up with the teacher or the game's weights. Returns
/// `None` if interrupted.
pub fn play_games(
    plan: &TrainJob<'_>,
    generation: u64,
    network: &Arc<dyn AnyNetwork>,
    accepted: u64,
) -> Result<Option<Vec<Trajectory>>, Failure> {
    let evaluation = if generation < plan.warm_up() {
        plan.trainer.teacher().unwrap_or(AnyEvaluation::Linear)
    } else {
        AnyEvaluation::Network(Arc::clone(network))
    };
    let seed = plan.seed(GAMES).child(generation);
    let size = plan.config.generation;
    let done = generation * size;
    let mut played = Vec::new();
    let progress = plan.job.progress(done, plan.generations * size);
    let work = |game| play_one(plan, &evaluation, &**network, seed, game);
    let ending = plan.job.work(progress, 0..size, work, |game, progress| {
        played.push(game);
        progress.show(done + played.len() as u64, || format!("networks accepted: {accepted}"));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((ending == Ending::Complete).then_some(played))
}

/// Plays one game of self-play. Consecutive games alternate between the tables.
pub fn play_one(
    plan: &TrainJob<'_>,
    evaluation: &AnyEvaluation,
    network: &dyn AnyNetwork,
    seed: Seed,
    game: u64,
) -> Trajectory {
    let setup = &plan.tables[game as usize % plan.tables.len()];
    plan.trainer.play(evaluation, network, setup, seed.child(game))
}
