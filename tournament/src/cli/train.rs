//! `tournament train`: its arguments.

use super::arguments::{GameArgument, JobArguments, count};
use super::rules::RuleArguments;
use clap::Args;
use lab::training::{SAMPLES, TrainConfig};
use runner::Provenance;

/// `tournament train`
#[derive(Clone, Debug, Args)]
pub struct TrainArguments {
    /// Games of self-play, not counting test matches
    #[arg(short = 'n', long, value_name = "N", default_value = "25000", value_parser = count)]
    pub games: u64,
    /// Games per generation
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub generation: u64,
    /// Initial network: linear (the game's weights), nothing, or a network file
    #[arg(long, value_name = "START", default_value = "linear", help_heading = "Network")]
    pub start: String,
    /// Evaluation that plays the first generations and sets their targets
    ///
    /// One of linear (the game's weights), net (the game's built-in network), or a network file. By default,
    /// the game's weights play these generations if --start is linear.
    #[arg(long, value_name = "EVALUATION", help_heading = "Self-play")]
    pub teacher: Option<String>,
    /// Evaluation whose values the network learns, instead of the results of self-play
    ///
    /// Seats then play the best of some random turns by this evaluation, and the network learns its values of these
    /// turns' ends and of positions within turns. It is a quick way to a network of another size or with other inputs.
    #[arg(long, value_name = "EVALUATION", help_heading = "Learning",
        conflicts_with_all = ["teacher", "against", "warm_up", "lambda", "explore", "within", "nodes", "samples"])]
    pub distil: Option<String>,
    /// Generations before the network plays, with --teacher or --start linear
    #[arg(long, value_name = "N", default_value_t = 5, help_heading = "Self-play")]
    pub warm_up: u64,
    /// Agent that plays the other seats, to train a response to it
    ///
    /// The network then plays one seat of each game, and the tests are matches against the agent. By default,
    /// the network plays against itself.
    #[arg(long, value_name = "AGENT", help_heading = "Self-play")]
    pub against: Option<String>,
    /// Hidden units: 16, 32, 48, 64 or 128, or 0 for a linear network
    #[arg(long, value_name = "UNITS", default_value_t = 32, help_heading = "Network")]
    pub hidden: usize,
    /// Also give the network the game's sparse inputs
    #[arg(long, help_heading = "Network")]
    pub sparse: bool,
    /// Inputs, features or groups of sparse inputs to leave out, by name; dense for all that are not sparse
    #[arg(long, value_name = "INPUT,…", value_delimiter = ',', help_heading = "Network")]
    pub without: Vec<String>,
    /// Trace decay of TD(lambda): 0 learns from the next position, 1 from the result
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.85, help_heading = "Learning")]
    pub lambda: f64,
    /// Fraction of turns in which a seat explores
    #[arg(long, value_name = "FRACTION", default_value_t = 0.1, help_heading = "Self-play")]
    pub explore: f64,
    /// Fraction of the positions within turns to train on, in addition to those between turns
    #[arg(long, value_name = "FRACTION", default_value_t = 0.03, help_heading = "Learning")]
    pub within: f64,
    /// Positions that `greedy` evaluates per decision in self-play
    #[arg(long, value_name = "N", default_value_t = 2000, help_heading = "Self-play")]
    pub nodes: usize,
    /// Outcomes that `greedy` samples at the first chance event of a turn
    #[arg(long, value_name = "N", default_value_t = SAMPLES, help_heading = "Self-play")]
    pub samples: u32,
    /// Initial step size of the optimizer
    #[arg(long, value_name = "SIZE", default_value_t = 1e-3, help_heading = "Learning")]
    pub rate: f64,
    /// Final step size of the optimizer [default: a fifth of --rate]
    #[arg(long, value_name = "SIZE", help_heading = "Learning")]
    pub last_rate: Option<f64>,
    /// Generations between tests against the best network so far; a network that wins becomes the best
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Tests")]
    pub test_every: u64,
    /// Maximum number of games in each match of a test
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count, help_heading = "Tests")]
    pub test_games: u64,
    /// Advantage in win share for which a match tests
    #[arg(long, value_name = "SHARE", default_value_t = 0.04, help_heading = "Tests")]
    pub effect: f64,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Player counts to train on, in turn [default: all that the game allows]
    ///
    /// List a player count more than once to play more games with it, as in 2,3,2,4.
    #[arg(long, value_name = "K,…", value_delimiter = ',', help_heading = "Game")]
    pub players: Vec<usize>,
    #[command(flatten)]
    pub job: JobArguments,
}

impl TrainArguments {
    /// Returns the configuration of the job.
    pub fn config(&self, provenance: Provenance) -> TrainConfig {
        TrainConfig {
            games: self.games,
            generation: self.generation,
            start: self.start.clone(),
            teacher: self.teacher.clone(),
            distil: self.distil.clone(),
            against: self.against.clone(),
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
            job: self.job.options(provenance),
        }
    }
}
