//! Features and network inputs: the numbers by which agents evaluate a position.

use super::{Game, MAX_SEATS, SearchDefaults, Seat};

/// A game whose positions agents can evaluate: features, inputs of networks, and the settings of searches. Everything has a default,
/// so a game without features implements the trait in one line, and nothing that evaluates is compiled for it.
///
/// # Examples
/// ```
/// use engine::{Evaluated, Game};
///
/// /// Returns the names of the numbers that a game's networks receive for each seat.
/// fn inputs_of_a_seat<G: Evaluated>() -> Vec<&'static str> {
///     let features = G::FEATURES.iter().map(|feature| feature.name);
///     features.chain(G::SEAT_INPUTS.iter().map(|input| input.name)).collect()
/// }
///
/// assert!(inputs_of_a_seat::<tongiaki::State>().contains(&"points"));
/// assert!(inputs_of_a_seat::<poker::kuhn::Kuhn>().is_empty());
/// ```
pub trait Evaluated: Game {
    /// The features, in the order in which [`Self::features`] passes them.
    const FEATURES: &'static [Feature] = &[];

    /// Tuned weight files by number of players. For other player counts, agents use the weights given with the features.
    const TUNED: &'static [(usize, &'static str)] = &[];

    /// The model that predicts the result from the value of a position; `None` if it has not been fitted.
    const OUTCOME_MODEL: Option<OutcomeModel> = None;

    /// The search defaults of this game.
    const DEFAULTS: SearchDefaults = SearchDefaults::GENERIC;

    /// The inputs that networks receive for each seat, after its features.
    const SEAT_INPUTS: &'static [Input] = &[];

    /// The inputs that networks receive for the table as a whole.
    const TABLE_INPUTS: &'static [Input] = &[];

    /// The sparse inputs of networks, numbered group by group; at most 2^16.
    const SPARSE_INPUTS: &'static [InputGroup] = &[];

    /// The built-in network, in the safetensors format.
    const NETWORK: Option<&'static [u8]> = None;

    /// The network with sparse inputs that comes with the game, in the same format.
    const SPARSE_NETWORK: Option<&'static [u8]> = None;

    /// The network for 2 players that comes with the game, in the same format.
    const DUEL_NETWORK: Option<&'static [u8]> = None;

    /// Passes the features of every seat to the callback, in turn order.
    fn features(&self, _each: impl FnMut(Seat, &[f64])) {}

    /// Passes the network inputs of every seat, starting with its features, in turn order; then passes the inputs of the table.
    fn inputs(&self, seats: impl FnMut(Seat, &[f64]), table: impl FnOnce(&[f64])) {
        self.features(seats);
        table(&[]);
    }

    /// Appends the [sparse inputs](Self::SPARSE_INPUTS) that are on, from the perspective of each seat in turn order. An input
    /// may occur several times. Returns the number of inputs for each seat; it is 0 for seats without sparse inputs, whose values
    /// are computed from the other inputs alone.
    fn sparse_inputs(&self, _on: &mut Vec<u16>) -> [u16; MAX_SEATS] {
        [0; MAX_SEATS]
    }

    /// Returns a key of the position if it is cheaper to compute than the inputs. Positions with equal keys have equal inputs,
    /// including sparse inputs, and evaluations cache their results under the key.
    fn inputs_key(&self) -> Option<u64> {
        None
    }
}

/// A number that describes a seat's prospects in a position.
#[derive(Copy, Clone, Debug)]
pub struct Feature {
    /// The feature's name in weight files.
    pub name: &'static str,
    /// A one-line description of the measured quantity.
    pub meaning: &'static str,
    /// The weight before tuning, which `weights=untuned` selects.
    pub weight: f64,
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
