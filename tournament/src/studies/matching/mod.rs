//! `tournament match`: is one agent better than another? Plays until the answer is sure enough.
//!
//! Blocks are put to a [sequential test](crate::statistics::SequentialTest) in order, so the match ends at the same block
//! whatever the threads; games that were begun beyond it are dropped.

mod simulation;
pub mod table;
mod tally;

pub use tally::{Contribution, Row, Tally, report};

use crate::cli::matching::MatchArguments;
use crate::cli::plan::{folder, pool, quoted};
use crate::failure::Failure;
use crate::job::in_order::in_order;
use crate::job::progress::Progress;
use crate::play::{Forfeits, MatchSetup};
use crate::render::terminal::{self, INTERRUPTED};
use crate::schedule::ScheduledGame;
use crate::statistics::{Hypotheses, Verdict};
use crate::store::csv_table::{CsvTable, page};
use crate::store::folder::{Folder, Output};
use crate::store::manifest::{self, Head};
use agents::Registry;
use engine::PlayableGame;
use engine::Seed;
use engine::joined;
use rayon::ThreadPool;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// The exit code of a match without an answer.
const UNDECIDED: u8 = 1;

/// What `manifest.json` says of a match.
#[derive(Serialize)]
struct Manifest<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    block_size: u64,
    null: f64,
    effect: f64,
    alpha: f64,
    beta: f64,
    games_played: u64,
    blocks: u64,
    advantage: Option<f64>,
    llr: f64,
    /// Which advantage was accepted: `null` or `effect`.
    accepted: Option<&'static str>,
    finished: bool,
}

/// A match that can be begun.
struct MatchJob<G: PlayableGame> {
    table: MatchSetup<G>,
    players: usize,
    hypotheses: Hypotheses,
    /// Games at most, and those of a block.
    games: u64,
    block_size: u64,
    pool: ThreadPool,
    out: PathBuf,
    quiet: bool,
    /// The command that gives the same files.
    command: String,
}

/// Why a match ends.
enum Stop {
    Accepted,
    Interrupted,
    Failed(Failure),
}

/// Plays a match, or simulates many.
///
/// # Errors
/// If it cannot be played as asked, or a file cannot be written.
pub fn play<G: PlayableGame>(arguments: &MatchArguments) -> Result<ExitCode, Failure> {
    let hypotheses = arguments.hypotheses().check()?;
    if let Some(matches) = arguments.simulate {
        return simulate::<G>(arguments, hypotheses, matches);
    }
    let plan = MatchJob::<G>::new(arguments, hypotheses)?;
    let interrupted = terminal::interrupt_flag()?;
    let folder = Folder::create(&plan.out)?;
    let mut score = Score::new(&plan, &folder)?;
    score.write_manifest(&plan, &folder, false)?;
    let work = |scheduled: ScheduledGame| {
        let goes_on = !interrupted.load(Ordering::Relaxed);
        goes_on.then(|| plan.play(scheduled))
    };
    let mut progress = Progress::new(plan.games, plan.quiet);
    let most_games = usize::try_from(plan.games).unwrap_or(usize::MAX);
    let games_from = table::games_from(plan.players).take(most_games);
    let outcome = in_order(&plan.pool, games_from, work, |game| {
        score.add(&game.ok_or(Stop::Interrupted)?).map_err(Stop::Failed)?;
        let tally = &score.tally;
        progress.show(tally.games(), || {
            format!("advantage {}  llr {}", tally.advantage(), tally.ratio_and_bounds())
        });
        if tally.test().verdict().is_some() { Err(Stop::Accepted) } else { Ok(()) }
    });
    if let Err(Stop::Failed(failure)) = outcome {
        return Err(failure);
    }
    progress.finish(score.tally.games());
    let is_interrupted = matches!(outcome, Err(Stop::Interrupted));
    score.write_manifest(&plan, &folder, !is_interrupted)?;
    let labels = plan.table.labels();
    let report = report(&[(&labels[0], &labels[1], &score.tally)]);
    let verdict = score.tally.test().verdict();
    score.output.finish()?;
    if let Some(sentence) = score.forfeits.sentence() {
        terminal::tell(&sentence);
    }
    terminal::print(&report)?;
    Ok(match verdict {
        Some(_) => ExitCode::SUCCESS,
        None if is_interrupted => ExitCode::from(INTERRUPTED),
        None => ExitCode::from(UNDECIDED),
    })
}

fn simulate<G: PlayableGame>(
    arguments: &MatchArguments,
    hypotheses: Hypotheses,
    matches: u64,
) -> Result<ExitCode, Failure> {
    let (players, _) = lay::<G>(arguments)?;
    let blocks = blocks(arguments.games, block_size(players))?;
    if matches == 0 {
        return Err(Failure::Simulate);
    }
    let seed = Seed::new(arguments.job.seed);
    let simulate = || simulation::simulate(hypotheses, players, matches, blocks, seed);
    terminal::print(&pool(arguments.job.threads)?.install(simulate))?;
    Ok(ExitCode::SUCCESS)
}

