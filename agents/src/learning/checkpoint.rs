//! Checkpoints: a generation of training as bytes, in the safetensors format.

use super::{Learner, PositionKind, Trajectory};
use crate::evaluation::{Network, NetworkError, Shape};
use engine::{Evaluated, MAX_SEATS};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};

const NETWORK: &str = "network";
const PARAMETERS: &str = "parameters";
const AVERAGE: &str = "average";
const FIRST: &str = "first_moment";
const SECOND: &str = "second_moment";
const STEPS: &str = "steps";
const PLAYERS: &str = "players";
const POSITIONS: &str = "positions";
const KINDS: &str = "kinds";
const INPUTS: &str = "inputs";
const COUNTS: &str = "counts";
const SPARSE: &str = "sparse";
const VALUES: &str = "values";
const SHARES: &str = "shares";

const POSITION_KINDS: [PositionKind; 4] =
    [PositionKind::Begins, PositionKind::Explores, PositionKind::Within, PositionKind::Judged];

/// The games of a generation, and the state of the learner after them.
#[derive(Clone, Debug)]
pub struct Generation<G> {
    /// The games of the generation.
    pub games: Vec<Trajectory>,
    /// The learner after the games.
    pub learner: Learner<G>,
}

impl<G: Evaluated> Generation<G> {
    /// Converts a generation to bytes.
    ///
    /// # Panics
    /// Panics if the header is longer than 100 MB.
    pub fn to_bytes(games: &[Trajectory], learner: &Learner<G>) -> Vec<u8> {
        let of_learner: [Tensor; 6] = [
            (NETWORK, Dtype::U8, learner.network().to_bytes("")),
            (PARAMETERS, Dtype::F32, float_bytes(&learner.layers.parameters)),
            (AVERAGE, Dtype::F32, float_bytes(&learner.average)),
            (FIRST, Dtype::F32, float_bytes(&learner.first_moment)),
            (SECOND, Dtype::F32, float_bytes(&learner.second_moment)),
            (STEPS, Dtype::U64, learner.steps.to_le_bytes().to_vec()),
        ];
        let tensors: Vec<_> = of_learner.into_iter().chain(tensors(games)).collect();
        let views = tensors.iter().map(|(name, dtype, bytes)| {
            let view = TensorView::new(*dtype, vec![bytes.len() * 8 / dtype.bitsize()], bytes);
            (*name, view.expect("the shape follows from the bytes"))
        });
        safetensors::serialize(views, None).expect("the header can be written")
    }

    /// Reads a generation from bytes. `file` is the name of their file, for errors.
    ///
    /// # Errors
    /// Fails if the bytes are not a generation of this game.
    pub fn from_bytes(bytes: &[u8], file: &str) -> Result<Self, NetworkError> {
        let tensors = Tensors::read(bytes, file)?;
        let network = Network::<G>::from_bytes(tensors.data(NETWORK)?, file)?;
        let [steps] = tensors.values(STEPS, u64::from_le_bytes)?[..] else {
            return Err(tensors.damaged("the steps are missing"));
        };
        let parameters = network.shape().parameters();
        let read = |name| {
            let values = tensors.floats(name)?;
            if values.len() == parameters {
                Ok(values)
            } else {
                Err(tensors.damaged("parameters or moments do not match the network"))
            }
        };
        let mut learner = Learner::new(&network);
        learner.first_moment = read(FIRST)?;
        learner.second_moment = read(SECOND)?;
        learner.layers.parameters = read(PARAMETERS)?;
        learner.average = read(AVERAGE)?;
        learner.steps = steps;
        Ok(Self { games: tensors.games(network.shape(), network.sees_dense_inputs)?, learner })
    }
}

type Tensor = (&'static str, Dtype, Vec<u8>);

/// Converts numbers to little-endian bytes.
fn bytes<T: Copy, const N: usize>(values: &[T], of_one: fn(T) -> [u8; N]) -> Vec<u8> {
    values.iter().flat_map(|&value| of_one(value)).collect()
}

fn float_bytes(values: &[f32]) -> Vec<u8> {
    bytes(values, f32::to_le_bytes)
}

/// Returns the tensors of the games.
fn tensors(games: &[Trajectory]) -> [Tensor; 8] {
    let of_games = |bytes: fn(&Trajectory) -> Vec<u8>| games.iter().flat_map(bytes).collect();
    let positions = |game: &Trajectory| (game.kinds().len() as u64).to_le_bytes().into();
    let kinds = |game: &Trajectory| game.kinds().iter().map(|&kind| kind as u8).collect();
    [
        (PLAYERS, Dtype::U8, of_games(|game| vec![game.players as u8])),
        (POSITIONS, Dtype::U64, of_games(positions)),
        (KINDS, Dtype::U8, of_games(kinds)),
        (INPUTS, Dtype::F32, of_games(|game| float_bytes(&game.inputs))),
        (COUNTS, Dtype::U16, of_games(|game| bytes(&game.counts, u16::to_le_bytes))),
        (SPARSE, Dtype::U16, of_games(|game| bytes(&game.on, u16::to_le_bytes))),
        (VALUES, Dtype::F32, of_games(|game| float_bytes(game.values.as_flattened()))),
        (SHARES, Dtype::F32, of_games(|game| float_bytes(game.shares()))),
    ]
}

/// The tensors of a file.
struct Tensors<'a> {
    tensors: SafeTensors<'a>,
    /// The name of the file, for errors.
    file: &'a str,
}

