//! Writer of a run, which enters games block by block into the files and the statistics.

use super::design::{Extent, RunDesign};
use crate::play::disqualifications::Disqualifications;
use crate::play::luck::{self, luck_page};
use crate::play::timing::{self, Timing};
use crate::play::{Forfeits, forfeited_seats};
use crate::report::final_table;
use crate::report::luck::{self as corrected, LuckLedger, LuckSummaryRow};
use crate::report::summary::{Statistics, Summary};
use crate::terminal;
use agents::forecast::Worth;
use anygame::play::Thinking;
use anygame::{AnyGame, AnySums, AnyTable, GameResult, GameRows, PlayedGame};
use engine::Outcome;
use engine::csv_table::CsvRows;
use rayon::ThreadPool;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use store::Failure;
use store::journal::{Journal, Layout, ResumePoint};
use store::manifest::Manifest;
use store::reader::{GameTraces, JournalReader};
use store::schedule::ScheduledGame;

/// The output of one game: its rows, record and statistics. It is built on the thread that played the game and
/// contains everything that is sent to the writer.
pub struct GameRecord {
    /// The game's place in the schedule.
    pub scheduled: ScheduledGame,
    /// The result.
    pub outcome: Outcome,
    /// The text for the `forfeits` column of `games.csv`.
    forfeits: String,
    /// The participants that were disqualified, in ascending order.
    disqualified: Vec<usize>,
    thinking: Vec<Thinking>,
    rows: GameRows,
    pages: Vec<CsvRows>,
    record: Option<String>,
    /// The luck of every seat; empty unless it was measured.
    pub luck: Vec<Worth>,
}

impl GameRecord {
    /// Plays a game in which these participants are disqualified.
    ///
    /// # Errors
    /// Fails if the system does not let an agent play.
    pub fn play(
        table: &dyn AnyTable,
        scheduled: ScheduledGame,
        disqualified: Vec<usize>,
    ) -> Result<Self, Failure> {
        let played = table.play_for_rows(&scheduled.seating(), &disqualified);
        let PlayedGame { result, mut rows, record } = played;
        if let Some(fault) = result.hindrance() {
            return Err(Failure::Hindrance { game: scheduled.game, fault: fault.clone() });
        }
        let mut pages = rows.pages();
        if table.terms().luck {
            pages.push(luck_page(scheduled.game, &result.luck));
        }
        let forfeits = rows.forfeits().to_owned();
        let GameResult { outcome, thinking, luck, .. } = result;
        Ok(Self { scheduled, outcome, forfeits, disqualified, thinking, rows, pages, record, luck })
    }

    /// Returns the participants that were disqualified, in ascending order.
    pub fn disqualified(&self) -> &[usize] {
        &self.disqualified
    }

    /// Rebuilds the output of a game from the run's files.
    fn recalled(
        game: &dyn AnyGame,
        config: &RunDesign,
        scheduled: ScheduledGame,
        traces: GameTraces,
    ) -> Result<Self, String> {
        let RunDesign { manifest, terms, .. } = config;
        let GameTraces { pages, record } = traces;
        let number = scheduled.game;
        // The position in the CSV error would be relative to the game's rows.
        let damaged = |_| format!("the rows of game {number} are damaged");
        let rows = game.read_rows(&pages).map_err(damaged)?;
        // The page of luck follows the pages of the game's tables.
        let luck = pages.last().filter(|_| terms.luck).map(|page| luck::read(page));
        let deck_seed = manifest.deck_seed(scheduled.game, scheduled.block);
        let wrong = |what| Err(format!("the rows of game {number} are damaged: {what}"));
        if let Some(what) = rows.contradiction(&scheduled.seating(), &manifest.labels, deck_seed) {
            return wrong(what);
        }
        if luck.as_ref().is_some_and(|luck| {
            !luck.as_ref().is_ok_and(|luck| luck.len() == scheduled.assignment.len())
        }) {
            return wrong("the luck does not match the number of players");
        }
        let Some(outcome) = rows.outcome() else { return wrong("invalid ranks") };
        Ok(Self {
            outcome,
            forfeits: rows.forfeits().to_owned(),
            rows,
            scheduled,
            disqualified: Vec::new(),
            thinking: Vec::new(),
            pages,
            record,
            luck: luck.transpose().map_err(damaged)?.unwrap_or_default(),
        })
    }
}

/// The final results of a run whose files are written.
pub struct FinishedFiles {
    /// The statistics of all games.
    pub statistics: Statistics,
    /// The summary of the statistics.
    pub summary: Summary,
    /// The totals of the game-specific rows.
    pub sums: Box<dyn AnySums>,
    /// The luck-adjusted results, if luck was measured.
    pub luck: Option<Vec<LuckSummaryRow>>,
}

