//! A study: samples positions, plays them to the end and writes the results.

use super::Policy;
use crate::cli::arguments::BranchingArguments;
use crate::failure::Failure;
use crate::job::shell::quoted;
use crate::job::{Job, Request};
use crate::render::terminal;
use crate::store::journal::{Journal, Layout};
use crate::store::manifest::Manifest;
use crate::store::parts::Parts;
use crate::store::reader::JournalReader;
use agents::Participant;
use anygame::{AnyGame, AnyParticipant, TableTerms, TypedGame};
use engine::PlayableGame;
use engine::Seed;
use engine::csv_table::{CsvRows, CsvTable, page, rows};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ops::{ControlFlow, Range};
use std::process::ExitCode;

/// A measurement by branching.
pub trait Study {
    /// The game.
    type Game: PlayableGame;
    /// The data on a position and its results, as a row of the file.
    type Row: Serialize + DeserializeOwned + Default + Send;
    /// The totals over all rows.
    type Sums: Default + Send;
    /// What the summary files say.
    type Totals;

    /// The job's name on the command line.
    const COMMAND: &'static str;
    /// Its own flags, each after a blank.
    const FLAGS: &'static str = "";
    /// The name of the file of rows.
    const FILE: &'static str;
    /// The names of the summary files.
    const SUMMARIES: &'static [&'static str];

    /// Samples a position from a game and plays it to the end. Returns no rows if the game has none.
    fn rows(task: &Task<'_, Self::Game>) -> Vec<Self::Row>;

    /// Returns whether rows, of which there is at least one, are all that a game can have given.
    fn is_whole(rows: &[Self::Row]) -> bool {
        rows.len() == 1
    }

    /// Adds the rows of a game to the totals.
    fn add(sums: &mut Self::Sums, rows: &[Self::Row]);

    /// Describes the totals in a few words.
    fn outcome(sums: &Self::Sums) -> String;

    /// Returns what the summary files say; the labels are those of the agents asked, then the
    /// policy's.
    fn totals(sums: &Self::Sums, labels: &[String], players: usize) -> Self::Totals;

    /// Returns the summary files, in the order of their names.
    fn tables(totals: &Self::Totals) -> Vec<(CsvTable, CsvRows)>;

    /// Formats the summary as readable text.
    fn report(totals: &Self::Totals) -> String;
}

/// A game to sample a position from: everything that its row depends on.
pub struct Task<'a, G: PlayableGame> {
    /// The policy on all seats.
    pub policy: Policy<'a, G>,
    /// The other agents to ask, if the study asks any.
    pub asked: Vec<&'a Participant<G>>,
    /// The game's setup.
    pub setup: &'a G::Setup,
    /// How many times to play a position to the end.
    pub decks: u32,
    /// The number of the game.
    pub game: u64,
    /// Its seed.
    pub seed: Seed,
}

/// The entries of a study's manifest besides the common ones.
#[derive(Serialize)]
struct Details {
    decks: u32,
}

/// The progress of a study.
#[derive(Serialize)]
struct Progress {
    games_played: u64,
    positions: u64,
    finished: bool,
}

/// Samples positions and plays them to the end; `asked` are the agents that the study asks besides
/// the policy.
///
/// # Errors
/// Fails if the arguments cannot be carried out, or if a file cannot be written.
pub fn conduct<S: Study>(
    arguments: &BranchingArguments,
    asked: &[&str],
    game: &TypedGame<S::Game>,
) -> Result<ExitCode, Failure> {
    let mut job = prepare::<S>(arguments, asked, game)?;
    let Some(opened) = job.open(&layout::<S>())? else { return Ok(ExitCode::SUCCESS) };
    let mut writer = StudyWriter::<S>::new(opened.journal, &job.manifest);
    if let Some(mut held) = opened.held {
        let games = writer.games.end..held.next;
        writer.read(games, &mut held.reader, false)?;
        held.reader.end()?;
        writer.journal.restored(held.next)?;
    }
    let part = job.manifest.shard.share_of(job.manifest.games);
    let all = part.end - part.start;
    let work = |game| {
        let rows = S::rows(&task::<S::Game>(&job, arguments.decks, game));
        (page(&rows), rows)
    };
    let progress = job.progress(writer.games_played(), all);
    let games = writer.games.end..part.end;
    let ending = job.work(progress, games, work, |(page, rows), progress| {
        writer.add(&page, &rows, true)?;
        progress.show(writer.games_played(), || S::outcome(&writer.sums));
        Ok(ControlFlow::Continue(()))
    })?;
    let games_played = writer.games_played();
    let totals = writer.close(&job.manifest)?;
    let code = job.exit(ending, games_played, all);
    terminal::print(&S::report(&totals))?;
    Ok(code)
}