impl<'a> Tensors<'a> {
    fn read(bytes: &'a [u8], file: &'a str) -> Result<Self, NetworkError> {
        let wrong = |what: String| NetworkError::Format { file: file.to_owned(), what };
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| wrong(error.to_string()))?;
        Ok(Self { tensors, file })
    }

    fn damaged(&self, what: &str) -> NetworkError {
        NetworkError::Format { file: self.file.to_owned(), what: what.to_owned() }
    }

    fn data(&self, name: &str) -> Result<&[u8], NetworkError> {
        match self.tensors.tensor(name) {
            Ok(tensor) => Ok(tensor.data()),
            Err(error) => Err(self.damaged(&error.to_string())),
        }
    }

    /// Returns the numbers of a tensor.
    fn values<T, const N: usize>(
        &self,
        name: &str,
        of_bytes: fn([u8; N]) -> T,
    ) -> Result<Vec<T>, NetworkError> {
        let (values, _) = self.data(name)?.as_chunks();
        Ok(values.iter().map(|&bytes| of_bytes(bytes)).collect())
    }

    fn floats(&self, name: &str) -> Result<Vec<f32>, NetworkError> {
        self.values(name, f32::from_le_bytes)
    }

    fn games(&self, shape: Shape, are_dense: bool) -> Result<Vec<Trajectory>, NetworkError> {
        let games = read_games(
            [self.data(PLAYERS)?, self.data(KINDS)?],
            &self.values(POSITIONS, u64::from_le_bytes)?,
            [&self.floats(INPUTS)?, &self.floats(VALUES)?, &self.floats(SHARES)?],
            [&self.values(COUNTS, u16::from_le_bytes)?, &self.values(SPARSE, u16::from_le_bytes)?],
            shape,
            are_dense,
        );
        games.ok_or_else(|| self.damaged("games do not match the network"))
    }
}

fn read_games(
    [players, mut kinds]: [&[u8]; 2],
    positions: &[u64],
    [mut inputs, values, shares]: [&[f32]; 3],
    [mut counts, mut on]: [&[u16]; 2],
    shape: Shape,
    are_dense: bool,
) -> Option<Vec<Trajectory>> {
    let [mut values, shares] = [values, shares].map(|chances| chances.as_chunks::<MAX_SEATS>().0);
    let mut games = Vec::new();
    for ((&players, &positions), &shares) in players.iter().zip(positions).zip(shares) {
        let players = usize::from(players);
        let positions = usize::try_from(positions).ok()?;
        let size = if are_dense { positions.checked_mul(shape.dense_inputs(players))? } else { 0 };
        let kind = |&kind: &u8| POSITION_KINDS.get(usize::from(kind)).copied();
        let mut game = Trajectory {
            kinds: kinds.split_off(..positions)?.iter().map(kind).collect::<Option<_>>()?,
            inputs: inputs.split_off(..size)?.to_vec(),
            counts: counts.split_off(..positions.checked_mul(players)?)?.to_vec(),
            values: values.split_off(..positions)?.to_vec(),
            shares,
            ..Trajectory::new(players)
        };
        let mut end = 0;
        for counts in game.counts.chunks(players.max(1)) {
            game.begins.push(end);
            end += counts.iter().map(|&count| usize::from(count)).sum::<usize>();
        }
        game.on = on.split_off(..end)?.to_vec();
        let is_input = |&input: &u16| usize::from(input) < shape.sparse;
        if !(2..=MAX_SEATS).contains(&players) || !game.on.iter().all(is_input) {
            return None;
        }
        games.push(game);
    }
    let words = counts.len() + on.len();
    let left = kinds.len() + inputs.len() + values.len() + words;
    (left == 0).then_some(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::greedy::Greedy;
    use crate::learning::{SelfPlay, scales, starting_network};
    use engine::Seed;
    use std::sync::Arc;
    use tongiaki::{Setup, State};

    /// A generation's games, network and optimizer are unchanged after writing and reading; damaged bytes are
    /// rejected.
    #[test]
    fn generations_come_back_from_their_bytes() {
        let greedy = Greedy::<State>::new(Arc::new(Evaluation::default())).with_nodes(50);
        let self_play =
            SelfPlay { greedy, rival: None, explore: 0.3, temperature: 0.2, within: 0.2 };
        let shape = Shape::of::<State>(16).with_sparse_inputs::<State>();
        let plain = vec![1.0; shape.scales()];
        let network = starting_network::<State>(shape, plain, None, Seed::new(1));
        let games: Vec<_> = [2, 5]
            .map(|players| self_play.play(&Setup::new(players).unwrap(), &network, Seed::new(7)))
            .into();
        let scale = scales(&games, shape);
        assert!(scale.iter().all(|scale| scale.is_finite() && *scale > 0.0));
        let mut learner = Learner::new(&starting_network(shape, scale, None, Seed::new(2)));
        let targets = crate::learning::targets(&learner.network(), &games[1], 0.8);
        let examples: Vec<_> = (0..targets.len())
            .filter_map(|position| {
                let target = targets[position]?;
                Some(crate::learning::Example { trajectory: &games[1], position, target })
            })
            .collect();
        learner.step(&examples, 0.01);
        let bytes = Generation::to_bytes(&games, &learner);
        let read = Generation::<State>::from_bytes(&bytes, "g").unwrap();
        assert_eq!(read.games, games);
        assert_eq!(read.learner.layers.parameters, learner.layers.parameters);
        assert_eq!(read.learner.averaged(), learner.averaged());
        assert_ne!(read.learner.averaged(), read.learner.network());
        assert_eq!(read.learner.first_moment, learner.first_moment);
        assert_eq!(read.learner.second_moment, learner.second_moment);
        assert_eq!(read.learner.steps, learner.steps);
        assert_eq!(Generation::to_bytes(&read.games, &read.learner), bytes);
        for end in [0, 100, bytes.len() - 1] {
            let error = Generation::<State>::from_bytes(&bytes[..end], "g").unwrap_err();
            assert!(error.to_string().starts_with("g is not a network file: "), "{error}");
        }
    }
}
