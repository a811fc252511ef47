//! `tournament replay`: replays records and checks every event and the result.

use clap::Args;
use engine::RecordError;
use runner::Failure;
use runner::job::pool;
use runner::terminal;
use serde::Deserialize;
use std::path::PathBuf;
use std::process::ExitCode;
use store::in_order::in_order;
use store::records::{RecordLine, Records};

/// The exit code if a record is not what it claims to be.
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

/// After so many bad records, the rest would say nothing new, and might have no end.
const MOST_BAD: u64 = 1000;

/// Replays all records of some files and reports every bad one, up to a bound; `check` replays a record.
///
/// # Errors
/// If a file cannot be opened.
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

/// What is wrong with a record, if anything, and where.
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

/// The name of the game that a record is of.
///
/// # Errors
/// If it is no record.
pub fn game_of(text: &str) -> Result<String, RecordError> {
    /// The only thing that the records of all games have in common.
    #[derive(Deserialize)]
    struct Header {
        game: String,
    }
    let header: Header =
        serde_json::from_str(text).map_err(|error| RecordError::Header(error.to_string()))?;
    Ok(header.game)
}
