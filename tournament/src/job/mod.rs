//! Jobs: what all long work has in common, from what was typed to the exit code.
//!
//! A job plays games at one table on many threads, takes the results in order, and appends what they tell
//! to the files of its folder. It can be interrupted, resumed, and played in parts.

pub mod in_order;
pub mod progress;
pub mod shell;

use crate::cli::arguments::JobArguments;
use crate::failure::Failure;
use crate::play::MatchSetup;
use crate::render::terminal::{self, INTERRUPTED};
use crate::store::folder::Mode;
use crate::store::journal::{Layout, Opened};
use crate::store::manifest::Manifest;
use agents::Participant;
use engine::PlayableGame;
use engine::Seed;
use in_order::in_order;
use progress::Progress;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use shell::quoted;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A job that can be begun.
pub struct Job<G: PlayableGame> {
    /// Who takes part, and under which rules.
    pub table: MatchSetup<G>,
    /// What the job is.
    pub manifest: Manifest,
    /// Worker threads.
    pub pool: ThreadPool,
    out: PathBuf,
    mode: Mode,
    quiet: bool,
    interrupted: Arc<AtomicBool>,
}

/// What a job is asked for, beside its [arguments](JobArguments).
pub struct Request<G: PlayableGame> {
    /// What the command begins with: the kind of job, who takes part, and how many games.
    pub begin: String,
    /// What it ends with: flags that decide the content of the files.
    pub end: String,
    /// What the folder's name begins with.
    pub name: String,
    /// Who takes part.
    pub participants: Vec<Participant<G>>,
    /// The rules in force as flags.
    pub rules: String,
    /// The same, ready to play by.
    pub setup: G::Setup,
    /// Seats at the table.
    pub players: usize,
    /// Games in all.
    pub games: u64,
}

/// How work ends that does not fail.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ending {
    /// There is nothing left to do.
    Complete,
    /// Ctrl-C.
    Interrupted,
}

impl<G: PlayableGame> Job<G> {
    /// Prepares a job. Nothing is written.
    ///
    /// # Errors
    /// If the threads cannot be had.
    pub fn new(
        arguments: &JobArguments,
        request: Request<G>,
        details: &impl Serialize,
    ) -> Result<Self, Failure> {
        let Request { begin, end, name, participants, rules, setup, players, games } = request;
        let JobArguments { seed, threads, shard, quiet, .. } = *arguments;
        let command = format!(
            "tournament {begin} --game {}{rules} --players {players} --seed {seed}{end}",
            G::NAME,
        );
        let table = MatchSetup::new(setup, participants, Seed::new(seed));
        let out = arguments.out.clone();
        let out = out.unwrap_or_else(|| default_folder(&name, &table.labels(), players, seed));
        Ok(Self {
            manifest: Manifest::new(&command, &table, players, games, shard, details),
            pool: pool(threads)?,
            out,
            mode: Mode::new(arguments.resume, arguments.force),
            quiet,
            interrupted: Arc::default(),
            table,
        })
    }

    /// Where the files go.
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// Opens the job's files, and lets interrupts end it from now on. Nothing comes back if it is finished
    /// already.
    ///
    /// # Errors
    /// If the folder holds something else, or a file cannot be read or written.
    pub fn open(&mut self, layout: &Layout) -> Result<Option<Opened>, Failure> {
        self.interrupted = terminal::interrupt_flag()?;
        let opened = layout.open(&self.out, &self.manifest, self.mode)?;
        if opened.is_none() {
            terminal::tell(&format!("{} is finished: nothing to do", self.out.display()));
        }
        Ok(opened)
    }

    /// The flag that an interrupt raises.
    pub fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// A progress bar, with so many of all games done.
    pub fn progress(&self, done: u64, games: u64) -> Progress {
        Progress::new(done, games, self.quiet)
    }

    /// Works on the items on all threads and takes the results in order, until there are no more, `take`
    /// says so, or an interrupt comes.
    ///
    /// # Errors
    /// The first failure of `take`, with the command that goes on from there.
    pub fn work<T: Send, R: Send>(
        &self,
        mut progress: Progress,
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> R + Sync,
        mut take: impl FnMut(R, &mut Progress) -> Result<ControlFlow<()>, Failure> + Send,
    ) -> Result<Ending, Failure> {
        let work = |item| (!self.interrupted.load(Ordering::Relaxed)).then(|| work(item));
        let outcome = in_order(&self.pool, items, work, |result| {
            let result = result.ok_or(Ok(Ending::Interrupted))?;
            match take(result, &mut progress) {
                Ok(ControlFlow::Continue(())) => Ok(()),
                Ok(ControlFlow::Break(())) => Err(Ok(Ending::Complete)),
                Err(failure) => Err(Err(failure)),
            }
        });
        let ending = outcome.map_or_else(|end| end, |()| Ok(Ending::Complete));
        if ending.is_ok() {
            progress.finish();
        }
        ending.map_err(|failure| self.stopped(failure))
    }

    /// A failure, with the command that goes on once its cause is gone.
    pub fn stopped(&self, source: Failure) -> Failure {
        Failure::Stopped { source: Box::new(source), command: self.command_to_resume() }
    }

    /// The exit code; after an interrupt it says what there is and what goes on from there.
    pub fn exit(&self, ending: Ending, done: u64, games: u64) -> ExitCode {
        match ending {
            Ending::Complete => ExitCode::SUCCESS,
            Ending::Interrupted => {
                let (folder, command) = (self.out.display(), self.command_to_resume());
                terminal::tell(&format!(
                    "interrupted: {folder} holds {done} of {games} games; `{command}` plays the others"
                ));
                ExitCode::from(INTERRUPTED)
            }
        }
    }

    fn command_to_resume(&self) -> String {
        format!(
            "{} --out {} --resume",
            self.manifest.command(),
            quoted(&self.out.to_string_lossy())
        )
    }
}

/// Systems refuse to start threads without end.
const MOST_THREADS: usize = 1024;

/// The worker threads asked for, or one for every core.
///
/// # Errors
/// If none or too many are asked for, or the system refuses to start them.
pub fn pool(asked: Option<usize>) -> Result<ThreadPool, Failure> {
    if let Some(threads) = asked.filter(|threads| !(1..=MOST_THREADS).contains(threads)) {
        return Err(Failure::Threads(threads));
    }
    // For rayon, 0 means a thread for every core.
    Ok(ThreadPoolBuilder::new().num_threads(asked.unwrap_or(0)).build()?)
}

/// The longest part of a folder's name that comes from the agents; file systems allow 255 bytes in all.
const LONGEST_AGENTS_IN_NAME: usize = 150;

/// The folder of a job unless another one is asked for.
fn default_folder(name: &str, labels: &[String], players: usize, seed: u64) -> PathBuf {
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    let agents: String = (labels.join("-").chars())
        .map(|character| if is_safe(character) { character } else { '-' })
        .take(LONGEST_AGENTS_IN_NAME)
        .collect();
    PathBuf::from("results").join(format!("{name}-{agents}-p{players}-s{seed}"))
}
