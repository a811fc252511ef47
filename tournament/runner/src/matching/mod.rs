//! `tournament match`: plays two agents against each other until a
//! [sequential test](statistics::SequentialTest) decides which hypothesis to accept.
//!
//! The test takes the blocks in order. Therefore a match ends at the same block with any number of threads, and the
//! games of later blocks are dropped.

mod simulation;
pub mod table;
mod tally;

pub use tally::{MatchRow, MatchTally, report};

use crate::job::options::JobOptions;
use crate::job::rules::TableChoice;
use crate::job::{ClosedJob, Ending, FinishedJob, Job, Request, StoredRows, Units, pool};
use crate::play::Forfeits;
use crate::report::degenerate;
use crate::terminal;
use anygame::play::Streams;
use anygame::{AnyGame, AnyParticipant, AnyTable, GameResult, TableTerms};
use engine::csv_table::{CsvTable, one_row, page};
use engine::{Seed, joined};
use serde::{Deserialize, Serialize};
use statistics::{Hypotheses, Verdict};
use std::ops::{ControlFlow, Range};
use std::process::ExitCode;
use store::command::JobCommand;
use store::journal::{Journal, Layout};
use store::manifest::Manifest;
use store::schedule::ScheduledGame;
use store::schedule::shard::Shard;
use store::{Failure, JobKind};

/// The manifest entries that only matches have.
#[derive(Serialize, Deserialize)]
struct MatchDetails {
    block_size: u64,
    #[serde(default, skip_serializing_if = "Streams::are_of_seats")]
    streams: Streams,
    #[serde(flatten)]
    hypotheses: Hypotheses,
}

/// The manifest entries that record the progress of a match.
#[derive(Serialize)]
struct MatchProgress {
    games_played: u64,
    blocks: u64,
    advantage: Option<f64>,
    /// The advantage in normalised Elo, with its 95% CI.
    normalised_elo: Option<f64>,
    normalised_elo_low: Option<f64>,
    normalised_elo_high: Option<f64>,
    llr: f64,
    /// The accepted hypothesis: `null` or `effect`. A part of a match accepts none.
    accepted: Option<Verdict>,
}

/// The configuration of a match. Serialised, it is the flags that only matches have.
#[derive(Clone, Debug, Serialize)]
pub struct MatchConfig {
    /// The specs of the agent under test and of the agent to compare it with.
    #[serde(skip)]
    pub agents: [String; 2],
    /// The participants that these specs stand for, if they do not come from the game's registry.
    #[serde(skip)]
    pub participants: Option<Vec<AnyParticipant>>,
    /// The maximum number of games.
    pub games: u64,
    /// The rules of the game and the number of seats.
    #[serde(skip)]
    pub table: TableChoice,
    /// The hypotheses that the test chooses between.
    #[serde(flatten)]
    pub hypotheses: Hypotheses,
    /// The owner of each random-number stream: a seat or an agent.
    #[serde(skip_serializing_if = "Streams::are_of_seats")]
    pub streams: Streams,
    /// The options shared by all jobs, such as seed, threads and folder.
    #[serde(skip)]
    pub job: JobOptions,
}

/// Plays a match and writes its files. Progress and warnings are printed to standard error.
///
/// # Errors
/// Fails if the configuration cannot be carried out, or if a file cannot be written.
pub fn run(config: &MatchConfig, game: &dyn AnyGame) -> Result<FinishedJob, Failure> {
    let job = prepare(config, config.hypotheses.check()?, game)?;
    job.conduct(MatchUnits::new(job.manifest.clone())?, |units, journal| {
        let table = &*job.table;
        if let Some(sentence) = degenerate::identical_agents_warning(table) {
            terminal::tell(&sentence);
        }
        let games = table::games(job.manifest.players, units.games_to_play());
        let play = |scheduled: ScheduledGame| (table.play(&scheduled.seating()), scheduled);
        job.add_all(units, journal, games, play, MatchUnits::add)
    })
}

