//! `tournament luck`: its arguments.

use super::arguments::ReadingArguments;
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
    #[command(flatten)]
    pub reading: ReadingArguments,
}

impl LuckArguments {
    /// Returns the configuration of the measurement.
    pub fn config(&self) -> LuckConfig {
        let Self { file, out, terms, reading } = self.clone();
        let ReadingArguments { threads, quiet, .. } = reading;
        LuckConfig { sweep: Sweep { file, line: None, threads, quiet }, out, terms }
    }
}
