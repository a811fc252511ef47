//! What a run is: everything that was typed, checked, with the defaults filled in.

use super::play::PlayArguments;
use crate::failure::Failure;
use crate::play::MatchSetup;
use crate::play::luck::PositionWorth;
use crate::store::manifest::{RunConfig, Terms};
use agents::Registry;
use clap::ValueEnum;
use engine::PlayableGame;
use engine::Seed;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::{Path, PathBuf};

/// A run that can be begun.
pub struct RunJob<G: PlayableGame> {
    /// Who plays, and how the table is laid.
    pub table: MatchSetup<G>,
    /// What there is to know for the books.
    pub config: RunConfig,
    /// Worker threads.
    pub pool: ThreadPool,
    /// Where the files go.
    pub out: PathBuf,
    /// Whether progress is hidden.
    pub quiet: bool,
}

impl<G: PlayableGame> RunJob<G> {
    /// Checks what was typed. Nothing is written.
    ///
    /// # Errors
    /// The first thing that cannot be had.
    pub fn new(arguments: &PlayArguments) -> Result<Self, Failure> {
        if arguments.games == 0 {
            return Err(Failure::NoGames);
        }
        let agents = arguments.agents.as_deref().unwrap_or_default();
        let participants = Registry::built_in().participants(agents)?;
        let players = arguments.seats().unwrap_or(participants.len().max(*G::PLAYERS.start()));
        let advice = if players > *G::PLAYERS.end() && arguments.seats().is_none() {
            "; --players says how many of the agents play at a time"
        } else {
            ""
        };
        let setup = arguments.rules.lay::<G>(players).map_err(|failure| match failure {
            Failure::Setup(sentence) => Failure::Setup(sentence + advice),
            other => other,
        })?;
        let PlayArguments { games, design: grouping, intervals, records, luck, .. } = *arguments;
        let shard = arguments.job.shard;
        let no_model = Failure::NoOutcomeModel(G::NAME);
        let worth = luck.then(|| PositionWorth::built_in().ok_or(no_model)).transpose()?;
        let seed = Seed::new(arguments.job.seed);
        let table = MatchSetup { setup, participants, seed, records, luck: worth };
        let terms = Terms { grouping, intervals, records, luck, shard };
        let command = command::<G>(arguments, agents, &table.setup, players);
        let out = (arguments.job)
            .out
            .clone()
            .unwrap_or_else(|| folder(G::NAME, &table.labels(), players, table.seed));
        Ok(Self {
            config: RunConfig::new(&command, &table, players, games, terms)?,
            pool: pool(arguments.job.threads)?,
            out,
            quiet: arguments.job.quiet,
            table,
        })
    }

    /// The command that goes on with this run.
    pub fn command_to_resume(&self) -> String {
        command_to_resume(self.config.command(), &self.out)
    }
}

/// The command that goes on with what another one has begun in a folder.
pub fn command_to_resume(command: &str, out: &Path) -> String {
    format!("{command} --out {} --resume", quoted(&out.to_string_lossy()))
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

/// The folder that a run has unless another one is asked for.
pub fn folder(what: &str, labels: &[String], players: usize, seed: Seed) -> PathBuf {
    let is_safe = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
    let agents: String = (labels.join("-").chars())
        .map(|character| if is_safe(character) { character } else { '-' })
        .take(LONGEST_AGENTS_IN_NAME)
        .collect();
    PathBuf::from("results").join(format!("{what}-{agents}-p{players}-s{}", seed.value()))
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./:=,+@%".contains(character);
    if word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Whatever decides the content of the files, defaults spelled out, but for the part of the run that is
/// played; threads and folders do not.
fn command<G: PlayableGame>(
    arguments: &PlayArguments,
    agents: &str,
    setup: &G::Setup,
    players: usize,
) -> String {
    let PlayArguments { games, records, intervals, design, luck, job, .. } = arguments;
    let seed = job.seed;
    format!(
        "tournament --agents {} --games {games} --game {}{} --players {players} --seed {seed}{}{}{}{}",
        quoted(agents),
        G::NAME,
        arguments.rules.flags::<G>(setup),
        if *records { " --records" } else { "" },
        flag("design", design),
        flag("intervals", intervals),
        if *luck { " --luck" } else { "" },
    )
}

/// A flag with one of its words, unless that is the default.
fn flag<V: ValueEnum + Default + PartialEq>(name: &str, value: &V) -> String {
    let value = value.to_possible_value().filter(|_| *value != V::default());
    value.map(|value| format!(" --{name} {}", value.get_name())).unwrap_or_default()
}
