//! What was typed.

use crate::games::{self, GAMES, GameEntry};
use crate::job::JobArguments;
use crate::report::summary::Intervals;
use crate::schedule::Grouping;
use crate::statistics::Hypotheses;
use crate::studies::tuning::Objective;
use clap::{ArgGroup, Args, Parser, Subcommand};
use std::path::PathBuf;

/// Pits agents against each other in board games with hidden decks, and writes the statistics.
///
/// Agents are compared in blocks: one deck with a balanced set of seatings. The same arguments give the
/// same files, whatever the threads; only timing.csv depends on the clock.
#[derive(Debug, Parser)]
#[command(version, subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
#[command(arg_required_else_help = true, allow_negative_numbers = true)]
pub struct Cli {
    /// Another job than the main one.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The main job.
    #[command(flatten)]
    pub play: PlayArguments,
}

/// The other jobs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play two agents against each other until it is sure enough whether one is better
    #[command(allow_negative_numbers = true)]
    Match(MatchArguments),
    /// Measure what founding a king island is worth: play positions on with and without it
    #[command(allow_negative_numbers = true)]
    KingValue(BranchingArguments),
    /// Ask two agents for their choices in the same positions, and play on where they differ
    #[command(allow_negative_numbers = true)]
    Disputes(DisputesArguments),
    /// Find better weights or parameters for an agent by playing, and confirm them on fresh decks
    #[command(allow_negative_numbers = true)]
    Tune(TuneArguments),
    /// List the agents with every parameter, its range and its default
    Agents(AgentsArguments),
    /// Check a bot of your own against the protocol for external agents, rule by rule
    Compliance(ComplianceArguments),
    /// Replay records and check every event and the result
    Replay(ReplayArguments),
    /// Put the parts of a run together that were played with --shard
    Merge(MergeArguments),
    /// Draw a position in the terminal or as a picture, or a whole game as a page to replay it
    Show(ShowArguments),
    /// Count the distinct positions at the end of each turn for a fixed deck
    #[command(allow_negative_numbers = true)]
    Perft(PerftArguments),
    /// Measure the speed of this machine, and compute a signature that all machines share
    #[command(allow_negative_numbers = true)]
    Bench(BenchArguments),
}

/// Which game.
#[derive(Debug, Args)]
pub struct GameArgument {
    /// The game
    #[arg(long = "game", value_name = "GAME", default_value = GAMES[0].name, value_parser = games::find)]
    pub host: &'static GameEntry,
}

/// How the table is laid, players apart.
#[derive(Clone, Debug, Default, Args)]
pub struct RuleArguments {
    /// The rule book; tongiaki: schmidt, dutch, brettspielwelt or hungarian; wongar: base or advanced
    #[arg(long, value_name = "EDITION")]
    #[arg(
        help = "The rule book [tongiaki: schmidt (default), dutch, brettspielwelt, hungarian; wongar: base (default), advanced]"
    )]
    pub edition: Option<String>,
    /// A board of your own [wongar only; default: a reconstruction]
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// End a game after so many turns of all players together [tongiaki only; default: 400]
    #[arg(long, value_name = "N")]
    pub turn_limit: Option<u64>,
}

/// The main job.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// Who plays: `[label=]name[:key=value…]`, separated by commas; `tournament agents` lists the names
    // Required of the main job, but clap reads these arguments for the other jobs too.
    #[arg(long, value_name = "LIST", required = true)]
    pub agents: Option<String>,
    /// Games in all
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Seats [default: as many as agents, at least the game's minimum]
    #[arg(long, value_name = "K")]
    pub players: Option<usize>,
    #[command(flatten)]
    pub job: JobArguments,
    /// Also write every game to records.jsonl.zst
    #[arg(long)]
    pub records: bool,
    /// Which seatings of a line-up share a deck
    #[arg(long, value_name = "DESIGN", value_enum, default_value_t)]
    pub design: Grouping,
    /// How 95% intervals of means are found; those of ratings always come from a bootstrap over blocks
    #[arg(long, value_name = "METHOD", value_enum, default_value_t)]
    pub intervals: Intervals,
    /// Also tell results without luck: less the surprises of chance under the game's built-in evaluation
    #[arg(long)]
    pub luck: bool,
}

