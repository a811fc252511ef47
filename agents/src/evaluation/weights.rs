//! Weights of features, built in or read from a file.

use super::forward::product;
use crate::bounded::read_small_text;
use crate::spec::{AgentError, Parameter, ParameterValues, Range, Value};
use engine::{Evaluated, MAX_FEATURES, MAX_SEATS, by_processor, printable};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::Path;

/// The name of the parameter for weights, in agents that evaluate positions.
pub const WEIGHTS: &str = "weights";

/// Returns the parameter `weights` with its range and description.
pub(crate) fn weights_parameter() -> Parameter {
    Parameter::new(
        WEIGHTS,
        Range::File,
        "built-in",
        "TOML file with a table [weights] of features, or untuned for the weights before any tuning; weights.FEATURE=X sets a single weight",
    )
}

/// The word that selects the weights before any tuning, in place of a file.
const UNTUNED: &str = "untuned";

/// A weight for every feature of a game and every number of players.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights<G> {
    /// The weights, by the number of players from 0.
    tables: [Vec<f64>; MAX_SEATS + 1],
    game: PhantomData<fn() -> G>,
}

/// The reason why weights cannot be used.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file cannot be read.
    #[error("cannot read the weights in {file}: {what}")]
    Read {
        /// The path of the file.
        file: String,
        /// The error of the operating system.
        what: String,
    },
    /// The file is not a table of numbers.
    #[error("{file}: expected a table [weights] of numbers: {what}")]
    Parse {
        /// The path of the file.
        file: String,
        /// The mistake and its place.
        what: String,
    },
    /// The file contains a weight for a feature that the game does not have.
    #[error("{file}: unknown feature '{name}'; known features: {known}")]
    Unknown {
        /// The path of the file.
        file: String,
        /// The name in the file.
        name: String,
        /// The names of the game's features.
        known: String,
    },
    /// A weight is too large or not a number.
    #[error("{file}: weight of '{name}': expected {expected}, found {found}")]
    Value {
        /// The path of the file, or the agent if the weight is in a spec.
        file: String,
        /// The feature.
        name: String,
        /// The accepted weights.
        expected: &'static str,
        /// The given weight.
        found: String,
    },
}

impl From<WeightsError> for AgentError {
    fn from(error: WeightsError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// The largest accepted absolute value of a weight. A larger weight would make all others irrelevant.
pub const LARGEST_WEIGHT: f64 = 1e6;

/// The contents of a weights file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The weight of all features that the table does not name, in place of their default weights.
    unnamed: Option<f64>,
    weights: BTreeMap<String, f64>,
}

/// Returns the tuned weights of each number of players, or the untuned weights where there are no tuned ones.
impl<G: Evaluated> Default for Weights<G> {
    fn default() -> Self {
        let mut weights = Self::untuned();
        for &(players, text) in G::TUNED {
            let tuned = Self::parse_onto(Self::untuned(), text, "the built-in weights");
            let mut tuned = tuned.unwrap_or_else(|error| panic!("{error}"));
            weights.tables[players] = std::mem::take(&mut tuned.tables[players]);
        }
        weights
    }
}

impl<G: Evaluated> Weights<G> {
    /// Returns the untuned weights, which the features define, for any number of players.
    pub fn untuned() -> Self {
        Self::from_values(&G::FEATURES.iter().map(|feature| feature.weight).collect::<Vec<_>>())
    }

    /// Reads the weights from the parameter [`WEIGHTS`].
    ///
    /// # Errors
    /// Fails as [`Weights::load`] does.
    pub fn read(arguments: &ParameterValues) -> Result<Self, WeightsError> {
        let mut weights = match arguments.text(WEIGHTS) {
            _ if !arguments.is_given(WEIGHTS) => Self::default(),
            UNTUNED => Self::untuned(),
            file => Self::load(Path::new(file))?,
        };
        let agent = arguments.agent();
        for (name, value) in arguments.entries(WEIGHTS) {
            let number = value.parse().map_err(|_| WeightsError::Value {
                file: agent.to_owned(),
                name: name.to_owned(),
                expected: "a number",
                found: format!("'{value}'"),
            })?;
            weights.set(name, number, agent)?;
        }
        Ok(weights)
    }

    /// Returns every weight as agents report it: once if it is the same for every number of players, otherwise once
    /// for each number, as `weights-2.points`.
    pub fn details(&self) -> Vec<(String, Value)> {
        let mut details = Vec::new();
        for (index, feature) in G::FEATURES.iter().enumerate() {
            let at = |players: usize| self.tables[players][index];
            let mut detail = |table: &str, weight| {
                let name = format!("{WEIGHTS}{table}.{}", feature.name);
                details.push((name, Value::Number(weight)));
            };
            if (2..=MAX_SEATS).all(|players| at(players).total_cmp(&at(2)).is_eq()) {
                detail("", at(2));
            } else {
                (2..=MAX_SEATS).for_each(|players| detail(&format!("-{players}"), at(players)));
            }
        }
        details
    }

