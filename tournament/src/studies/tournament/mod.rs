//! The main job: plays a tournament and writes its files.

mod config;
mod foreign;
mod plan;
mod recorded;
mod retold;
mod writer;

pub use foreign::{lay_out, read_rows};
pub use plan::RunJob;
pub use recorded::{RecordedResult, RecordedRun};
pub use retold::check_records;
pub use writer::{GameRecord, RunWriter};

use crate::cli::play::PlayArguments;
use crate::failure::Failure;
use crate::job::{Ending, pool};
use crate::render::terminal::{self, percent};
use crate::report::alike;
use crate::report::summary::Statistics;
use crate::schedule::ScheduledGame;
use crate::store::parts::Parts;
use anygame::TypedGame;
use anygame::play::TypedResult;
use config::RunConfig;
use engine::PlayableGame;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The most agents whose win shares the progress line shows.
const AGENTS_SHOWN: usize = 4;

/// Plays a tournament.
///
/// # Errors
/// Fails if the arguments cannot be carried out, or if a file cannot be written.
pub fn play<G: PlayableGame>(
    arguments: &PlayArguments,
    game: &TypedGame<G>,
) -> Result<ExitCode, Failure> {
    let mut plan = RunJob::<G>::new(arguments, game)?;
    let identical = plan.identical();
    let Some(opened) = plan.job.open(&writer::layout::<G>(&plan.config))? else {
        return Ok(ExitCode::SUCCESS);
    };
    if let Some(sentence) = &identical {
        terminal::tell(sentence);
    }
    let mut writer = RunWriter::new(&plan.config, opened.journal);
    if let Some(held) = opened.held {
        writer.restore(&plan.config, held)?;
    }
    let games = plan.config.games_from(writer.next_game()..plan.config.part.end);
    let work = |scheduled, out: Vec<usize>| {
        let (played, builder) = plan.play(&scheduled, &out);
        GameRecord::new(scheduled, out, played, builder, plan.table())
    };
    let ending = plan.fill(&mut writer, games, work)?;
    let (extent, forfeits) = (writer.extent(), writer.forfeits().sentence());
    let out = writer.standing().sentences(&plan.config.manifest.labels);
    let closed = writer.close(&plan.config, &plan.job.pool);
    let closed = closed.map_err(|failure| plan.job.stopped(failure))?;
    let code = plan.job.exit(ending, extent.games_played, plan.games());
    if extent.missing_in_last_block > 0 {
        terminal::tell(&format!(
            "the last block is cut short: games missing in it: {}",
            extent.missing_in_last_block
        ));
    }
    let alike = closed.statistics.alike().filter(|_| identical.is_none());
    forfeits.into_iter().chain(out).chain(alike).for_each(|sentence| terminal::tell(&sentence));
    closed.print()?;
    Ok(code)
}

/// Merges the parts of a tournament.
///
/// # Errors
/// Fails, leaving no merged run, if a file cannot be read or written.
pub fn merge<G: PlayableGame>(parts: &Parts) -> Result<ExitCode, Failure> {
    let config = RunConfig::of(parts.whole())?;
    let closed = parts.merge(
        &writer::layout::<G>(&config),
        &config.manifest,
        |journal| Ok(RunWriter::<G>::new(&config, journal)),
        |writer, part, reader| {
            let games = RunConfig::of(part.manifest.clone())?.part;
            writer.enter_all(&config, games, &part.folder, reader)
        },
        |writer| writer.close(&config, &pool(None)?),
    )?;
    if parts.tells() {
        closed.print()?;
    }
    Ok(ExitCode::SUCCESS)
}

impl<G: PlayableGame> RunJob<G> {
    /// Plays a game of which these agents are out.
    pub fn play(&self, scheduled: &ScheduledGame, out: &[usize]) -> (TypedResult<G>, G::Tables) {
        let mut builder = G::Tables::default();
        let played = self.table().play_without(out, &scheduled.seating(), &mut builder);
        (played, builder)
    }

    /// Returns a sentence if some blocks are one game, played again.
    fn identical(&self) -> Option<String> {
        let RunConfig { manifest, terms, .. } = &self.config;
        alike::before(self.job.table.participants(), manifest.players, terms.streams)
    }

    /// Returns the number of games in this part of the run.
    fn games(&self) -> u64 {
        self.config.part.end - self.config.part.start
    }

    /// Plays these games and enters them in order. A game that was played before it was known who is out of it
    /// is played again.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn fill(
        &self,
        writer: &mut RunWriter<G>,
        games: impl Iterator<Item = ScheduledGame> + Send,
        work: impl Fn(ScheduledGame, Vec<usize>) -> GameRecord + Sync,
    ) -> Result<Ending, Failure> {
        let progress = self.job.progress(writer.statistics().games(), self.games());
        let standing = writer.standing();
        let attempt = |scheduled: ScheduledGame| {
            let out = standing.out_of(&scheduled);
            work(scheduled, out)
        };
        self.job.work(progress, games, attempt, |record, progress| {
            let due = standing.out_of(record.scheduled());
            let is_due = record.out() == due;
            let record = if is_due { record } else { work(record.scheduled().clone(), due) };
            writer.enter(record)?;
            let statistics = writer.statistics();
            progress.show(statistics.games(), || shares(statistics));
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// Formats the win shares so far.
fn shares(statistics: &Statistics) -> String {
    let shares = statistics.labels().iter().zip(statistics.agents()).take(AGENTS_SHOWN);
    let shares = shares.map(|(label, tally)| format!("{label} {}", percent(tally.win_share())));
    shares.collect::<Vec<_>>().join("  ")
}
