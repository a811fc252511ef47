//! Evaluations of positions: a weighted sum of features, or a network trained on games.

mod forward;
mod look;
mod memo;
mod network;
mod network_file;
mod weights;

pub(crate) use forward::HiddenUnits;
pub use look::Look;
pub(crate) use look::LookBuffer;
pub(crate) use memo::Memo;
pub use network::{HIDDEN, Network, Shape};
pub(crate) use network::{Layers, MAX_HIDDEN, Part, ROLES, roles};
pub use network_file::NetworkError;
pub(crate) use weights::name_at;
pub use weights::{LARGEST_WEIGHT, WEIGHTS, Weights, WeightsError, chances};

use crate::spec::{AgentError, Parameter, ParameterValues, Range, Value};
use engine::{Evaluated, MAX_SEATS, Seat, Turn};

/// The parameter that chooses the evaluation.
pub const EVALUATION: &str = "evaluation";
/// The word for the weighted sum of features.
pub(crate) const LINEAR: &str = "linear";
/// The word for the game's built-in network.
pub(crate) const NET: &str = "net";
/// The word for the game's built-in network with sparse inputs.
const SPARSE: &str = "sparse";
/// The word for the game's built-in network for 2 players, and [`SPARSE`] with more.
const DUEL: &str = "duel";

/// Returns the name of the game's strongest evaluation.
pub(crate) const fn strongest<G: Evaluated>() -> &'static str {
    match (G::SPARSE_NETWORK, G::NETWORK) {
        (Some(_), _) => SPARSE,
        (None, Some(_)) => NET,
        (None, None) => LINEAR,
    }
}

/// Returns the name of the default evaluation of a search: the strongest one if the game recommends the search, otherwise the
/// weighted features.
pub(crate) const fn of_search<G: Evaluated>(is_recommended: bool) -> &'static str {
    match G::DUEL_NETWORK {
        _ if !is_recommended => LINEAR,
        Some(_) => DUEL,
        None => strongest::<G>(),
    }
}

/// Returns whether the parameters choose the network for 2 players.
pub(crate) fn is_duel(values: &ParameterValues) -> bool {
    values.text(EVALUATION) == DUEL
}

/// Returns the parameters that choose how positions are evaluated, with the name of the default evaluation.
pub(crate) fn parameters(default: &'static str) -> [Parameter; 2] {
    [
        Parameter::new(
            EVALUATION,
            Range::NameOrFile,
            default,
            "evaluation of positions: linear (weighted features), net (the game's small built-in network), sparse (its built-in network with sparse inputs), duel (its built-in network for 2 players, and sparse with more), or a network file written by `tournament train`",
        ),
        weights::weights_parameter(),
    ]
}

/// Returns every seat's win probability: its share of the win if the game is over, otherwise the network's estimate.
/// Returns `None` if the game is not over and there is no network.
pub fn win_chances<G: Evaluated>(state: &G, network: Option<&Network<G>>) -> Option<Vec<f64>> {
    let players = state.players();
    if state.turn() == Turn::Over {
        let outcome = state.outcome();
        return Some(Seat::all(players).map(|seat| outcome.win_share(seat)).collect());
    }
    let values = network?.values(state);
    Some(chances(&values, players, 1.0)[..players].to_vec())
}

/// A method to evaluate positions.
#[derive(Clone, PartialEq, Debug)]
pub enum Evaluation<G> {
    /// A weighted sum of features.
    Linear(Weights<G>),
    /// A network.
    Network(Network<G>),
}

impl<G: Evaluated> Default for Evaluation<G> {
    fn default() -> Self {
        Self::Linear(Weights::default())
    }
}

impl<G: Evaluated> Evaluation<G> {
    /// Returns the evaluation with this name: `linear` for the features with the default weights, or a
    /// [network](Network::named).
    ///
    /// # Errors
    /// Fails as [`Network::named`] does.
    pub fn named(name: &str) -> Result<Self, NetworkError> {
        match name {
            LINEAR => Ok(Self::default()),
            name => Ok(Self::Network(Network::named(name)?)),
        }
    }

    /// Reads the evaluation from the parameters. Given weights, or a given parameter of `others` that only applies
    /// to weighted features, select the weighted features.
    ///
    /// # Errors
    /// Fails if a file cannot be read or does not fit the game, or if such a parameter is given together with a
    /// network.
    pub(crate) fn read(values: &mut ParameterValues, others: &[&str]) -> Result<Self, AgentError> {
        let are_weights_given =
            values.is_given(WEIGHTS) || values.entries(WEIGHTS).next().is_some();
        let other = others.iter().find(|key| values.is_given(key)).copied();
        let linear = if are_weights_given { Some(WEIGHTS) } else { other };
        if linear.is_some() {
            values.prefer(EVALUATION, LINEAR);
        }
        let name = values.text(EVALUATION);
        if name == LINEAR {
            return Ok(Self::Linear(Weights::read(values)?));
        }
        let network = network(name)?;
        if let Some(key) = linear {
            let agent = values.agent();
            let sentence = format!("{agent}: {key}= applies only to evaluation=linear");
            return Err(AgentError::Refused(sentence));
        }
        Ok(Self::Network(network))
    }

    /// Returns another evaluation by name; the weighted features keep their weights.
    ///
    /// # Errors
    /// Fails if a file cannot be read or does not fit the game.
    pub(crate) fn other(&self, name: &str) -> Result<Self, AgentError> {
        match (name, self) {
            (LINEAR, Self::Linear(_)) => Ok(self.clone()),
            (LINEAR, Self::Network(_)) => Ok(Self::default()),
            _ => network(name).map(Self::Network),
        }
    }

    /// Returns the evaluation that chooses turns in rollouts beside this one: the small network where this is a network with both
    /// dense and sparse inputs, which takes longer than either kind alone, and otherwise this evaluation.
    ///
    /// # Errors
    /// Fails as [`other`](Self::other) does.
    pub(crate) fn of_rollouts(&self) -> Result<Self, AgentError> {
        match self {
            Self::Network(slow)
                if G::NETWORK.is_some() && slow.sees_dense_inputs && slow.shape().sparse > 0 =>
            {
                Ok(Self::Network(network::<G>(NET)?.with_two(slow.for_two.clone())))
            }
            _ => Ok(self.clone()),
        }
    }

    /// Returns whether this is a weighted sum of features.
    pub(crate) const fn is_linear(&self) -> bool {
        matches!(self, Self::Linear(_))
    }

    /// Returns the value of the position for every seat; 0 for empty seats. A network's values are logits.
    pub fn values(&self, position: &G) -> [f64; MAX_SEATS] {
        match self {
            Self::Linear(weights) => weights.values(position),
            Self::Network(network) => network.values(position),
        }
    }

    /// Returns the lead that makes the odds of winning e to 1: 1 for a network, whose values are logits, and
    /// `otherwise` for weighted features.
    pub(crate) const fn temperature(&self, otherwise: f64) -> f64 {
        match self {
            Self::Linear(_) => otherwise,
            Self::Network(_) => 1.0,
        }
    }

    /// Returns the details that agents report: the weights, or the checksum of the network.
    pub(crate) fn details(&self) -> Vec<(String, Value)> {
        match self {
            Self::Linear(weights) => weights.details(),
            Self::Network(network) => {
                vec![("network".to_owned(), Value::Text(format!("{:016x}", network.checksum())))]
            }
        }
    }
}

fn network<G: Evaluated>(name: &str) -> Result<Network<G>, AgentError> {
    Network::named(name).map_err(|error| AgentError::Refused(error.to_string()))
}