    /// Reads a TOML file with a table `[weights]` of entries `name = number`. Features that the table leaves out
    /// keep their tuned weights, or get the weight in `unnamed = number` before the table.
    ///
    /// # Errors
    /// Fails if the file cannot be read, does not contain such a table, or names an unknown feature.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        let file = path.display().to_string();
        match read_small_text(path) {
            Ok(text) => Self::parse(&text, &file),
            Err(error) => Err(WeightsError::Read { file, what: error.to_string() }),
        }
    }

    /// Parses the text of a weights file. The name of the file is used only in errors.
    ///
    /// # Errors
    /// Fails as [`Weights::load`] does.
    pub fn parse(text: &str, file: &str) -> Result<Self, WeightsError> {
        Self::parse_onto(Self::default(), text, file)
    }

    fn parse_onto(mut weights: Self, text: &str, file: &str) -> Result<Self, WeightsError> {
        let file = file.to_owned();
        let parsed: File = match toml::from_str(text) {
            Ok(parsed) => parsed,
            Err(error) => {
                let before = error.span().and_then(|span| text.get(..span.start));
                let line = before.map_or(1, |before| 1 + before.matches('\n').count());
                let what = format!("line {line}: {}", printable(error.message()));
                return Err(WeightsError::Parse { file, what });
            }
        };
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

    /// Sets the weight of a feature for every number of players. `file` is the origin of the weight, for errors.
    fn set(&mut self, name: &str, value: f64, file: &str) -> Result<(), WeightsError> {
        let (file, name) = (file.to_owned(), printable(name).into_owned());
        let Some(index) = G::FEATURES.iter().position(|feature| feature.name == name) else {
            let known: Vec<_> = G::FEATURES.iter().map(|feature| feature.name).collect();
            return Err(WeightsError::Unknown { file, name, known: known.join(", ") });
        };
        if value.is_nan() || value.abs() > LARGEST_WEIGHT {
            let expected = "a number from -1000000 to 1000000";
            return Err(WeightsError::Value { file, name, expected, found: value.to_string() });
        }
        self.tables.iter_mut().for_each(|table| table[index] = value);
        Ok(())
    }

    /// Returns weights with these values, in the order of the features, for every number of players.
    ///
    /// # Panics
    /// Panics unless there is a finite value for every feature.
    pub fn from_values(values: &[f64]) -> Self {
        const { assert!(G::FEATURES.len() <= MAX_FEATURES) }
        assert_eq!(values.len(), G::FEATURES.len(), "a value for every feature");
        assert!(values.iter().all(|value| value.is_finite()), "weights are finite");
        Self { tables: std::array::from_fn(|_| values.to_vec()), game: PhantomData }
    }

    /// Returns the features' names with their weights for this number of players.
    pub fn named(&self, players: usize) -> impl Iterator<Item = (&'static str, f64)> {
        G::FEATURES.iter().map(|feature| feature.name).zip(self.tables[players].iter().copied())
    }

    /// Returns the value of the position for every seat, which is the weighted sum of its features; 0 for empty
    /// seats.
    pub fn values(&self, position: &G) -> [f64; MAX_SEATS] {
        let weights = self.tables[position.players()].as_slice();
        let mut values = [0.0; MAX_SEATS];
        by_processor!(|_| {
            position.features(|seat, features| values[seat.index()] = product(features, weights));
            values
        })
    }
}

/// Returns the name that a name of [`Weights::details`] has with this number of players: `weights-4.points` becomes
/// `weights.points` with 4 players, and `None` with any other number.
pub(crate) fn name_at(name: &str, players: usize) -> Option<String> {
    let prefix = format!("{WEIGHTS}-");
    let Some((table, feature)) = name.strip_prefix(&prefix).and_then(|rest| rest.split_once('.'))
    else {
        return Some(name.to_owned());
    };
    (table == players.to_string()).then(|| format!("{WEIGHTS}.{feature}"))
}

/// Returns every seat's win probability, as a multinomial logit of the values: a seat that is ahead of another by the
/// temperature is e times as likely to win. Empty seats have chance 0.
pub fn chances(values: &[f64; MAX_SEATS], players: usize, temperature: f64) -> [f64; MAX_SEATS] {
    let best = values[..players].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut chances = [0.0; MAX_SEATS];
    for (chance, value) in chances.iter_mut().zip(&values[..players]) {
        // The standard library's `exp` may differ in the last digit from one system to another.
        *chance = if *value < best { libm::exp((value - best) / temperature) } else { 1.0 };
    }
    let all: f64 = chances.iter().sum();
    chances.map(|chance| chance / all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tongiaki::State;
    #[test]
    fn chances_follow_the_values() {
        let chances = chances(&[7.0, 7.0 - 20.0, 7.0, 0.0, 0.0, 0.0], 3, 20.0);
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((chances[0] / chances[1] - 1_f64.exp()).abs() < 1e-12);
        assert_eq!((chances[2].to_bits(), chances[3].to_bits()), (chances[0].to_bits(), 0));
    }

    #[test]
    fn key_unnamed_sets_the_weight_of_unlisted_features() {
        let weights = parse("unnamed = 0\n[weights]\npoints = 1\n").unwrap();
        for (name, value) in weights.named(2) {
            assert!((value - f64::from(u8::from(name == "points"))).abs() < f64::EPSILON, "{name}");
        }
    }

    fn given(spec: &str) -> Result<Weights<State>, WeightsError> {
        Weights::read(
            &ParameterValues::check("greedy", &[weights_parameter()], &spec.parse().unwrap())
                .unwrap(),
        )
    }

    #[test]
    fn a_spec_overrides_single_weights() {
        let weights = given("greedy:weights.ships=-0.5:weights.points=7").unwrap();
        let expected = parse("[weights]\npoints = 7\nships = -0.5\n").unwrap();
        assert_eq!(weights, expected);
        for (spec, sentence) in [
            ("greedy:weights.luck=1", "greedy: unknown feature 'luck'; known features: "),
            ("greedy:weights.points=x", "greedy: weight of 'points': expected a number, found 'x'"),
            ("greedy:weights.points=1e7", "greedy: weight of 'points': expected a number from "),
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
            weights.named(3).zip(Weights::<State>::default().named(3))
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
    fn untuned_is_a_word_for_the_weights_of_the_features() {
        let untuned = given("greedy:weights=untuned").unwrap();
        assert_eq!(untuned, Weights::untuned());
        assert_ne!(untuned, Weights::default());
        assert_eq!(untuned.details().len(), State::FEATURES.len());
        let points = untuned.named(2).find(|&(name, _)| name == "points").unwrap().1;
        assert!((points - State::FEATURES[0].weight).abs() < f64::EPSILON);
    }

    /// The built-in weights cover all features of their game, and apply only to their number of players.
    #[test]
    fn tuned_weights_are_whole_and_in_force() {
        are_whole_and_in_force::<State>();
        are_whole_and_in_force::<wongar::State>();
    }

    fn are_whole_and_in_force<G: Evaluated>() {
        let tuned = Weights::<G>::default();
        assert!(!G::TUNED.is_empty());
        for players in 2..=MAX_SEATS {
            let file = G::TUNED.iter().find(|&&(table, _)| table == players);
            let in_force = match file {
                Some(&(_, text)) => {
                    let file: File = toml::from_str(text).unwrap();
                    assert_eq!(file.weights.len(), G::FEATURES.len());
                    Weights::parse(text, "built-in").unwrap()
                }
                None => Weights::<G>::untuned(),
            };
            assert_eq!(tuned.tables[players], in_force.tables[players], "{players} players");
        }
    }

    #[test]
    fn details_name_the_tables_of_weights_that_differ() {
        let mut weights = Weights::<State>::untuned();
        weights.tables[4][1] += 1.0;
        let details = weights.details();
        assert_eq!(details.len(), State::FEATURES.len() + 4);
        let names: Vec<_> = details[..4].iter().map(|(name, _)| name.as_str()).collect();
        let late = |players| format!("weights-{players}.late_points");
        assert_eq!(names, ["weights.points", &late(2), &late(3), &late(4)]);
        let at_four: Vec<_> = names.iter().filter_map(|name| name_at(name, 4)).collect();
        assert_eq!(at_four, ["weights.points", "weights.late_points"]);
    }

    #[test]
    fn errors_name_the_file_and_the_key() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert!(
            error("[weights]\natlantis = 1")
                .starts_with("w.toml: unknown feature 'atlantis'; known features: points, ")
        );
        assert_eq!(
            error("[weights]\npoints = nan"),
            "w.toml: weight of 'points': expected a number from -1000000 to 1000000, found NaN"
        );
        for text in ["", "points = 1", "[weights]\npoints = 'x'", "[weights]\n[more]"] {
            let error = error(text);
            assert!(
                error.starts_with("w.toml: expected a table [weights] of numbers: "),
                "{error}"
            );
        }
        let error = Weights::<State>::load(Path::new("no/such.toml")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the weights in no/such.toml: "), "{error}");
    }
}
