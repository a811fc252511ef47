//! `tournament ladder`: its arguments.

use super::arguments::{DeckArguments, RunningArguments, TableArguments, count};
use clap::Subcommand;
use std::path::PathBuf;

/// `tournament ladder`
#[derive(Debug, Subcommand)]
pub enum LadderAction {
    /// Play anchors against each other, and fix their ratings
    #[command(after_help = "\
Examples:
  tournament ladder new results/ladder --players 2
  tournament ladder new results/ladder --game OTHER --players 3 --anchors random,greedy,mcts
")]
    New {
        /// Folder of the new ladder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Anchors, separated by commas [default: random, the levels of the page and mcts]
        #[arg(long, value_name = "LIST")]
        anchors: Option<String>,
        /// Number of games between the anchors
        #[arg(short = 'n', long, value_name = "N", default_value = "2000", value_parser = count)]
        games: u64,
        #[command(flatten)]
        table: TableArguments,
        #[command(flatten)]
        running: RunningArguments,
        #[command(flatten)]
        decks: DeckArguments,
    },
    /// Rate a newcomer by games against the anchors with the nearest ratings
    #[command(after_help = "\
Examples:
  tournament ladder add results/ladder quick=greedy:samples=1
  tournament ladder add results/ladder mine=external:cmd=./bot --max-games 2000
")]
    Add {
        /// Folder of the ladder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Newcomer: `NAME=name[:key=value…]`
        #[arg(value_name = "AGENT")]
        agent: String,
        /// Stop once the 95% CI of the rating extends this many points to either side
        #[arg(long, value_name = "POINTS", default_value_t = 25.0)]
        within: f64,
        /// Maximum number of games
        #[arg(short = 'n', long, value_name = "N", default_value = "600", value_parser = count)]
        max_games: u64,
        #[command(flatten)]
        running: RunningArguments,
        #[command(flatten)]
        decks: DeckArguments,
    },
    /// Recompute the runs and ratings of a ladder from its records
    Verify {
        /// Folder of the ladder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Custom board file that the records name; repeatable
        #[arg(long = "board", value_name = "FILE")]
        boards: Vec<PathBuf>,
    },
    /// Write a page with the ratings, scores, fit and commands of a ladder
    Page {
        /// Folder of the ladder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The new file [default: ladder.html in the folder]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}
