//! Weights of features, built in or read from a file.

use super::{Evaluate, MAX_FEATURES};
use crate::parameter::{Arguments, Parameter, Range, Value};
use engine::Seat;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::Path;

/// The parameter of agents that evaluate positions.
pub const WEIGHTS: Parameter = Parameter {
    name: "weights",
    meaning: "TOML file with a table [weights] of the features' weights; weights.FEATURE= gives one of them",
    range: Range::File,
    default: "built-in",
};

/// A weight for every feature of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights<G> {
    values: Vec<f64>,
    game: PhantomData<fn() -> G>,
}

/// A file of weights that cannot be used.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file cannot be read.
    #[error("cannot read the weights in {file}: {what}")]
    Read {
        /// Which file.
        file: String,
        /// What the system says.
        what: String,
    },
    /// It is no table of numbers.
    #[error("{file} is no table [weights] of numbers: {what}")]
    Parse {
        /// Which file.
        file: String,
        /// What is wrong, and where.
        what: String,
    },
    /// It weighs a feature that the game does not have.
    #[error("{file} weighs '{name}', which is no feature: there are {known}")]
    Unknown {
        /// Which file.
        file: String,
        /// The name in the file.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// A weight in a spec that is no number.
    #[error("{file}: the weight of '{name}' must be a number, not '{value}'")]
    NoNumber {
        /// The agent.
        file: String,
        /// The feature.
        name: String,
        /// What is there instead.
        value: String,
    },
    /// A weight is too large or no number.
    #[error("{file}: the weight of '{name}' must be between -1000000 and 1000000, not {value}")]
    TooLarge {
        /// Which file.
        file: String,
        /// The feature.
        name: String,
        /// Its weight there.
        value: String,
    },
}

/// Weights beyond this, above or below 0, are refused: they would drown all others.
pub const LARGEST_WEIGHT: f64 = 1e6;

/// What a file of weights looks like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The weight of all features that are not named, in place of their defaults.
    unnamed: Option<f64>,
    weights: BTreeMap<String, f64>,
}

impl<G: Evaluate> Default for Weights<G> {
    fn default() -> Self {
        const { assert!(G::FEATURES.len() <= MAX_FEATURES) }
        let values = G::FEATURES.iter().map(|feature| feature.weight).collect();
        Self { values, game: PhantomData }
    }
}

impl<G: Evaluate> Weights<G> {
    /// The weights that [`WEIGHTS`] asks for.
    ///
    /// # Errors
    /// As for [`Weights::load`].
    pub fn read(arguments: &Arguments) -> Result<Self, WeightsError> {
        let mut weights = if arguments.is_given(WEIGHTS.name) {
            Self::load(Path::new(arguments.text(WEIGHTS.name)))?
        } else {
            Self::default()
        };
        let agent = arguments.agent();
        for (name, value) in arguments.entries(WEIGHTS.name) {
            let number = value.parse().map_err(|_| WeightsError::NoNumber {
                file: agent.to_owned(),
                name: name.to_owned(),
                value: value.to_owned(),
            })?;
            weights.set(name, number, agent)?;
        }
        Ok(weights)
    }

    /// Every weight as an agent reports it.
    pub fn details(&self) -> Vec<(String, Value)> {
        let name = |feature: &str| format!("{}.{feature}", WEIGHTS.name);
        self.named().map(|(feature, weight)| (name(feature), Value::Number(weight))).collect()
    }

