//! `tournament verify`: checks that a finished job is complete and consistent.
//!
//! The files are checked against the hashes in the manifest. Then all files are recomputed from the rows, and the
//! rows from the records, and compared byte by byte.

use crate::play::timing;
use crate::run;
use anygame::AnyGame;
use engine::Rules;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use store::digest::Mark;
use store::manifest::{self, Manifest};
use store::parts::Parts;
use store::{Failure, JobKind};

/// Checks the job in a folder, and returns what was checked. `merge` recomputes its files from its rows; it is `None` if the
/// rows do not determine the files.
///
/// # Errors
/// Fails at the first difference from the files that the job wrote.
pub fn run(
    game: &dyn AnyGame,
    folder: &Path,
    texts: &Rules,
    merge: Option<impl FnOnce(&Parts) -> Result<ExitCode, Failure>>,
) -> Result<String, Failure> {
    let manifest = Manifest::read(folder)?;
    let space = tempfile::tempdir()
        .map_err(|error| Failure::usage(format!("cannot create temporary files: {error}")))?;
    let again = space.path().join("again");
    let parts = Parts::alone(folder, &again)?;
    let mut told = format!("files: {} match the manifest\n", manifest::files(folder)?.len());
    if let Some(merge) = merge {
        merge(&parts)?;
        let compared = compare(folder, &again)?;
        let _ = writeln!(told, "rows: consistent; files recomputed from them: {compared}");
    } else {
        told += "rows: each depends on earlier rows, so no file was recomputed\n";
    }
    if manifest.kind == JobKind::Run {
        let records = run::check_records(game, folder, texts)?;
        let _ = match records {
            0 => writeln!(told, "records: none"),
            _ => writeln!(told, "records: {records} give the same rows"),
        };
    }
    let _ = writeln!(told, "{} is complete and consistent", folder.display());
    Ok(told)
}

/// Compares the recomputed files with the files of the job, and returns the number of files. Files with thinking
/// times are skipped, because they depend on the clock.
fn compare(folder: &Path, again: &Path) -> Result<u64, Failure> {
    let mut compared = 0;
    for entry in fs::read_dir(again).map_err(Failure::read(again))? {
        let entry = entry.map_err(Failure::read(again))?;
        let name = entry.file_name();
        if [timing::NAME, timing::HISTOGRAM].iter().any(|of_the_clock| name == *of_the_clock) {
            continue;
        }
        let (path, due) = (folder.join(&name), entry.path());
        let mark = |path: &Path| Mark::of_file(path).map_err(Failure::read(path));
        if mark(&path)? != mark(&due)? {
            return Err(Failure::content(path, "differs from the file computed from the rows"));
        }
        compared += 1;
    }
    Ok(compared)
}
