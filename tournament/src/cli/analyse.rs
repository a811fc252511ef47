//! `tournament analyse`: its arguments.

use super::arguments::JudgingArguments;
use clap::Args;
use lab::recorded::Sweep;
use lab::recorded::analysis::AnalysisConfig;
use std::path::PathBuf;

/// `tournament analyse`
#[derive(Clone, Debug, Args)]
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
    #[command(flatten)]
    pub judging: JudgingArguments,
}

impl AnalyseArguments {
    /// Returns the configuration of the analysis.
    pub fn config(&self) -> AnalysisConfig {
        let Self { file, line, agent, out, judging } = self.clone();
        let JudgingArguments { seed, threads, quiet, .. } = judging;
        AnalysisConfig { sweep: Sweep { file, line, threads, quiet }, agent, out, seed }
    }
}
