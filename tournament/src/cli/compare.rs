//! `tournament compare`: its arguments.

use clap::Args;
use std::path::PathBuf;

/// `tournament compare`
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Folder of a finished run
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// Folder of a run with the same seed, players, number of agents, games and design
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
    /// Also write the table to this CSV file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