    /// Reads a TOML file with a table `[weights]`, `name = number`; features that it leaves out keep
    /// their default, or get the number in `unnamed = number` before the table.
    ///
    /// # Errors
    /// If the file cannot be read, is no such table, or names something that is no feature.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, &file),
            Err(error) => Err(WeightsError::Read { file, what: error.to_string() }),
        }
    }

    /// Parses the text of such a file, whose name is for the errors alone.
    ///
    /// # Errors
    /// As for [`Weights::load`].
    pub fn parse(text: &str, file: &str) -> Result<Self, WeightsError> {
        let file = file.to_owned();
        let parsed: File = match toml::from_str(text) {
            Ok(parsed) => parsed,
            Err(error) => {
                let before = error.span().and_then(|span| text.get(..span.start));
                let line = before.map_or(1, |before| 1 + before.matches('\n').count());
                let what = format!("line {line}: {}", error.message());
                return Err(WeightsError::Parse { file, what });
            }
        };
        let mut weights = Self::default();
        if let Some(value) = parsed.unnamed {
            for feature in G::FEATURES {
                weights.set(feature.name, value, &file)?;
            }
        }
        for (name, value) in parsed.weights {
            weights.set(&name, value, &file)?;
        }
        Ok(weights)
    }

    /// Weighs a feature; `file` is where that is written, for the errors alone.
    fn set(&mut self, name: &str, value: f64, file: &str) -> Result<(), WeightsError> {
        let (file, name) = (file.to_owned(), name.to_owned());
        let Some(index) = G::FEATURES.iter().position(|feature| feature.name == name) else {
            let known: Vec<_> = G::FEATURES.iter().map(|feature| feature.name).collect();
            return Err(WeightsError::Unknown { file, name, known: known.join(", ") });
        };
        if value.is_nan() || value.abs() > LARGEST_WEIGHT {
            return Err(WeightsError::TooLarge { file, name, value: value.to_string() });
        }
        self.values[index] = value;
        Ok(())
    }

    /// The weights with these values, in the order of the features.
    ///
    /// # Panics
    /// Unless there is a finite value for every feature.
    pub fn from_values(values: Vec<f64>) -> Self {
        assert_eq!(values.len(), G::FEATURES.len(), "a value for every feature");
        assert!(values.iter().all(|value| value.is_finite()), "weights are finite");
        Self { values, game: PhantomData }
    }

    /// The features' names and their weights.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, f64)> {
        G::FEATURES.iter().map(|feature| feature.name).zip(self.values.iter().copied())
    }

    /// What the position is worth to a seat: its features, weighed and added up.
    pub fn value(&self, position: &G, seat: Seat) -> f64 {
        let mut features = [0.0; MAX_FEATURES];
        let features = &mut features[..self.values.len()];
        position.features(seat, features);
        features.iter().zip(&self.values).map(|(feature, weight)| feature * weight).sum()
    }

    /// How far the seat is ahead: its value minus that of the best other seat.
    pub fn lead(&self, position: &G, seat: Seat) -> f64 {
        let others = Seat::all(position.players()).filter(|&other| other != seat);
        let best = others.map(|other| self.value(position, other)).reduce(f64::max);
        self.value(position, seat) - best.unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::tongiaki::State;

    #[test]
    fn unnamed_features_get_their_default_or_what_the_file_says() {
        let weights = parse("unnamed = 0\n[weights]\npoints = 1\n").unwrap();
        for (name, value) in weights.named() {
            assert!((value - f64::from(u8::from(name == "points"))).abs() < f64::EPSILON, "{name}");
        }
    }

    fn given(spec: &str) -> Result<Weights<State>, WeightsError> {
        Weights::read(&Arguments::check("greedy", &[WEIGHTS], &spec.parse().unwrap()).unwrap())
    }

    #[test]
    fn a_spec_overrides_single_weights() {
        let weights = given("greedy:weights.ships=-0.5:weights.points=7").unwrap();
        let expected = parse("[weights]\npoints = 7\nships = -0.5\n").unwrap();
        assert_eq!(weights, expected);
        for (spec, sentence) in [
            ("greedy:weights.luck=1", "greedy weighs 'luck', which is no feature: there are "),
            ("greedy:weights.points=x", "greedy: the weight of 'points' must be a number, not 'x'"),
            ("greedy:weights.points=1e7", "greedy: the weight of 'points' must be between "),
        ] {
            let error = given(spec).unwrap_err().to_string();
            assert!(error.starts_with(sentence), "{error}");
        }
    }

    fn parse(text: &str) -> Result<Weights<State>, WeightsError> {
        Weights::parse(text, "w.toml")
    }

    #[test]
    fn a_file_overrides_the_defaults_that_it_names() {
        let weights = parse("[weights]\npoints = 7\nships = -0.5\n").unwrap();
        for ((name, value), (_, default)) in
            weights.named().zip(Weights::<State>::default().named())
        {
            let expected = match name {
                "points" => 7.0,
                "ships" => -0.5,
                _ => default,
            };
            assert!((value - expected).abs() < f64::EPSILON, "{name}");
        }
    }

    #[test]
    fn errors_name_the_file_and_the_key() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert!(
            error("[weights]\ntonga = 1")
                .starts_with("w.toml weighs 'tonga', which is no feature: there are points, ")
        );
        assert_eq!(
            error("[weights]\npoints = nan"),
            "w.toml: the weight of 'points' must be between -1000000 and 1000000, not NaN"
        );
        for text in ["", "points = 1", "[weights]\npoints = 'x'", "[weights]\n[more]"] {
            let error = error(text);
            assert!(error.starts_with("w.toml is no table [weights] of numbers: "), "{error}");
        }
        let error = Weights::<State>::load(Path::new("no/such.toml")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the weights in no/such.toml: "), "{error}");
    }
}
