//! Matches that test on fresh decks whether the tuned values are better: against the initial agent and the whole
//! pool.

use super::plan::TuneJob;
use anygame::AnyParticipant;
use engine::csv_table::{CsvRows, CsvTable, one_row, page};
use runner::Failure;
use runner::job::Ending;
use runner::matching::{self, MatchRow, MatchTally};
use serde::{Deserialize, Serialize};
use store::reader::JournalReader;

/// The index of the table with the matches among the tables of a search.
pub const CONFIRMATION: usize = 1;

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

/// A match of the tuned agent against one opponent.
pub struct Confirmation<'a> {
    /// The position of the opponent among all opponents.
    number: u64,
    opponent: &'a AnyParticipant,
    /// The result so far.
    pub tally: MatchTally,
}

impl<'a> Confirmation<'a> {
    /// Returns the matches against all opponents, without blocks.
    pub fn all(plan: &'a TuneJob<'_>) -> Vec<Self> {
        let tally = MatchTally::new(plan.hypotheses, plan.players);
        let of = |(number, opponent)| Self { number, opponent, tally: tally.clone() };
        (0..).zip(plan.rivals()).map(of).collect()
    }

    /// Returns the label of the opponent.
    pub fn opponent(&self) -> &str {
        self.opponent.label()
    }

    /// Adds the next block from its row.
    ///
    /// # Errors
    /// Fails if the next row is not one of this block.
    pub fn read(&mut self, reader: &mut JournalReader) -> Result<(), Failure> {
        // The first columns of the block's row identify it.
        let mut unit = page(&[(self.opponent(), self.tally.test().blocks())]);
        unit.pop();
        let unit = String::from_utf8_lossy(&unit);
        let row = one_row::<ConfirmationRow>(&reader.page(CONFIRMATION, &unit)?);
        let row = row.ok_or_else(|| reader.damaged(CONFIRMATION, &unit))?;
        self.tally.restore(row.share);
        Ok(())
    }

    /// Plays the missing blocks. `add` gets the row of every block.
    ///
    /// # Errors
    /// Fails if a file of an agent can no longer be read, or as `add` fails.
    pub fn play(
        &mut self,
        plan: &TuneJob<'_>,
        tuned: &str,
        mut add: impl FnMut(&CsvRows) -> Result<(), Failure> + Send,
    ) -> Result<Ending, Failure> {
        let opponent = self.opponent;
        let table = plan.confirmation(self.number, tuned, opponent.spec())?;
        let label = format!("against {}", opponent.label());
        let (tally, most_games) = (&mut self.tally, plan.config.confirm);
        matching::play(&plan.job, &*table, tally, most_games, &label, |row| {
            add(&page(&[ConfirmationRow::new(opponent.label(), &row)]))
        })
    }
}
