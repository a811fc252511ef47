//! A study: samples positions, plays them on and writes what comes of it.

use super::Policy;
use crate::cli::arguments::BranchingArguments;
use crate::cli::plan::{command_to_resume, folder, pool, quoted};
use crate::failure::Failure;
use crate::job::in_order::in_order;
use crate::job::progress::Progress;
use crate::play::MatchSetup;
use crate::render::terminal::{self, INTERRUPTED};
use crate::store::csv_table::{CsvRows, CsvTable, page};
use crate::store::folder::Folder;
use crate::store::journal::Journal;
use crate::store::manifest::{self, Head};
use agents::{Participant, Registry};
use csv::StringRecord;
use engine::PlayableGame;
use engine::Seed;
use rayon::ThreadPool;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// What is measured by branching.
pub trait Study {
    /// The game.
    type Game: PlayableGame;
    /// What is told of a position and of what came of it, as a row of the file.
    type Row: Serialize + DeserializeOwned + Default + Send;
    /// The sums over all rows.
    type Sums: Default + Send;
    /// A row of the file of the sums.
    type Total: Serialize + Default;

    /// The job's name on the command line.
    const COMMAND: &'static str;
    /// The file of the rows.
    const FILE: &'static str;
    /// The file of the sums.
    const SUMMARY: &'static str;

    /// Takes a position of a game and plays it on. Nothing if there is none in it.
    fn row(task: &Task<'_, Self::Game>) -> Option<Self::Row>;

    /// Adds a row to the sums.
    fn add(sums: &mut Self::Sums, row: &Self::Row);

    /// The sums in a few words.
    fn outcome(sums: &Self::Sums) -> String;

    /// The rows of the sums; the labels are those of the agents that are asked, then the policy's.
    fn totals(sums: &Self::Sums, labels: &[String], players: usize) -> Vec<Self::Total>;

    /// The same as a person likes to read it.
    fn report(totals: &[Self::Total]) -> String;
}

/// A game to take a position from: all that its row depends on.
pub struct Task<'a, G: PlayableGame> {
    /// Who plays on all seats.
    pub policy: Policy<'a, G>,
    /// Who else is asked, if the study asks anybody.
    pub asked: &'a [Participant<G>],
    /// How the table is laid.
    pub setup: &'a G::Setup,
    /// How often a position is played on.
    pub decks: u32,
    /// The number of the game.
    pub game: u64,
    /// Its seed.
    pub seed: Seed,
}

/// What `manifest.json` says of a study.
#[derive(Serialize)]
struct Manifest<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    decks: u32,
    games_played: u64,
    positions: u64,
    finished: bool,
}

/// A study that can be begun.
struct StudyJob<G: PlayableGame> {
    /// The participants are those that are asked, then the policy.
    table: MatchSetup<G>,
    players: usize,
    games: u64,
    decks: u32,
    pool: ThreadPool,
    out: PathBuf,
    quiet: bool,
    /// The command that gives the same files.
    command: String,
}

/// Why a study ends before its last game.
enum Stop {
    Interrupted,
    Failed(Failure),
}

/// Samples positions and plays them on; `asked` are the agents that the study asks besides the policy.
///
/// # Errors
/// If that cannot be done as asked, or a file cannot be written.
pub fn conduct<S: Study>(
    arguments: &BranchingArguments,
    asked: &[&str],
) -> Result<ExitCode, Failure> {
    let plan = StudyJob::new::<S>(arguments, asked)?;
    let interrupted = terminal::interrupt_flag()?;
    let Some(mut books) = StudyWriter::<S>::open(&plan, arguments.job.resume)? else {
        terminal::tell(&format!("{} is finished: nothing to do", plan.out.display()));
        return Ok(ExitCode::SUCCESS);
    };
    let work = |game| {
        let goes_on = !interrupted.load(Ordering::Relaxed);
        let told = |row| (page(std::slice::from_ref(&row)), row);
        goes_on.then(|| S::row(&plan.task(game)).map(told))
    };
    let mut progress = Progress::new(plan.games, plan.quiet);
    let outcome = in_order(&plan.pool, books.games..plan.games, work, |told| {
        books.add(told.ok_or(Stop::Interrupted)?.as_ref()).map_err(Stop::Failed)?;
        progress.show(books.games, || S::outcome(&books.sums));
        Ok(())
    });
    let command = command_to_resume(&plan.command, &plan.out);
    if let Err(Stop::Failed(failure)) = outcome {
        return Err(Failure::Stopped { source: Box::new(failure), command });
    }
    progress.finish(books.games);
    let (games, totals) = (books.games, books.close(&plan)?);
    if games < plan.games {
        let (folder, wanted) = (plan.out.display(), plan.games);
        terminal::tell(&format!(
            "interrupted: {folder} holds what comes of {games} of {wanted} games; `{command}` plays the \
             others"
        ));
    }
    terminal::print(&S::report(&totals))?;
    Ok(if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

impl<G: PlayableGame> StudyJob<G> {
    fn new<S: Study<Game = G>>(
        arguments: &BranchingArguments,
        asked: &[&str],
    ) -> Result<Self, Failure> {
        let BranchingArguments { games, decks, .. } = *arguments;
        let (seed, quiet) = (arguments.job.seed, arguments.job.quiet);
        if games == 0 {
            return Err(Failure::NoGames);
        }
        if decks == 0 {
            return Err(Failure::NoDecks);
        }
        let participants = participants::<G>(asked, &arguments.policy)?;
        let players = arguments.players.unwrap_or(*G::PLAYERS.start());
        let setup = arguments.rules.lay::<G>(players)?;
        let table = MatchSetup::new(setup, participants, Seed::new(seed));
        let name =
            || folder(&format!("{}-{}", S::COMMAND, G::NAME), &table.labels(), players, table.seed);
        let out = arguments.job.out.clone().unwrap_or_else(name);
        let words: Vec<_> = [S::COMMAND].iter().chain(asked).map(|word| quoted(word)).collect();
        let command = format!(
            "tournament {} --policy {} --games {games} --decks {decks} --game {}{} --players {players} \
             --seed {seed}",
            words.join(" "),
            quoted(&arguments.policy),
            G::NAME,
            arguments.rules.flags::<G>(&table.setup),
        );
        let pool = pool(arguments.job.threads)?;
        Ok(Self { table, players, games, decks, pool, out, quiet, command })
    }

    /// What the manifest says if so many games have been played.
    fn manifest(&self, games_played: u64, positions: u64) -> Manifest<'_> {
        Manifest {
            head: Head::new(&self.command, &self.table, self.players, self.games),
            decks: self.decks,
            games_played,
            positions,
            finished: games_played == self.games,
        }
    }

    /// A game: a function of the arguments and its number.
    fn task(&self, game: u64) -> Task<'_, G> {
        let (policy, asked) = self.table.participants.split_last().expect("there is a policy");
        Task {
            policy: Policy(policy),
            asked,
            setup: &self.table.setup,
            decks: self.decks,
            game,
            seed: self.table.seed.child(game),
        }
    }
}

