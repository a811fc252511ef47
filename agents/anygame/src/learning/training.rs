//! Training of networks from games of self-play, without the type of the game.

use crate::agent::AnyParticipant;
use crate::position::AnySetup;
use agents::evaluation::{Evaluation, Network, NetworkError, Shape, Weights};
use agents::greedy::Greedy;
use agents::learning::{
    Distillation, Example, Generation, Learner, SelfPlay, Trajectory, scales, starting_network,
    targets,
};
use agents::{AgentSpec, Participant};
use engine::{MAX_SEATS, PlayableGame, Seed};
use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The word for all inputs that are not sparse.
const DENSE: &str = "dense";

/// The lead, as a logit, that makes a move of an exploring seat e times as likely.
const EXPLORATION_TEMPERATURE: f64 = 0.15;

/// The evaluation that training starts from.
#[derive(Clone, Debug)]
pub enum TrainingStart {
    /// The weights of the game's features.
    Linear,
    /// A network whose values are 0 for all positions.
    Nothing,
    /// The network in a file.
    Network(PathBuf),
}

/// The terms of a training: the networks, and how games of self-play are played.
#[derive(Clone)]
pub struct TrainingTerms {
    /// The evaluation that training starts from.
    pub start: TrainingStart,
    /// The number of hidden units, one of [`HIDDEN`](agents::evaluation::HIDDEN).
    pub hidden: usize,
    /// Whether networks see the game's sparse inputs.
    pub sparse: bool,
    /// The names of the inputs, and of the groups of sparse inputs, that networks do not see; `dense` stands for all inputs
    /// that are not sparse.
    pub without: Vec<String>,
    /// The evaluation that plays first and whose values set the first targets; by default, the evaluation of
    /// `start`.
    pub teacher: Option<String>,
    /// The evaluation whose values networks learn, at positions of random turns, instead of the results of self-play.
    pub distil: Option<String>,
    /// The agent that plays against the networks, which is not an external bot; by default, they play against themselves.
    pub against: Option<AnyParticipant>,
    /// Number of positions that `greedy` evaluates for a decision in self-play, at least 1.
    pub nodes: usize,
    /// Number of events that `greedy` samples at the first chance event, at least 1.
    pub samples: u32,
    /// The fraction of turns in which a seat explores, from 0 to 1.
    pub explore: f64,
    /// The fraction of positions within turns that are recorded, from 0 to 1.
    pub within: f64,
}

/// An error that prevents a training from starting.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// An input name that does not exist.
    #[error("networks of {game} have no input '{name}': choose from {known}")]
    UnknownInput {
        /// The game.
        game: &'static str,
        /// The name given.
        name: String,
        /// The known names.
        known: String,
    },
    /// The initial network's file is not a network of the game.
    #[error(transparent)]
    Start(NetworkError),
    /// The teacher is not an evaluation of the game.
    #[error(transparent)]
    Teacher(NetworkError),
    /// The evaluation to distil is not one of the game.
    #[error(transparent)]
    Distil(NetworkError),
    /// The initial network has a different number of hidden units from the one requested.
    #[error("{} has {hidden} hidden units", file.display())]
    HiddenUnits {
        /// The file of the network.
        file: PathBuf,
        /// The file's number of hidden units.
        hidden: usize,
    },
    /// Networks have no inputs in a game without features.
    #[error("cannot train on {0}: the game defines no features for the network's input")]
    NoFeatures(&'static str),
    /// The game or the initial network has no sparse inputs.
    #[error("{whose} has no sparse inputs")]
    NoSparseInputs {
        /// The game, or the file of the initial network.
        whose: String,
    },
}

/// An evaluation of positions.
#[derive(Clone)]
pub enum AnyEvaluation {
    /// The weights of the game's features.
    Linear,
    /// A network.
    Network(Arc<dyn AnyNetwork>),
}

impl<G: PlayableGame> From<Evaluation<G>> for AnyEvaluation {
    fn from(evaluation: Evaluation<G>) -> Self {
        match evaluation {
            Evaluation::Linear(_) => Self::Linear,
            Evaluation::Network(network) => Self::Network(Arc::new(network)),
        }
    }
}

/// A network of a game.
pub trait AnyNetwork: Any + Send + Sync {
    /// Returns the network as a safetensors file that names its source.
    fn to_bytes(&self, source: &str) -> Vec<u8>;

    /// Returns the win probabilities that the network should have given to each position of a game; see
    /// [`targets`].
    fn targets(&self, game: &Trajectory, lambda: f32) -> Vec<Option<[f32; MAX_SEATS]>>;
}

/// A network in training, with the state of its optimizer.
pub trait AnyLearner: Send + Sync {
    /// Returns the network with the moving average of its parameters.
    fn averaged(&self) -> Arc<dyn AnyNetwork>;

