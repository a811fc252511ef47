//! Is what was found better, on fresh decks? Matches against the start and all of the pool.

use super::plan::TuneJob;
use crate::failure::Failure;
use crate::job::in_order::in_order;
use crate::job::progress::Progress;
use crate::store::csv_table::{CsvTable, page};
use crate::store::journal::Journal;
use crate::studies::matching::{Contribution, Row, Tally, table};
use engine::PlayableGame;
use serde::Serialize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The file of the matches.
pub const NAME: &str = "confirmation.csv";

/// Where a row has the opponent and the share of its block.
const OPPONENT: usize = 0;
const SHARE: usize = 3;

/// A row of the file: a block of a match.
#[derive(Default, Serialize)]
struct Entry {
    opponent: String,
    block: u64,
    games: u64,
    share: f64,
    advantage: Option<f64>,
    llr: f64,
}

impl Entry {
    fn new(opponent: &str, row: &Row) -> Self {
        let Row { block, games, share, advantage, llr } = *row;
        Self { opponent: opponent.to_owned(), block, games, share, advantage, llr }
    }
}

/// Why a match ends.
enum Stop {
    Decided,
    Interrupted,
    Failed(Failure),
}

/// Plays the matches, or what is left of them; the opponents and how it went, or nothing if that was
/// interrupted.
///
/// # Errors
/// If the file cannot be written, or holds something else.
pub fn confirm<G: PlayableGame>(
    plan: &TuneJob<G>,
    folder: &Path,
    tuned: &str,
    interrupted: &AtomicBool,
) -> Result<Option<Vec<(String, Tally)>>, Failure> {
    let header = CsvTable::of::<Entry>(NAME).header;
    let (mut journal, rows) = Journal::open(&folder.join(NAME), &header, 1)?;
    let mut rows = rows.into_iter().enumerate().peekable();
    let mut matches = Vec::new();
    for (number, rival) in (0..).zip(plan.rivals()) {
        let opponent = rival.label();
        let mut tally = Tally::new(plan.hypotheses, plan.players);
        let size = tally.block_size();
        while let Some((line, cells)) = rows.next_if(|(_, cells)| cells[OPPONENT] == opponent) {
            tally.restore(cells[SHARE].parse().map_err(|_| journal.differs(line))?);
        }
        let is_over =
            |tally: &Tally| tally.test().verdict().is_some() || tally.games() + size > plan.confirm;
        if !is_over(&tally) {
            if let Some((line, _)) = rows.peek() {
                return Err(journal.differs(*line));
            }
            let table = plan.confirmation(number, tuned, rival.spec())?;
            let work = |scheduled| {
                let goes_on = !interrupted.load(Ordering::Relaxed);
                let played = || table.play(scheduled, &mut ());
                goes_on.then(|| Contribution::of(&played()))
            };
            let mut progress = Progress::new(plan.confirm, plan.quiet);
            let games_from = table::games_from(plan.players).skip(tally.games() as usize);
            let outcome = in_order(&plan.pool, games_from, work, |game| {
                if let Some(row) = tally.add(game.ok_or(Stop::Interrupted)?) {
                    let entry = page(&[Entry::new(opponent, &row)]);
                    journal.append(&entry).map_err(Stop::Failed)?;
                }
                progress.show(tally.games(), || {
                    format!("against {opponent}: advantage {}", tally.advantage())
                });
                if is_over(&tally) { Err(Stop::Decided) } else { Ok(()) }
            });
            progress.clear();
            match outcome {
                Err(Stop::Failed(failure)) => return Err(failure),
                Err(Stop::Interrupted) => return Ok(None),
                _ => {}
            }
        }
        matches.push((opponent.to_owned(), tally));
    }
    if let Some((line, _)) = rows.next() {
        return Err(journal.differs(line));
    }
    journal.secure()?;
    Ok(Some(matches))
}
