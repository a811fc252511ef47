//! The framework of all long-running jobs, from the command line to the exit code.
//!
//! A job plays games with one match setup on many threads, takes the results in order, and appends them to the files
//! of its run folder. It can be interrupted, resumed, and split into parts.

pub mod control;
pub mod options;
pub mod progress;
pub mod rules;
pub mod secret;

pub use store::{in_order, shell};

use crate::terminal::{self, INTERRUPTED};
use agents::{Decks, external};
use anygame::{AnyGame, AnyParticipant, AnySetup, AnyTable, TableTerms};
use control::JobControl;
use engine::Seed;
use in_order::in_order;
use options::JobOptions;
use progress::JobProgress;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use shell::quoted;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::folder::Mode;
use store::journal::{Layout, OpenJob};
use store::manifest::{self, JobFacts, Manifest, ManifestAgent};
use store::{Failure, JobKind};

/// A job that is ready to start.
pub struct Job {
    /// The participants, the rules and the terms of the games.
    pub table: Arc<dyn AnyTable>,
    /// The job's manifest.
    pub manifest: Manifest,
    /// The worker threads.
    pub pool: ThreadPool,
    /// The name of the job's units in messages, such as `games`.
    units: &'static str,
    out: PathBuf,
    mode: Mode,
    quiet: bool,
    /// The flag that a resumed part needs for the key of its decks, after a space.
    key: String,
    /// The way to continue the larger job that this one is part of.
    remedy: Option<&'static str>,
    control: Option<Arc<JobControl>>,
    interrupted: Arc<AtomicBool>,
}

/// Describes a participant for the manifest of a job with these player counts.
pub fn manifest_agent(participant: &AnyParticipant, players: &[usize]) -> ManifestAgent {
    ManifestAgent {
        label: participant.label().to_owned(),
        spec: participant.spec().to_string(),
        agent: participant.agent().to_owned(),
        parameters: participant.parameters_of_tables(players).into_iter().collect(),
    }
}

/// A request for a job, in addition to its [options](JobOptions).
pub struct Request<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The kind of the job.
    pub kind: JobKind,
    /// The positional arguments in the job's command, each after a space: the participants, and the number of games.
    pub begin: String,
    /// The end of the job's command: flags that affect the content of the files.
    pub end: String,
    /// The beginning of the run folder's name.
    pub name: String,
    /// The participants.
    pub participants: Vec<AnyParticipant>,
    /// The rules in force, as flags.
    pub rules: String,
    /// The rules in force, as a game setup.
    pub setup: AnySetup,
    /// The player counts; the manifest contains the first one.
    pub players: Vec<usize>,
    /// The total number of games.
    pub games: u64,
    /// The terms of the games. Seed and secret are taken from the options.
    pub terms: TableTerms,
}

/// How a job ended without failing.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ending {
    /// All work is finished.
    Complete,
    /// All work is finished, but the test of a match has accepted no hypothesis.
    Undecided,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// The content of a run's folder that bots must not read.
const SECRET: &str = "the secret of the decks";

/// The exit code of a match that ends before the test has decided.
const UNDECIDED: u8 = 1;