    /// Takes a step with this learning rate, and returns the mean loss before the step; see [`Learner::step`].
    fn step(&mut self, examples: &[Example<'_>], rate: f32) -> f64;

    /// Returns a generation as bytes: its games, and the learner after them.
    fn generation_to_bytes(&self, games: &[Trajectory]) -> Vec<u8>;
}

/// The networks and the self-play games of a training.
///
/// The methods panic for networks, setups and evaluations of another game.
pub trait AnyTrainer: Send + Sync {
    /// Returns the network that training starts from. The inputs' scales are computed from these games, which
    /// must be recorded by a network that started without games. A start from a file does not need games.
    fn starting_network(&self, games: &[Trajectory], seed: Seed) -> Arc<dyn AnyNetwork>;

    /// Returns the evaluation that plays first and sets the first targets, if one was requested, or is distilled.
    fn teacher(&self) -> Option<AnyEvaluation>;

    /// Returns a learner that has not yet taken a step.
    fn learner(&self, network: &dyn AnyNetwork) -> Box<dyn AnyLearner>;

    /// Plays a game of `greedy` with this evaluation, against itself or the agent of the terms. Returns the network's inputs during the
    /// game.
    fn play(
        &self,
        evaluation: &AnyEvaluation,
        network: &dyn AnyNetwork,
        setup: &AnySetup,
        seed: Seed,
    ) -> Trajectory;

    /// Returns a participant that plays `greedy` with this evaluation and the usual settings.
    ///
    /// # Panics
    /// If the label is not valid in a spec.
    fn participant(&self, label: &str, evaluation: &AnyEvaluation) -> AnyParticipant;

    /// Reads a network from bytes. The name of their file is only used in errors.
    ///
    /// # Errors
    /// Fails if the bytes are not a network of the game.
    fn read_network(&self, bytes: &[u8], file: &str) -> Result<Arc<dyn AnyNetwork>, NetworkError>;

    /// Reads a generation from bytes: its games, and the learner after them. The name of their file is only
    /// used in errors.
    ///
    /// # Errors
    /// Fails if the bytes are not a generation of the game.
    fn read_generation(
        &self,
        bytes: &[u8],
        file: &str,
    ) -> Result<(Vec<Trajectory>, Box<dyn AnyLearner>), NetworkError>;
}

/// A trainer that knows the type of its game.
struct TypedTrainer<G> {
    terms: TrainingTerms,
    /// The initial network, if one was given.
    given: Option<Network<G>>,
    teacher: Option<AnyEvaluation>,
    /// The sizes of the networks' layers.
    shape: Shape,
    /// For each input of a seat, each input of the table and each group of sparse inputs: whether networks do
    /// not see it.
    unseen: Vec<bool>,
}

/// Returns the trainer of a game.
pub fn trainer<G: PlayableGame>(
    terms: TrainingTerms,
) -> Result<Box<dyn AnyTrainer>, TrainingError> {
    if const { G::FEATURES.is_empty() } {
        return Err(TrainingError::NoFeatures(G::NAME));
    }
    let [of_seat, of_table, groups] = Network::<G>::input_names();
    let dense = of_seat.len() + of_table.len();
    let (inputs, without) = ([of_seat, of_table, groups].concat(), &terms.without);
    let is_known = |name: &String| name == DENSE || inputs.contains(&name.as_str());
    if let Some(unknown) = without.iter().find(|name| !is_known(name)) {
        let (name, known) = (unknown.clone(), [&[DENSE], &inputs[..]].concat().join(", "));
        return Err(TrainingError::UnknownInput { game: G::NAME, name, known });
    }
    let is_without = |input: &str| without.iter().any(|name| name == input);
    let mut unseen: Vec<bool> = inputs.iter().map(|input| is_without(input)).collect();
    if is_without(DENSE) {
        unseen[..dense].fill(true);
    }
    let given = match &terms.start {
        TrainingStart::Network(file) => Some(load::<G>(file, terms.hidden)?),
        TrainingStart::Linear | TrainingStart::Nothing => None,
    };
    let shape = Shape::of::<G>(terms.hidden);
    let shape = match (&given, terms.sparse) {
        (Some(network), _) => network.shape(),
        (None, true) => shape.with_sparse_inputs::<G>(),
        (None, false) => shape,
    };
    if terms.sparse && shape.sparse == 0 {
        let whose = match &terms.start {
            TrainingStart::Network(file) => file.display().to_string(),
            _ => G::NAME.to_owned(),
        };
        return Err(TrainingError::NoSparseInputs { whose });
    }
    let named = |name: &String| Evaluation::<G>::named(name).map(AnyEvaluation::from);
    let teacher = match (&terms.distil, &terms.teacher) {
        (Some(name), _) => Some(named(name).map_err(TrainingError::Distil)?),
        (None, teacher) => {
            teacher.as_ref().map(named).transpose().map_err(TrainingError::Teacher)?
        }
    };
    Ok(Box::new(TypedTrainer { terms, given, teacher, shape, unseen }))
}

fn load<G: PlayableGame>(file: &Path, hidden: usize) -> Result<Network<G>, TrainingError> {
    let network = Network::load(file).map_err(TrainingError::Start)?;
    let found = network.shape().hidden;
    if found == hidden {
        Ok(network)
    } else {
        Err(TrainingError::HiddenUnits { file: file.to_owned(), hidden: found })
    }
}

fn typed<G: 'static>(network: &dyn AnyNetwork) -> &Network<G> {
    let network: &dyn Any = network;
    network.downcast_ref().expect("it is a network of the game")
}

fn evaluation<G: PlayableGame>(evaluation: &AnyEvaluation) -> Arc<Evaluation<G>> {
    Arc::new(match evaluation {
        AnyEvaluation::Linear => Evaluation::default(),
        AnyEvaluation::Network(network) => Evaluation::Network(typed(&**network).clone()),
    })
}

impl<G: PlayableGame> AnyTrainer for TypedTrainer<G> {
    fn starting_network(&self, games: &[Trajectory], seed: Seed) -> Arc<dyn AnyNetwork> {
        let mut scale = match &self.given {
            Some(network) => network.scale().to_vec(),
            None => scales(games, self.shape),
        };
        for (scale, _) in scale.iter_mut().zip(&self.unseen).filter(|(_, unseen)| **unseen) {
            *scale = 0.0;
        }
        if let Some(network) = &self.given {
            return Arc::new(Network::<G>::new(self.shape, network.parameters(), scale));
        }
        let weights = Weights::default();
        let unit = Greedy::<G>::new(Arc::default()).unit();
        let weights = matches!(self.terms.start, TrainingStart::Linear).then_some((&weights, unit));
        Arc::new(starting_network::<G>(self.shape, scale, weights, seed))
    }