/// `tournament merge`
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The folders of all parts, in any order
    #[arg(value_name = "DIR", required = true)]
    pub parts: Vec<PathBuf>,
    /// Where the files of the whole run go
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// `tournament match`
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// The agent that may be better: `[label=]name[:key=value…]`
    #[arg(value_name = "A", required_unless_present = "simulate", requires = "second")]
    pub first: Option<String>,
    /// The agent that it is compared with
    #[arg(value_name = "B", conflicts_with = "simulate")]
    pub second: Option<String>,
    /// Games at most
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub games: u64,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Seats [default: the game's minimum]; with more than two, A sits alone among B's and the reverse
    #[arg(long, value_name = "K")]
    pub players: Option<usize>,
    /// The advantage of A that is accepted as nothing: its share of the win less that of chance
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub null: f64,
    /// The advantage of A that is worth the while
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    pub effect: f64,
    /// How often --effect may be accepted if --null is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    pub alpha: f64,
    /// How often --null may be accepted if --effect is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    pub beta: f64,
    #[command(flatten)]
    pub job: JobArguments,
    /// Instead of playing, simulate so many matches of known advantage and show how often the test errs
    #[arg(long, value_name = "MATCHES")]
    pub simulate: Option<u64>,
}

impl MatchArguments {
    /// What is to be told apart.
    pub const fn hypotheses(&self) -> Hypotheses {
        let Self { null, effect, alpha, beta, .. } = *self;
        Hypotheses { null, effect, alpha, beta }
    }
}

/// `tournament disputes`
#[derive(Debug, Args)]
pub struct DisputesArguments {
    /// The agent whose choices may be better: `[label=]name[:key=value…]`
    #[arg(value_name = "A")]
    pub first: String,
    /// The agent that it is compared with
    #[arg(value_name = "B")]
    pub second: String,
    #[command(flatten)]
    pub branching: BranchingArguments,
}

