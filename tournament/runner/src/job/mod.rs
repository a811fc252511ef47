//! The framework of all long-running jobs, from the command line to the exit code.
//!
//! A job plays games with one match setup on many threads, takes the results in order, and appends them to the files
//! of its run folder. It can be interrupted, resumed, and split into parts.

mod conductor;
pub mod control;
pub mod options;
pub mod progress;
pub mod rules;
pub mod secret;

pub use conductor::{ClosedJob, StoredRows, Units, merge};

use crate::terminal::{self, INTERRUPTED};
use agents::{Decks, Secret, external};
use anygame::{AnyGame, AnyParticipant, AnySetup, AnyTable, TableTerms};
use control::JobControl;
use engine::Seed;
use options::JobOptions;
use progress::JobProgress;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rules::RuleChoice;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::command::{JobCommand, entries, quoted};
use store::disk::Disk;
use store::folder::Mode;
use store::in_order::in_order;
use store::journal::{Layout, OpenJob};
use store::manifest::{JobFacts, Manifest, ManifestAgent};
use store::schedule::shard::Shard;
use store::{Failure, JobKind};

/// A job that is ready to start.
pub struct Job {
    /// The participants, the rules and the terms of the games.
    pub table: Arc<dyn AnyTable>,
    /// The job's manifest.
    pub manifest: Manifest,
    /// The worker threads.
    pub pool: ThreadPool,
    /// The run folder.
    pub out: PathBuf,
    mode: Mode,
    quiet: bool,
    /// The flag that a resumed part needs for the key of its decks, after a space.
    key: String,
    /// The way to continue the larger job that this one is part of.
    remedy: Option<&'static str>,
    control: Option<Arc<JobControl>>,
    /// The flag that an interrupt sets.
    pub interrupted: Arc<AtomicBool>,
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
    /// The command, without the flags that all jobs have: game, rules, players, seed, decks and shard.
    pub command: JobCommand,
    /// The beginning of the run folder's name.
    pub name: String,
    /// The participants.
    pub participants: Vec<AnyParticipant>,
    /// The rules as the user chose them.
    pub rules: &'a RuleChoice,
    /// The setup for each player count, with the rules in force; the manifest describes the first one.
    pub tables: Vec<AnySetup>,
    /// The total number of games.
    pub games: u64,
    /// The terms of the games. Seed, secret and decks are taken from the options.
    pub terms: TableTerms,
}

impl Request<'_> {
    fn has_bots(&self) -> bool {
        self.participants.iter().any(AnyParticipant::is_external)
    }

    fn players(&self) -> impl Iterator<Item = usize> {
        self.tables.iter().map(AnySetup::players)
    }

    /// Returns the command that reproduces the files of the part of the job that these options choose.
    fn full_command(&self, options: &JobOptions) -> JobCommand {
        let facts = self.game.facts();
        let command = self.command.clone().flag("game", facts.name);
        let command = self.rules.add_to(command, &self.tables[0], facts.rules);
        let players: Vec<_> = self.players().map(|players| players.to_string()).collect();
        let command = command.flag("players", players.join(",")).flag("seed", options.seed);
        let shares_decks = self.has_bots() && options.decks_of_bots == Decks::OfBlocks;
        let command = if shares_decks { command.switch("shared-decks") } else { command };
        if options.shard == Shard::WHOLE { command } else { command.flag("shard", options.shard) }
    }

    fn manifest(
        &self,
        options: &JobOptions,
        secret: Option<Secret>,
        details: &impl Serialize,
    ) -> Manifest {
        let setup = &self.tables[0];
        let rules = setup.rules().iter().map(|(name, value)| (*name, json!(value)));
        let facts = setup.facts().iter().map(|(name, value)| (*name, json!(value)));
        let rules: BTreeMap<String, Json> =
            rules.chain(facts).map(|(name, value)| (name.replace('-', "_"), value)).collect();
        let players: Vec<_> = self.players().collect();
        let agents = self.participants.iter().map(|one| manifest_agent(one, &players));
        let facts = JobFacts {
            provenance: options.provenance,
            kind: self.kind.clone(),
            command: self.full_command(options),
            game: self.game.facts().name,
            rules,
            players: players[0],
            agents: agents.collect(),
            seed: options.seed,
            games: self.games,
            shard: options.shard,
            secret,
            decks: options.decks_for(&self.participants),
        };
        Manifest::new(facts, entries(details))
    }
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
        self.report.iter().try_for_each(|report| terminal::print(report))?;
        Ok(self.ending.code())
    }
}

