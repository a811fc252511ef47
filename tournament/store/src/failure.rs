//! Reasons why the program cannot do what was requested, each as a sentence.

use crate::schedule::TooManyMatchups;
use agents::AgentError;
use engine::{RecordError, TableError};
use statistics::HypothesesError;
use std::io;
use std::path::{Path, PathBuf};

/// Wrong usage, bad input or a failing file. The program prints it and ends with exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The list of agents.
    #[error(transparent)]
    Agents(#[from] AgentError),
    /// A bot that is not a program.
    #[error("the bot: {0}")]
    Bot(String),
    /// The game cannot be set up.
    #[error("{0}")]
    Setup(String),
    /// The luck of a game without an outcome model.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Too many agents.
    #[error(transparent)]
    Schedule(#[from] TooManyMatchups),
    /// A run without games.
    #[error("--games must be at least 1")]
    NoGames,
    /// Hypotheses that a match cannot test.
    #[error(transparent)]
    Hypotheses(#[from] HypothesesError),
    /// Any other error in the arguments.
    #[error("{0}")]
    Usage(String),
    /// Not exactly two agents for the study of disagreements.
    #[error("expected two agents, each without a comma: tournament study disagreements A B")]
    NeedsTwoAgents,
    /// No threads, or more than allowed.
    #[error("--threads must be between 1 and 1024, not {0}")]
    Threads(usize),
    /// The system refuses to start the threads.
    #[error("cannot start threads: {0}")]
    Pool(#[from] rayon::ThreadPoolBuildError),
    /// A time unsuitable for a measurement.
    #[error("--seconds must be between 0.001 and 3600, not {0}")]
    Seconds(f64),
    /// The output folder is not empty, or is a file.
    #[error(
        "{} already exists: --resume continues it, --force replaces it; or choose another --out",
        .0.display()
    )]
    Occupied(PathBuf),
    /// The output folder is a link to nothing.
    #[error("{} is a broken link: create its target, or choose another --out", .0.display())]
    LinkToNothing(PathBuf),
    /// `--resume` finds something else than a run.
    #[error("{} already exists and is not a run folder: choose another --out", .0.display())]
    NoRun(PathBuf),
    /// `--force` finds a file that it must not remove.
    #[error("{} would be lost: --force removes only files of such a job", .0.display())]
    NotOurs(PathBuf),
    /// `--resume` finds a run that began with other arguments.
    #[error("{} contains a different run: {difference}", folder.display())]
    OtherRun {
        /// The run folder.
        folder: PathBuf,
        /// The difference from the existing run to the requested one.
        difference: String,
    },
    /// Two runs to be compared that do not play the same games.
    #[error(
        "{} plays other games than the second run: {difference}; expected two runs with the same games",
        folder.display()
    )]
    OtherDesign {
        /// The first run folder.
        folder: PathBuf,
        /// The difference from the first run to the second.
        difference: String,
    },
    /// `--resume` finds a finished run that more games cannot follow.
    #[error(
        "{} contains a finished run of {games} games with an incomplete last block: play all games again, \
         with --force or in another --out",
        folder.display()
    )]
    CutShort {
        /// The run folder.
        folder: PathBuf,
        /// The games of the run.
        games: u64,
    },
    /// A file that somebody else changed during a job.
    #[error("{} was changed or removed while the job was running", .0.display())]
    Changed(PathBuf),
    /// A file of a finished job that is not what the job wrote.
    #[error(
        "{}: {what} after the job finished: restore the file, or run the job again with --force",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What happened to it.
        what: &'static str,
    },
    /// A folder without a manifest.
    #[error("{} is not a run folder: it has no manifest.json", .0.display())]
    NotARun(PathBuf),
    /// Two processes work on one run.
    #[error("{}: another process is using this run", .0.display())]
    AtWork(PathBuf),
    /// A run that cannot continue for now.
    #[error("{source}; to continue, run `{command}`")]
    Stopped {
        /// The cause.
        source: Box<Failure>,
        /// The command that resumes it.
        command: String,
    },
    /// A file to be written already exists.
    #[error("{} already exists: choose another name or remove it", .0.display())]
    Exists(PathBuf),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file with the wrong content.
    #[error("{}: {what}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A record that cannot be used.
    #[error("{}:{line}: {source}", path.display())]
    Record {
        /// Its file.
        path: PathBuf,
        /// Its line, from 1.
        line: u64,
        /// What is wrong with it.
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
    /// Returns the refusal to ask a bot in another process about a position; `who` names it.
    pub fn cannot_join_midgame(who: &str) -> Self {
        let why =
            "positions are taken from the middle of games, but a bot follows games from the start";
        Self::Usage(format!("{who}: {why}"))
    }

    /// Returns the failure to read this file.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Read { path: path.to_owned(), source }
    }

    /// Returns the failure to write this file.
    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { path: path.to_owned(), source }
    }
}
