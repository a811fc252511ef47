//! `tournament replay`: replays records and checks every event and the result.

use crate::cli::arguments::ReplayArguments;
use crate::failure::Failure;
use crate::games::{self, GAMES, GameEntry};
use crate::job::in_order::in_order;
use crate::job::pool;
use crate::render::terminal;
use crate::store::records::{Line, Records};
use engine::RecordError;
use serde::Deserialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// The exit code if a record is not what it claims to be.
const BAD_RECORDS: u8 = 1;

/// Replays all records of some files and reports every bad one.
///
/// # Errors
/// If a file cannot be opened.
pub fn replay(arguments: &ReplayArguments) -> Result<ExitCode, Failure> {
    let readers = GAMES.iter().filter_map(|game| game.read_board);
    for board in &arguments.boards {
        readers.clone().try_for_each(|read| read(board)).map_err(Failure::Setup)?;
    }
    let files = arguments.files.iter().map(|path| Records::open(path));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let lines = files.into_iter().flat_map(|records| {
        let path = records.path().to_owned();
        records.map(move |line| (path.clone(), line))
    });
    let (mut good, mut bad) = (0_u64, 0_u64);
    in_order(&pool(None)?, lines, check, |complaint| match complaint {
        None => {
            good += 1;
            Ok(())
        }
        Some(complaint) => {
            bad += 1;
            terminal::print(&format!("{complaint}\n"))
        }
    })?;
    if bad == 0 {
        terminal::print(&format!("{good} records ok\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::from(BAD_RECORDS))
}

/// What is wrong with a record, if anything, and where.
fn check((path, line): (PathBuf, Line)) -> Option<String> {
    let wrong = match line.text {
        Ok(text) => check_record(&text).err()?.to_string(),
        Err(reason) => reason,
    };
    Some(format!("{}:{}: {wrong}", path.display(), line.number))
}

/// Replays a record of whichever game it is.
fn check_record(text: &str) -> Result<(), RecordError> {
    (game_of(text)?.check_record)(text)
}

/// The game that a record is of.
///
/// # Errors
/// If it is no record, or of a game that is not known.
pub fn game_of(text: &str) -> Result<&'static GameEntry, RecordError> {
    /// The only thing that the records of all games have in common.
    #[derive(Deserialize)]
    struct Header {
        game: String,
    }
    let header: Header =
        serde_json::from_str(text).map_err(|error| RecordError::Header(error.to_string()))?;
    games::find(&header.game).map_err(|error| RecordError::Header(error.to_string()))
}
