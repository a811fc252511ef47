//! `tournament match`: plays two agents against each other until a
//! [sequential test](statistics::SequentialTest) decides which hypothesis to accept.
//!
//! The test takes the blocks in order. Therefore a match ends at the same block with any number of threads, and the
//! games of later blocks are dropped.

mod simulation;
pub mod table;
mod tally;

pub use tally::{Contribution, MatchRow, MatchTally, report};

use crate::job::options::JobOptions;
use crate::job::rules::RuleChoice;
use crate::job::{Ending, FinishedJob, Job, Request, pool};
use crate::play::Forfeits;
use crate::report::degenerate;
use crate::terminal;
use anygame::play::Streams;
use anygame::{AnyGame, AnyParticipant, AnySetup, TableTerms};
use engine::csv_table::{CsvTable, one_row, page};
use engine::{Seed, joined};
use serde::{Deserialize, Serialize};
use statistics::{Hypotheses, Verdict};
use std::ops::{ControlFlow, Range};
use std::process::ExitCode;
use store::journal::{Journal, Layout};
use store::manifest::Manifest;
use store::parts::Parts;
use store::reader::JournalReader;
use store::schedule::ScheduledGame;
use store::schedule::shard::Shard;
use store::shell::{flag, quoted};
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
    accepted: Option<&'static str>,
    finished: bool,
}

/// The configuration of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The specs of the agent under test and of the agent to compare it with.
    pub agents: [String; 2],
    /// The participants that these specs stand for, if they do not come from the game's registry.
    pub participants: Option<Vec<AnyParticipant>>,
    /// The maximum number of games.
    pub games: u64,
    /// The number of seats; `None` for the game's minimum.
    pub players: Option<usize>,
    /// The rules.
    pub rules: RuleChoice,
    /// The hypotheses that the test chooses between.
    pub hypotheses: Hypotheses,
    /// The owner of each random-number stream: a seat or an agent.
    pub streams: Streams,
    /// The options shared by all jobs, such as seed, threads and folder.
    pub job: JobOptions,
}

impl MatchConfig {
    fn setup(&self, game: &dyn AnyGame) -> Result<AnySetup, Failure> {
        self.rules.setup(game, self.players.unwrap_or(*game.facts().players.start()))
    }
}

