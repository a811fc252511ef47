//! `tournament train`: its arguments.

use super::arguments::{GameArgument, JobArguments, count};
use super::rules::RuleArguments;
use clap::Args;
use lab::training::{SAMPLES, TrainConfig};

/// `tournament train`
#[derive(Clone, Debug, Args)]
pub struct TrainArguments {
    /// Games of self-play in all, without those that test networks
    #[arg(short = 'n', long, value_name = "N", default_value = "25000", value_parser = count)]
    pub games: u64,
    /// Games of a generation
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub generation: u64,
    /// What to start from: linear (the game's weights), nothing, or the path of a network
    #[arg(long, value_name = "START", default_value = "linear")]
    pub start: String,
    /// What plays the first generations and sets their targets: linear (the game's weights), net (the network that comes with
    /// the game), or the path of a network [default: with --start linear, the game's weights play]
    #[arg(long, value_name = "EVALUATION")]
    pub teacher: Option<String>,
    /// Generations before the network plays, with --teacher or --start linear
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub warm_up: u64,
    /// Hidden units: 16, 32, 48, 64 or 128; with 0 the network is linear
    #[arg(long, value_name = "UNITS", default_value_t = 32)]
    pub hidden: usize,
    /// The network sees the game's sparse inputs, too
    #[arg(long)]
    pub sparse: bool,
    /// Inputs and groups of sparse inputs that the network does not see, by name; features are inputs, too
    #[arg(long, value_name = "INPUT,…", value_delimiter = ',')]
    pub without: Vec<String>,
    /// TD(lambda): the weight of later positions and the result, against the next position
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.85)]
    pub lambda: f32,
    /// The part of the turns in which a seat explores
    #[arg(long, value_name = "PART", default_value_t = 0.1)]
    pub explore: f64,
    /// The part of the positions within turns that is learned from, too
    #[arg(long, value_name = "PART", default_value_t = 0.03)]
    pub within: f64,
    /// Positions that `greedy` looks at for a decision in self-play
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub nodes: usize,
    /// Events that it looks at where chance first acts
    #[arg(long, value_name = "N", default_value_t = SAMPLES)]
    pub samples: u32,
    /// The first step size of the optimizer
    #[arg(long, value_name = "SIZE", default_value_t = 1e-3)]
    pub rate: f64,
    /// The last step size [default: a fifth of the first]
    #[arg(long, value_name = "SIZE")]
    pub last_rate: Option<f64>,
    /// Generations after which the network meets the best one so far, and replaces it if it wins
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub test_every: u64,
    /// Games at most in each match of such a test
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub test_games: u64,
    /// The advantage that a new network has to show
    #[arg(long, value_name = "SHARE", default_value_t = 0.04)]
    pub effect: f64,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Numbers of players to learn, in turn [default: all that the game is for]
    #[arg(long, value_name = "K,…", value_delimiter = ',')]
    pub players: Vec<usize>,
    #[command(flatten)]
    pub job: JobArguments,
}

impl TrainArguments {
    /// Returns the configuration of the job.
    pub fn config(&self) -> TrainConfig {
        TrainConfig {
            games: self.games,
            generation: self.generation,
            start: self.start.clone(),
            teacher: self.teacher.clone(),
            warm_up: self.warm_up,
            hidden: self.hidden,
            sparse: self.sparse,
            without: self.without.clone(),
            lambda: self.lambda,
            explore: self.explore,
            within: self.within,
            nodes: self.nodes,
            samples: self.samples,
            rate: self.rate,
            last_rate: self.last_rate,
            test_every: self.test_every,
            test_games: self.test_games,
            effect: self.effect,
            rules: self.rules.choice(),
            players: self.players.clone(),
            job: self.job.options(),
        }
    }
}
