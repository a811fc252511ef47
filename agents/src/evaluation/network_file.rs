//! Network files in the safetensors format, which many machine learning libraries can read.
//!
//! | tensor | shape |
//! | --- | --- |
//! | `own`, `rival`, `others` | hidden units x inputs of a seat |
//! | `table` | hidden units x inputs of the table |
//! | `bias.K`, `out.K` | hidden units, for tables of K players |
//! | `skip.K` | inputs of a seat |
//! | `scale` | inputs of a seat, then of the table: factors that are applied to the inputs first |
//! | `sparse` | sparse inputs x hidden units |
//! | `sparse.skip` | sparse inputs |
//!
//! The last two tensors exist only in networks with sparse inputs, whose `scale` also has an entry for each group
//! of sparse inputs. They contain 16-bit integers in units of 1/512; all other tensors contain 32-bit floats. The
//! metadata has one entry, `network`: a JSON object with the names of the inputs and the trainer's description of
//! itself.

use super::network::{HIDDEN, Network, Part, ROLES, Shape};
use super::{DUEL, NET, SPARSE};
use crate::bounded::read_bounded;
use engine::{Evaluated, InputGroup, MAX_SEATS, printable};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// The reason why a file cannot be used as a network for the game.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read the network in {file}: {what}")]
    Read {
        /// The path of the file.
        file: String,
        /// The error of the operating system.
        what: String,
    },
    /// The file is not in the network format.
    #[error("{file} is not a network file: {what}")]
    Format {
        /// The path of the file.
        file: String,
        /// The violation of the format.
        what: String,
    },
    /// The game has no built-in network with this name.
    #[error("evaluation={0}: this game has no such built-in network: train one and give its path")]
    NotBuiltIn(String),
    /// The network is for another game, or for inputs that this version does not have.
    #[error("{file}: expected a network with {what} {expected}, found {found}: train a new one")]
    Other {
        /// The path of the file.
        file: String,
        /// The property that differs.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The value that the game requires.
        expected: String,
    },
}

/// The key of the network's entry in the metadata.
const METADATA: &str = "network";
/// The tensor with the scales of the inputs.
const SCALE: &str = "scale";

/// The metadata of a network file.
#[derive(Serialize, Deserialize)]
struct Metadata {
    seat_inputs: Vec<String>,
    table_inputs: Vec<String>,
    /// The groups of sparse inputs with their sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sparse_inputs: Vec<String>,
    /// The trainer's description of itself, in one line.
    made_by: String,
}

impl Metadata {
    /// Checks that the network has the inputs of this game.
    fn check<G: Evaluated>(self, file: &str) -> Result<(), NetworkError> {
        let [seat_inputs, table_inputs, _] =
            Network::<G>::input_names().map(|names| names.join(", "));
        let sees_sparse_inputs = !self.sparse_inputs.is_empty();
        for (what, is_needed, found, expected) in [
            ("inputs of a seat", true, self.seat_inputs, seat_inputs),
            ("inputs of the table", true, self.table_inputs, table_inputs),
            ("sparse inputs", sees_sparse_inputs, self.sparse_inputs, groups::<G>().join(", ")),
        ] {
            let found = found.join(", ");
            if is_needed && found != expected {
                let (file, found) = (file.to_owned(), printable(&found).into_owned());
                return Err(NetworkError::Other { file, what, found, expected });
            }
        }
        Ok(())
    }
}

/// A tensor of a network file with 32-bit floats.
struct Tensor {
    name: String,
    shape: Vec<usize>,
    /// The index of each number among the network's parameters.
    places: Vec<usize>,
}

/// Returns a matrix of the first layer, with one row per hidden unit as in other libraries.
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

/// Returns all tensors whose parameters do not belong to sparse inputs.
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

