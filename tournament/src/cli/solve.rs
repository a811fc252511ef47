//! `tournament solve`: its arguments.

use super::arguments::{TableArguments, count};
use clap::Args;
use lab::solving::SolveConfig;
use runner::Provenance;
use std::path::PathBuf;

/// `tournament solve`
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    /// Iterations of CFR+
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub iterations: u64,
    #[command(flatten)]
    pub table: TableArguments,
    /// Write the policy to this file, which `table:file=FILE` plays
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub out: Option<PathBuf>,
    // Set by the program rather than the user: the version and the commit.
    #[arg(skip)]
    pub provenance: Provenance,
}

impl SolveArguments {
    /// Returns the configuration of the solver.
    pub fn config(&self) -> SolveConfig {
        SolveConfig {
            iterations: self.iterations,
            table: self.table.choice(),
            out: self.out.clone(),
            provenance: self.provenance,
        }
    }
}
