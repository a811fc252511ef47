//! `tournament merge`: puts the parts of a job together that were played with `--shard`.
//!
//! The rows of the parts follow each other as they are; all sums come from them as if the games were
//! played just now. So the files are those of one job, byte by byte.

use crate::cli::arguments::MergeArguments;
use crate::failure::Failure;
use crate::games;
use crate::store::parts::Parts;
use std::process::ExitCode;

/// Merges the parts of a job.
///
/// # Errors
/// If they do not make a whole job, or a file cannot be read or written.
pub fn merge(arguments: &MergeArguments) -> Result<ExitCode, Failure> {
    let parts = Parts::read(&arguments.parts, &arguments.out)?;
    let game = games::find(parts.whole().game());
    let game = game.map_err(|error| Failure::Refused(error.to_string()))?;
    (game.merge)(&parts)
}