impl<G: Evaluated> Network<G> {
    /// Writes the network as a file; `made_by` is one line about its origin.
    ///
    /// # Panics
    /// Panics if this line and the names of the inputs exceed 100 MB, the limit of the header.
    pub fn to_bytes(&self, made_by: &str) -> Vec<u8> {
        let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let (shape, parameters) = (self.shape(), &self.layers.parameters);
        let mut tensors: Vec<(String, Dtype, Vec<usize>, Vec<u8>)> = Vec::new();
        for tensor in self::tensors(shape) {
            let values: Vec<_> = tensor.places.iter().map(|&place| parameters[place]).collect();
            tensors.push((tensor.name, Dtype::F32, tensor.shape, bytes(&values)));
        }
        tensors.push((SCALE.to_owned(), Dtype::F32, vec![shape.scales()], bytes(self.scale())));
        if shape.sparse > 0 {
            for ((name, size), values) in sparse_tensors(shape).into_iter().zip(self.sparse()) {
                let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
                tensors.push((name.to_owned(), Dtype::I16, size, bytes));
            }
        }
        let [seat_inputs, table_inputs, _] =
            Self::input_names().map(|names| names.into_iter().map(str::to_owned).collect());
        let sparse_inputs = if shape.sparse > 0 { groups::<G>() } else { Vec::new() };
        let made_by = made_by.to_owned();
        let metadata = Metadata { seat_inputs, table_inputs, sparse_inputs, made_by };
        let metadata = serde_json::to_string(&metadata).expect("texts can be written");
        let views = tensors.iter().map(|(name, dtype, shape, bytes)| {
            let view = TensorView::new(*dtype, shape.clone(), bytes);
            (name.as_str(), view.expect("the number of values follows from the shape"))
        });
        let metadata = HashMap::from([(METADATA.to_owned(), metadata)]);
        safetensors::serialize(views, Some(metadata)).expect("the header can be written")
    }

    /// Returns the game's small built-in network, if there is one.
    pub fn built_in() -> Option<Self> {
        G::NETWORK.map(Self::from_built_in)
    }

    /// Reads the file of a built-in network.
    ///
    /// # Panics
    /// Panics if the file is damaged; a test reads the built-in networks of all games.
    fn from_built_in(bytes: &[u8]) -> Self {
        Self::from_bytes(bytes, "the built-in network").expect("built-in networks can be read")
    }

    /// Returns the network with this name: `net`, `sparse` or `duel` for a built-in network, or the path of a file.
    ///
    /// # Errors
    /// Fails if the game has no such built-in network, or as [`Network::load`] does.
    pub fn named(name: &str) -> Result<Self, NetworkError> {
        let (built_in, for_two) = match name {
            NET => (G::NETWORK, None),
            SPARSE => (G::SPARSE_NETWORK, None),
            DUEL => (G::DUEL_NETWORK.and(G::SPARSE_NETWORK), G::DUEL_NETWORK),
            file => return Self::load(Path::new(file)),
        };
        let network = built_in.map(Self::from_built_in);
        let network = network.ok_or_else(|| NetworkError::NotBuiltIn(name.to_owned()))?;
        Ok(network.with_two(for_two.map(|bytes| Arc::new(Self::from_built_in(bytes)))))
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or is not a network for this game and its inputs.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        let file = path.display().to_string();
        match read_bounded(path) {
            Ok(bytes) => Self::from_bytes(&bytes, &file),
            Err(error) => Err(NetworkError::Read { file, what: error.to_string() }),
        }
    }

    /// Reads a network from the content of a file. The name of the file is used only in errors.
    ///
    /// # Errors
    /// Fails as [`Network::load`] does.
    pub fn from_bytes(bytes: &[u8], file: &str) -> Result<Self, NetworkError> {
        let wrong = |what: String| {
            let what = printable(&what).into_owned();
            NetworkError::Format { file: file.to_owned(), what }
        };
        let (_, header) =
            SafeTensors::read_metadata(bytes).map_err(|error| wrong(error.to_string()))?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| wrong(error.to_string()))?;
        let metadata = header.metadata().as_ref().and_then(|all| all.get(METADATA));
        let metadata = metadata.ok_or_else(|| wrong(format!("the metadata lack '{METADATA}'")))?;
        let metadata: Metadata =
            serde_json::from_str(metadata).map_err(|error| wrong(error.to_string()))?;
        let sees_sparse_inputs = !metadata.sparse_inputs.is_empty();
        metadata.check::<G>(file)?;
        let data = |name: &str, dtype: Dtype, shape: Option<Vec<usize>>| {
            let tensor = tensors.tensor(name).map_err(|error| wrong(error.to_string()))?;
            if tensor.dtype() != dtype || shape.is_some_and(|shape| tensor.shape() != shape) {
                return Err(wrong(format!("'{name}' has an unexpected shape or type")));
            }
            Ok(tensor.data())
        };
        let numbers = |name: &str, shape: Option<Vec<usize>>| {
            let (values, _) = data(name, Dtype::F32, shape)?.as_chunks();
            let values: Vec<_> = values.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            if values.iter().all(|value| value.is_finite()) {
                Ok(values)
            } else {
                Err(wrong(format!("'{name}' contains infinite or NaN values")))
            }
        };
        let hidden = numbers("out.2", None)?.len();
        if !HIDDEN.contains(&hidden) {
            return Err(wrong(format!("expected hidden units in {HIDDEN:?}, found {hidden}")));
        }
        let mut shape = Shape::of::<G>(hidden);
        if sees_sparse_inputs {
            shape = shape.with_sparse_inputs::<G>();
        }
        let mut parameters = vec![0.0; shape.dense_parameters()];
        for tensor in self::tensors(shape) {
            let values = numbers(&tensor.name, Some(tensor.shape))?;
            for (place, value) in tensor.places.into_iter().zip(values) {
                parameters[place] = value;
            }
        }
        let scale = numbers(SCALE, Some(vec![shape.scales()]))?;
        let mut sparse = Vec::new();
        if sees_sparse_inputs {
            for (name, size) in sparse_tensors(shape) {
                let (values, _) = data(name, Dtype::I16, Some(size))?.as_chunks();
                sparse.extend(values.iter().map(|&bytes| i16::from_le_bytes(bytes)));
            }
        }
        Ok(Self::from_parts(shape, parameters, sparse, scale))
    }
}

