//! Findings of a study: sums over the cases of all positions, and the summary computed from them.

use engine::csv_table::FilledTable;
use engine::study::Case;

/// The running findings of a study, summed over its cases.
pub trait Findings: Send {
    /// Adds the cases of the next position.
    fn add(&mut self, cases: &[Case]);

    /// Describes the findings in a few words, for the progress line.
    fn outcome(&self) -> String;

    /// Computes the summary. `labels` are the compared agents' labels, followed by the policy's label.
    fn summary(&self, labels: &[String], players: usize) -> Summary;
}

/// The summary of a study.
pub struct Summary {
    /// The contents of the summary files.
    pub tables: Vec<FilledTable>,
    /// The summary as readable text.
    pub report: String,
}
