//! `tournament merge`: its arguments.

use clap::Args;
use std::path::PathBuf;

/// `tournament merge`
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Folders of all parts, in any order
    #[arg(value_name = "DIR", required = true)]
    pub parts: Vec<PathBuf>,
    /// Output folder for the whole job
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Key of the decks of a run with external bots: 32 hexadecimal digits, or a file that contains them
    #[arg(long, value_name = "KEY")]
    pub secret: Option<String>,
}