impl Job {
    /// Prepares a job without writing anything. From now on, an interrupt by the user ends the job.
    ///
    /// # Errors
    /// Fails if the threads cannot be started, or if the options do not suit the participants.
    pub fn new(
        options: &JobOptions,
        request: Request<'_>,
        details: &impl Serialize,
    ) -> Result<Self, Failure> {
        let out = options.out.clone().unwrap_or_else(|| default_folder(&request, options.seed));
        let pool = pool(options.threads)?;
        let secret = secret::of_job(options, request.has_bots(), &out)?;
        if request.has_bots() {
            secret::keep_all_out_of_reach(options, &request.participants, &out)?;
            let seats = request.players().max().unwrap_or(0);
            allow_open_files(pool.current_num_threads(), seats, request.participants.len())?;
        }
        let manifest = request.manifest(options, secret, details);
        let interrupted = match &options.control {
            Some(control) => Arc::clone(&control.interrupted),
            None => terminal::interrupt_flag()?,
        };
        let decks = options.decks_for(&request.participants);
        let Request { game, mut tables, participants, terms, .. } = request;
        let terms = TableTerms { seed: Seed::new(options.seed), secret, decks, ..terms };
        Ok(Self {
            manifest,
            pool,
            out,
            mode: Mode::new(options.resume, options.force),
            quiet: options.quiet,
            key: secret::key_flag(options),
            remedy: options.remedy,
            control: options.control.clone(),
            interrupted,
            table: game.table(tables.swap_remove(0), participants, terms)?,
        })
    }

    /// Opens the job's files. Returns `None` if the job is already finished.
    fn open(&self, layout: &Layout) -> Result<Option<OpenJob>, Failure> {
        if self.out.is_symlink() && !self.out.exists() {
            return Err(Failure::LinkToNothing(self.out.clone()));
        }
        let opened = layout.open(&Disk::default(), &self.out, &self.manifest, self.mode)?;
        if let Some(warning) = opened.as_ref().and_then(|opened| opened.warning.as_ref()) {
            terminal::tell(warning);
        }
        if opened.is_none() {
            terminal::tell(&format!("{} is finished: nothing to do", self.out.display()));
        }
        Ok(opened)
    }

    /// Returns a progress bar with `done` of `all` games done.
    pub fn progress(&self, done: u64, all: u64) -> JobProgress {
        JobProgress::new(done, all, self.quiet, self.control.clone())
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
    fn stopped(&self, source: Failure) -> Failure {
        Failure::Stopped { source: Box::new(source), remedy: self.remedy() }
    }

    /// Reports the progress and the command that resumes the job, after an interrupt by the user of the command line.
    fn tell_if_interrupted(&self, ending: Ending, done: u64, all: u64) {
        if ending == Ending::Interrupted && self.control.is_none() {
            let (folder, remedy) = (self.out.display(), self.remedy());
            terminal::tell(&format!(
                "interrupted: {folder} contains {done} of {all} games; to continue, {remedy}"
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
        Failure::usage(format!(
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
        return Err(Failure::usage(format!(
            "--threads must be between 1 and {MOST_THREADS}, not {threads}"
        )));
    }
    // In rayon, 0 means one thread per core.
    Ok(ThreadPoolBuilder::new().num_threads(asked.unwrap_or(0)).build()?)
}

/// The maximum length of the list of agents in a folder's name; file systems limit the whole name to 255 bytes.
const LONGEST_AGENTS_IN_NAME: usize = 150;

/// Returns the run folder for a job without `--out`.
fn default_folder(request: &Request<'_>, seed: u64) -> PathBuf {
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    let labels: Vec<_> = request.participants.iter().map(|one| one.label()).collect();
    let agents: String = (labels.join("-").chars())
        .map(|character| if is_safe(character) { character } else { '-' })
        .take(LONGEST_AGENTS_IN_NAME)
        .collect();
    let (name, players) = (&request.name, request.tables[0].players());
    PathBuf::from("results").join(format!("{name}-{agents}-p{players}-s{seed}"))
}
