//! Runs a study: samples positions, plays them to the end and writes the results.

use super::alternatives::AlternativeEffects;
use super::arms::ArmEffects;
use super::disagreements::Gains;
use super::summary::{Findings, Summary};
use anygame::{AnyGame, AnyParticipant, AnyStudy, Measure, StudyDesign, TableTerms};
use engine::Seed;
use engine::csv_table::CsvRows;
use engine::study::Case;
use runner::job::options::JobOptions;
use runner::job::rules::RuleChoice;
use runner::job::{Job, Request};
use runner::{Failure, terminal};
use serde::Serialize;
use std::ops::{ControlFlow, Range};
use std::process::ExitCode;
use store::JobKind;
use store::journal::{Journal, Layout};
use store::manifest::Manifest;
use store::parts::Parts;
use store::reader::JournalReader;
use store::shell::quoted;

/// The configuration of a study.
#[derive(Clone, Debug)]
pub struct StudyConfig {
    /// The spec of the agent on all seats.
    pub policy: String,
    /// The specs of the agents that the study asks for moves; the study's design sets their number.
    pub asked: Vec<String>,
    /// The number of games; at most one position of each is sampled.
    pub games: u64,
    /// The number of decks on which each position is played to the end.
    pub decks: u32,
    /// The number of players; `None` for the game's minimum.
    pub players: Option<usize>,
    /// The rules of the game.
    pub rules: RuleChoice,
    /// The options shared by all jobs.
    pub job: JobOptions,
}

/// The manifest entries that only studies have.
#[derive(Serialize)]
struct StudyDetails {
    decks: u32,
}

/// The manifest entries that record the progress of a study.
#[derive(Serialize)]
struct StudyProgress {
    games_played: u64,
    positions: u64,
    finished: bool,
}

/// Samples positions and plays them to the end.
///
/// # Errors
/// Fails if the study cannot be carried out as configured, or if a file cannot be written.
pub fn run(
    game: &dyn AnyGame,
    study: &dyn AnyStudy,
    config: &StudyConfig,
) -> Result<ExitCode, Failure> {
    let mut job = prepare(game, study, config)?;
    let Some(opened) = job.open(&layout(study))? else { return Ok(ExitCode::SUCCESS) };
    let mut writer = StudyWriter::new(study, opened.journal, &job.manifest);
    if let Some(mut resume) = opened.resume {
        let games = writer.games.end..resume.next;
        writer.read(games, &mut resume.reader, false)?;
        resume.reader.end()?;
        writer.journal.restored(resume.next)?;
    }
    let part = job.manifest.shard.share_of(job.manifest.games);
    let all = part.end - part.start;
    let work = |game| {
        let cases = study.sample(&*job.table, game, config.decks);
        let page = cases.iter().flat_map(|case| case.row.iter().copied()).collect();
        (page, cases)
    };
    let progress = job.progress(writer.games_played(), all);
    let games = writer.games.end..part.end;
    let ending = job.work(progress, games, work, |(page, cases), progress| {
        writer.add(&page, &cases, true)?;
        progress.show(writer.games_played(), || writer.findings.outcome());
        Ok(ControlFlow::Continue(()))
    })?;
    let games_played = writer.games_played();
    let report = writer.close(&job.manifest)?;
    let code = job.exit(ending, games_played, all);
    terminal::print(&report)?;
    Ok(code)
}

