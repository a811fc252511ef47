//! Features: what a game says about a position to whoever evaluates it.

use super::{Game, SearchDefaults, Seat};

/// A number that says something about a seat's prospects.
#[derive(Copy, Clone, Debug)]
pub struct Feature {
    /// Its name in files of weights.
    pub name: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
    /// Its weight before any tuning.
    pub weight: f64,
}

impl Feature {
    /// The feature of this name.
    pub const fn new(name: &'static str, weight: f64, meaning: &'static str) -> Self {
        Self { name, meaning, weight }
    }
}

/// The most features that a game may have.
pub const MAX_FEATURES: usize = 32;

/// How a position's value under the built-in weights predicts the result, measured by regression.
#[derive(Copy, Clone, Debug)]
pub struct OutcomeModel {
    /// Points of the final margin for a lead of one.
    pub margin: f64,
    /// The lead in value that makes the odds of winning e to 1.
    pub temperature: f64,
}

/// A game whose positions can be evaluated by features. Optional: a game without features leaves the
/// implementation empty.
pub trait Evaluate: Game {
    /// The features, in the order in which [`Evaluate::features`] passes them.
    const FEATURES: &'static [Feature] = &[];

    /// For a number of players, a file of weights tuned for such tables; other tables use the weights that
    /// stand with the features.
    const TUNED: &'static [(usize, &'static str)] = &[];

    /// How the value of a position predicts the result; nothing if nobody has measured it.
    const OUTCOME_MODEL: Option<OutcomeModel> = None;

    /// Defaults of searches in this game.
    const DEFAULTS: SearchDefaults = SearchDefaults::GENERIC;

    /// Passes the features of every seat, in turn order.
    fn features(&self, _each: impl FnMut(Seat, &[f64])) {}
}