impl Ending {
    /// Returns the exit code of the program for this ending.
    pub fn code(self) -> ExitCode {
        match self {
            Self::Complete => ExitCode::SUCCESS,
            Self::Undecided => ExitCode::from(UNDECIDED),
            Self::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}

/// A job that has ended.
#[derive(Clone, Debug)]
pub struct FinishedJob {
    /// The folder with the job's files.
    pub folder: PathBuf,
    /// The way in which the job ended.
    pub ending: Ending,
    /// The results as readable text; `None` if the job was already finished, or if it has none yet.
    pub report: Option<String>,
}

impl FinishedJob {
    /// Prints the results, and returns the exit code of the program.
    ///
    /// # Errors
    /// Fails if the results cannot be printed.
    pub fn print(&self) -> Result<ExitCode, Failure> {
        self.report.as_ref().map_or(Ok(()), |report| terminal::print(report))?;
        Ok(self.ending.code())
    }
}

impl Job {
    /// Prepares a job without writing anything.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn new(
        options: &JobOptions,
        request: Request<'_>,
        details: &impl Serialize,
    ) -> Result<Self, Failure> {
        Self::with_details(options, request, manifest::entries(details))
    }

    fn with_details(
        options: &JobOptions,
        request: Request<'_>,
        details: Map<String, Json>,
    ) -> Result<Self, Failure> {
        let Request {
            game,
            kind,
            begin,
            end,
            name,
            participants,
            rules,
            setup,
            players,
            games,
            terms,
        } = request;
        let tables: Vec<_> = players.iter().map(usize::to_string).collect();
        let seats = players.iter().copied().max().unwrap_or(0);
        let (tables, all_players, players) = (tables.join(","), players.clone(), players[0]);
        let JobOptions { seed, threads, shard, quiet, provenance, decks_of_bots, .. } = *options;
        let asks_bots = participants.iter().any(AnyParticipant::is_external);
        let decks = if asks_bots { decks_of_bots } else { Decks::OfBlocks };
        let is_shared = asks_bots && decks == Decks::OfBlocks;
        let sharing = if is_shared { " --shared-decks" } else { "" };
        let subcommand = kind.subcommand().map(|word| format!(" {word}")).unwrap_or_default();
        let command = format!(
            "tournament{subcommand}{begin} --game {}{rules} --players {tables} --seed {seed}{end}{sharing}",
            game.facts().name,
        );
        let labels = participants.iter().map(|participant| participant.label().to_owned());
        let labels: Vec<_> = labels.collect();
        let out = options.out.clone();
        let out = out.unwrap_or_else(|| default_folder(&name, &labels, players, seed));
        let secret = secret::of_job(options, asks_bots, &out)?;
        let pool = pool(threads)?;
        if asks_bots {
            secret::keep_out_of_reach(&participants, &out, SECRET)?;
            for file in participants.iter().flat_map(|one| external::written(one.spec())) {
                secret::keep_out_of_reach(&participants, &file, "the messages of a bot")?;
            }
            if let Some(file) =
                options.secret.as_deref().map(Path::new).filter(|file| file.is_file())
            {
                secret::keep_out_of_reach(&participants, file, SECRET)?;
            }
            allow_open_files(pool.current_num_threads(), seats, participants.len())?;
        }
        let terms = TableTerms { seed: Seed::new(seed), secret, decks, ..terms };
        let describe = |(name, value): (&str, Json)| (name.replace('-', "_"), value);
        let rules = setup.rules().iter().map(|(name, value)| (*name, json!(value)));
        let rules = rules.chain(setup.facts().iter().map(|(name, value)| (*name, json!(value))));
        let facts = JobFacts {
            provenance,
            kind,
            command: &command,
            game: game.facts().name,
            rules: rules.map(describe).collect(),
            players,
            agents: participants.iter().map(|one| manifest_agent(one, &all_players)).collect(),
            seed: terms.seed,
            games,
            shard,
            secret,
            decks,
        };
        let table = game.table(setup, participants, terms)?;
        Ok(Self {
            manifest: Manifest::new(facts, details),
            pool,
            units: "games",
            out,
            mode: Mode::new(options.resume, options.force),
            quiet,
            key: secret::key_flag(options),
            remedy: options.remedy,
            control: options.control.clone(),
            interrupted: Arc::default(),
            table,
        })
    }

    /// Sets the unit of the job to something other than games. The manifest gives the number of units under `games`.
    #[must_use]
    pub fn counting(self, units: &'static str) -> Self {
        Self { units, ..self }
    }

    /// Returns the run folder.
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// Opens the job's files, and makes interrupts end the job from now on. Returns `None` if the job is already
    /// finished.
    ///
    /// # Errors
    /// Fails if the folder contains something else, or if a file cannot be read or written.
    pub fn open(&mut self, layout: &Layout) -> Result<Option<OpenJob>, Failure> {
        self.interrupted = match &self.control {
            Some(control) => Arc::clone(&control.interrupted),
            None => terminal::interrupt_flag()?,
        };
        if self.out.is_symlink() && !self.out.exists() {
            return Err(Failure::LinkToNothing(self.out.clone()));
        }
        let opened = layout.open(&self.out, &self.manifest, self.mode)?;
        if let Some(warning) = opened.as_ref().and_then(|opened| opened.warning.as_ref()) {
            terminal::tell(warning);
        }
        if opened.is_none() {
            terminal::tell(&format!("{} is finished: nothing to do", self.out.display()));
        }
        Ok(opened)
    }

    /// Returns the flag that an interrupt sets.
    pub fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// Returns a progress bar with `done` of `all` units done.
    pub fn progress(&self, done: u64, all: u64) -> JobProgress {
        JobProgress::new(done, all, self.units, self.quiet).controlled(self.control.clone())
    }

    /// Processes the items on all threads and takes the results in order. Stops when the items run out, when `take`
    /// returns `Break`, or on an interrupt.
    ///
    /// # Errors
    /// Returns the first failure of `take`, together with the command that resumes the job.
    pub fn work<T: Send, R: Send>(
        &self,
        mut progress: JobProgress,
        mut items: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> R + Sync,
        mut take: impl FnMut(R, &mut JobProgress) -> Result<ControlFlow<()>, Failure> + Send,
    ) -> Result<Ending, Failure> {
        let (pool, interrupted) = (&self.pool, &self.interrupted);
        let ending = work_until_end(pool, interrupted, &mut progress, &mut items, &work, &mut take);
        let ending = ending.map_err(|failure| self.stopped(failure))?;
        progress.finish();
        Ok(ending)
    }

    /// Wraps a failure with the way to resume the job once the cause is fixed.
    pub fn stopped(&self, source: Failure) -> Failure {
        Failure::Stopped { source: Box::new(source), remedy: self.remedy() }
    }

    /// Returns the exit code. After an interrupt, reports the progress and the command that resumes the job.
    pub fn exit(&self, ending: Ending, done: u64, all: u64) -> ExitCode {
        self.tell_if_interrupted(ending, done, all);
        ending.code()
    }

    /// Reports the progress and the command that resumes the job, after an interrupt by the user of the command line.
    pub fn tell_if_interrupted(&self, ending: Ending, done: u64, all: u64) {
        if ending == Ending::Interrupted && self.control.is_none() {
            let (folder, units, remedy) = (self.out.display(), self.units, self.remedy());
            terminal::tell(&format!(
                "interrupted: {folder} contains {done} of {all} {units}; to continue, {remedy}"
            ));
        }
    }

    fn remedy(&self) -> String {
        if let Some(remedy) = self.remedy {
            return remedy.to_owned();
        }
        if self.control.is_some() {
            return "repeat the call with resume=True".to_owned();
        }
        let out = self.out.to_string_lossy();
        format!("run `{}{} --out {} --resume`", self.manifest.command(), self.key, quoted(&out))
    }
}

/// Function that consumes a result and decides whether the job continues.
pub type Take<'a, R> =
    dyn FnMut(R, &mut JobProgress) -> Result<ControlFlow<()>, Failure> + Send + 'a;

/// Processes the items on the threads of a pool and takes the results in order. Stops when the items run out, when
/// `take` returns `Break`, or on an interrupt.
///
/// # Errors
/// Returns the first failure of `take`.
pub fn work_until_end<T: Send, R: Send>(
    pool: &ThreadPool,
    interrupted: &AtomicBool,
    progress: &mut JobProgress,
    items: &mut (dyn Iterator<Item = T> + Send),
    work: &(dyn Fn(T) -> R + Sync),
    take: &mut Take<'_, R>,
) -> Result<Ending, Failure> {
    let work = |item| (!interrupted.load(Ordering::Relaxed)).then(|| work(item));
    let outcome = in_order(pool, items, &work, &mut |result: Option<R>| {
        let result = result.ok_or(Ok(Ending::Interrupted))?;
        match take(result, progress) {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(())) => Err(Ok(Ending::Complete)),
            // A caller that interrupts the job may also hinder the games that are being played.
            Err(Failure::Hindrance { .. }) if interrupted.load(Ordering::Relaxed) => {
                Err(Ok(Ending::Interrupted))
            }
            Err(failure) => Err(Err(failure)),
        }
    });
    outcome.map_or_else(|end| end, |()| Ok(Ending::Complete))
}

