//! Networks as files in the safetensors format, which libraries for learning read.
//!
//! | tensor | shape |
//! | --- | --- |
//! | `own`, `rival`, `others` | hidden units x inputs of a seat |
//! | `table` | hidden units x inputs of the table |
//! | `bias.K`, `out.K` | hidden units, for tables of K players |
//! | `skip.K` | inputs of a seat |
//! | `scale` | inputs of a seat, then of the table: factors of the inputs before all else |
//!
//! All are 32-bit floats. The metadata has one entry, `network`: a JSON object with the names of the
//! inputs and whatever the trainer says of itself.

use super::network::{LANES, MAX_HIDDEN, Network, Part, ROLES, Shape};
use crate::bounded::read_bounded;
use engine::{Game, MAX_SEATS, printable};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;

/// A file that is no network for the game.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read the network in {file}: {what}")]
    Read {
        /// Which file.
        file: String,
        /// What the system says.
        what: String,
    },
    /// It is not in the format.
    #[error("{file} is no network: {what}")]
    Format {
        /// Which file.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// It is for another game, or for inputs that this version does not have.
    #[error("{file} is a network for other {what}: {found}, not {expected}; train a new one")]
    Other {
        /// Which file.
        file: String,
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What it would have to say.
        expected: String,
    },
}

/// The key of the metadata.
const METADATA: &str = "network";
/// The tensor with the scales.
const SCALE: &str = "scale";

/// What the metadata say.
#[derive(Serialize, Deserialize)]
struct Metadata {
    seat_inputs: Vec<String>,
    table_inputs: Vec<String>,
    /// What the trainer says of itself: one line.
    made_by: String,
}

/// A tensor of the file.
struct Tensor {
    name: String,
    shape: Vec<usize>,
    /// Where each of its numbers lies among the network's parameters.
    places: Vec<usize>,
}

/// A matrix of the first layer: a row for every unit, as other libraries have them.
fn matrix(name: &str, shape: Shape, part: Part, inputs: usize, role: usize) -> Tensor {
    let range = shape.range(part);
    let width = range.len() / inputs.max(1);
    let first = range.start + role * shape.hidden;
    let row = |unit| (0..inputs).map(move |input| first + input * width + unit);
    Tensor {
        name: name.to_owned(),
        shape: vec![shape.hidden, inputs],
        places: (0..shape.hidden).flat_map(row).collect(),
    }
}

/// All tensors but the scale.
fn tensors(shape: Shape) -> Vec<Tensor> {
    const NAMES: [&str; ROLES] = ["rival", "own", "others"];
    let seat = |(role, name)| matrix(name, shape, Part::Seat, shape.seat, role);
    let mut tensors: Vec<_> = NAMES.into_iter().enumerate().map(seat).collect();
    tensors.push(matrix("table", shape, Part::Table, shape.table, 0));
    for players in 2..=MAX_SEATS {
        for (name, part) in [
            ("bias", Part::Bias(players)),
            ("out", Part::Out(players)),
            ("skip", Part::Skip(players)),
        ] {
            let places: Vec<_> = shape.range(part).collect();
            tensors.push(Tensor {
                name: format!("{name}.{players}"),
                shape: vec![places.len()],
                places,
            });
        }
    }
    tensors
}

impl<G: Game> Network<G> {
    /// Writes the network; `made_by` is a line about its origin.
    ///
    /// # Panics
    /// If the line and the names of the inputs are longer than a header may be, 100 MB.
    pub fn to_bytes(&self, made_by: &str) -> Vec<u8> {
        let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let mut tensors: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
        for tensor in self::tensors(self.shape()) {
            let values: Vec<_> =
                tensor.places.iter().map(|&place| self.parameters()[place]).collect();
            tensors.push((tensor.name, tensor.shape, bytes(&values)));
        }
        tensors.push((SCALE.to_owned(), vec![self.scale().len()], bytes(self.scale())));
        let [seat_inputs, table_inputs] =
            Self::input_names().map(|names| names.into_iter().map(str::to_owned).collect());
        let metadata = Metadata { seat_inputs, table_inputs, made_by: made_by.to_owned() };
        let metadata = serde_json::to_string(&metadata).expect("texts can be written");
        let views = tensors.iter().map(|(name, shape, bytes)| {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
            (name.as_str(), view.expect("there are as many numbers as the shape says"))
        });
        let metadata = HashMap::from([(METADATA.to_owned(), metadata)]);
        safetensors::serialize(views, Some(metadata)).expect("the header can be written")
    }

    /// Returns the network that comes with the game, if one does.
    ///
    /// # Panics
    /// Panics if its file is none: a test reads those of all games.
    pub fn built_in() -> Option<Self> {
        let network = Self::from_bytes(G::NETWORK?, "the built-in network");
        Some(network.expect("the built-in network can be read"))
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no network for this game and these inputs.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        let file = path.display().to_string();
        match read_bounded(path) {
            Ok(bytes) => Self::from_bytes(&bytes, &file),
            Err(error) => Err(NetworkError::Read { file, what: error.to_string() }),
        }
    }

