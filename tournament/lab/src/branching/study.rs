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
use runner::job::rules::TableChoice;
use runner::job::{ClosedJob, Job, Request, StoredRows, Units};
use runner::{Ending, Failure, FinishedJob};
use serde::Serialize;
use std::ops::{ControlFlow, Range};
use store::JobKind;
use store::command::JobCommand;
use store::journal::{Journal, Layout};
use store::manifest::Manifest;

/// The configuration of a study. Serialised, it is the flags that only studies have.
#[derive(Clone, Debug, Serialize)]
pub struct StudyConfig {
    /// The spec of the agent in all seats.
    pub policy: String,
    /// The specs of the agents that the study asks for moves; the study's design sets their number.
    #[serde(skip)]
    pub asked: Vec<String>,
    /// The number of games; at most one position of each is sampled.
    pub games: u64,
    /// The number of decks on which each position is played to the end.
    pub decks: u32,
    /// The rules of the game and the number of seats.
    #[serde(skip)]
    pub table: TableChoice,
    /// The options shared by all jobs.
    #[serde(skip)]
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
}

/// Samples positions and plays them to the end.
///
/// # Errors
/// Fails if the study cannot be carried out as configured, or if a file cannot be written.
pub fn run(
    game: &dyn AnyGame,
    study: &dyn AnyStudy,
    config: &StudyConfig,
) -> Result<FinishedJob, Failure> {
    let job = prepare(game, study, config)?;
    job.conduct(StudyUnits::new(study, job.manifest.clone()), |units, journal| {
        let games = units.games.end..units.part(job.manifest.shard).end;
        let sample = |game| {
            let cases = study.sample(&*job.table, game, config.decks);
            let page = cases.iter().flat_map(|case| case.row.iter().copied()).collect();
            (page, cases)
        };
        job.add_all(units, journal, games, sample, |units, (page, cases), journal| {
            units.add(&page, &cases, journal).map(ControlFlow::Continue)
        })
    })
}

/// Checks the configuration. The participants of the job are the agents that are asked, then the policy.
fn prepare(game: &dyn AnyGame, study: &dyn AnyStudy, config: &StudyConfig) -> Result<Job, Failure> {
    let StudyConfig { policy, asked, table, job, .. } = config;
    let (games, decks) = (config.games, config.decks);
    if games == 0 {
        return Err(Failure::NoGames);
    }
    if decks == 0 {
        return Err(Failure::usage("--decks must be at least 1"));
    }
    let design = study.design();
    let participants = participants(asked, policy, game)?;
    let words = ["study", design.name].into_iter().chain(asked.iter().map(String::as_str));
    let switches = design.flags.split_whitespace().map(|flag| flag.trim_start_matches('-'));
    let command = switches.fold(JobCommand::new(words), JobCommand::switch).fields(config);
    let request = Request {
        game,
        kind: JobKind::Study(design.name.to_owned()),
        command,
        name: format!("{}{}-{}", design.name, design.flags.replace(" --", "-"), game.facts().name),
        participants,
        rules: &table.rules,
        tables: vec![table.setup(game)?],
        games,
        terms: TableTerms::new(Seed::new(0)),
    };
    Job::new(job, request, &StudyDetails { decks })
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
        return Err(Failure::usage(
            "expected two agents, each without a comma: tournament study disagreements A B",
        ));
    }
    participants.extend(game.participants(policy)?);
    if participants.len() != asked.len() + 1 {
        return Err(Failure::usage("--policy: expected one agent, without a comma"));
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

/// The games of a study, with the findings at their positions.
pub struct StudyUnits<'a> {
    study: &'a dyn AnyStudy,
    manifest: Manifest,
    findings: Box<dyn Findings>,
    /// The range of games that have been added.
    games: Range<u64>,
    /// The number of games that have rows.
    positions: u64,
}

impl<'a> StudyUnits<'a> {
    /// Creates the study of a manifest, without games.
    pub fn new(study: &'a dyn AnyStudy, manifest: Manifest) -> Self {
        let first = manifest.shard.share_of(manifest.games).start;
        let findings = findings(&study.design());
        Self { study, manifest, findings, games: first..first, positions: 0 }
    }

    /// Adds the cases of the next game and their rows.
    fn add(
        &mut self,
        page: &CsvRows,
        cases: &[Case],
        journal: &mut Journal,
    ) -> Result<(), Failure> {
        self.games.end += 1;
        if !cases.is_empty() {
            self.positions += 1;
            self.findings.add(cases);
            journal.append(0, page)?;
        }
        journal.commit(self.games.end)
    }
}

impl Units for StudyUnits<'_> {
    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn layout(&self) -> Layout {
        let design = self.study.design();
        Layout::of(vec![design.table], design.summaries)
    }

    fn read(&mut self, games: Range<u64>, rows: &mut StoredRows<'_>) -> Result<(), Failure> {
        for game in games {
            let unit = game.to_string();
            let page = rows.reader.page(0, &unit)?;
            let cases = self.study.read(&page);
            let cases = cases.ok_or_else(|| rows.reader.damaged(0, &format!("game {unit}")))?;
            self.add(&page, &cases, rows.journal)?;
        }
        Ok(())
    }

    fn progress(&self) -> (u64, u64) {
        let part = self.part(self.manifest.shard);
        (self.games.end - self.games.start, part.end - part.start)
    }

    fn outcome(&self) -> String {
        self.findings.outcome()
    }

    fn close(self, journal: Journal, ending: Ending) -> Result<ClosedJob, Failure> {
        let Summary { tables, report } =
            self.findings.summary(&self.manifest.labels, self.manifest.players);
        let (games_played, all) = self.progress();
        let progress = StudyProgress { games_played, positions: self.positions };
        journal.close(tables, &self.manifest, &progress, games_played == all)?;
        Ok(ClosedJob { ending, report: Some(report), notes: Vec::new() })
    }
}