impl FinishedFiles {
    /// Returns the final tables as readable text.
    pub fn report(&self) -> String {
        let tables = final_table::report(&self.statistics, &self.summary, &*self.sums);
        let luck = self.luck.as_deref().map(corrected::report);
        [tables].into_iter().chain(luck).collect::<Vec<_>>().join("\n")
    }
}

/// Writer for the files of a run, which also accumulates the statistics for its summaries.
pub struct RunWriter<'a> {
    game: &'a dyn AnyGame,
    journal: Journal,
    statistics: Statistics,
    sums: Box<dyn AnySums>,
    luck: Option<LuckLedger>,
    timing: Timing,
    /// The number of decisions in the rows of all games.
    decisions: u64,
    forfeits: Forfeits,
    disqualifications: Arc<Disqualifications>,
    extent: Extent,
    /// The games of the current block.
    block: Vec<GameRecord>,
    /// The first game that has not been entered, and the end of all games.
    next_game: u64,
    end: u64,
}

impl<'a> RunWriter<'a> {
    /// Creates a writer without games.
    pub fn new(game: &'a dyn AnyGame, config: &RunDesign, journal: Journal) -> Self {
        let labels = &config.manifest.labels;
        Self {
            game,
            journal,
            statistics: Statistics::new(labels.clone(), config.manifest.players),
            sums: game.sums(),
            luck: config.terms.luck.then(|| LuckLedger::new(labels.len())),
            timing: Timing::new(labels.len()),
            decisions: 0,
            forfeits: Forfeits::default(),
            disqualifications: Arc::new(Disqualifications::new(labels.len())),
            extent: Extent::default(),
            block: Vec::new(),
            next_game: config.part.start,
            end: config.part.end,
        }
    }

    /// Restores the games of an interrupted run from its files.
    ///
    /// # Errors
    /// Fails if the files do not contain the run's games, or if a file cannot be read or written.
    pub fn restore(&mut self, config: &RunDesign, mut resume: ResumePoint) -> Result<(), Failure> {
        let folder = self.journal.folder().path().to_owned();
        for scheduled in config.games_from(config.part.start..resume.next) {
            let record = recalled(self.game, &folder, config, scheduled, &mut resume.reader)?;
            self.add(record, |journal, record| journal.append_record(record.record.as_ref()))?;
        }
        if Timing::is_there(&folder) {
            match self.recall_timing(&folder, self.decisions) {
                Ok(true) => {}
                Ok(false) => {
                    let (path, others) = (folder.join(timing::NAME), timing::HISTOGRAM);
                    terminal::tell(&format!("{}: inconsistent with {others}", path.display()));
                }
                Err(failure) => {
                    self.timing = Timing::new(config.manifest.labels.len());
                    terminal::tell(&format!(
                        "{failure}: the new file will not contain earlier decisions"
                    ));
                }
            }
        } else {
            let (folder, name) = (folder.display(), timing::NAME);
            terminal::tell(&format!(
                "{folder}/{name} is missing: the new file will not contain earlier decisions"
            ));
        }
        if self.next_game != resume.next {
            let what = format!("the last checkpoint, at game {}, is inside a block", resume.next);
            return Err(Failure::Content { path: folder, what });
        }
        self.journal.restored(resume.next)
    }

    /// Returns the first game that has not been entered.
    pub const fn next_game(&self) -> u64 {
        self.next_game
    }

    /// Returns the results so far.
    pub const fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the forfeits so far.
    pub const fn forfeits(&self) -> &Forfeits {
        &self.forfeits
    }

    /// Returns the disqualifications, shared with the threads that play the next games.
    pub fn disqualifications(&self) -> Arc<Disqualifications> {
        Arc::clone(&self.disqualifications)
    }

