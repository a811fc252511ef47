//! Features: what a game says about the value of a position.

use super::{Game, SearchDefaults, Seat};

/// A number that bears on a seat's prospects.
#[derive(Copy, Clone, Debug)]
pub struct Feature {
    /// Its name in weight files.
    pub name: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
    /// Its weight before tuning.
    pub weight: f64,
}

impl Feature {
    /// Creates a feature.
    pub const fn new(name: &'static str, weight: f64, meaning: &'static str) -> Self {
        Self { name, meaning, weight }
    }
}

/// The largest number of features that a game may have.
pub const MAX_FEATURES: usize = 32;

/// How a position's value under the built-in weights predicts the result, fitted by regression.
#[derive(Copy, Clone, Debug)]
pub struct OutcomeModel {
    /// Points of final margin per unit of lead.
    pub margin: f64,
    /// The lead in value that makes the odds of winning e to 1.
    pub temperature: f64,
}

/// A game whose positions can be evaluated by features. A game without features leaves the
/// implementation empty.
pub trait Evaluate: Game {
    /// The features, in the order in which [`Evaluate::features`] passes them.
    const FEATURES: &'static [Feature] = &[];

    /// Tuned weight files by number of players. Other tables use the weights given with the
    /// features.
    const TUNED: &'static [(usize, &'static str)] = &[];

    /// How the value of a position predicts the result; `None` if not measured.
    const OUTCOME_MODEL: Option<OutcomeModel> = None;

    /// The search defaults of this game.
    const DEFAULTS: SearchDefaults = SearchDefaults::GENERIC;

    /// Passes the features of every seat, in turn order.
    fn features(&self, _each: impl FnMut(Seat, &[f64])) {}
}
