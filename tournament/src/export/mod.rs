//! `tournament export`: the decisions of recorded games as training data.
//!
//! A row is a decision between several moves: what the seat saw, what it might do, what it did, and how
//! the game ended. The rows follow from the records alone, so they are the same on any number of threads.

mod decisions;
mod table;

use crate::analysis::search::Search;
use crate::cli::export::{ExportArguments, ExportFormat};
use crate::failure::Failure;
use crate::job::in_order::in_order;
use crate::job::pool;
use crate::job::progress::Progress;
use crate::render::terminal::{self, INTERRUPTED};
use crate::store::reader::RECORDS;
use crate::studies::tournament::RecordedRun;
use anygame::TypedGame;
use decisions::Reader;
use engine::{PlayableGame, Rules};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use table::DecisionTable;

/// Writes the decisions of a run; `boards` are those that its records may name.
///
/// # Errors
/// Fails if the run cannot be read, has no records or no such game, or if the file cannot be written. No
/// file remains then.
pub fn export<G: PlayableGame>(
    arguments: &ExportArguments,
    boards: &Rules,
    game: &TypedGame<G>,
) -> Result<ExitCode, Failure> {
    let ExportFormat::Parquet = arguments.format;
    let encoding = G::encoding().ok_or(Failure::NoEncoding(G::NAME))?;
    let run = RecordedRun::find(&arguments.run)?;
    let file = arguments.file();
    if file.exists() {
        return Err(Failure::Exists(file));
    }
    let search = arguments.agent.as_deref();
    let search = search.map(|spec| Search::new(spec, arguments.judging.seed, game)).transpose()?;
    let pool = pool(arguments.judging.threads)?;
    let interrupted = terminal::interrupt_flag()?;
    let players = run.manifest().players;
    let mut table = DecisionTable::begin(&file, &run, encoding, search.as_ref())?;
    let reader = Reader { encoding, players, boards, search: search.as_ref() };
    let records = arguments.run.join(RECORDS);
    let mut progress = Progress::new(0, run.games(), "games", arguments.judging.quiet);
    let mut done = 0;
    let read = |game: Result<_, _>| {
        if interrupted.load(Ordering::Relaxed) {
            return Ok(None);
        }
        reader.decisions(&game?, &records).map(Some)
    };
    let ending = in_order(&pool, &mut run.read(game)?, &read, &mut |decisions: Result<_, _>| {
        let Some(decisions) = decisions.map_err(Some)? else { return Err(None) };
        table.add(decisions).map_err(Some)?;
        done += 1;
        progress.show(done, String::new);
        Ok(())
    });
    match ending {
        Err(Some(failure)) => return Err(failure),
        Err(None) => {
            terminal::tell(&format!("interrupted: {} was not written", file.display()));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(()) => progress.finish(),
    }
    if let Some(search) = search.filter(|_| !table.has_visits()) {
        return Err(search.has_found_nothing());
    }
    let rows = table.finish()?;
    terminal::print(&format!("{rows} decisions of {done} games: {}\n", file.display()))?;
    Ok(ExitCode::SUCCESS)
}
