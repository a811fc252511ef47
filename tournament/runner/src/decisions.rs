//! The decisions of recorded runs as arrays: training data for programs that link this library.
//!
//! A row is a decision between at least two legal moves. The rows depend only on the records, so they are the same for any number
//! of threads.

use crate::job::{pool, rules};
use crate::judging::{description, failure, has_found_nothing, judge};
use crate::run::RecordedRun;
use anygame::AnyGame;
use course::{Decision, Judge, RecordedResult, decisions};
use engine::Rules;
use rayon::ThreadPool;
use std::path::PathBuf;
use store::Failure;
use store::in_order::in_order;
use store::reader::RECORDS;

/// Options for reading the decisions of a run.
#[derive(Clone, Debug)]
pub struct DecisionOptions {
    /// The folder of a finished run with records.
    pub run: PathBuf,
    /// The spec of a search that evaluates every decision to add visits and values; `None` adds neither.
    pub agent: Option<String>,
    /// The master seed of the search's random numbers.
    pub seed: u64,
    /// The board files to which the records may refer.
    pub boards: Vec<PathBuf>,
    /// The number of threads; `None` means one per core.
    pub threads: Option<usize>,
}

/// A finished run with records, opened to read its decisions.
pub struct RunDecisions<'a> {
    run: RecordedRun,
    game: &'a dyn AnyGame,
    judge: Option<Judge>,
    boards: Rules,
    pool: ThreadPool,
    records: PathBuf,
}

impl<'a> RunDecisions<'a> {
    /// Opens a run.
    ///
    /// # Errors
    /// Fails if the run is unfinished, damaged or without records, if its game is not one of `games`, or if an option is invalid.
    pub fn open(options: &DecisionOptions, games: &'a [Box<dyn AnyGame>]) -> Result<Self, Failure> {
        let DecisionOptions { run, agent, seed, boards, threads } = options;
        let records = run.join(RECORDS);
        let run = RecordedRun::find(run)?;
        let name = run.manifest().game();
        let names = || games.iter().map(|game| game.facts().name).collect::<Vec<_>>();
        let unknown = || Failure::usage(agents::unknown("game", name, &names()));
        let game = anygame::find(games, name).ok_or_else(unknown)?;
        let judge = agent.as_deref().map(|spec| judge(spec, *seed, game)).transpose()?;
        let all: Vec<_> = games.iter().map(|game| &**game).collect();
        let boards = rules::boards(boards, &all)?;
        Ok(Self { run, game, judge, boards, pool: pool(*threads)?, records })
    }

    /// Returns the name of the game.
    pub fn game(&self) -> &str {
        self.game.facts().name
    }

    /// Returns the number of seats.
    pub const fn players(&self) -> usize {
        self.run.manifest().players
    }

    /// Returns the run's manifest as a line of JSON.
    pub fn manifest(&self) -> String {
        self.run.manifest().to_json()
    }

    /// Returns the search with all its parameters and its seed as JSON, or `None` if decisions are not searched.
    pub fn search(&self) -> Option<String> {
        self.judge.as_ref().map(description)
    }

    /// Reads all decisions in order and passes them to `take` in batches. A batch contains whole games and at least `rows`
    /// decisions, except that the last one may be smaller. Reading stops when `take` returns `false`.
    ///
    /// # Errors
    /// Fails if a file or a record is damaged, if the game does not number its actions, or if the search fails or did not search
    /// a single decision.
    pub fn read(
        &self,
        rows: usize,
        take: &mut (dyn FnMut(Vec<Decision>) -> bool + Send),
    ) -> Result<(), Failure> {
        let Self { run, game, judge, boards, pool, records } = self;
        let mut waiting = Vec::new();
        let mut has_visits = judge.is_none();
        let read = |result: Result<_, Failure>| {
            let result: RecordedResult = result?;
            let decisions = decisions(*game, &result, judge.as_ref(), boards);
            decisions.map_err(failure(records, result.line))
        };
        let ending = in_order(pool, &mut run.read(*game)?, &read, &mut |decisions: Result<
            Vec<Decision>,
            _,
        >| {
            let decisions = decisions.map_err(Some)?;
            has_visits |= decisions.iter().any(|decision| decision.is_searched);
            waiting.extend(decisions);
            let goes_on = waiting.len() < rows || take(std::mem::take(&mut waiting));
            if goes_on { Ok(()) } else { Err(None) }
        });
        match ending {
            Err(Some(failure)) => return Err(failure),
            Err(None) => return Ok(()),
            Ok(()) => {}
        }
        if let Some(judge) = judge.as_ref().filter(|_| !has_visits) {
            return Err(has_found_nothing(judge));
        }
        if !waiting.is_empty() {
            take(waiting);
        }
        Ok(())
    }
}
