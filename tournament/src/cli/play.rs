//! `tournament play`: its arguments.

use super::arguments::TableArguments;
use clap::Args;
use std::path::PathBuf;

/// `tournament play`
#[derive(Debug, Args)]
#[command(mut_arg("players", |players| players.help("Seats [default: as many as --seats names]")))]
pub struct PlayArguments {
    /// Who sits where, separated by commas: `human` or an agent, `[label=]name[:key=value…]`
    #[arg(long, value_name = "LIST", default_value = "human,mcts")]
    pub seats: String,
    #[command(flatten)]
    pub table: TableArguments,
    /// The seed of the deck and of the agents: the same seed is the same deck, on the page in the browser, too
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// The agent that gives hints
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    pub adviser: String,
    /// Write the finished game to this file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}
