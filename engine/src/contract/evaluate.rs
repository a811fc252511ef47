//! Features: what a game says about the value of a position.

use super::MAX_SEATS;

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

/// A number that networks see beside the features.
#[derive(Copy, Clone, Debug)]
pub struct Input {
    /// Its name in the files of networks.
    pub name: &'static str,
    /// What it measures, in one line.
    pub meaning: &'static str,
}

impl Input {
    /// Creates an input.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning }
    }
}

/// A group of sparse inputs: inputs that are on or off, of which few are on at a time.
#[derive(Copy, Clone, Debug)]
pub struct InputGroup {
    /// Its name in the files of networks.
    pub name: &'static str,
    /// How many inputs it has.
    pub size: usize,
    /// What an input stands for, in one line.
    pub meaning: &'static str,
}

impl InputGroup {
    /// Creates a group.
    pub const fn new(name: &'static str, size: usize, meaning: &'static str) -> Self {
        Self { name, size, meaning }
    }
}

/// The largest number of inputs of a seat, features included, and of the table.
pub const MAX_INPUTS: usize = 48;

/// How the value of a position between turns predicts the result, fitted by regression. The value is that of
/// the built-in network, in logits; without one, that of the built-in weights.
#[derive(Copy, Clone, Debug)]
pub struct OutcomeModel {
    /// The lead in value by the built-in weights that makes the odds of winning e to 1.
    pub temperature: f64,
    /// By number of players, points of final margin for a certain win, for a lead that makes the odds of
    /// winning e to 1, and for a point of margin if the game ended now.
    pub margin: [[f64; 3]; MAX_SEATS + 1],
}
