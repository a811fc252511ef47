//! The study: samples positions, plays them on and writes what comes of it.

use super::effects::{EffectRow, Effects};
use super::policy::Policy;
use super::report::report;
use super::{Branches, PerArm, Position, Question, Row};
use crate::arguments::BranchingArguments;
use crate::console::{self, INTERRUPTED};
use crate::failure::Failure;
use crate::folder::{Folder, Output};
use crate::games::Hosted;
use crate::in_order::in_order;
use crate::manifest::{self, Head};
use crate::plan::{folder, pool, quoted, rule_flags};
use crate::play::Table;
use crate::progress::Progress;
use crate::sheet::{Page, Sheet, page};
use engine::Seed;
use rayon::ThreadPool;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

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
struct Plan<G: Hosted> {
    table: Table<G>,
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

/// Samples positions and plays them on.
///
/// # Errors
/// If that cannot be done as asked, or a file cannot be written.
pub fn study<Q: Question>(arguments: &BranchingArguments) -> Result<ExitCode, Failure> {
    let plan = Plan::new::<Q>(arguments)?;
    let interrupted = console::interrupt_flag()?;
    let mut books = Books::open::<Q>(&plan)?;
    let work = |game| {
        let goes_on = !interrupted.load(Ordering::Relaxed);
        goes_on.then(|| plan.row::<Q>(game).map(|row| (page(std::slice::from_ref(&row)), row)))
    };
    let mut progress = Progress::new(plan.games, plan.quiet);
    let outcome = in_order(&plan.pool, 0..plan.games, work, |told| {
        books.add(told.ok_or(Stop::Interrupted)?.as_ref()).map_err(Stop::Failed)?;
        progress.show(books.games, || books.standing());
        Ok(())
    });
    if let Err(Stop::Failed(failure)) = outcome {
        return Err(failure);
    }
    progress.finish(books.games);
    let (games, wanted, folder) = (books.games, plan.games, plan.out.display());
    let rows = books.close::<Q>(&plan)?;
    if games < wanted {
        console::tell(&format!(
            "interrupted: {folder} holds what comes of {games} of {wanted} games and cannot be continued; \
             the same command with another --out plays all of them"
        ));
    }
    console::print(&report(&rows, Q::ACT))?;
    Ok(if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

impl<G: Hosted> Plan<G> {
    fn new<Q: Question<Game = G>>(arguments: &BranchingArguments) -> Result<Self, Failure> {
        let BranchingArguments { games, decks, seed, quiet, .. } = *arguments;
        if games == 0 {
            return Err(Failure::NoGames);
        }
        if decks == 0 {
            return Err(Failure::NoDecks);
        }
        let entrants = agents::entrants::<G>(&arguments.policy)?;
        if entrants.len() != 1 {
            return Err(Failure::Policy);
        }
        if entrants[0].make().listener().is_some() {
            return Err(Failure::ListeningPolicy);
        }
        let players = arguments.players.unwrap_or(*G::PLAYERS.start());
        let setup = G::setup(players, &arguments.rules).map_err(Failure::Setup)?;
        let table = Table::new(setup, entrants, Seed::new(seed));
        let name =
            || folder(&format!("{}-{}", Q::COMMAND, G::NAME), &table.labels(), players, table.seed);
        let out = arguments.out.clone().unwrap_or_else(name);
        let command = format!(
            "tournament {} --policy {} --games {games} --decks {decks} --game {}{} --players {players} \
             --seed {seed}",
            Q::COMMAND,
            quoted(&arguments.policy),
            G::NAME,
            rule_flags::<G>(&table.setup, &arguments.rules),
        );
        let pool = pool(arguments.threads)?;
        Ok(Self { table, players, games, decks, pool, out, quiet, command })
    }

    /// What comes of a game: a function of the arguments and its number. Nothing if the question never
    /// came up in it.
    fn row<Q: Question<Game = G>>(&self, game: u64) -> Option<Q::Row> {
        let seed = self.table.seed.child(game);
        let policy = Policy(&self.table.entrants[0]);
        let position = Position::sample::<Q>(&policy, &self.table.setup, game, seed)?;
        Some(Q::row(&position, &Branches::of::<Q>(&position, &policy, self.decks, seed)))
    }
}

/// The files of a study and the sums that will fill the last of them.
struct Books {
    folder: Folder,
    output: Output,
    effects: Effects,
    /// Games in the files.
    games: u64,
}

impl Books {
    fn open<Q: Question>(plan: &Plan<Q::Game>) -> Result<Self, Failure> {
        let folder = Folder::create(&plan.out)?;
        let output = folder.begin(&Sheet::of::<Q::Row>(Q::FILE))?;
        write_manifest(&folder, plan, 0, 0)?;
        Ok(Self { folder, output, effects: Effects::default(), games: 0 })
    }

    fn add(&mut self, told: Option<&(Page, impl Row)>) -> Result<(), Failure> {
        self.games += 1;
        let Some((page, row)) = told else { return Ok(()) };
        self.effects.add(row);
        self.output.append(page)
    }

    fn standing(&self) -> String {
        let effect = self.effects.margin().map_or(String::new(), |margin| format!("{margin:+.2}"));
        format!("positions {}  effect {effect}", self.effects.positions())
    }

    /// Writes the sums, then the manifest.
    fn close<Q: Question>(self, plan: &Plan<Q::Game>) -> Result<Vec<EffectRow>, Failure> {
        let Self { folder, output, effects, games } = self;
        output.finish()?;
        let names = PerArm([Q::ACT, "other", "pass"]);
        let rows = effects.rows(plan.table.entrants[0].label(), plan.players, names);
        let sheet = Sheet::of::<EffectRow>(Q::SUMMARY);
        folder.write_table(&sheet, &page(&rows))?;
        write_manifest(&folder, plan, games, effects.positions())?;
        Ok(rows)
    }
}

/// Writes the manifest, over the one that there was before.
fn write_manifest<G: Hosted>(
    folder: &Folder,
    plan: &Plan<G>,
    games_played: u64,
    positions: u64,
) -> Result<(), Failure> {
    let manifest = Manifest {
        head: Head::new(&plan.command, &plan.table, plan.players, plan.games),
        decks: plan.decks,
        games_played,
        positions,
        finished: games_played == plan.games,
    };
    folder.write_json(manifest::NAME, &manifest)
}
