//! The plan of a training, built from a checked configuration.

use ::store::JobKind;
use ::store::command::JobCommand;
use agents::evaluation::HIDDEN;
use anygame::{
    AnyGame, AnyParticipant, AnySetup, AnyTrainer, TableTerms, TrainingError, TrainingStart,
    TrainingTerms,
};
use engine::Seed;
use runner::Failure;
use runner::job::options::JobOptions;
use runner::job::rules::RuleChoice;
use runner::job::{Job, Request};
use runner::judging::one_agent;
use runner::matching::MatchTally;
use serde::Serialize;
use statistics::Hypotheses;

/// The value of `--start` and `--teacher` for the game's weights.
pub const LINEAR: &str = "linear";
const NOTHING: &str = "nothing";

/// The default of `samples`.
pub const SAMPLES: u32 = 8;

/// The child of the master seed for the games of self-play, by generation.
pub const GAMES: u64 = 0;
/// The child of the master seed for the initial weights.
pub const WEIGHTS: u64 = 1;
/// The child of the master seed for the games from which the scales of the inputs are estimated.
pub const SCALES: u64 = 2;
/// The child of the master seed for the sampling of positions to learn from, by generation.
pub const SAMPLE: u64 = 3;
/// The child of the master seed for the decks of the tests, by generation.
pub const TESTS: u64 = 4;

/// The configuration of a training: the games, the network and how it learns. Serialised, it is the flags that only
/// trainings have.
#[derive(Clone, Debug, Serialize)]
pub struct TrainConfig {
    /// The total number of games of self-play, not counting the games of tests.
    pub games: u64,
    /// The number of games in a generation, at least 1.
    pub generation: u64,
    /// The initial network: `linear` (the game's weights), `nothing`, or the path of a network file.
    pub start: String,
    /// The evaluation that plays the first generations and sets their targets: `linear` (the game's weights), `net`
    /// (the network that comes with the game), or the path of a network file. With `None` and a start from the game's
    /// weights, these play the first generations, but the network sets the targets.
    pub teacher: Option<String>,
    /// The evaluation whose values the network learns, at positions of random turns, instead of the results of self-play.
    pub distil: Option<String>,
    /// The spec of the agent to learn against; by default, the network plays against itself.
    pub against: Option<String>,
    /// The number of generations before the network plays, with a teacher or a start from the game's weights.
    pub warm_up: u64,
    /// The number of hidden units: 0, 16, 32, 48, 64 or 128.
    pub hidden: usize,
    /// Whether the network also gets the game's sparse inputs.
    pub sparse: bool,
    /// The lambda of TD(lambda), from 0 to 1.
    pub lambda: f64,
    /// The fraction of turns in which a seat explores, from 0 to 1.
    pub explore: f64,
    /// The fraction of the positions within turns that are learned from, from 0 to 1.
    pub within: f64,
    /// The number of positions that `greedy` evaluates for a decision in self-play, at least 1.
    pub nodes: usize,
    /// The number of outcomes that `greedy` samples at the first chance event of a turn, at least 1.
    pub samples: u32,
    /// The initial step size of the optimizer, more than 0 and at most 1.
    pub rate: f64,
    /// The final step size, more than 0; by default a fifth of the initial one. The step size falls exponentially.
    pub last_rate: Option<f64>,
    /// The number of generations between two tests, at least 1.
    pub test_every: u64,
    /// The maximum number of games in each match of a test.
    pub test_games: u64,
    /// The advantage that a new network has to show: win share minus expected share.
    pub effect: f64,
    /// The names of the inputs and of the groups of sparse inputs that the network does not get.
    pub without: Vec<String>,
    /// The rules of the game.
    #[serde(skip)]
    pub rules: RuleChoice,
    /// The player counts to learn, in turn; an empty list means all that the game allows.
    #[serde(skip)]
    pub players: Vec<usize>,
    /// The options shared by all jobs. The shard is the whole, because each generation depends on the one before it.
    #[serde(skip)]
    pub job: JobOptions,
}

/// A training that is ready to start.
pub struct TrainJob<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The job with its manifest and threads.
    pub job: Job,
    /// The setup for each player count.
    pub tables: Vec<AnySetup>,
    /// The source of the initial network.
    pub start: TrainingStart,
    /// Trainer that builds networks and plays the games of self-play.
    pub trainer: Box<dyn AnyTrainer>,
    /// The agent to learn against.
    pub against: Option<AnyParticipant>,
    /// The checked configuration.
    pub config: &'a TrainConfig,
    /// The number of generations.
    pub generations: u64,
    /// The hypotheses of the tests of a new network: against the best network, and against earlier best networks.
    pub tests: [Hypotheses; 2],
}

/// The manifest entries that only training has.
#[derive(Serialize)]
struct TrainingEntries<'a> {
    tables: &'a [usize],
    generations: u64,
    games_of_a_generation: u64,
}

