//! `tournament replay`: replays records and checks every event and the result.

use clap::Args;
use engine::RecordError;
use runner::job::pool;
use runner::{Failure, terminal};
use std::path::PathBuf;
use std::process::ExitCode;
use store::in_order::in_order;
use store::records::{RecordLine, Records};

/// The exit code if a record is invalid.
const BAD_RECORDS: u8 = 1;

/// `tournament replay`
#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// Files of records, .jsonl or .jsonl.zst
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Custom board file that the records name; repeatable
    #[arg(long = "board", value_name = "FILE")]
    pub boards: Vec<PathBuf>,
}

/// The maximum number of bad records to report; more would add nothing new, and the input may be endless.
const MOST_BAD: u64 = 1000;

/// Replays all records of some files and reports every bad one, up to a maximum; `check` replays one record.
///
/// # Errors
/// Fails if a file cannot be opened.
pub fn run(
    arguments: &ReplayArguments,
    check: impl Fn(&str) -> Result<(), RecordError> + Sync,
) -> Result<ExitCode, Failure> {
    let files = arguments.files.iter().map(|path| Records::open(path));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let mut lines = files.into_iter().flat_map(|records| {
        let path = records.path().to_owned();
        records.map(move |line| (path.clone(), line))
    });
    let (mut good, mut bad) = (0_u64, 0_u64);
    let ending =
        in_order(&pool(None)?, &mut lines, &|line| complaint(line, &check), &mut |complaint| {
            match complaint {
                None => {
                    good += 1;
                    Ok(())
                }
                Some(complaint) => {
                    bad += 1;
                    terminal::print(&format!("{complaint}\n")).map_err(Some)?;
                    if bad < MOST_BAD { Ok(()) } else { Err(None) }
                }
            }
        });
    match ending {
        Err(Some(failure)) => return Err(failure),
        Err(None) => {
            terminal::print(&format!("stopped after {bad} invalid records\n"))?;
        }
        Ok(()) => {}
    }
    if bad == 0 {
        terminal::print(&format!("{good} records ok\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::from(BAD_RECORDS))
}

/// Returns a message about the record's line and error, or `None` if the record is valid.
fn complaint(
    (path, line): (PathBuf, RecordLine),
    check: impl Fn(&str) -> Result<(), RecordError>,
) -> Option<String> {
    let wrong = match line.text {
        Ok(text) => check(&text).err()?.to_string(),
        Err(reason) => reason,
    };
    Some(format!("{}:{}: {wrong}", path.display(), line.number))
}
