//! `tournament solve`: its arguments.

use super::arguments::{TableArguments, count};
use clap::Args;
use lab::solving::{Aim, SolveConfig};
use runner::Provenance;
use std::path::PathBuf;

/// `tournament solve`
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    /// Iterations of CFR+
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub iterations: u64,
    /// Compute the best response to this agent instead of an equilibrium
    #[arg(long, value_name = "AGENT", conflicts_with = "iterations")]
    pub against: Option<String>,
    /// Decisions of the agent sampled at every information state, unless its policy is known
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count, requires = "against")]
    pub samples: u64,
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
        let aim = match self.against.clone() {
            Some(agent) => Aim::Response { agent, samples: self.samples },
            None => Aim::Equilibrium(self.iterations),
        };
        SolveConfig {
            aim,
            table: self.table.choice(),
            out: self.out.clone(),
            provenance: self.provenance,
        }
    }
}
