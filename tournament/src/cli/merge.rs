//! `tournament merge`: puts the parts of a run together that were played with `--shard`.
//!
//! The rows of the parts follow each other as they are; all sums come from them as if the games were
//! played just now. So the files are those of one run, byte by byte.

use super::plan::pool;
use crate::failure::Failure;
use crate::report::final_table;
use crate::schedule::shard::Shard;
use crate::store::manifest::{self, Difference, RunConfig};
use crate::store::writer::RunWriter;
use clap::Args;
use engine::PlayableGame;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// `tournament merge`
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// The folders of all parts, in any order
    #[arg(value_name = "DIR", required = true)]
    pub parts: Vec<PathBuf>,
    /// The folder for the files of the whole run
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// A folder with a part of a run.
#[derive(Debug)]
pub struct Part {
    folder: PathBuf,
    config: RunConfig,
}

/// The parts of a run, in order.
///
/// # Errors
/// If they do not make a whole run, or a file cannot be read.
pub fn parts(arguments: &MergeArguments) -> Result<Vec<Part>, Failure> {
    let parts = arguments.parts.iter().map(|folder| {
        let config = RunConfig::read(folder)?;
        Ok(Part { folder: folder.clone(), config })
    });
    let mut parts = parts.collect::<Result<Vec<_>, Failure>>()?;
    parts.sort_by_key(Part::shard);
    check(&parts)?;
    Ok(parts)
}

impl Part {
    /// The name of the game.
    pub fn game(&self) -> &str {
        self.config.game()
    }

    /// The file that names the game.
    pub fn manifest(&self) -> PathBuf {
        self.folder.join(manifest::NAME)
    }

    const fn shard(&self) -> Shard {
        self.config.terms.shard
    }
}

/// Makes sure that these are all parts of one run, each once and finished; they are in order.
fn check(parts: &[Part]) -> Result<(), Failure> {
    let first = &parts[0];
    let of = first.shard().of();
    for part in parts {
        let (one, other) = (first.folder.display(), part.folder.display());
        if let Some(Difference { place, here, there }) =
            first.config.clone().whole().difference(&part.config.clone().whole())
        {
            return refuse(format!(
                "{one} and {other} are of different runs: {place} is {here} and {there}"
            ));
        }
        if part.shard().of() != of {
            let (a, b) = (first.shard(), part.shard());
            return refuse(format!("{one} and {other} do not fit: they are shards {a} and {b}"));
        }
        if !manifest::is_finished(&part.folder)? {
            return refuse(format!("{other} is not finished: go on with it by --resume"));
        }
    }
    for pair in parts.windows(2) {
        let (one, other) = (&pair[0], &pair[1]);
        if one.shard() == other.shard() {
            let (folder, twin) = (one.folder.display(), other.folder.display());
            return refuse(format!("{folder} and {twin} are both shard {}", one.shard()));
        }
    }
    let is_there = |number| parts.iter().any(|part| part.shard().number() == number);
    match (1..=of).find(|&number| !is_there(number)) {
        Some(number) => refuse(format!("shard {number}/{of} is missing")),
        None => Ok(()),
    }
}

fn refuse<T>(sentence: String) -> Result<T, Failure> {
    Err(Failure::Merge(sentence))
}

/// Merges parts that make a whole and are in order.
///
/// # Errors
/// If a file cannot be read or written; then there is no merged run.
pub fn merge_parts<G: PlayableGame>(parts: &[Part], out: &Path) -> Result<ExitCode, Failure> {
    let whole = parts[0].config.clone().whole();
    let mut books = RunWriter::<G>::open(&whole, out)?;
    let entered = parts.iter().try_for_each(|part| books.enter_all(&part.config, &part.folder));
    let closed = entered.and_then(|()| books.close(&whole, &pool(None)?));
    if closed.is_err() {
        // What cannot be removed stays as a run that is not finished.
        let _ = fs::remove_dir_all(out);
    }
    let (statistics, summary, aggregator) = closed?;
    final_table::print(&statistics, &summary, &aggregator)?;
    Ok(ExitCode::SUCCESS)
}
