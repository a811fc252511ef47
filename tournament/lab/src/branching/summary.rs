//! The findings of a study: sums over the cases of all positions, and the summary of them.

use engine::csv_table::FilledTable;
use engine::study::Case;

/// Sums over the cases of a study.
pub trait Findings: Send {
    /// Adds the cases of the next position.
    fn add(&mut self, cases: &[Case]);

    /// Describes the findings in a few words.
    fn outcome(&self) -> String;

    /// Returns the summary. The labels are those of the agents asked, then the policy's.
    fn summary(&self, labels: &[String], players: usize) -> Summary;
}

/// The summary of a study.
pub struct Summary {
    /// The summary files.
    pub tables: Vec<FilledTable>,
    /// The summary as readable text.
    pub report: String,
}
