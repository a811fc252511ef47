//! `tournament analyse`: its arguments.

use clap::Args;
use std::path::PathBuf;

/// `tournament analyse`
#[derive(Debug, Args)]
pub struct AnalyseArguments {
    /// A file of records, .jsonl or .jsonl.zst
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The line of one game, from 1 [default: all games]
    #[arg(long, value_name = "K")]
    pub line: Option<u64>,
    /// The search that judges every decision: `name[:key=value…]`
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    pub agent: String,
    /// Write the records to this file with what the search found
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
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