    /// Reads the content of such a file, whose name is for the errors alone.
    ///
    /// # Errors
    /// As for [`Network::load`].
    pub fn from_bytes(bytes: &[u8], file: &str) -> Result<Self, NetworkError> {
        let wrong = |what: String| {
            let what = printable(&what).into_owned();
            NetworkError::Format { file: file.to_owned(), what }
        };
        let (_, header) =
            SafeTensors::read_metadata(bytes).map_err(|error| wrong(error.to_string()))?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| wrong(error.to_string()))?;
        let metadata = header.metadata().as_ref().and_then(|all| all.get(METADATA));
        let metadata = metadata.ok_or_else(|| wrong(format!("its metadata lack '{METADATA}'")))?;
        let metadata: Metadata =
            serde_json::from_str(metadata).map_err(|error| wrong(error.to_string()))?;
        let [seat_inputs, table_inputs] = Self::input_names().map(|names| names.join(", "));
        for (what, found, expected) in [
            ("inputs of a seat", metadata.seat_inputs.join(", "), seat_inputs),
            ("inputs of the table", metadata.table_inputs.join(", "), table_inputs),
        ] {
            if found != expected {
                let (file, found) = (file.to_owned(), printable(&found).into_owned());
                return Err(NetworkError::Other { file, what, found, expected });
            }
        }
        let numbers = |name: &str, shape: Option<Vec<usize>>| {
            let tensor = tensors.tensor(name).map_err(|error| wrong(error.to_string()))?;
            if tensor.dtype() != Dtype::F32 || shape.is_some_and(|shape| tensor.shape() != shape) {
                return Err(wrong(format!("'{name}' has another shape or type than it should")));
            }
            let values: Vec<f32> = (tensor.data().chunks_exact(4))
                .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
                .collect();
            if values.iter().all(|value| value.is_finite()) {
                Ok(values)
            } else {
                Err(wrong(format!("'{name}' holds numbers that are infinite or none")))
            }
        };
        let hidden = numbers("out.2", None)?.len();
        if !hidden.is_multiple_of(LANES) || hidden > MAX_HIDDEN {
            return Err(wrong(format!(
                "{hidden} hidden units are no multiple of {LANES} up to {MAX_HIDDEN}"
            )));
        }
        let shape = Shape::of::<G>(hidden);
        let mut parameters = vec![0.0; shape.parameters()];
        for tensor in self::tensors(shape) {
            let values = numbers(&tensor.name, Some(tensor.shape))?;
            for (place, value) in tensor.places.into_iter().zip(values) {
                parameters[place] = value;
            }
        }
        let scale = numbers(SCALE, Some(vec![shape.seat + shape.table]))?;
        Ok(Self::new(shape, parameters, scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::starting_network;
    use engine::{Seed, tongiaki, wongar};

    fn network() -> Network<tongiaki::State> {
        let shape = Shape::of::<tongiaki::State>(32);
        starting_network(32, vec![0.5; shape.seat + shape.table], None, Seed::new(8))
    }

    #[test]
    fn networks_come_back_from_their_files() {
        let network = network();
        let bytes = network.to_bytes("a test");
        assert_eq!(Network::from_bytes(&bytes, "n").unwrap(), network);
        assert_eq!(bytes, network.to_bytes("a test"));
    }

    /// They are what their commands make: nobody changed them.
    #[test]
    fn built_in_networks_can_be_read_and_are_the_same_again_when_written() {
        check_built_in::<tongiaki::State>();
        check_built_in::<wongar::State>();
    }

    fn check_built_in<G: Game>() {
        let bytes = G::NETWORK.unwrap();
        let network = Network::<G>::from_bytes(bytes, "n").unwrap();
        let (_, header) = SafeTensors::read_metadata(bytes).unwrap();
        let metadata = &header.metadata().as_ref().unwrap()[METADATA];
        let metadata: Metadata = serde_json::from_str(metadata).unwrap();
        assert!(metadata.made_by.starts_with("tournament train "), "{}", metadata.made_by);
        assert_eq!(network.to_bytes(&metadata.made_by), bytes);
    }

    /// Matrices lie as other libraries have them: a row for every unit.
    #[test]
    fn matrices_lie_by_unit_and_then_by_input() {
        let network = network();
        let bytes = network.to_bytes("");
        let tensors = SafeTensors::deserialize(&bytes).unwrap();
        let own = tensors.tensor("own").unwrap();
        let inputs = network.shape().seat;
        assert_eq!(own.shape(), [32, inputs]);
        let (values, _) = own.data().as_chunks();
        let third_of_20 = f32::from_le_bytes(values[20 * inputs + 3]);
        let expected = network.layers().part(Part::Seat)[(3 * ROLES + 1) * 32 + 20];
        assert_eq!(third_of_20.to_bits(), expected.to_bits());
    }

    #[test]
    fn files_that_do_not_fit_say_why() {
        let bytes = network().to_bytes("");
        let error = Network::<wongar::State>::from_bytes(&bytes, "n").unwrap_err().to_string();
        assert!(
            error.starts_with("n is a network for other inputs of a seat: points, late_points, ")
        );
        for bytes in [&bytes[..0], &bytes[..50], &bytes[..bytes.len() - 1]] {
            let error = Network::<tongiaki::State>::from_bytes(bytes, "n").unwrap_err().to_string();
            assert!(error.starts_with("n is no network: "), "{error}");
        }
        let mut infinite = bytes;
        let end = infinite.len();
        infinite[end - 4..].copy_from_slice(&f32::INFINITY.to_le_bytes());
        let error = Network::<tongiaki::State>::from_bytes(&infinite, "n").unwrap_err().to_string();
        assert!(error.ends_with("holds numbers that are infinite or none"), "{error}");
        let error = Network::<tongiaki::State>::load(Path::new("no/such")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the network in no/such: "), "{error}");
    }
}
