//! The main job: plays a tournament and writes its files.

use crate::arguments::PlayArguments;
use crate::books::{Account, Books};
use crate::console::{self, INTERRUPTED};
use crate::design::Sitting;
use crate::failure::Failure;
use crate::games::Hosted;
use crate::in_order::in_order;
use crate::manifest::Extent;
use crate::plan::Plan;
use crate::play::Played;
use crate::progress::Progress;
use crate::report;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Plays a tournament.
///
/// # Errors
/// If it cannot be played as asked, or a file cannot be written.
pub fn play<G: Hosted>(arguments: &PlayArguments) -> Result<ExitCode, Failure> {
    let plan = Plan::<G>::new(arguments)?;
    let interrupted = console::interrupt_flag()?;
    let mut books = if arguments.resume {
        let Some(books) = Books::resume(&plan.charter, &plan.out)? else {
            console::tell(&format!("{} is finished: nothing to do", plan.out.display()));
            return Ok(ExitCode::SUCCESS);
        };
        books
    } else {
        Books::open(&plan.charter, &plan.out)?
    };
    let work = |sitting| {
        let goes_on = !interrupted.load(Ordering::Relaxed);
        goes_on
            .then(|| plan.play(sitting))
            .map(|(played, chronicle)| Account::new(played, chronicle, &plan.table))
    };
    let stopped =
        |source| Failure::Stopped { source: Box::new(source), command: plan.command_to_resume() };
    fill(&mut books, &plan, work).map_err(stopped)?;
    let (extent, forfeits) = (books.extent(), books.forfeits().sentence());
    let (ledger, summary, digest) = books.close(&plan.charter, &plan.pool).map_err(stopped)?;
    let is_whole = tell_what_is_missing(&plan, extent);
    if let Some(sentence) = forfeits {
        console::tell(&sentence);
    }
    report::print(&ledger, &summary, &digest)?;
    if is_whole { Ok(ExitCode::SUCCESS) } else { Ok(ExitCode::from(INTERRUPTED)) }
}

/// Why a run ends before its last game.
enum Stop {
    Interrupted,
    Failed(Failure),
}

impl<G: Hosted> Plan<G> {
    /// Plays a game.
    pub fn play(&self, sitting: Sitting) -> (Played<G>, G::Chronicle) {
        let mut chronicle = G::Chronicle::default();
        let played = self.table.play(sitting, &mut chronicle);
        (played, chronicle)
    }
}

/// Plays the games that are not in the books and enters them in order, as long as `work` goes on.
///
/// # Errors
/// If a file cannot be written.
pub fn fill<G: Hosted>(
    books: &mut Books<G>,
    plan: &Plan<G>,
    work: impl Fn(Sitting) -> Option<Account<G>> + Sync,
) -> Result<(), Failure> {
    let part = &plan.charter.part;
    let mut progress = Progress::new(part.end - part.start, plan.quiet);
    let sittings = plan.charter.sittings(books.next_game()..part.end);
    let outcome = in_order(&plan.pool, sittings, work, |account| {
        books.enter(account.ok_or(Stop::Interrupted)?).map_err(Stop::Failed)?;
        progress.advance(books.ledger());
        Ok(())
    });
    match outcome {
        Err(Stop::Failed(failure)) => return Err(failure),
        Ok(()) | Err(Stop::Interrupted) => progress.finish(books.ledger().games()),
    }
    Ok(())
}

/// Says what the files lack, and whether that is nothing that was asked for.
fn tell_what_is_missing<G: Hosted>(plan: &Plan<G>, extent: Extent) -> bool {
    let Extent { games_played, missing_in_last_block: missing, .. } = extent;
    let games = plan.charter.part.end - plan.charter.part.start;
    if games_played < games {
        let (folder, command) = (plan.out.display(), plan.command_to_resume());
        console::tell(&format!(
            "interrupted: {folder} holds {games_played} of {games} games; `{command}` plays the others"
        ));
    }
    if missing > 0 {
        console::tell(&format!("the last block is cut short: games missing in it: {missing}"));
    }
    games_played == games
}
