//! Features and network inputs: the numbers by which agents evaluate a position.

use super::MAX_SEATS;

/// A number that describes a seat's prospects in a position.
#[derive(Copy, Clone, Debug)]
pub struct Feature {
    /// The feature's name in weight files.
    pub name: &'static str,
    /// A one-line description of the measured quantity.
    pub meaning: &'static str,
    /// The feature's weight before tuning.
    pub weight: f64,
}

impl Feature {
    /// Creates a feature with a name, an untuned weight and a description.
    pub const fn new(name: &'static str, weight: f64, meaning: &'static str) -> Self {
        Self { name, meaning, weight }
    }
}

/// The largest number of features that a game may have.
pub const MAX_FEATURES: usize = 32;

/// A number that networks receive in addition to the features.
#[derive(Copy, Clone, Debug)]
pub struct Input {
    /// The input's name in network files.
    pub name: &'static str,
    /// A one-line description of the measured quantity.
    pub meaning: &'static str,
}

impl Input {
    /// Creates an input with a name and a description.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning }
    }
}

/// A group of sparse inputs: binary inputs of which only a few are on at a time.
#[derive(Copy, Clone, Debug)]
pub struct InputGroup {
    /// The group's name in network files.
    pub name: &'static str,
    /// Number of inputs in the group.
    pub size: usize,
    /// A one-line description of the meaning of an input.
    pub meaning: &'static str,
}

impl InputGroup {
    /// Creates a group with a name, a size and a description.
    pub const fn new(name: &'static str, size: usize, meaning: &'static str) -> Self {
        Self { name, size, meaning }
    }

    /// Returns the first input of each group, followed by the number of all inputs. `N` is the number of groups plus one.
    ///
    /// # Panics
    ///
    /// If `N` is another number, or the inputs are more than 2^16.
    pub const fn first<const N: usize>(groups: &[Self]) -> [usize; N] {
        assert!(groups.len() + 1 == N);
        let mut first = [0; N];
        let mut group = 0;
        while group < groups.len() {
            first[group + 1] = first[group] + groups[group].size;
            group += 1;
        }
        assert!(first[groups.len()] <= 1 << 16);
        first
    }
}

/// The largest number of inputs per seat, features included, and the largest number of inputs for the table.
pub const MAX_INPUTS: usize = 48;

/// A model that predicts the result from the value of a position between turns, fitted by regression. The value comes from the
/// built-in network, in logits, or from the built-in weights if the game has no network.
#[derive(Copy, Clone, Debug)]
pub struct OutcomeModel {
    /// The lead, valued by the built-in weights, at which the odds of winning are e to 1.
    pub temperature: f64,
    /// Coefficients of the final margin, indexed by the number of players: points for a certain win, points for a lead at which
    /// the odds of winning are e to 1, and points for each point of margin if the game ended now.
    pub margin: [[f64; 3]; MAX_SEATS + 1],
}