/// Simulates many matches with known advantages, and prints the error rates of the test.
///
/// # Errors
/// Fails if the configuration cannot be carried out, or if the number of matches is 0.
pub fn simulate(
    config: &MatchConfig,
    game: &dyn AnyGame,
    matches: u64,
) -> Result<ExitCode, Failure> {
    let hypotheses = config.hypotheses.check()?;
    let players = config.table.setup(game)?.players();
    let blocks = blocks(config.games, block_size(players))?;
    if matches == 0 {
        return Err(Failure::usage("--simulate must be at least 1"));
    }
    let seed = Seed::new(config.job.seed);
    let simulate = || simulation::simulate(hypotheses, players, matches, blocks, seed);
    terminal::print(&pool(config.job.threads)?.install(simulate))?;
    Ok(ExitCode::SUCCESS)
}

/// Plays a match inside another job, until the test is decided or no more blocks fit into the maximum number of games.
/// `add` gets the row of every block, and `label` begins the progress line.
///
/// # Errors
/// Returns the first failure of `add`.
pub fn play(
    job: &Job,
    table: &dyn AnyTable,
    tally: &mut MatchTally,
    most_games: u64,
    label: &str,
    mut add: impl FnMut(MatchRow) -> Result<(), Failure> + Send,
) -> Result<Ending, Failure> {
    if tally.is_over(most_games) {
        return Ok(Ending::Complete);
    }
    let (first, size) = (tally.games(), tally.block_size());
    let last = most_games / size * size;
    let games = table::games(table.setup().players(), first..last);
    let play = |scheduled: ScheduledGame| (table.play(&scheduled.seating()).outcome, scheduled);
    job.work(job.progress(first, last), games, play, |(outcome, scheduled), progress| {
        tally.add(&scheduled, &outcome).map_or(Ok(()), &mut add)?;
        progress.show(tally.games(), || format!("{label}: advantage {}", tally.advantage()));
        let is_over = tally.is_over(most_games);
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
}

fn block_size(players: usize) -> u64 {
    table::assignments(players).len() as u64
}

/// Returns the number of complete blocks in this number of games.
fn blocks(games: u64, block_size: u64) -> Result<u64, Failure> {
    let refusal = || format!("--games must be at least {block_size}, the games of a block");
    let blocks = games / block_size;
    if blocks == 0 { Err(Failure::usage(refusal())) } else { Ok(blocks) }
}

/// Checks the configuration without writing anything.
fn prepare(
    config: &MatchConfig,
    hypotheses: Hypotheses,
    game: &dyn AnyGame,
) -> Result<Job, Failure> {
    let specs = [config.agents[0].as_str(), config.agents[1].as_str()];
    let given = config.participants.clone().map(Ok);
    let participants = given.unwrap_or_else(|| game.participants(&specs.join(",")))?;
    if participants.len() != specs.len() {
        return Err(Failure::usage("expected two agents, each without a comma"));
    }
    let setup = config.table.setup(game)?;
    let block_size = block_size(setup.players());
    let games = blocks(config.games, block_size)? * block_size;
    let streams = config.streams;
    let command = JobCommand::new(["match", specs[0], specs[1]]).fields(config);
    let request = Request {
        game,
        kind: JobKind::Match,
        command: command.with("games", games),
        name: format!("match-{}", game.facts().name),
        participants,
        rules: &config.table.rules,
        tables: vec![setup],
        games,
        terms: TableTerms { streams, ..TableTerms::new(Seed::new(0)) },
    };
    Job::new(&config.job, request, &MatchDetails { block_size, streams, hypotheses })
}

/// The blocks of a match, which a sequential test takes in order.
pub struct MatchUnits {
    manifest: Manifest,
    tally: MatchTally,
    forfeits: Forfeits,
    /// The range of blocks in this part of the match.
    part: Range<u64>,
    /// The number of blocks after the decision of the test, which a merge drops.
    dropped: u64,
}

impl MatchUnits {
    /// Creates the match of a manifest, without blocks.
    ///
    /// # Errors
    /// Fails if the manifest does not belong to a match.
    pub fn new(manifest: Manifest) -> Result<Self, Failure> {
        let MatchDetails { hypotheses, .. } = manifest.details()?;
        let tally = MatchTally::new(hypotheses.check()?, manifest.players);
        let part = manifest.shard.share_of(manifest.games / tally.block_size());
        Ok(Self { manifest, tally, forfeits: Forfeits::default(), part, dropped: 0 })
    }

    /// Returns the first block that has not been added.
    const fn next_block(&self) -> u64 {
        self.part.start + self.tally.test().blocks()
    }

    /// Returns the numbers of the games that may still have to be played.
    fn games_to_play(&self) -> Range<u64> {
        let size = self.tally.block_size();
        let next = self.next_block();
        let end = if self.is_decided() { next } else { self.part.end };
        next * size..end * size
    }

    /// Whether the test needs no more blocks. A part is always played to its end, because the test also needs the
    /// blocks of earlier parts.
    fn is_decided(&self) -> bool {
        self.manifest.shard == Shard::WHOLE && self.tally.test().verdict().is_some()
    }

    /// Adds the next game.
    fn add(
        &mut self,
        (played, scheduled): (GameResult, ScheduledGame),
        journal: &mut Journal,
    ) -> Result<ControlFlow<()>, Failure> {
        let game = scheduled.game;
        if let Some(fault) = played.hindrance() {
            return Err(Failure::Hindrance { game, fault: fault.clone() });
        }
        self.forfeits.add(game, &joined(&played.forfeits));
        if let Some(row) = self.tally.add(&scheduled, &played.outcome) {
            self.append(row, journal)?;
        }
        let is_decided = self.is_decided();
        Ok(if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn append(&self, mut row: MatchRow, journal: &mut Journal) -> Result<(), Failure> {
        row.block += self.part.start;
        journal.append(0, &page(&[row]))?;
        journal.commit(self.next_block())
    }

    /// Returns the entries of the manifest that record the progress.
    fn match_progress(&self, accepted: Option<Verdict>) -> MatchProgress {
        let test = self.tally.test();
        let elo = self.tally.normalised_elo();
        MatchProgress {
            games_played: self.tally.games(),
            blocks: test.blocks(),
            advantage: test.mean(),
            normalised_elo: elo.map(|elo| elo.points),
            normalised_elo_low: elo.map(|elo| elo.interval.0),
            normalised_elo_high: elo.map(|elo| elo.interval.1),
            llr: test.log_likelihood_ratio(),
            accepted,
        }
    }
}

impl Units for MatchUnits {
    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn layout(&self) -> Layout {
        Layout::of(vec![CsvTable::of::<MatchRow>("match.csv")], Vec::new())
    }

    fn part(&self, shard: Shard) -> Range<u64> {
        shard.share_of(self.manifest.games / self.tally.block_size())
    }

    fn read(&mut self, blocks: Range<u64>, rows: &mut StoredRows<'_>) -> Result<(), Failure> {
        for block in blocks {
            let unit = block.to_string();
            let page = rows.reader.page(0, &unit)?;
            // The blocks of a whole match end with the decision.
            if page.is_empty() && self.is_decided() {
                break;
            }
            let row = one_row::<MatchRow>(&page);
            let row = row.ok_or_else(|| rows.reader.damaged(0, &format!("block {unit}")))?;
            if self.is_decided() {
                self.dropped += 1;
                continue;
            }
            let row = self.tally.restore(row.share);
            self.append(row, rows.journal)?;
        }
        Ok(())
    }

    fn progress(&self) -> (u64, u64) {
        (self.tally.games(), (self.part.end - self.part.start) * self.tally.block_size())
    }

    fn outcome(&self) -> String {
        let tally = &self.tally;
        format!("advantage {}  llr {}", tally.advantage(), tally.ratio_and_bounds())
    }

    fn close(self, journal: Journal, ending: Ending) -> Result<ClosedJob, Failure> {
        let (shard, test) = (self.manifest.shard, self.tally.test());
        let finished = ending == Ending::Complete;
        let verdict = test.verdict().filter(|_| shard == Shard::WHOLE);
        journal.close([], &self.manifest, &self.match_progress(verdict), finished)?;
        let report = if shard == Shard::WHOLE {
            let [first, second] = [0, 1].map(|number| self.manifest.labels[number].as_str());
            report(&[(first, second, &self.tally)])
        } else {
            let blocks = test.blocks();
            format!(
                "shard {shard}: {blocks} blocks played; `tournament merge` puts the test together\n"
            )
        };
        let is_undecided = finished && shard == Shard::WHOLE && verdict.is_none();
        let blocks = self.dropped;
        let dropped = (blocks > 0).then(|| {
            format!("the test was decided before the last block: blocks dropped: {blocks}")
        });
        Ok(ClosedJob {
            ending: if is_undecided { Ending::Undecided } else { ending },
            report: Some(report),
            notes: self.forfeits.sentence().into_iter().chain(dropped).collect(),
        })
    }
}
