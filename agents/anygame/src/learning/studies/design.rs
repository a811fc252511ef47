//! Designs of studies: the measured quantities and the files.

use engine::csv_table::CsvTable;
use engine::study::StudyFacts;

/// The design of a study: its name, files and measured quantities.
#[derive(Clone, Debug)]
pub struct StudyDesign {
    /// The study's name on the command line.
    pub name: &'static str,
    /// The study's purpose, or the effect of its flags, in one line.
    pub about: &'static str,
    /// The flags that select this design after the study's name, each preceded by a space.
    pub flags: &'static str,
    /// The number of agents that the study compares, in addition to the policy.
    pub asked: usize,
    /// The file of the rows, with its columns.
    pub table: CsvTable,
    /// The names of the summary files.
    pub summaries: Vec<&'static str>,
    /// The measured quantity.
    pub measure: Measure,
}

/// The quantity that a study measures.
#[derive(Copy, Clone, Debug)]
pub enum Measure {
    /// The value of each alternative at a position.
    Alternatives {
        /// The values with which an alternative is compared.
        contrasts: &'static [&'static str],
        /// The meaning of the share of an alternative: `chosen` or `probability`.
        share: &'static str,
    },
    /// The gain of one agent's choices over the choices of another agent.
    Disagreements,
    /// The differences between the arms of a study that the game defines.
    Arms(&'static StudyFacts),
}