/// Plays a match and writes its files. Progress and warnings are printed to standard error.
///
/// # Errors
/// Fails if the configuration cannot be carried out, or if a file cannot be written.
pub fn run(config: &MatchConfig, game: &dyn AnyGame) -> Result<FinishedJob, Failure> {
    let mut job = prepare(config, config.hypotheses.check()?, game)?;
    let folder = job.out().to_owned();
    let Some(opened) = job.open(&layout())? else {
        return Ok(FinishedJob { folder, ending: Ending::Complete, report: None });
    };
    let players = job.manifest.players;
    if let Some(sentence) =
        degenerate::identical_agents_warning(job.table.participants(), players, config.streams)
    {
        terminal::tell(&sentence);
    }
    let mut writer = MatchWriter::new(opened.journal, job.manifest.clone())?;
    if let Some(mut resume) = opened.resume {
        writer.read(writer.part.start..resume.next, &mut resume.reader, false)?;
        resume.reader.end()?;
        writer.journal.restored(resume.next)?;
    }
    let size = writer.tally.block_size();
    let all = (writer.part.end - writer.part.start) * size;
    let next = writer.next_block();
    let end = if writer.is_decided() { next } else { writer.part.end };
    let games = table::games(job.manifest.players, next * size..end * size);
    let work = |scheduled: ScheduledGame| {
        let played = job.table.play(&scheduled.seating());
        let game = scheduled.game;
        match played.hindrance() {
            Some(fault) => Err(Failure::Hindrance { game, fault: fault.clone() }),
            None => {
                Ok((Contribution::of(&scheduled, &played.outcome), game, joined(&played.forfeits)))
            }
        }
    };
    let progress = job.progress(writer.tally.games(), all);
    let mut forfeits = Forfeits::default();
    let ending = job.work(progress, games, work, |played, progress| {
        let (contribution, game, forfeited) = played?;
        forfeits.add(game, &forfeited);
        let row = writer.tally.add(contribution);
        row.map_or(Ok(()), |row| writer.write(row))?;
        let tally = &writer.tally;
        progress.show(tally.games(), || {
            format!("advantage {}  llr {}", tally.advantage(), tally.ratio_and_bounds())
        });
        Ok(if writer.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    if let Some(sentence) = forfeits.sentence() {
        terminal::tell(&sentence);
    }
    job.tell_if_interrupted(ending, writer.tally.games(), all);
    let (ending, report) = writer.close(ending)?;
    Ok(FinishedJob { folder, ending, report: Some(report) })
}

/// Merges the parts of a match. The sequential test takes all blocks in order and drops the blocks after its
/// decision.
///
/// # Errors
/// Fails, leaving no merged match, if a file cannot be read or written.
pub fn merge(parts: &Parts) -> Result<ExitCode, Failure> {
    let manifest = parts.whole();
    let size = block_size(manifest.players);
    let mut dropped = 0;
    let (ending, report) = parts.merge(
        &layout(),
        &manifest,
        |journal| MatchWriter::new(journal, manifest.clone()),
        |writer, part, reader| {
            let blocks = part.manifest.shard.share_of(manifest.games / size);
            dropped += writer.read(blocks, reader, true)?;
            Ok(())
        },
        |writer| writer.close(Ending::Complete),
    )?;
    if parts.tells() {
        terminal::print(&report)?;
    }
    if dropped > 0 {
        terminal::tell(&format!(
            "the test was decided before the last block: blocks dropped: {dropped}"
        ));
    }
    Ok(ending.code())
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
    let players = config.setup(game)?.players();
    let blocks = blocks(config.games, block_size(players))?;
    if matches == 0 {
        return Err(Failure::Usage("--simulate must be at least 1".to_owned()));
    }
    let seed = Seed::new(config.job.seed);
    let simulate = || simulation::simulate(hypotheses, players, matches, blocks, seed);
    terminal::print(&pool(config.job.threads)?.install(simulate))?;
    Ok(ExitCode::SUCCESS)
}

fn block_size(players: usize) -> u64 {
    table::assignments(players).len() as u64
}

/// Returns the number of complete blocks in this number of games.
fn blocks(games: u64, block_size: u64) -> Result<u64, Failure> {
    let refusal = || format!("--games must be at least {block_size}, the games of a block");
    let blocks = games / block_size;
    if blocks == 0 { Err(Failure::Usage(refusal())) } else { Ok(blocks) }
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
        let sentence = "expected two agents, each without a comma";
        return Err(Failure::Usage(sentence.to_owned()));
    }
    let setup = config.setup(game)?;
    let players = setup.players();
    let block_size = block_size(players);
    let games = blocks(config.games, block_size)? * block_size;
    let [first, second] = specs.map(quoted);
    let Hypotheses { null, effect, alpha, beta } = hypotheses;
    let streams = config.streams;
    let request = Request {
        game,
        kind: JobKind::Match,
        begin: format!(" {first} {second}"),
        end: format!(
            " --games {games} --null {null} --effect {effect} --alpha {alpha} --beta {beta}{}",
            flag("streams", &config.streams)
        ),
        name: format!("match-{}", game.facts().name),
        participants,
        rules: config.rules.flags(&setup, game.facts().rules),
        setup,
        players: vec![players],
        games,
        terms: TableTerms { streams, ..TableTerms::new(Seed::new(0)) },
    };
    Job::new(&config.job, request, &MatchDetails { block_size, streams, hypotheses })
}

/// Returns the layout of a match's files.
fn layout() -> Layout {
    Layout::of(vec![CsvTable::of::<MatchRow>("match.csv")], Vec::new())
}

/// Writer for the file of a match, which also accumulates its results.
struct MatchWriter {
    journal: Journal,
    manifest: Manifest,
    tally: MatchTally,
    /// The range of blocks in this part of the match.
    part: Range<u64>,
}

impl MatchWriter {
    fn new(journal: Journal, manifest: Manifest) -> Result<Self, Failure> {
        let MatchDetails { hypotheses, .. } = manifest.details()?;
        let tally = MatchTally::new(hypotheses.check()?, manifest.players);
        let part = manifest.shard.share_of(manifest.games / tally.block_size());
        Ok(Self { journal, manifest, tally, part })
    }

    /// Returns the first block that is not in the file.
    const fn next_block(&self) -> u64 {
        self.part.start + self.tally.test().blocks()
    }

    /// Whether the test needs no more blocks. A part is always played to its end, because the test also needs the
    /// blocks of earlier parts.
    fn is_decided(&self) -> bool {
        self.manifest.shard == Shard::WHOLE && self.tally.test().verdict().is_some()
    }

    fn write(&mut self, mut row: MatchRow) -> Result<(), Failure> {
        row.block += self.part.start;
        self.journal.append(0, &page(&[row]))?;
        self.journal.commit(self.next_block())
    }

    /// Adds blocks from files until the test is decided. Returns the number of blocks that were left over.
    fn read(
        &mut self,
        blocks: Range<u64>,
        reader: &mut JournalReader,
        writes: bool,
    ) -> Result<u64, Failure> {
        let mut dropped = 0;
        for block in blocks {
            let unit = block.to_string();
            let page = reader.page(0, &unit)?;
            // The blocks of a whole match end with the decision.
            if page.is_empty() && self.is_decided() {
                break;
            }
            let row = one_row::<MatchRow>(&page);
            let row = row.ok_or_else(|| reader.damaged(0, &format!("block {unit}")))?;
            if self.is_decided() {
                dropped += 1;
                continue;
            }
            let row = self.tally.restore(row.share);
            if writes {
                self.write(row)?;
            }
        }
        Ok(dropped)
    }

    /// Writes the manifest. Returns the ending, which depends on the decision of a whole match, and the result as readable text.
    fn close(self, ending: Ending) -> Result<(Ending, String), Failure> {
        let Self { journal, manifest, tally, .. } = self;
        let test = tally.test();
        let is_whole = manifest.shard == Shard::WHOLE;
        let verdict = test.verdict().filter(|_| is_whole);
        let finished = ending == Ending::Complete;
        let elo = tally.normalised_elo();
        let progress = MatchProgress {
            games_played: tally.games(),
            blocks: test.blocks(),
            advantage: test.mean(),
            normalised_elo: elo.map(|elo| elo.points),
            normalised_elo_low: elo.map(|elo| elo.interval.0),
            normalised_elo_high: elo.map(|elo| elo.interval.1),
            llr: test.log_likelihood_ratio(),
            accepted: verdict.map(|verdict| match verdict {
                Verdict::Null => "null",
                Verdict::Effect => "effect",
            }),
            finished,
        };
        journal.close([], &manifest, &progress, finished)?;
        if !is_whole {
            let (shard, blocks) = (manifest.shard, test.blocks());
            let result = format!(
                "shard {shard}: {blocks} blocks played; `tournament merge` puts the test together\n"
            );
            return Ok((ending, result));
        }
        let is_undecided = finished && verdict.is_none();
        let ending = if is_undecided { Ending::Undecided } else { ending };
        let [first, second] = [0, 1].map(|number| manifest.labels[number].as_str());
        Ok((ending, report(&[(first, second, &tally)])))
    }
}
