//! The main job: plays a tournament and writes its files.

use super::plan::RunJob;
use super::play::PlayArguments;
use crate::failure::Failure;
use crate::job::in_order::in_order;
use crate::job::progress::Progress;
use crate::play::PlayedGame;
use crate::render::terminal::{self, INTERRUPTED};
use crate::report::final_table;
use crate::schedule::ScheduledGame;
use crate::store::manifest::Extent;
use crate::store::writer::{GameRecord, RunWriter};
use engine::PlayableGame;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Plays a tournament.
///
/// # Errors
/// If it cannot be played as asked, or a file cannot be written.
pub fn play<G: PlayableGame>(arguments: &PlayArguments) -> Result<ExitCode, Failure> {
    let plan = RunJob::<G>::new(arguments)?;
    let interrupted = terminal::interrupt_flag()?;
    let mut books = if arguments.job.resume {
        let Some(books) = RunWriter::resume(&plan.config, &plan.out)? else {
            terminal::tell(&format!("{} is finished: nothing to do", plan.out.display()));
            return Ok(ExitCode::SUCCESS);
        };
        books
    } else {
        RunWriter::open(&plan.config, &plan.out)?
    };
    let work = |scheduled| {
        let goes_on = !interrupted.load(Ordering::Relaxed);
        goes_on
            .then(|| plan.play(scheduled))
            .map(|(played, builder)| GameRecord::new(played, builder, &plan.table))
    };
    let stopped =
        |source| Failure::Stopped { source: Box::new(source), command: plan.command_to_resume() };
    fill(&mut books, &plan, work).map_err(stopped)?;
    let (extent, forfeits) = (books.extent(), books.forfeits().sentence());
    let (statistics, summary, aggregator) =
        books.close(&plan.config, &plan.pool).map_err(stopped)?;
    let is_whole = tell_what_is_missing(&plan, extent);
    if let Some(sentence) = forfeits {
        terminal::tell(&sentence);
    }
    final_table::print(&statistics, &summary, &aggregator)?;
    if is_whole { Ok(ExitCode::SUCCESS) } else { Ok(ExitCode::from(INTERRUPTED)) }
}

/// Why a run ends before its last game.
enum Stop {
    Interrupted,
    Failed(Failure),
}

impl<G: PlayableGame> RunJob<G> {
    /// Plays a game.
    pub fn play(&self, scheduled: ScheduledGame) -> (PlayedGame<G>, G::Tables) {
        let mut builder = G::Tables::default();
        let played = self.table.play(scheduled, &mut builder);
        (played, builder)
    }
}

/// Plays the games that are not in the books and enters them in order, as long as `work` goes on.
///
/// # Errors
/// If a file cannot be written.
pub fn fill<G: PlayableGame>(
    books: &mut RunWriter<G>,
    plan: &RunJob<G>,
    work: impl Fn(ScheduledGame) -> Option<GameRecord<G>> + Sync,
) -> Result<(), Failure> {
    let part = &plan.config.part;
    let mut progress = Progress::new(part.end - part.start, plan.quiet);
    let games_from = plan.config.games_from(books.next_game()..part.end);
    let outcome = in_order(&plan.pool, games_from, work, |account| {
        books.enter(account.ok_or(Stop::Interrupted)?).map_err(Stop::Failed)?;
        progress.advance(books.statistics());
        Ok(())
    });
    match outcome {
        Err(Stop::Failed(failure)) => return Err(failure),
        Ok(()) | Err(Stop::Interrupted) => progress.finish(books.statistics().games()),
    }
    Ok(())
}

/// Says what the files lack, and whether that is nothing that was asked for.
fn tell_what_is_missing<G: PlayableGame>(plan: &RunJob<G>, extent: Extent) -> bool {
    let Extent { games_played, missing_in_last_block: missing, .. } = extent;
    let games = plan.config.part.end - plan.config.part.start;
    if games_played < games {
        let (folder, command) = (plan.out.display(), plan.command_to_resume());
        terminal::tell(&format!(
            "interrupted: {folder} holds {games_played} of {games} games; `{command}` plays the others"
        ));
    }
    if missing > 0 {
        terminal::tell(&format!("the last block is cut short: games missing in it: {missing}"));
    }
    games_played == games
}