    fn teacher(&self) -> Option<AnyEvaluation> {
        self.teacher.clone()
    }

    fn learner(&self, network: &dyn AnyNetwork) -> Box<dyn AnyLearner> {
        Box::new(Learner::<G>::new(typed(network)))
    }

    fn play(
        &self,
        by: &AnyEvaluation,
        network: &dyn AnyNetwork,
        setup: &AnySetup,
        seed: Seed,
    ) -> Trajectory {
        let TrainingTerms { nodes, samples, explore, within, .. } = self.terms;
        let setup = setup.typed::<G>().expect("it is a setup of the game");
        if self.terms.distil.is_some() {
            return Distillation::<G>::of(evaluation(by)).play(setup, typed(network), seed);
        }
        let greedy = Greedy::<G>::new(evaluation(by)).with_nodes(nodes).with_samples(samples);
        let temperature = EXPLORATION_TEMPERATURE;
        let rival = self.terms.against.as_ref();
        let rival = rival.map(|rival| rival.typed().expect("it is an agent of the game"));
        SelfPlay { greedy, rival, explore, temperature, within }.play(setup, typed(network), seed)
    }

    fn participant(&self, label: &str, by: &AnyEvaluation) -> AnyParticipant {
        let greedy = Greedy::<G>::new(evaluation(by));
        let spec = format!("{label}=greedy").parse().expect("the label is a plain word");
        AnyParticipant::new(Participant::with(spec, move || greedy.agent()))
    }

    fn read_network(&self, bytes: &[u8], file: &str) -> Result<Arc<dyn AnyNetwork>, NetworkError> {
        Ok(Arc::new(Network::<G>::from_bytes(bytes, file)?))
    }

    fn read_generation(
        &self,
        bytes: &[u8],
        file: &str,
    ) -> Result<(Vec<Trajectory>, Box<dyn AnyLearner>), NetworkError> {
        let Generation { games, learner } = Generation::<G>::from_bytes(bytes, file)?;
        Ok((games, Box::new(learner)))
    }
}

impl<G: PlayableGame> AnyNetwork for Network<G> {
    fn to_bytes(&self, source: &str) -> Vec<u8> {
        self.to_bytes(source)
    }

    fn targets(&self, game: &Trajectory, lambda: f32) -> Vec<Option<[f32; MAX_SEATS]>> {
        targets(self, game, lambda)
    }
}

impl<G: PlayableGame> AnyLearner for Learner<G> {
    fn averaged(&self) -> Arc<dyn AnyNetwork> {
        Arc::new(self.averaged())
    }

    fn step(&mut self, examples: &[Example<'_>], rate: f32) -> f64 {
        self.step(examples, rate)
    }

    fn generation_to_bytes(&self, games: &[Trajectory]) -> Vec<u8> {
        Generation::to_bytes(games, self)
    }
}
