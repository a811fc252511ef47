//! `tournament puzzles`: its arguments.

use super::arguments::JudgingArguments;
use clap::Args;
use lab::recorded::Sweep;
use lab::recorded::puzzles::PuzzleConfig;
use std::path::PathBuf;

/// `tournament puzzles`
#[derive(Clone, Debug, Args)]
pub struct PuzzleArguments {
    /// File of records, .jsonl or .jsonl.zst
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Search that finds the only good moves: `name[:key=value…]`
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    pub agent: String,
    /// Agents that try to solve every puzzle, separated by commas, weakest first
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    pub solvers: String,
    /// Write the puzzles to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub out: PathBuf,
    #[command(flatten)]
    pub judging: JudgingArguments,
}

impl PuzzleArguments {
    /// Returns the configuration of the collection.
    pub fn config(&self) -> PuzzleConfig {
        let Self { file, agent, solvers, out, judging } = self.clone();
        let JudgingArguments { seed, threads, quiet, .. } = judging;
        PuzzleConfig {
            sweep: Sweep { file, line: None, threads, quiet },
            agent,
            solvers,
            out,
            seed,
        }
    }
}
