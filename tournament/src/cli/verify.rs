//! `tournament verify`: its arguments.

use clap::Args;
use std::path::PathBuf;

/// `tournament verify`
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// The folder of a finished job, or of a part of one
    #[arg(value_name = "DIR")]
    pub run: PathBuf,
    /// A board of your own that records name; may be given several times
    #[arg(long = "board", value_name = "FILE")]
    pub boards: Vec<PathBuf>,
}
