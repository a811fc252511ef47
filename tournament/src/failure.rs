//! Why the program cannot do what was asked, in a sentence.

use crate::schedule::TooManyMatchups;
use crate::statistics::HypothesesError;
use agents::AgentError;
use engine::RecordError;
use std::io;
use std::path::{Path, PathBuf};

/// Wrong usage, bad input or a file that fails. The program says it and ends with exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The list of agents.
    #[error(transparent)]
    Agents(#[from] AgentError),
    /// A bot that is no program.
    #[error("the bot: {0}")]
    Bot(String),
    /// The table cannot be laid.
    #[error("{0}")]
    Setup(String),
    /// Too many agents.
    #[error(transparent)]
    Schedule(#[from] TooManyMatchups),
    /// A run without games.
    #[error("--games must be at least 1")]
    NoGames,
    /// What a match cannot test.
    #[error(transparent)]
    Hypotheses(#[from] HypothesesError),
    /// `--luck` without anything to judge positions by.
    #[error("{0} has no outcome model, so --luck has nothing to judge positions by")]
    NoOutcomeModel(&'static str),
    /// Agents for a study that asks none.
    #[error("this study asks no agents: --policy says who plays")]
    NobodyAsked,
    /// Anything else that cannot be done as it was typed.
    #[error("{0}")]
    Usage(String),
    /// Not two agents to ask.
    #[error(
        "two agents are asked, each written without a comma: tournament study disagreements A B"
    )]
    Asked,
    /// No threads, or more than any machine here has.
    #[error("--threads must be between 1 and 1024, not {0}")]
    Threads(usize),
    /// The system refuses to start them.
    #[error("cannot start threads: {0}")]
    Pool(#[from] rayon::ThreadPoolBuildError),
    /// A time that nothing can be measured in.
    #[error("--seconds must be between 0.001 and 3600, not {0}")]
    Seconds(f64),
    /// There is something in the output folder, or a file in its place.
    #[error(
        "{} is there already: --resume continues it, --force replaces it; or choose another --out",
        .0.display()
    )]
    Occupied(PathBuf),
    /// `--force` finds a file that it must not remove.
    #[error("{} would be lost: --force removes only what such a job writes", .0.display())]
    Foreign(PathBuf),
    /// `--resume` finds a run that was begun with other arguments.
    #[error("{} holds another run: {difference}", folder.display())]
    OtherRun {
        /// Where.
        folder: PathBuf,
        /// From the run there to the one asked for.
        difference: String,
    },
    /// Two processes at one run.
    #[error("{}: another process is at work on this run", .0.display())]
    AtWork(PathBuf),
    /// A run that cannot go on for now.
    #[error("{source}; `{command}` goes on from there")]
    Stopped {
        /// Why.
        source: Box<Failure>,
        /// What resumes it.
        command: String,
    },
    /// There is a file where one is to be written.
    #[error("{} is there already: choose another name or remove it", .0.display())]
    Exists(PathBuf),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file that does not hold what it should.
    #[error("{}: {what}", path.display())]
    Content {
        /// Which one.
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
    /// The system does not let the program notice Ctrl-C.
    #[error("cannot prepare for interrupts: {0}")]
    Interrupts(#[from] ctrlc::Error),
}

impl Failure {
    /// The failure to read this file.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Read { path: path.to_owned(), source }
    }

    /// The failure to write this file.
    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Write { path: path.to_owned(), source }
    }
}
