//! `tournament merge`: its arguments.

use clap::Args;
use std::path::PathBuf;

/// `tournament merge`
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The folders of all parts, in any order
    #[arg(value_name = "DIR", required = true)]
    pub parts: Vec<PathBuf>,
    /// The folder for the files of the whole job
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}
