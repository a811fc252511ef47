//! Arguments that several commands share.

use super::rules::RuleArguments;
use agents::Decks;
use clap::Args;
use runner::job::rules::TableChoice;
use runner::{JobOptions, Provenance};
use std::path::PathBuf;
use store::schedule::shard::Shard;

/// Parses a count, which may have a unit such as `k`.
///
/// # Errors
/// Fails if the text is not a whole number, or if it does not fit into 64 bits.
pub fn count(text: &str) -> Result<u64, &'static str> {
    agents::count(text).ok_or("expected a whole number such as 500, 10k, 2M, 1e5 or 1_000")
}

/// The name of the game.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Game")]
pub struct GameArgument {
    // `dispatch` sets the help and the default, because it has the list of games.
    #[arg(id = "game", long = "game", value_name = "GAME")]
    pub name: Option<String>,
}

/// The table to play at: the game, its rules and the number of seats.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Game")]
pub struct TableArguments {
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Number of players [default: the game's minimum]
    #[arg(long, value_name = "K")]
    pub players: Option<usize>,
}

impl TableArguments {
    /// Returns the chosen rules and number of seats.
    pub fn choice(&self) -> TableChoice {
        TableChoice { rules: self.rules.choice(), players: self.players }
    }
}

/// The arguments of all commands that play games in runs.
#[derive(Clone, Debug, Args)]
pub struct RunningArguments {
    /// Master seed; the same seed gives the same files
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Schedule")]
    pub seed: u64,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "T", help_heading = "Running")]
    pub threads: Option<usize>,
    /// Continue an interrupted job, or start a new one if there is none
    #[arg(long, help_heading = "Running")]
    pub resume: bool,
    /// Do not show progress
    #[arg(long, help_heading = "Running")]
    pub quiet: bool,
}

impl RunningArguments {
    /// Returns the options of a job with the default folder; its manifest states the version and the commit of the program.
    pub fn options(&self, provenance: Provenance) -> JobOptions {
        let Self { seed, threads, resume, quiet } = *self;
        JobOptions { seed, threads, resume, quiet, provenance, ..JobOptions::default() }
    }
}

/// The decks, for commands in which external bots can play.
#[derive(Clone, Debug, Args)]
pub struct DeckArguments {
    /// Key of the decks of a run with external bots, to repeat it
    ///
    /// KEY is 32 hexadecimal digits, or a file that contains them. By default it is drawn at random if an
    /// external bot plays; the manifest of the finished run contains it.
    #[arg(long, value_name = "KEY", help_heading = "Schedule")]
    pub secret: Option<String>,
    /// Play all games of a block on one deck even if external bots play
    ///
    /// A bot that remembers one game then knows the deck of the next: use it only for bots that you trust. By
    /// default, every game with an external bot has its own deck.
    #[arg(long, help_heading = "Schedule")]
    pub shared_decks: bool,
}

impl DeckArguments {
    /// Adds the arguments to the options of a job.
    pub fn of(&self, options: JobOptions) -> JobOptions {
        let decks_of_bots = if self.shared_decks { Decks::OfBlocks } else { Decks::OfGames };
        JobOptions { secret: self.secret.clone(), decks_of_bots, ..options }
    }
}

/// The part of the job, for commands whose games do not depend on earlier ones.
#[derive(Clone, Debug, Args)]
pub struct ShardArgument {
    /// Run only part I of N; `tournament merge` joins the parts
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, help_heading = "Running")]
    pub shard: Shard,
}

/// The arguments of all long jobs.
#[derive(Clone, Debug, Args)]
pub struct JobArguments {
    /// The options that do not depend on the folder.
    #[command(flatten)]
    pub running: RunningArguments,
    /// Output folder [default: results/[<command>-]<game>-<agents>-p<K>-s<S>]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Replace the files of an earlier job in the output folder
    #[arg(long, conflicts_with = "resume", help_heading = "Output")]
    pub force: bool,
}

impl JobArguments {
    /// Returns the options of a whole job as [`RunningArguments::options`] does, without a key of the decks.
    pub fn options(&self, provenance: Provenance) -> JobOptions {
        let Self { running, out, force } = self;
        JobOptions { out: out.clone(), force: *force, ..running.options(provenance) }
    }
}

/// The arguments of studies that play positions to the end: the number of positions, and the agent that plays.
#[derive(Clone, Debug, Args)]
pub struct BranchingArguments {
    /// Agent that plays all seats: `[label=]name[:key=value…]`
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub policy: String,
    /// Games to sample; at most one position is taken from each
    #[arg(short = 'n', long, value_name = "N", default_value = "1000", value_parser = count)]
    pub games: u64,
    /// Decks per position; each arm is played to the end once on each
    #[arg(long, value_name = "K", default_value_t = 32)]
    pub decks: u32,
    #[command(flatten)]
    pub table: TableArguments,
    #[command(flatten)]
    pub job: JobArguments,
    #[command(flatten)]
    pub part: ShardArgument,
}

/// The arguments of commands that read recorded games on all threads.
#[derive(Clone, Debug, Args)]
pub struct ReadingArguments {
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "T", help_heading = "Running")]
    pub threads: Option<usize>,
    /// Custom board file that the records name; repeatable
    #[arg(long = "board", value_name = "FILE")]
    pub boards: Vec<PathBuf>,
    /// Do not show progress
    #[arg(long, help_heading = "Running")]
    pub quiet: bool,
}