/// The number of open files for the job's output: tables, records, checkpoints, drafts and standard streams.
const BOOKS: u64 = 64;

/// Raises the limit on open files so that it suffices for all bots that may play at the same time and for the job's
/// output.
fn allow_open_files(threads: usize, seats: usize, waiting: usize) -> Result<(), Failure> {
    let needed = BOOKS + external::OPEN_FILES * (threads * seats + waiting) as u64;
    external::allow_open_files(needed).map_err(|allowed| {
        Failure::Usage(format!(
            "bots on {threads} threads need {needed} open files, but the system allows {allowed}: choose fewer \
             --threads, or raise the limit with `ulimit -n {needed}`"
        ))
    })
}

/// The maximum number of threads; systems refuse to start arbitrarily many.
const MOST_THREADS: usize = 1024;

/// Starts the requested number of worker threads, by default one per core.
///
/// # Errors
/// Fails if the number is zero or too large, or if the system refuses to start the threads.
pub fn pool(asked: Option<usize>) -> Result<ThreadPool, Failure> {
    if let Some(threads) = asked.filter(|threads| !(1..=MOST_THREADS).contains(threads)) {
        return Err(Failure::Threads(threads));
    }
    // In rayon, 0 means one thread per core.
    Ok(ThreadPoolBuilder::new().num_threads(asked.unwrap_or(0)).build()?)
}

/// The maximum length of the list of agents in a folder's name; file systems limit the whole name to 255 bytes.
const LONGEST_AGENTS_IN_NAME: usize = 150;

/// Returns the run folder for a job without `--out`.
fn default_folder(name: &str, labels: &[String], players: usize, seed: u64) -> PathBuf {
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    let agents: String = (labels.join("-").chars())
        .map(|character| if is_safe(character) { character } else { '-' })
        .take(LONGEST_AGENTS_IN_NAME)
        .collect();
    PathBuf::from("results").join(format!("{name}-{agents}-p{players}-s{seed}"))
}