/// Merges the parts of a study that were run with `--shard`.
///
/// # Errors
/// Fails, leaving no merged study, if a file cannot be read or written.
pub fn merge(study: &dyn AnyStudy, parts: &Parts) -> Result<ExitCode, Failure> {
    let manifest = parts.whole();
    let report = parts.merge(
        &layout(study),
        &manifest,
        |journal| Ok(StudyWriter::new(study, journal, &manifest)),
        |writer, part, reader| {
            let games = part.manifest.shard.share_of(manifest.games);
            writer.read(games, reader, true)
        },
        |writer| writer.close(&manifest),
    )?;
    if parts.tells() {
        terminal::print(&report)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the layout of a study's files.
fn layout(study: &dyn AnyStudy) -> Layout {
    let design = study.design();
    Layout::of(vec![design.table.clone()], design.summaries.clone())
}

/// Checks the configuration. The participants of the job are the agents that are asked, then the policy.
fn prepare(game: &dyn AnyGame, study: &dyn AnyStudy, config: &StudyConfig) -> Result<Job, Failure> {
    let StudyConfig { policy, asked, rules, .. } = config;
    let StudyConfig { games, decks, .. } = *config;
    if games == 0 {
        return Err(Failure::NoGames);
    }
    if decks == 0 {
        return Err(Failure::Usage("--decks must be at least 1".to_owned()));
    }
    let (design, facts) = (study.design(), game.facts());
    let participants = participants(asked, policy, game)?;
    let players = config.players.unwrap_or(*facts.players.start());
    let setup = rules.setup(game, players)?;
    let words: Vec<_> = asked.iter().map(|word| format!(" {}", quoted(word))).collect();
    let words = words.concat();
    let (name, flags, policy) = (design.name, design.flags, quoted(policy));
    let request = Request {
        game,
        kind: JobKind::Study(name.to_owned()),
        begin: format!("{words}{flags} --policy {policy} --games {games} --decks {decks}"),
        end: String::new(),
        name: format!("{name}{}-{}", flags.replace(" --", "-"), facts.name),
        participants,
        rules: rules.flags(&setup, facts.rules),
        setup,
        players: vec![players],
        games,
        terms: TableTerms::new(Seed::new(0)),
    };
    Job::new(&config.job, request, &StudyDetails { decks })
}

/// Returns the agents that are asked, then the policy. All of them must be able to join a game midway.
fn participants(
    asked: &[String],
    policy: &str,
    game: &dyn AnyGame,
) -> Result<Vec<AnyParticipant>, Failure> {
    let mut participants = Vec::new();
    if !asked.is_empty() {
        participants = game.participants(&asked.join(","))?;
    }
    if participants.len() != asked.len() {
        return Err(Failure::NeedsTwoAgents);
    }
    participants.extend(game.participants(policy)?);
    if participants.len() != asked.len() + 1 {
        return Err(Failure::Usage("--policy: expected one agent, without a comma".to_owned()));
    }
    let listens = |participant: &AnyParticipant| participant.observes();
    match participants.iter().position(listens) {
        Some(number) => {
            let who = if number == asked.len() {
                "--policy cannot be an external bot"
            } else {
                "the agents cannot be external bots"
            };
            Err(Failure::cannot_join_midgame(who))
        }
        None => Ok(participants),
    }
}

/// Returns the empty findings of a study.
fn findings(design: &StudyDesign) -> Box<dyn Findings> {
    let file = design.summaries[0];
    match design.measure {
        Measure::Alternatives { contrasts, share } => {
            Box::new(AlternativeEffects::new(file, contrasts, share))
        }
        Measure::Disagreements => Box::new(Gains::new(file)),
        Measure::Arms(facts) => Box::new(ArmEffects::new(facts)),
    }
}

/// Writer for the files of a study, which also accumulates its findings.
struct StudyWriter<'a> {
    study: &'a dyn AnyStudy,
    journal: Journal,
    findings: Box<dyn Findings>,
    /// The range of games in the files.
    games: Range<u64>,
    /// The number of games that have rows.
    positions: u64,
}

impl<'a> StudyWriter<'a> {
    fn new(study: &'a dyn AnyStudy, journal: Journal, manifest: &Manifest) -> Self {
        let first = manifest.shard.share_of(manifest.games).start;
        let findings = findings(study.design());
        Self { study, journal, findings, games: first..first, positions: 0 }
    }

    const fn games_played(&self) -> u64 {
        self.games.end - self.games.start
    }

    /// Adds the cases of the next game, and writes their rows if `writes` is true.
    fn add(&mut self, page: &CsvRows, cases: &[Case], writes: bool) -> Result<(), Failure> {
        self.games.end += 1;
        if !cases.is_empty() {
            self.positions += 1;
            self.findings.add(cases);
            if writes {
                self.journal.append(0, page)?;
            }
        }
        if writes { self.journal.commit(self.games.end) } else { Ok(()) }
    }

    /// Adds games whose rows are already in files.
    fn read(
        &mut self,
        games: Range<u64>,
        reader: &mut JournalReader,
        writes: bool,
    ) -> Result<(), Failure> {
        for game in games {
            let unit = game.to_string();
            let page = reader.page(0, &unit)?;
            let cases = self.study.read(&page);
            let cases = cases.ok_or_else(|| reader.damaged(0, &format!("game {unit}")))?;
            self.add(&page, &cases, writes)?;
        }
        Ok(())
    }

    /// Writes the summaries, then the manifest, and returns the report.
    fn close(self, manifest: &Manifest) -> Result<String, Failure> {
        let Summary { tables, report } = self.findings.summary(&manifest.labels, manifest.players);
        let progress = StudyProgress {
            games_played: self.games_played(),
            positions: self.positions,
            finished: self.games.end == manifest.shard.share_of(manifest.games).end,
        };
        self.journal.close(tables, manifest, &progress, progress.finished)?;
        Ok(report)
    }
}