    /// Returns the progress of the run.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// Adds the next game. It is entered once its block is complete, or if it is the last game of the run.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn enter(&mut self, account: GameRecord) -> Result<(), Failure> {
        let is_entered = self.add(account, write)?;
        if is_entered && self.journal.is_due() { self.save() } else { Ok(()) }
    }

    /// Enters the games of another folder, such as a part of the run.
    ///
    /// # Errors
    /// Fails if a file cannot be read or written, or if the folder does not contain these games.
    pub fn enter_all(
        &mut self,
        config: &RunDesign,
        games: Range<u64>,
        folder: &Path,
        reader: &mut JournalReader,
    ) -> Result<(), Failure> {
        let before = self.decisions;
        for scheduled in config.games_from(games) {
            self.enter(recalled(self.game, folder, config, scheduled, reader)?)?;
        }
        if self.recall_timing(folder, self.decisions - before)? {
            return Ok(());
        }
        let what =
            format!("inconsistent with {}: one of the two files was changed", timing::HISTOGRAM);
        Err(Failure::Content { path: folder.join(timing::NAME), what })
    }

    /// Adds the thinking times from a folder whose games have this number of decisions. Returns whether the two
    /// timing files are consistent. These files depend on the clock, so the manifest contains no hash of them, but
    /// the numbers of decisions should agree.
    fn recall_timing(&mut self, folder: &Path, decisions: u64) -> Result<bool, Failure> {
        let before = self.timing.decisions();
        let fits = self.timing.recall(folder, self.statistics.labels())?;
        let timed = self.timing.decisions() - before;
        if timed != decisions {
            let (folder, name) = (folder.display(), timing::NAME);
            terminal::tell(&format!(
                "{folder}/{name} counts {timed} decisions, but the games have {decisions}: the file is out of date"
            ));
        }
        Ok(fits)
    }

    /// Adds a game. When its block is complete, calls `write` for each of its games and adds them to the statistics.
    /// Returns whether the block was complete.
    fn add(
        &mut self,
        account: GameRecord,
        mut write: impl FnMut(&mut Journal, &GameRecord) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        self.disqualifications.note(&account.scheduled, &forfeited_seats(&account.forfeits));
        let ScheduledGame { game, matchup, left_in_block, .. } = account.scheduled;
        self.block.push(account);
        if left_in_block > 0 && game + 1 < self.end {
            return Ok(false);
        }
        for account in std::mem::take(&mut self.block) {
            write(&mut self.journal, &account)?;
            let GameRecord { scheduled, outcome, forfeits, thinking, rows, luck, .. } = account;
            self.statistics.add(&scheduled, &outcome);
            if let Some(statistics) = &mut self.luck {
                statistics.add(&scheduled.assignment, &outcome, &luck);
            }
            self.forfeits.add(scheduled.game, &forfeits);
            self.decisions += rows.decisions();
            self.sums.add(&rows, &outcome);
            for (&agent, thinking) in scheduled.assignment.iter().zip(&thinking) {
                self.timing.add(agent, thinking);
            }
            self.extent.games_played += 1;
        }
        if let Some(luck) = &mut self.luck {
            luck.close_block(matchup);
        }
        self.next_game = game + 1;
        self.journal.advance(self.next_game)?;
        self.extent.blocks += 1;
        self.extent.missing_in_last_block = left_in_block;
        Ok(true)
    }

    /// Writes the thinking times and a checkpoint that covers all entered games.
    fn save(&mut self) -> Result<(), Failure> {
        let tables = self.timing.tables(self.statistics.labels());
        self.journal.save(|folder| {
            tables.iter().try_for_each(|(table, page)| folder.write_table(table, page))
        })
    }

    /// Writes the summaries, then the manifest. Drops the games of an incomplete block.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn close(
        mut self,
        config: &RunDesign,
        pool: &ThreadPool,
    ) -> Result<FinishedFiles, Failure> {
        self.save()?;
        self.statistics.close_block();
        let summary = pool.install(|| Summary::of(&self.statistics));
        let mut summaries = summary.files();
        summaries.extend(self.sums.summaries(&self.statistics.totals()));
        let luck = self.luck.map(|luck| luck.rows(self.statistics.labels()));
        summaries.extend(luck.as_deref().map(corrected::summary));
        summaries.extend(self.timing.tables(self.statistics.labels()));
        self.extent.finished = self.next_game == self.end;
        self.journal.close(summaries, &config.manifest, &self.extent, self.extent.finished)?;
        let Self { statistics, sums, .. } = self;
        Ok(FinishedFiles { statistics, summary, sums, luck })
    }
}

/// Returns the layout of a run's files.
pub fn layout(game: &dyn AnyGame, config: &RunDesign) -> Layout {
    let luck = config.terms.luck.then(luck::table);
    // The names of the summaries come from a run without games.
    let Manifest { labels, players, .. } = &config.manifest;
    let none = Statistics::new(labels.clone(), *players);
    let sums = Summary::of(&none).files().into_iter();
    let sums = sums.chain(game.sums().summaries(&none.totals()));
    let sums = sums.chain([corrected::summary(&[])]);
    let sums = sums.map(|(table, _)| table.name);
    Layout {
        tables: game.tables().into_iter().chain(luck).collect(),
        has_records: config.terms.records,
        others: sums.chain([luck::table().name]).collect(),
        unmarked: vec![timing::NAME, timing::HISTOGRAM],
    }
}

/// Appends the rows and the record of a game to the files.
fn write(journal: &mut Journal, account: &GameRecord) -> Result<(), Failure> {
    for (table, page) in account.pages.iter().enumerate() {
        journal.append(table, page)?;
    }
    journal.append_record(account.record.as_ref())
}

/// Rebuilds the output of the next game from a run folder.
pub(super) fn recalled(
    game: &dyn AnyGame,
    folder: &Path,
    config: &RunDesign,
    scheduled: ScheduledGame,
    recall: &mut JournalReader,
) -> Result<GameRecord, Failure> {
    let traces = recall.game(scheduled.game)?;
    let wrong = |what| Failure::Content { path: folder.to_owned(), what };
    GameRecord::recalled(game, config, scheduled, traces).map_err(wrong)
}