/// Returns the tensors of sparse inputs with their shapes: the rows of the first layer, and the linear weights.
fn sparse_tensors(shape: Shape) -> [(&'static str, Vec<usize>); 2] {
    [("sparse", vec![shape.sparse, shape.hidden]), ("sparse.skip", vec![shape.sparse])]
}

/// Returns the game's groups of sparse inputs with their sizes, as stored in the metadata.
fn groups<G: Evaluated>() -> Vec<String> {
    let text = |&InputGroup { name, size, .. }: &InputGroup| format!("{name}:{size}");
    G::SPARSE_INPUTS.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::starting_network;
    use engine::Seed;

    fn network() -> Network<tongiaki::State> {
        let shape = Shape::of::<tongiaki::State>(32).with_sparse_inputs::<tongiaki::State>();
        starting_network(shape, vec![0.5; shape.scales()], None, Seed::new(8))
    }

    #[test]
    fn networks_come_back_from_their_files() {
        let network = network();
        let bytes = network.to_bytes("a test");
        assert_eq!(Network::from_bytes(&bytes, "n").unwrap(), network);
        assert_eq!(bytes, network.to_bytes("a test"));
    }

    /// Built-in networks can be read, and writing them again gives the same bytes.
    #[test]
    fn built_in_networks_can_be_read_and_are_the_same_again_when_written() {
        check_built_in::<tongiaki::State>(tongiaki::State::NETWORK);
        check_built_in::<tongiaki::State>(tongiaki::State::SPARSE_NETWORK);
        check_built_in::<tongiaki::State>(tongiaki::State::DUEL_NETWORK);
        check_built_in::<wongar::State>(wongar::State::NETWORK);
        check_built_in::<wongar::State>(wongar::State::SPARSE_NETWORK);
    }

    fn check_built_in<G: Evaluated>(bytes: Option<&[u8]>) {
        let bytes = bytes.unwrap();
        let network = Network::<G>::from_bytes(bytes, "n").unwrap();
        let (_, header) = SafeTensors::read_metadata(bytes).unwrap();
        let metadata = &header.metadata().as_ref().unwrap()[METADATA];
        let metadata: Metadata = serde_json::from_str(metadata).unwrap();
        assert!(metadata.made_by.starts_with("tournament train "), "{}", metadata.made_by);
        assert_eq!(network.to_bytes(&metadata.made_by), bytes);
    }

    /// Matrices are stored with one row per hidden unit, as in other libraries.
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
        let expected = network.layers.part(Part::Seat)[(3 * ROLES + 1) * 32 + 20];
        assert_eq!(third_of_20.to_bits(), expected.to_bits());
    }

    #[test]
    fn invalid_network_files_are_rejected() {
        let bytes = network().to_bytes("");
        let error = Network::<wongar::State>::from_bytes(&bytes, "n").unwrap_err().to_string();
        assert!(error.starts_with("n: expected a network with inputs of a seat "), "{error}");
        assert!(error.contains(", found points, late_points, "), "{error}");
        for bytes in [&bytes[..0], &bytes[..50], &bytes[..bytes.len() - 1]] {
            let error = Network::<tongiaki::State>::from_bytes(bytes, "n").unwrap_err().to_string();
            assert!(error.starts_with("n is not a network file: "), "{error}");
        }
        let shape = Shape::of::<tongiaki::State>(32);
        let dense = starting_network(shape, vec![0.5; shape.scales()], None, Seed::new(8));
        let mut infinite = Network::<tongiaki::State>::to_bytes(&dense, "");
        let end = infinite.len();
        infinite[end - 4..].copy_from_slice(&f32::INFINITY.to_le_bytes());
        let error = Network::<tongiaki::State>::from_bytes(&infinite, "n").unwrap_err().to_string();
        assert!(error.ends_with("contains infinite or NaN values"), "{error}");
        let error = Network::<tongiaki::State>::load(Path::new("no/such")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the network in no/such: "), "{error}");
    }
}
