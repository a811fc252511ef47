//! `tournament luck`: its arguments.

use clap::Args;
use lab::recorded::Sweep;
use lab::recorded::luck::LuckConfig;
use std::path::PathBuf;

/// `tournament luck`
#[derive(Clone, Debug, Args)]
pub struct LuckArguments {
    /// A file of records, .jsonl or .jsonl.zst
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the tables to this new folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// With --out: also write the terms that outcome models are fitted to
    #[arg(long, requires = "out")]
    pub terms: bool,
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

impl LuckArguments {
    /// Returns the configuration of the measurement.
    pub fn config(&self) -> LuckConfig {
        let Self { file, out, terms, threads, quiet, .. } = self.clone();
        LuckConfig { sweep: Sweep { file, line: None, threads, quiet }, out, terms }
    }
}
