//! `tournament play`: its arguments.

use super::arguments::TableArguments;
use clap::Args;
use std::path::PathBuf;

/// `tournament play`
#[derive(Debug, Args)]
#[command(mut_arg("players", |players| players.help("Number of players [default: the number of --seats]")))]
pub struct PlayArguments {
    /// Players in seat order, separated by commas: `human` or `[label=]name[:key=value…]`
    #[arg(long, value_name = "LIST", default_value = "human,mcts")]
    pub seats: String,
    #[command(flatten)]
    pub table: TableArguments,
    /// Seed of the deck and the agents; the browser page deals the same deck for it [default: a new one, which is printed]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Agent that gives hints
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    pub adviser: String,
    /// Write a record of the finished game to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}
