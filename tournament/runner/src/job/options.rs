//! Options shared by all long jobs.

use super::control::JobControl;
use agents::Decks;
use anygame::AnyParticipant;
use std::path::PathBuf;
use std::sync::Arc;
use store::Provenance;
use store::schedule::shard::Shard;

/// Options of a job that do not depend on its kind: seed, threads, output folder and so on.
#[derive(Clone, Debug)]
pub struct JobOptions {
    /// The master seed: a job with the same seed writes the same files.
    pub seed: u64,
    /// The number of worker threads; `None` means one per core.
    pub threads: Option<usize>,
    /// The output folder; `None` derives its name from the job's other options.
    pub out: Option<PathBuf>,
    /// Whether to continue an interrupted job.
    pub resume: bool,
    /// Whether to replace the files of an earlier job.
    pub force: bool,
    /// The part of the job to do, if the job is divided into shards.
    pub shard: Shard,
    /// The secret key of the decks: 32 hexadecimal digits, or the path of a file that contains them.
    pub secret: Option<String>,
    /// The games that have the same deck if external bots play.
    pub decks_of_bots: Decks,
    /// The way to continue the job if it is part of a larger one; `None` means the command of the job itself.
    pub remedy: Option<&'static str>,
    /// Whether to hide progress.
    pub quiet: bool,
    /// The version and the commit of the program, recorded in the manifest.
    pub provenance: Provenance,
    /// The control of a caller in the same process; without it, Ctrl-C interrupts the job.
    pub control: Option<Arc<JobControl>>,
}

impl JobOptions {
    /// Returns the games that have the same deck when these participants play.
    pub fn decks_for(&self, participants: &[AnyParticipant]) -> Decks {
        let has_bots = participants.iter().any(AnyParticipant::is_external);
        if has_bots { self.decks_of_bots } else { Decks::OfBlocks }
    }
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
            decks_of_bots: Decks::OfGames,
            remedy: None,
            quiet: false,
            provenance: Provenance::default(),
            control: None,
        }
    }
}