impl TrainConfig {
    /// Checks the ranges of all numbers that do not depend on the game.
    fn check(&self) -> Result<(), Failure> {
        let usage = |sentence: String| Err(Failure::usage(sentence));
        let &Self { games, generation, hidden, lambda, explore, within, rate, .. } = self;
        if generation == 0 {
            return usage("--generation must be at least 1".to_owned());
        }
        if games < generation {
            return usage(format!(
                "--games must be at least {generation}, the games of a generation"
            ));
        }
        if !HIDDEN.contains(&hidden) {
            return usage(format!("--hidden must be one of {HIDDEN:?}, not {hidden}"));
        }
        for (flag, value) in [("--lambda", lambda), ("--explore", explore), ("--within", within)] {
            if !(0.0..=1.0).contains(&value) {
                return usage(format!("{flag} must be between 0 and 1, not {value}"));
            }
        }
        for (flag, rate) in [("--rate", rate), ("--last-rate", self.last_rate())] {
            if !(rate > 0.0 && rate <= 1.0) {
                return usage(format!("{flag} must be more than 0 and at most 1, not {rate}"));
            }
        }
        if self.nodes == 0 || self.samples == 0 || self.test_every == 0 {
            return usage("--nodes, --samples and --test-every must be at least 1".to_owned());
        }
        Ok(())
    }

    fn last_rate(&self) -> f64 {
        self.last_rate.unwrap_or(0.2 * self.rate)
    }

    /// Returns the number of complete generations.
    const fn generations(&self) -> u64 {
        self.games / self.generation
    }

    /// Builds the trainer, which checks everything that depends on the game.
    fn trainer(
        &self,
        game: &dyn AnyGame,
        start: &TrainingStart,
        against: Option<&AnyParticipant>,
    ) -> Result<Box<dyn AnyTrainer>, Failure> {
        let terms = TrainingTerms {
            against: against.cloned(),
            start: start.clone(),
            hidden: self.hidden,
            sparse: self.sparse,
            without: self.without.clone(),
            teacher: self.teacher.clone(),
            distil: self.distil.clone(),
            nodes: self.nodes,
            samples: self.samples,
            explore: self.explore,
            within: self.within,
        };
        game.trainer(terms).map_err(|error| {
            let sentence = match &error {
                TrainingError::UnknownInput { .. } => format!("--without: {error}"),
                TrainingError::Start(_) => format!("--start: {error}"),
                TrainingError::Teacher(_) => format!("--teacher: {error}"),
                TrainingError::Distil(_) => format!("--distil: {error}"),
                TrainingError::HiddenUnits { hidden, .. } => {
                    format!("--start: {error}: add --hidden {hidden}")
                }
                TrainingError::NoFeatures(_) => error.to_string(),
                TrainingError::NoSparseInputs { .. } => format!("--sparse: {error}"),
            };
            Failure::usage(sentence)
        })
    }
}

impl<'a> TrainJob<'a> {
    /// Checks the configuration without writing anything.
    ///
    /// # Errors
    /// Fails at the first invalid value.
    pub fn new(game: &'a dyn AnyGame, config: &'a TrainConfig) -> Result<Self, Failure> {
        config.check()?;
        let better = Hypotheses { null: 0.0, effect: config.effect, alpha: 0.05, beta: 0.05 };
        let not_worse = Hypotheses { null: -config.effect, effect: 0.0, ..better };
        let tests = [better.check()?, not_worse.check()?];
        let start = match config.start.as_str() {
            LINEAR => TrainingStart::Linear,
            NOTHING => TrainingStart::Nothing,
            file => TrainingStart::Network(file.into()),
        };
        let against = config.against.as_deref().map(|against| rival(game, against)).transpose()?;
        let trainer = config.trainer(game, &start, against.as_ref())?;
        let mut players = config.players.clone();
        if players.is_empty() {
            players.extend(game.facts().players.clone());
        }
        let tables = players.iter().map(|&players| config.rules.setup(game, players));
        let tables: Vec<_> = tables.collect::<Result<_, Failure>>()?;
        let blocks = players.iter().map(|&players| MatchTally::new(better, players).block_size());
        let block = blocks.max().unwrap_or(0);
        if config.test_games < block {
            let sentence = format!("--test-games must be at least {block}, the games of a block");
            return Err(Failure::usage(sentence));
        }
        let (generations, size) = (config.generations(), config.generation);
        let entries =
            TrainingEntries { tables: &players, generations, games_of_a_generation: size };
        let games = generations * size;
        let request = Request {
            game,
            kind: JobKind::Train,
            command: JobCommand::new(["train"]).fields(config).with("games", games),
            name: format!("train-{}", game.facts().name),
            participants: game.participants("greedy")?,
            rules: &config.rules,
            tables: tables.clone(),
            games,
            terms: TableTerms::new(Seed::new(0)),
        };
        let job = Job::new(&config.job, request, &entries)?;
        Ok(Self { game, job, tables, start, trainer, against, config, generations, tests })
    }

    /// Returns the seed of a part of the training; `child` is one of the constants of this module.
    pub fn seed(&self, child: u64) -> Seed {
        self.job.table.terms().seed.child(child)
    }

    /// Returns the number of generations before the network plays: all of them if an evaluation is distilled.
    pub const fn warm_up(&self) -> u64 {
        if self.config.distil.is_some() {
            return self.generations;
        }
        let has_other =
            self.config.teacher.is_some() || matches!(self.start, TrainingStart::Linear);
        if has_other { self.config.warm_up } else { 0 }
    }

    /// Returns the step size when this fraction of all steps is done.
    pub fn rate(&self, done: f64) -> f32 {
        let first = self.config.rate;
        (first * (self.config.last_rate() / first).powf(done)) as f32
    }
}

/// Returns the agent to learn against.
fn rival(game: &dyn AnyGame, against: &str) -> Result<AnyParticipant, Failure> {
    let participant = one_agent(against, "--against", game)?;
    if participant.observes() {
        let what = "the agent cannot be an external bot";
        return Err(Failure::usage(format!("--against {against}: {what}")));
    }
    Ok(participant)
}
