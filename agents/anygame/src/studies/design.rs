//! What studies measure, and their files.

use engine::csv_table::CsvTable;
use engine::study::StudyFacts;

/// What a study measures, and its files.
#[derive(Clone, Debug)]
pub struct StudyDesign {
    /// The study's name on the command line.
    pub name: &'static str,
    /// The study's purpose, or the effect of its flags, in one line.
    pub about: &'static str,
    /// The flags that belong to the name, each after a blank.
    pub flags: &'static str,
    /// The number of agents that the study asks, besides the policy.
    pub asked: usize,
    /// The file of the rows.
    pub table: CsvTable,
    /// The names of the summary files.
    pub summaries: Vec<&'static str>,
    /// What is measured.
    pub measure: Measure,
}

/// What a study measures.
#[derive(Copy, Clone, Debug)]
pub enum Measure {
    /// The value of each alternative at a position.
    Alternatives {
        /// What an alternative is compared with.
        contrasts: &'static [&'static str],
        /// What the share of an alternative is: `chosen` or `probability`.
        share: &'static str,
    },
    /// What one agent's choices gain over another's.
    Disagreements,
    /// The differences between arms, in a study that the game defines.
    Arms(&'static StudyFacts),
}
