//! The arguments that all jobs share.

use crate::schedule::shard::Shard;
use clap::Args;
use std::path::PathBuf;

/// The flags of every job that writes a folder.
#[derive(Clone, Debug, Default, Args)]
pub struct JobArguments {
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Worker threads [default: all cores]
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// Where the files go.
    #[arg(long, value_name = "DIR")]
    #[arg(help = "Where the files go [default: results/<job>-<game>-<agents>-p<K>-s<S>]")]
    pub out: Option<PathBuf>,
    /// Go on with an interrupted job; begin it if there is nothing yet
    #[arg(long)]
    pub resume: bool,
    /// Replace the files of another job in the folder
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
    /// Play only the I-th of N parts; `tournament merge` puts them together
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}
