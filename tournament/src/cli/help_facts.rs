//! The facts that help texts contain.

use engine::RuleOption;
use runner::Provenance;

/// What help texts say of the program and its games.
#[derive(Clone, Debug)]
pub struct HelpFacts {
    /// The version and the commit of the program.
    pub provenance: Provenance,
    /// The names of the games, the default first.
    pub games: Vec<&'static str>,
    /// The studies that games have of their own, each with its game's name.
    pub studies: Vec<(&'static str, &'static str)>,
    /// The rules of each game that can be chosen.
    pub rules: Vec<(&'static str, &'static [RuleOption])>,
}
