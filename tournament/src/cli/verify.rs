//! `tournament verify`: its arguments.

use clap::Args;
use std::path::PathBuf;

/// `tournament verify`
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Folder of a finished job, or of a part of one
    #[arg(value_name = "DIR")]
    pub run: PathBuf,
    /// Custom board file that the records name; repeatable
    #[arg(long = "board", value_name = "FILE")]
    pub boards: Vec<PathBuf>,
}