/// Merges the parts of a study.
///
/// # Errors
/// Fails, leaving no merged study, if a file cannot be read or written.
pub fn merge<S: Study>(parts: &Parts) -> Result<ExitCode, Failure> {
    let manifest = parts.whole();
    let totals = parts.merge(
        &layout::<S>(),
        &manifest,
        |journal| Ok(StudyWriter::<S>::new(journal, &manifest)),
        |writer, part, reader| {
            let games = part.manifest.shard.share_of(manifest.games);
            writer.read(games, reader, true)
        },
        |writer| writer.close(&manifest),
    )?;
    if parts.tells() {
        terminal::print(&S::report(&totals))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the layout of a study's files.
fn layout<S: Study>() -> Layout {
    Layout::of(vec![CsvTable::of::<S::Row>(S::FILE)], S::SUMMARIES.to_vec())
}

/// Checks the arguments. The participants of the job are the agents asked, then the policy.
fn prepare<S: Study>(
    arguments: &BranchingArguments,
    asked: &[&str],
    game: &TypedGame<S::Game>,
) -> Result<Job, Failure> {
    let BranchingArguments { games, decks, .. } = *arguments;
    if games == 0 {
        return Err(Failure::NoGames);
    }
    if decks == 0 {
        return Err(Failure::Usage("--decks must be at least 1".to_owned()));
    }
    let participants = participants(asked, &arguments.policy, game)?;
    let setup = arguments.table.setup(game)?;
    let players = setup.players();
    let words: Vec<_> = asked.iter().map(|word| format!(" {}", quoted(word))).collect();
    let policy = quoted(&arguments.policy);
    let request = Request {
        game,
        begin: format!(
            "study {}{}{} --policy {policy} --games {games} --decks {decks}",
            S::COMMAND,
            words.concat(),
            S::FLAGS
        ),
        end: String::new(),
        name: format!("{}{}-{}", S::COMMAND, S::FLAGS.replace(" --", "-"), S::Game::NAME),
        participants,
        rules: arguments.table.rules.choice().flags(&setup, S::Game::RULES),
        setup,
        players: vec![players],
        games,
        terms: TableTerms::new(Seed::new(0)),
    };
    Job::new(&arguments.job.options(), request, &Details { decks })
}

/// Returns a game's task, which depends only on the arguments and the game's number.
fn task<G: PlayableGame>(job: &Job, decks: u32, game: u64) -> Task<'_, G> {
    let typed = job.table.participants().iter().map(AnyParticipant::typed::<G>);
    let mut asked = typed.collect::<Option<Vec<_>>>().expect("they play this game");
    Task {
        policy: Policy(asked.pop().expect("there is a policy")),
        asked,
        setup: job.table.setup().typed::<G>().expect("it is a setup of this game"),
        decks,
        game,
        seed: job.table.terms().seed.child(game),
    }
}

/// Returns the agents asked, then the policy. All of them must be able to join a game midway.
fn participants(
    asked: &[&str],
    policy: &str,
    game: &dyn AnyGame,
) -> Result<Vec<AnyParticipant>, Failure> {
    let mut participants = Vec::new();
    if !asked.is_empty() {
        participants = game.participants(&asked.join(","))?;
    }
    if participants.len() != asked.len() {
        return Err(Failure::Asked);
    }
    participants.extend(game.participants(policy)?);
    if participants.len() != asked.len() + 1 {
        return Err(Failure::Usage("--policy is one agent, written without a comma".to_owned()));
    }
    let listens = |participant: &AnyParticipant| participant.observes();
    match participants.iter().position(listens) {
        Some(number) => {
            let who = if number == asked.len() {
                "--policy cannot be a bot in another process"
            } else {
                "a bot in another process cannot be asked"
            };
            Err(Failure::joins_late(who))
        }
        None => Ok(participants),
    }
}

/// The files of a study and the totals for its summary.
struct StudyWriter<S: Study> {
    journal: Journal,
    sums: S::Sums,
    /// The games in the files.
    games: Range<u64>,
    /// How many of the games have rows.
    positions: u64,
}

impl<S: Study> StudyWriter<S> {
    fn new(journal: Journal, manifest: &Manifest) -> Self {
        let first = manifest.shard.share_of(manifest.games).start;
        Self { journal, sums: S::Sums::default(), games: first..first, positions: 0 }
    }

    const fn games_played(&self) -> u64 {
        self.games.end - self.games.start
    }

    /// Adds the result of the next game; `writes` says whether to write its rows.
    fn add(&mut self, page: &CsvRows, rows: &[S::Row], writes: bool) -> Result<(), Failure> {
        self.games.end += 1;
        if !rows.is_empty() {
            self.positions += 1;
            S::add(&mut self.sums, rows);
            if writes {
                self.journal.append(0, page)?;
            }
        }
        if writes { self.journal.commit(self.games.end) } else { Ok(()) }
    }

    /// Adds games whose rows are in files.
    fn read(
        &mut self,
        games: Range<u64>,
        reader: &mut JournalReader,
        writes: bool,
    ) -> Result<(), Failure> {
        for game in games {
            let unit = game.to_string();
            let page = reader.page(0, &unit)?;
            let rows = rows::<S::Row>(&page).ok();
            let rows = rows.filter(|rows| rows.is_empty() || S::is_whole(rows));
            let rows = rows.ok_or_else(|| reader.damaged(0, &format!("game {unit}")))?;
            self.add(&page, &rows, writes)?;
        }
        Ok(())
    }

    /// Writes the summaries, then the manifest.
    fn close(self, manifest: &Manifest) -> Result<S::Totals, Failure> {
        let totals = S::totals(&self.sums, &manifest.labels, manifest.players);
        let finished = self.games.end == manifest.shard.share_of(manifest.games).end;
        let progress =
            Progress { games_played: self.games_played(), positions: self.positions, finished };
        self.journal.close(S::tables(&totals), manifest, &progress, finished)?;
        Ok(totals)
    }
}
