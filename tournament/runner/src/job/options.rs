//! The options that all long jobs share.

use std::path::PathBuf;
use store::Provenance;
use store::schedule::shard::Shard;

/// How a job is carried out: its seed, its threads and its folder.
#[derive(Clone, Debug)]
pub struct JobOptions {
    /// The master seed: the same seed gives the same files.
    pub seed: u64,
    /// The number of worker threads; one for each core if it is not given.
    pub threads: Option<usize>,
    /// The folder for the files; a name made of the job's other options if it is not given.
    pub out: Option<PathBuf>,
    /// Whether an interrupted job is continued.
    pub resume: bool,
    /// Whether the files of an earlier job are replaced.
    pub force: bool,
    /// The part of the job that is done.
    pub shard: Shard,
    /// The key of the decks: 32 hexadecimal digits, or the path of a file with them.
    pub secret: Option<String>,
    /// Whether progress is hidden.
    pub quiet: bool,
    /// The version and the commit of the program, for the manifest.
    pub provenance: Provenance,
}

impl Default for JobOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            threads: None,
            out: None,
            resume: false,
            force: false,
            shard: Shard::WHOLE,
            secret: None,
            quiet: false,
            provenance: Provenance::default(),
        }
    }
}
