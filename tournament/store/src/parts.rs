//! Parts of a job that were run with `--shard`.

use crate::difference::Difference;
use crate::disk::Disk;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::journal::{Journal, Layout};
use crate::manifest::{self, Manifest};
use agents::Secret;
use std::path::{Path, PathBuf};

/// All parts of one job, in order, and the folder to merge them into.
#[derive(Debug)]
pub struct Parts {
    /// The parts in order, each once, finished and undamaged.
    pub all: Vec<Part>,
    out: PathBuf,
    /// The manifest of the merged job, or of a single part whose files are recomputed for verification.
    pub whole: Manifest,
    /// Whether this is such a single part.
    pub is_alone: bool,
}

/// A part of a job in its folder.
#[derive(Debug)]
pub struct Part {
    /// The folder of the part.
    pub folder: PathBuf,
    /// The manifest of the part.
    pub manifest: Manifest,
}

impl Parts {
    /// Reads the parts in these folders, in any order. `secret` is the key of the decks, if they have one.
    ///
    /// # Errors
    /// Fails unless the folders contain all parts of one job, each exactly once, finished and undamaged, and the key
    /// is theirs.
    pub fn read(folders: &[PathBuf], out: &Path, secret: Option<Secret>) -> Result<Self, Failure> {
        let part = |folder: &PathBuf| {
            Ok(Part { folder: folder.clone(), manifest: Manifest::read(folder)? })
        };
        let mut parts = folders.iter().map(part).collect::<Result<Vec<_>, Failure>>()?;
        parts.sort_by_key(|part| part.manifest.shard);
        check(&parts)?;
        parts.iter().try_for_each(|part| manifest::check_files(&part.folder))?;
        let whole = parts[0].manifest.clone().whole().reveal(secret)?;
        Ok(Self { all: parts, out: out.to_owned(), whole, is_alone: false })
    }

    /// Reads a finished job, or one part of a job, to recompute its files from its rows.
    ///
    /// # Errors
    /// Fails unless it is finished and its files match the hashes in its manifest.
    pub fn alone(folder: &Path, out: &Path) -> Result<Self, Failure> {
        let part = Part { folder: folder.to_owned(), manifest: Manifest::read(folder)? };
        if !manifest::is_finished(folder)? {
            return refuse(format!(
                "{} is not finished: continue it with --resume",
                folder.display()
            ));
        }
        manifest::check_files(folder)?;
        let whole = part.manifest.clone();
        Ok(Self { all: vec![part], out: out.to_owned(), whole, is_alone: true })
    }

    /// Creates the files of the merged job in its new folder.
    ///
    /// # Errors
    /// Fails if the folder contains anything, or if a file cannot be written.
    pub fn begin(&self, layout: &Layout, manifest: &Manifest) -> Result<Journal, Failure> {
        match layout.begin(&Disk::default(), &self.out, manifest) {
            Err(Failure::Occupied(path)) => Err(Failure::Exists(path)),
            opened => Ok(opened?.journal),
        }
    }

    /// Removes the folder of a merged job that could not be finished.
    pub fn discard(&self) {
        // If the folder cannot be removed, it remains as an unfinished job.
        let _ = Folder::discard(&self.out);
    }
}

/// Checks that these are all parts of one job, in order, each exactly once and finished.
fn check(parts: &[Part]) -> Result<(), Failure> {
    let first = &parts[0];
    let of = first.manifest.shard.of;
    for part in parts {
        let (one, other) = (first.folder.display(), part.folder.display());
        if let Some(Difference { place, here, there }) =
            first.manifest.clone().whole().difference(&part.manifest.clone().whole())
        {
            return refuse(format!(
                "{one} and {other} belong to different runs: {place} is {here} and {there}"
            ));
        }
        let (shard, other_shard) = (first.manifest.shard, part.manifest.shard);
        if other_shard.of != of {
            return refuse(format!(
                "{one} and {other} cannot be merged: they are shards {shard} and {other_shard}"
            ));
        }
        if !manifest::is_finished(&part.folder)? {
            return refuse(format!("{other} is not finished: continue it with --resume"));
        }
    }
    for pair in parts.windows(2) {
        let (one, other) = (&pair[0], &pair[1]);
        let shard = one.manifest.shard;
        if shard == other.manifest.shard {
            let (folder, twin) = (one.folder.display(), other.folder.display());
            return refuse(format!("{folder} and {twin} are both shard {shard}"));
        }
    }
    let is_there = |number| parts.iter().any(|part| part.manifest.shard.number == number);
    match (1..=of).find(|&number| !is_there(number)) {
        Some(number) => refuse(format!("shard {number}/{of} is missing")),
        None => Ok(()),
    }
}

fn refuse<T>(sentence: String) -> Result<T, Failure> {
    Err(Failure::usage(sentence))
}