/// `tournament king-value`, and what `tournament disputes` has in common with it
#[derive(Debug, Args)]
pub struct BranchingArguments {
    /// The agent that plays on all seats: `[label=]name[:key=value…]`
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    pub policy: String,
    /// Games to sample: a position of each is played on, if there is one
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// Orders of what is hidden on which each position is played on
    #[arg(long, value_name = "K", default_value_t = 32)]
    pub decks: u32,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Seats [default: the game's minimum]
    #[arg(long, value_name = "K")]
    pub players: Option<usize>,
    #[command(flatten)]
    pub job: JobArguments,
}

/// `tournament tune`
#[derive(Debug, Args)]
pub struct TuneArguments {
    /// The agent, as it is to start: `name[:key=value…]`
    #[arg(value_name = "AGENT")]
    pub agent: String,
    /// Its opponents, in turn: `[label=]name[:key=value…]`, separated by commas [default: the agent as it starts]
    #[arg(long, value_name = "LIST")]
    pub pool: Option<String>,
    /// Tune these weights or numeric parameters, by SPSA [default: all weights]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Games in all, confirmation apart
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub games: u64,
    /// Decks of an iteration; on each a candidate plays once on every seat
    #[arg(long, value_name = "B", default_value_t = 4)]
    pub blocks: u64,
    /// What candidates are to get more of
    #[arg(long, value_name = "GOAL", value_enum, default_value_t)]
    pub payoff: Objective,
    /// The points ahead that are worth half of what endless ones are
    #[arg(long, value_name = "POINTS", default_value_t = 10.0)]
    pub margin: f64,
    /// SPSA: how far the first candidates are from the middle; at 1 a feature alone outweighs all the others
    #[arg(long, value_name = "SIZE", default_value_t = 0.5)]
    pub perturbation: f64,
    /// SPSA: how large steps are
    #[arg(long, value_name = "SIZE", default_value_t = 4.0)]
    pub gain: f64,
    /// Games at most of each match that confirms what was found
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub confirm: u64,
    /// The advantage that is confirmed: share of the win less that of chance
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    pub effect: f64,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Seats [default: the game's minimum]; a candidate sits alone among opponents
    #[arg(long, value_name = "K")]
    pub players: Option<usize>,
    #[command(flatten)]
    pub job: JobArguments,
}

/// `tournament agents`
#[derive(Debug, Args)]
pub struct AgentsArguments {
    #[command(flatten)]
    pub game: GameArgument,
}

/// `tournament compliance`
#[derive(Debug, Args)]
pub struct ComplianceArguments {
    /// The bot: `external:cmd=…`
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Games at tables of each size
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub games: u64,
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Seats [default: all numbers that the game is for, one after the other]
    #[arg(long, value_name = "K")]
    pub players: Option<usize>,
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// `tournament replay`
#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// Files of records: .jsonl or .jsonl.zst
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// A board of your own that records name; may be given several times
    #[arg(long = "board", value_name = "FILE")]
    pub boards: Vec<PathBuf>,
}

/// `tournament show`
#[derive(Debug, Args)]
pub struct ShowArguments {
    #[command(flatten)]
    pub game: GameArgument,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Seats, without --record [default: the game's minimum]
    #[arg(long, value_name = "K")]
    pub players: Option<usize>,
    /// Show a game of this file of records, .jsonl or .jsonl.zst, rather than the table at the start
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["host", "edition", "turn_limit", "players"])]
    pub record: Option<PathBuf>,
    /// The line of the game, from 1
    #[arg(long, value_name = "K", default_value_t = 1, requires = "record")]
    pub line: u64,
    /// The turn after which to show the game; 0 is the setup [default: the end; with --html, the start]
    #[arg(long, value_name = "T", requires = "record")]
    pub turn: Option<u32>,
    /// Draw the position to this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a page to this file that replays the game in any browser
    #[arg(long, value_name = "FILE", requires = "record")]
    pub html: Option<PathBuf>,
}

/// `tournament perft`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("start").required(true).args(["deck", "record"]))]
pub struct PerftArguments {
    #[command(flatten)]
    pub game: GameArgument,
    /// Start with the setup and this deck: a JSON list of tile ids in the order of drawing
    #[arg(long, value_name = "FILE", requires = "players")]
    pub deck: Option<PathBuf>,
    /// Seats
    #[arg(long, value_name = "P", conflicts_with = "record")]
    pub players: Option<usize>,
    /// The rule book [default: the game's first]
    #[arg(long, value_name = "EDITION", conflicts_with = "record")]
    pub edition: Option<String>,
    /// Start inside a game of this file of records
    #[arg(long, value_name = "FILE", requires = "line", requires = "after_turn")]
    pub record: Option<PathBuf>,
    /// The line of the game, from 1
    #[arg(long, value_name = "K", conflicts_with = "deck")]
    pub line: Option<u64>,
    /// The turn after which to start; 0 is the setup
    #[arg(long, value_name = "T", conflicts_with = "deck")]
    pub after_turn: Option<u32>,
    /// How many turns to go on
    #[arg(long, value_name = "N")]
    pub turns: u32,
}

/// `tournament bench`
#[derive(Debug, Args)]
pub struct BenchArguments {
    #[command(flatten)]
    pub game: GameArgument,
    /// Measure with so many players only
    #[arg(long, value_name = "P")]
    pub players: Option<usize>,
    /// Seconds for each measurement
    #[arg(long, value_name = "S", default_value_t = 0.5)]
    pub seconds: f64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