/// The seats asked for, and the table laid for so many.
fn lay<G: PlayableGame>(arguments: &MatchArguments) -> Result<(usize, G::Setup), Failure> {
    let players = arguments.players.unwrap_or(*G::PLAYERS.start());
    Ok((players, arguments.rules.lay::<G>(players)?))
}

fn block_size(players: usize) -> u64 {
    table::assignments(players).len() as u64
}

/// The whole blocks in so many games.
fn blocks(games: u64, block_size: u64) -> Result<u64, Failure> {
    let blocks = games / block_size;
    if blocks == 0 { Err(Failure::MatchGames(block_size)) } else { Ok(blocks) }
}

impl<G: PlayableGame> MatchJob<G> {
    fn new(arguments: &MatchArguments, hypotheses: Hypotheses) -> Result<Self, Failure> {
        let specs = [&arguments.first, &arguments.second].map(|spec| spec.as_deref().unwrap_or(""));
        let participants = Registry::built_in().participants(&specs.join(","))?;
        if participants.len() != specs.len() {
            return Err(Failure::MatchAgents);
        }
        let (players, setup) = lay::<G>(arguments)?;
        let block_size = block_size(players);
        let games = blocks(arguments.games, block_size)? * block_size;
        let seed = Seed::new(arguments.job.seed);
        let table = MatchSetup::new(setup, participants, seed);
        let name = || folder(&format!("match-{}", G::NAME), &table.labels(), players, seed);
        let out = arguments.job.out.clone().unwrap_or_else(name);
        let (pool, quiet) = (pool(arguments.job.threads)?, arguments.job.quiet);
        let command = command::<G>(specs, &table.setup, players, games, arguments);
        Ok(Self { table, players, hypotheses, games, block_size, pool, out, quiet, command })
    }

    fn play(&self, scheduled: ScheduledGame) -> Part {
        let played = self.table.play(scheduled, &mut ());
        Part {
            contribution: Contribution::of(&played),
            game: played.scheduled.game,
            forfeits: joined(&played.forfeits),
        }
    }
}

/// What comes of a game.
struct Part {
    contribution: Contribution,
    game: u64,
    /// As `games.csv` of a run would have them.
    forfeits: String,
}

/// The command that gives the same files, defaults spelled out.
fn command<G: PlayableGame>(
    specs: [&str; 2],
    setup: &G::Setup,
    players: usize,
    games: u64,
    arguments: &MatchArguments,
) -> String {
    let [first, second] = specs.map(quoted);
    let MatchArguments { null, effect, alpha, beta, .. } = arguments;
    let seed = arguments.job.seed;
    format!(
        "tournament match {first} {second} --game {}{} --players {players} --seed {seed} --games {games} \
         --null {null} --effect {effect} --alpha {alpha} --beta {beta}",
        G::NAME,
        arguments.rules.flags::<G>(setup),
    )
}

/// The match so far, and its file.
struct Score {
    tally: Tally,
    output: Output,
    forfeits: Forfeits,
}

impl Score {
    fn new<G: PlayableGame>(plan: &MatchJob<G>, folder: &Folder) -> Result<Self, Failure> {
        let output = folder.begin(&CsvTable::of::<Row>("match.csv"))?;
        let tally = Tally::new(plan.hypotheses, plan.players);
        Ok(Self { tally, output, forfeits: Forfeits::default() })
    }

    fn add(&mut self, part: &Part) -> Result<(), Failure> {
        self.forfeits.add(part.game, &part.forfeits);
        let row = self.tally.add(part.contribution);
        row.map_or(Ok(()), |row| self.output.append(&page(&[row])))
    }

    fn write_manifest<G: PlayableGame>(
        &self,
        plan: &MatchJob<G>,
        folder: &Folder,
        finished: bool,
    ) -> Result<(), Failure> {
        let Hypotheses { null, effect, alpha, beta } = plan.hypotheses;
        let test = self.tally.test();
        folder.write_json(
            manifest::NAME,
            &Manifest {
                head: Head::new(&plan.command, &plan.table, plan.players, plan.games),
                block_size: plan.block_size,
                null,
                effect,
                alpha,
                beta,
                games_played: self.tally.games(),
                blocks: test.blocks(),
                advantage: test.mean(),
                llr: test.log_likelihood_ratio(),
                accepted: test.verdict().map(|verdict| match verdict {
                    Verdict::Null => "null",
                    Verdict::Effect => "effect",
                }),
                finished,
            },
        )
    }
}
