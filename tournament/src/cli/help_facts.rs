//! Facts about the program and its games that help texts contain.

use super::study_help::StudyHelp;
use runner::Provenance;

/// Facts about the program and its games that help texts contain.
#[derive(Clone, Debug)]
pub struct HelpFacts {
    /// The version and the commit of the program.
    pub provenance: Provenance,
    /// The names of the games, the default first.
    pub games: Vec<&'static str>,
    /// The studies of all games.
    pub studies: Vec<StudyHelp>,
}