/// The agents that are asked, then the policy. All of them meet games in the middle.
fn participants<G: PlayableGame>(
    asked: &[&str],
    policy: &str,
) -> Result<Vec<Participant<G>>, Failure> {
    let registry = Registry::<G>::built_in();
    let mut participants = Vec::new();
    if !asked.is_empty() {
        participants = registry.participants(&asked.join(","))?;
    }
    if participants.len() != asked.len() {
        return Err(Failure::Asked);
    }
    participants.extend(registry.participants(policy)?);
    if participants.len() != asked.len() + 1 {
        return Err(Failure::Policy);
    }
    let listens = |participant: &Participant<G>| participant.make().observes();
    match participants.iter().position(listens) {
        Some(number) if number == asked.len() => Err(Failure::ListeningPolicy),
        Some(_) => Err(Failure::ListeningAgent),
        None => Ok(participants),
    }
}

/// The files of a study and the sums that will fill the last of them.
struct StudyWriter<S: Study> {
    folder: Folder,
    rows: Journal,
    sums: S::Sums,
    /// Games in the files, and those of them that have a row.
    games: u64,
    positions: u64,
}

impl<S: Study> StudyWriter<S> {
    /// Begins the files, or goes on with them; nothing if they are finished.
    fn open(plan: &StudyJob<S::Game>, resume: bool) -> Result<Option<Self>, Failure> {
        let Some(folder) = manifest::folder(&plan.out, &plan.manifest(0, 0), resume)? else {
            return Ok(None);
        };
        let header = CsvTable::of::<S::Row>(S::FILE).header;
        let (rows, written) = Journal::open(&folder.path().join(S::FILE), &header, 1)?;
        let mut books = Self { folder, rows, sums: S::Sums::default(), games: 0, positions: 0 };
        for (number, cells) in written.into_iter().enumerate() {
            let differs = || books.rows.differs(number);
            // The first column is the number of the game.
            let game =
                cells[0].parse().ok().filter(|game| (books.games..plan.games).contains(game));
            let game: u64 = game.ok_or_else(differs)?;
            let row = StringRecord::from(cells).deserialize(None).map_err(|_| differs())?;
            books.games = game + 1;
            books.positions += 1;
            S::add(&mut books.sums, &row);
        }
        Ok(Some(books))
    }

    fn add(&mut self, told: Option<&(CsvRows, S::Row)>) -> Result<(), Failure> {
        self.games += 1;
        let Some((page, row)) = told else { return Ok(()) };
        self.positions += 1;
        S::add(&mut self.sums, row);
        self.rows.append(page)
    }

    /// Writes the sums, then the manifest.
    fn close(self, plan: &StudyJob<S::Game>) -> Result<Vec<S::Total>, Failure> {
        let Self { folder, mut rows, sums, games, positions } = self;
        rows.secure()?;
        let totals = S::totals(&sums, &plan.table.labels(), plan.players);
        folder.write_table(&CsvTable::of::<S::Total>(S::SUMMARY), &page(&totals))?;
        folder.write_json(manifest::NAME, &plan.manifest(games, positions))?;
        Ok(totals)
    }
}
