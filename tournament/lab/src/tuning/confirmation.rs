//! Matches that test on fresh decks whether the tuned values are better: against the initial agent and the whole
//! pool.

use super::journal::{CONFIRMATION, SearchJournal};
use super::plan::TuneJob;
use engine::csv_table::{CsvTable, one_row, page};
use runner::Failure;
use runner::job::Ending;
use runner::matching::{self, Contribution, MatchRow, MatchTally};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use store::schedule::ScheduledGame;

/// A row of `confirmation.csv`: one block of a confirming match of the tuned agent.
#[derive(Default, Serialize, Deserialize)]
struct ConfirmationRow {
    /// Opponent: `start`, the agent before tuning, or an agent of the pool.
    opponent: String,
    /// Number of the block, from 0.
    block: u64,
    /// Number of games up to the end of the block.
    games: u64,
    /// Advantage of the tuned agent in this block, from -0.5 to 0.5.
    share: f64,
    /// Mean of `share` over the blocks so far.
    advantage: Option<f64>,
    /// Log-likelihood ratio so far.
    llr: f64,
}

impl ConfirmationRow {
    fn new(opponent: &str, row: &MatchRow) -> Self {
        let MatchRow { block, games, share, advantage, llr, .. } = *row;
        Self { opponent: opponent.to_owned(), block, games, share, advantage, llr }
    }
}

/// Returns the table of the blocks of the matches.
pub fn table() -> CsvTable {
    CsvTable::of::<ConfirmationRow>("confirmation.csv")
}

/// Plays the matches that are not finished yet. Returns the opponents and results, or `None` if interrupted.
///
/// # Errors
/// Fails if the file cannot be written or contains rows of other matches.
pub fn confirm(
    plan: &TuneJob<'_>,
    journal: &mut SearchJournal,
    tuned: &str,
) -> Result<Option<Vec<(String, MatchTally)>>, Failure> {
    let mut matches = Vec::new();
    for (number, rival) in (0..).zip(plan.rivals()) {
        let opponent = rival.label();
        let mut tally = MatchTally::new(plan.hypotheses, plan.players);
        let size = tally.block_size();
        let is_over = |tally: &MatchTally| {
            tally.test().verdict().is_some() || tally.games() + size > plan.config.confirm
        };
        while !is_over(&tally) {
            // The first columns of the block's row identify it.
            let mut unit = page(&[(opponent, tally.test().blocks())]);
            unit.pop();
            let unit = String::from_utf8_lossy(&unit);
            let Some(rows) = journal.held(CONFIRMATION, &unit)? else { break };
            let entry = one_row::<ConfirmationRow>(&rows);
            tally.restore(entry.ok_or_else(|| journal.damaged(CONFIRMATION, &unit))?.share);
        }
        if !is_over(&tally) {
            let table = plan.confirmation(number, tuned, rival.spec())?;
            let work = |scheduled: ScheduledGame| {
                let played = table.play(&scheduled.seating());
                Contribution::of(&scheduled, &played.outcome)
            };
            let games = matching::table::games(plan.players, tally.games()..plan.config.confirm);
            let progress = plan.job.progress(tally.games(), plan.config.confirm);
            let ending = plan.job.work(progress, games, work, |game, progress| {
                if let Some(row) = tally.add(game) {
                    let entry = page(&[ConfirmationRow::new(opponent, &row)]);
                    journal.append(CONFIRMATION, &entry)?;
                }
                progress.show(tally.games(), || {
                    format!("against {opponent}: advantage {}", tally.advantage())
                });
                Ok(if is_over(&tally) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if ending == Ending::Interrupted {
                return Ok(None);
            }
        }
        matches.push((opponent.to_owned(), tally));
    }
    Ok(Some(matches))
}
