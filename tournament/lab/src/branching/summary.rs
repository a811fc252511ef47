//! The findings of a study: sums over the cases of all positions, and the summary of them.

use super::alternatives::AlternativeEffects;
use super::arms::ArmEffects;
use super::disagreements::Gains;
use anygame::{Measure, StudyDesign};
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

/// Returns the findings of a study before the first position.
pub fn findings(design: &StudyDesign) -> Box<dyn Findings> {
    let file = design.summaries[0];
    match design.measure {
        Measure::Alternatives { contrasts, share } => {
            Box::new(AlternativeEffects::new(file, contrasts, share))
        }
        Measure::Disagreements => Box::new(Gains::new(file)),
        Measure::Arms(facts) => Box::new(ArmEffects::new(facts)),
    }
}
