//! `tournament analyse`: its arguments.

use super::arguments::ReadingArguments;
use clap::Args;
use lab::recorded::Sweep;
use lab::recorded::analysis::AnalysisConfig;
use std::path::PathBuf;

/// `tournament analyse`
#[derive(Clone, Debug, Args)]
pub struct AnalyseArguments {
    /// File of records, .jsonl or .jsonl.zst
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Line of one game, from 1 [default: all games]
    #[arg(long, value_name = "K")]
    pub line: Option<u64>,
    /// Search that judges every decision: `name[:key=value…]`
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    pub agent: String,
    /// Write the records with the search results to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Master seed of the search
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

impl AnalyseArguments {
    /// Returns the configuration of the analysis.
    pub fn config(&self) -> AnalysisConfig {
        let Self { file, line, agent, out, seed, reading } = self.clone();
        let ReadingArguments { threads, quiet, .. } = reading;
        AnalysisConfig { sweep: Sweep { file, line, threads, quiet }, agent, out, seed }
    }
}
