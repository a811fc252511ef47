//! The arguments that several commands share.

use super::rules::RuleArguments;
use anygame::{AnyGame, AnySetup};
use clap::Args;
use runner::Failure;
use runner::JobOptions;
use runner::Provenance;
use runner::job::rules::TableChoice;
use std::path::PathBuf;
use store::schedule::shard::Shard;

/// Reads a count that may have a unit.
///
/// # Errors
/// If it is not a whole number, or does not fit into 64 bits.
pub fn count(text: &str) -> Result<u64, &'static str> {
    agents::count(text).ok_or("write a whole number such as 500, 10k, 2M, 1e5 or 1_000")
}

/// Which game.
#[derive(Clone, Debug, Args)]
pub struct GameArgument {
    // Help and default come from `dispatch`, which knows the games.
    #[arg(id = "game", long = "game", value_name = "GAME")]
    pub name: Option<String>,
}

/// The table to play at: the game, its rules and the number of seats.
#[derive(Clone, Debug, Args)]
pub struct TableArguments {
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Seats [default: the game's minimum]
    #[arg(long, value_name = "K")]
    pub players: Option<usize>,
}

impl TableArguments {
    /// Returns the chosen rules and number of seats.
    pub fn choice(&self) -> TableChoice {
        TableChoice { rules: self.rules.choice(), players: self.players }
    }

    /// Returns the setup for the number of seats, by default the game's minimum.
    ///
    /// # Errors
    /// If the game cannot be played like that.
    pub fn setup(&self, game: &dyn AnyGame) -> Result<AnySetup, Failure> {
        self.choice().setup(game)
    }
}

/// What every long job takes.
#[derive(Clone, Debug, Args)]
pub struct JobArguments {
    /// The master seed: the same seed gives the same files
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// The folder for the files [default: results/<job>-<game>-<agents>-p<K>-s<S>; the main job has no <job>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Continue an interrupted job, or start it if there is nothing yet
    #[arg(long)]
    pub resume: bool,
    /// Replace what an earlier job left in the folder
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
    /// Do only the I-th of N parts; `tournament merge` joins them
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// The key of the decks of a run with bots, to repeat it: 32 hexadecimal digits, or a file with them
    /// [default: drawn at random if a bot plays; the manifest of the finished run tells it]
    #[arg(long, value_name = "KEY")]
    pub secret: Option<String>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
    // Not typed: which program plays.
    #[arg(skip)]
    pub provenance: Provenance,
}

impl JobArguments {
    /// Returns the options of the job.
    pub fn options(&self) -> JobOptions {
        let Self { seed, threads, out, resume, force, shard, secret, quiet, provenance } =
            self.clone();
        JobOptions { seed, threads, out, resume, force, shard, secret, quiet, provenance }
    }
}

/// The studies that play positions on: how many, and by whom.
#[derive(Clone, Debug, Args)]
// Help names the seats before the game, next to the decks.
#[command(mut_arg("players", |players| players.display_order(2)))]
pub struct BranchingArguments {
    /// The agent that plays on all seats: `[label=]name[:key=value…]`
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub policy: String,
    /// Games to sample; at most one position of each is played on
    #[arg(short = 'n', long, value_name = "N", default_value = "1000", value_parser = count)]
    pub games: u64,
    /// Deck orders on which each position is played on
    #[arg(long, value_name = "K", default_value_t = 32)]
    pub decks: u32,
    #[command(flatten)]
    pub table: TableArguments,
    #[command(flatten)]
    pub job: JobArguments,
}

/// How a search judges recorded games, and how that is shown.
#[derive(Clone, Debug, Args)]
pub struct JudgingArguments {
    /// The master seed of the search
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// A board of your own that records name; may be given several times
    #[arg(long = "board", value_name = "FILE")]
    pub boards: Vec<PathBuf>,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}
