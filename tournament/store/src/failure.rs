//! Reasons why the program cannot do what was requested, each as a sentence.

use crate::schedule::TooManyMatchups;
use agents::AgentError;
use engine::{RecordError, TableError};
use statistics::HypothesesError;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// An error of the user or the system: wrong usage, bad input or a failing file. The program prints it and ends with
/// exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The list of agents is invalid.
    #[error(transparent)]
    Agents(#[from] AgentError),
    /// A bot could not play a game for a reason outside it.
    #[error("game {game} cannot be played: {fault}")]
    Hindrance {
        /// The number of the game.
        game: u64,
        /// The fault of the system.
        fault: agents::Fault,
    },
    /// The game cannot be set up.
    #[error("{0}")]
    Setup(String),
    /// The table cannot be set up, for example because luck is requested for a game without an outcome model.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The schedule cannot have this many agents.
    #[error(transparent)]
    Schedule(#[from] TooManyMatchups),
    /// The run would have no games.
    #[error("--games must be at least 1")]
    NoGames,
    /// A match cannot test these hypotheses.
    #[error(transparent)]
    Hypotheses(#[from] HypothesesError),
    /// The arguments are invalid in another way.
    #[error("{0}")]
    Usage(String),
    /// The system refuses to start the threads.
    #[error("cannot start threads: {0}")]
    Pool(#[from] rayon::ThreadPoolBuildError),
    /// The output folder is not empty, or is a file.
    #[error(
        "{} already exists: --resume continues it, --force replaces it; or choose another --out",
        .0.display()
    )]
    Occupied(PathBuf),
    /// The output folder is a link whose target does not exist.
    #[error("{} is a broken link: create its target, or choose another --out", .0.display())]
    LinkToNothing(PathBuf),
    /// `--resume` finds something other than a run.
    #[error("{} already exists and is not a run folder: choose another --out", .0.display())]
    NoRun(PathBuf),
    /// The folder of a run contains a link or a device.
    #[error("{} is not a regular file, as all files of a run are: remove it", .0.display())]
    Link(PathBuf),
    /// `--force` finds a file that it must not remove.
    #[error(
        "--force would delete {}, which is not a file of a run: move it, or choose another --out",
        .0.display()
    )]
    NotOurs(PathBuf),
    /// `--resume` finds a run that was started with other arguments.
    #[error("{} contains a different run: {difference}", folder.display())]
    OtherRun {
        /// The run folder.
        folder: PathBuf,
        /// The difference between the existing run and the requested one.
        difference: String,
    },
    /// `--resume` finds a finished run that cannot be extended.
    #[error(
        "{} contains a finished run of {games} games with an incomplete last block: play all games again, \
         with --force or in another --out",
        folder.display()
    )]
    CutShort {
        /// The run folder.
        folder: PathBuf,
        /// The number of games of the run.
        games: u64,
    },
    /// A file was changed by another program while the job was running.
    #[error("{} was changed or removed while the job was running", .0.display())]
    Changed(PathBuf),
    /// A file of a finished job differs from the file that the job wrote.
    #[error(
        "{}: {what} after the job finished: restore the file, or run the job again with --force",
        path.display()
    )]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The kind of damage, such as `changed` or `removed`.
        what: &'static str,
    },
    /// The folder has no manifest.
    #[error("{} is not a run folder: it has no manifest.json", .0.display())]
    NotARun(PathBuf),
    /// Another process is writing the file.
    #[error("cannot write {}: another process is writing it", .0.display())]
    Written(PathBuf),
    /// Another process is already working on the run.
    #[error("{}: another process is using this run", .0.display())]
    AtWork(PathBuf),
    /// The run has stopped but can be resumed.
    #[error("{source}; to continue, {remedy}")]
    Stopped {
        /// The cause of the stop.
        source: Box<Failure>,
        /// The way to resume the run.
        remedy: String,
    },
    /// A file to be written already exists.
    #[error("{} already exists: choose another name or remove it", .0.display())]
    Exists(PathBuf),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file has the wrong content.
    #[error("{}: {what}", path.display())]
    Content {
        /// The path of the file.
        path: PathBuf,
        /// The description of the problem.
        what: String,
    },
    /// A record is invalid.
    #[error("{}:{line}: {source}", path.display())]
    Record {
        /// The path of the file of records.
        path: PathBuf,
        /// The line of the record, from 1.
        line: u64,
        /// The error in the record.
        source: RecordError,
    },
    /// Standard output cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    /// The system does not let the program handle Ctrl-C.
    #[error("cannot install the Ctrl-C handler: {0}")]
    Interrupts(String),
}

impl Failure {
    /// Returns the error that an external bot cannot join a game midway; `who` names the bot.
    pub fn cannot_join_midgame(who: &str) -> Self {
        let why =
            "positions are taken from the middle of games, but a bot follows games from the start";
        Self::Usage(format!("{who}: {why}"))
    }

    /// Returns the error that something else about the command is wrong, as this sentence explains.
    pub fn usage(sentence: impl Into<String>) -> Self {
        Self::Usage(sentence.into())
    }

    /// Returns the error that this file has the wrong content.
    pub fn content(path: impl Into<PathBuf>, what: impl Display) -> Self {
        Self::Content { path: path.into(), what: what.to_string() }
    }

    /// Returns a function that wraps an error in the record on this line of a file.
    pub fn record(path: &Path, line: u64) -> impl FnOnce(RecordError) -> Self {
        move |source| Self::Record { path: path.to_owned(), line, source }
    }

    /// Returns a function that wraps an error in reading this file.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Read { path: path.to_owned(), source }
    }

    /// Returns a function that wraps an error in writing this file.
    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { path: path.to_owned(), source }
    }
}
