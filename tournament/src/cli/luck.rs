//! `tournament luck`: its arguments.

use clap::Args;
use lab::recorded::Sweep;
use lab::recorded::luck::LuckConfig;
use std::path::PathBuf;

/// `tournament luck`
#[derive(Clone, Debug, Args)]
pub struct LuckArguments {
    /// File of records, .jsonl or .jsonl.zst
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the tables to this folder, which must not exist yet
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Also write the terms to which outcome models are fitted; needs --out
    #[arg(long, requires = "out", help_heading = "Output")]
    pub terms: bool,
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

impl LuckArguments {
    /// Returns the configuration of the measurement.
    pub fn config(&self) -> LuckConfig {
        let Self { file, out, terms, threads, quiet, .. } = self.clone();
        LuckConfig { sweep: Sweep { file, line: None, threads, quiet }, out, terms }
    }
}
