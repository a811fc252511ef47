//! Tournaments: plays the games of a run and writes its files.

mod config;
mod design;
mod record_check;
mod recorded;
mod writer;

pub use config::RunConfig;
pub(crate) use design::RunDesign;
pub use record_check::check_records;
pub use recorded::RecordedRun;
pub use writer::{GameRecord, RunUnits};

use crate::job::{Ending, FinishedJob, Job};
use crate::report::degenerate;
use crate::terminal;
use anygame::AnyGame;
use std::ops::ControlFlow;
use std::sync::Arc;
use store::Failure;
use store::journal::Journal;
use store::schedule::ScheduledGame;

impl RunConfig {
    /// Plays the tournament and writes its files. Progress and warnings are printed to standard error.
    ///
    /// # Errors
    /// Fails if the configuration is invalid, or if a file cannot be written.
    pub fn run(&self, game: &dyn AnyGame) -> Result<FinishedJob, Failure> {
        let (job, design) = self.prepare(game)?;
        job.conduct(RunUnits::new(game, design.clone()), |units, journal| {
            if let Some(sentence) = degenerate::identical_agents_warning(&*job.table) {
                terminal::tell(&sentence);
                units.has_identical_agents = true;
            }
            play_all(&job, &design, units, journal)
        })
    }
}

/// Plays the missing games and adds them in order. Games are played in parallel, so a game may finish before an earlier game
/// disqualifies one of its agents; such a game is played again.
///
/// # Errors
/// Fails if a file cannot be written.
fn play_all(
    job: &Job,
    design: &RunDesign,
    units: &mut RunUnits<'_>,
    journal: &mut Journal,
) -> Result<Ending, Failure> {
    let disqualifications = Arc::clone(&units.disqualifications);
    let play = |scheduled: ScheduledGame| {
        let disqualified = disqualifications.disqualified_in(&scheduled);
        GameRecord::play(&*job.table, scheduled, disqualified)
    };
    let games = design.games_from(units.next_game..design.part.end);
    job.add_all(units, journal, games, play, |units, record, journal| {
        let record = record?;
        let is_due = record.disqualified == disqualifications.disqualified_in(&record.scheduled);
        let record = if is_due { record } else { play(record.scheduled.clone())? };
        units.add(record, journal).map(ControlFlow::Continue)
    })
}
