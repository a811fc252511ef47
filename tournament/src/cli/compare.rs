//! `tournament compare`: its arguments.

use clap::Args;
use std::path::PathBuf;

/// `tournament compare`
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// The folder of a finished run
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// The folder of a run with the same seed, players, number of agents, games and design
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
    /// Write the table to this CSV file, too
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
