//! Tournaments: plays the games of a run and writes its files.

mod config;
mod design;
mod record_check;
mod recorded;
mod untrusted;
mod writer;

pub use config::RunConfig;
pub use record_check::check_records;
pub use recorded::RecordedRun;
pub use untrusted::{lay_out, read_rows};
pub use writer::{GameRecord, RunWriter};

use crate::job::{Ending, FinishedJob, Job, pool};
use crate::report::degenerate;
use crate::report::summary::Statistics;
use crate::terminal::{self, percent};
use anygame::AnyGame;
use design::RunDesign;
use std::ops::ControlFlow;
use std::process::ExitCode;
use store::Failure;
use store::parts::Parts;
use store::schedule::ScheduledGame;

/// Maximum number of agents with win shares in the progress line.
const AGENTS_SHOWN: usize = 4;

impl RunConfig {
    /// Plays the tournament and writes its files. Progress and warnings are printed to standard error.
    ///
    /// # Errors
    /// Fails if the configuration is invalid, or if a file cannot be written.
    pub fn run(&self, game: &dyn AnyGame) -> Result<FinishedJob, Failure> {
        let (mut job, design) = self.prepare(game)?;
        let folder = job.out().to_owned();
        let agents_warning = degenerate::identical_agents_warning(
            job.table.participants(),
            design.manifest.players,
            self.streams,
        );
        let Some(opened) = job.open(&writer::layout(game, &design))? else {
            return Ok(FinishedJob { folder, ending: Ending::Complete, report: None });
        };
        if let Some(sentence) = &agents_warning {
            terminal::tell(sentence);
        }
        let mut writer = RunWriter::new(game, &design, opened.journal);
        if let Some(resume) = opened.resume {
            writer.restore(&design, resume)?;
        }
        let games = design.games_from(writer.next_game()..design.part.end);
        let ending = fill(&job, &design, &mut writer, games)?;
        let (extent, forfeits) = (writer.extent(), writer.forfeits().sentence());
        let disqualified = writer.disqualifications().sentences(&design.manifest.labels);
        let finished = writer.close(&design, &job.pool).map_err(|failure| job.stopped(failure))?;
        job.tell_if_interrupted(ending, extent.games_played, design.games());
        if extent.missing_in_last_block > 0 {
            terminal::tell(&format!(
                "the last block is cut short: games missing in it: {}",
                extent.missing_in_last_block
            ));
        }
        let games_warning =
            finished.statistics.identical_games_warning().filter(|_| agents_warning.is_none());
        let sentences = forfeits.into_iter().chain(disqualified).chain(games_warning);
        sentences.for_each(|sentence| terminal::tell(&sentence));
        Ok(FinishedJob { folder, ending, report: Some(finished.report()) })
    }
}

/// Merges the parts of a tournament into one run.
///
/// # Errors
/// Fails if a file cannot be read or written; then there is no merged run.
pub fn merge(game: &dyn AnyGame, parts: &Parts) -> Result<ExitCode, Failure> {
    let design = RunDesign::of(parts.whole())?;
    let finished = parts.merge(
        &writer::layout(game, &design),
        &design.manifest,
        |journal| Ok(RunWriter::new(game, &design, journal)),
        |writer, part, reader| {
            let games = RunDesign::of(part.manifest.clone())?.part;
            writer.enter_all(&design, games, &part.folder, reader)
        },
        |writer| writer.close(&design, &pool(None)?),
    )?;
    if parts.tells() {
        terminal::print(&finished.report())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays games and writes their results in order. Games are played in parallel, so a game may finish before an earlier game
/// disqualifies one of its agents; such a game is played again.
///
/// # Errors
/// Fails if a file cannot be written.
pub fn fill(
    job: &Job,
    design: &RunDesign,
    writer: &mut RunWriter<'_>,
    games: impl Iterator<Item = ScheduledGame> + Send,
) -> Result<Ending, Failure> {
    let progress = job.progress(writer.statistics().games(), design.games());
    let disqualifications = writer.disqualifications();
    let play = |scheduled: ScheduledGame| {
        let disqualified = disqualifications.disqualified_in(&scheduled);
        GameRecord::play(&*job.table, scheduled, disqualified)
    };
    job.work(progress, games, play, |record, progress| {
        let record = record?;
        let is_due = record.disqualified() == disqualifications.disqualified_in(&record.scheduled);
        let record = if is_due { record } else { play(record.scheduled.clone())? };
        writer.enter(record)?;
        let statistics = writer.statistics();
        progress.show(statistics.games(), || shares(statistics));
        Ok(ControlFlow::Continue(()))
    })
}

/// Formats the win shares of the first agents for the progress line.
fn shares(statistics: &Statistics) -> String {
    let shares = statistics.labels().iter().zip(statistics.agents()).take(AGENTS_SHOWN);
    let shares = shares.map(|(label, tally)| format!("{label} {}", percent(tally.win_share())));
    shares.collect::<Vec<_>>().join("  ")
}
