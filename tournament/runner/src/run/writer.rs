//! The blocks of a run, whose games are added to the files and the statistics.

use super::design::{Extent, RunDesign};
use crate::job::{ClosedJob, Ending, StoredRows, Units};
use crate::play::disqualifications::Disqualifications;
use crate::play::forecasts::{self, forecast_page};
use crate::play::luck::{self, luck_page};
use crate::play::timing::{self, Timing};
use crate::play::{Forfeits, forfeited_seats};
use crate::report::final_table;
use crate::report::luck::{self as corrected, LuckLedger};
use crate::report::summary::{Statistics, Summary};
use crate::terminal::{self, percent};
use agents::forecast::Worth;
use anygame::play::Thinking;
use anygame::{AnyGame, AnySums, AnyTable, GameResult, GameRows, PlayedGame};
use engine::Outcome;
use engine::csv_table::CsvRows;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use store::Failure;
use store::journal::{Journal, Layout};
use store::manifest::Manifest;
use store::reader::{GameTraces, JournalReader};
use store::schedule::ScheduledGame;
use store::schedule::shard::Shard;

/// Maximum number of agents with win shares in the progress line.
const AGENTS_SHOWN: usize = 4;

/// The output of one game: its rows, record and statistics. It is built on the thread that played the game and
/// contains everything that is sent to the writer.
pub struct GameRecord {
    /// The game's place in the schedule.
    pub scheduled: ScheduledGame,
    /// The result.
    pub outcome: Outcome,
    /// The participants that were disqualified, in ascending order.
    pub disqualified: Vec<usize>,
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
        let (terms, mut pages) = (table.terms(), rows.pages());
        pages.extend(terms.luck.then(|| luck_page(scheduled.game, &result.luck)));
        pages.extend(terms.forecasts.then(|| forecast_page(scheduled.game, &result.forecasts)));
        let GameResult { outcome, thinking, luck, .. } = result;
        Ok(Self { scheduled, outcome, disqualified, thinking, rows, pages, record, luck })
    }

    /// Rebuilds the output of the next game from a run folder.
    pub(super) fn recalled(
        game: &dyn AnyGame,
        folder: &Path,
        design: &RunDesign,
        scheduled: ScheduledGame,
        reader: &mut JournalReader,
    ) -> Result<Self, Failure> {
        let RunDesign { manifest, terms, .. } = design;
        let GameTraces { pages, record } = reader.game(scheduled.game)?;
        let number = scheduled.game;
        let damaged = || format!("the rows of game {number} are damaged");
        let wrong = |what| Err(Failure::content(folder, format!("{}: {what}", damaged())));
        // The position in the CSV error would be relative to the game's rows.
        let rows = game.read_rows(&pages).map_err(|_| Failure::content(folder, damaged()))?;
        let deck_seed = manifest.deck_seed(scheduled.game, scheduled.block);
        if let Some(what) = rows.contradiction(&scheduled.seating(), &manifest.labels, deck_seed) {
            return wrong(what);
        }
        // The page of luck follows the pages of the game's tables.
        let luck = pages.get(game.tables().len()).filter(|_| terms.luck);
        let luck = match luck.map(|page| luck::read(page)) {
            None => Vec::new(),
            Some(Ok(luck)) if luck.len() == scheduled.assignment.len() => luck,
            Some(_) => return wrong("the luck does not match the number of players"),
        };
        let Some(outcome) = rows.outcome() else { return wrong("invalid ranks") };
        Ok(Self {
            outcome,
            rows,
            scheduled,
            disqualified: Vec::new(),
            thinking: Vec::new(),
            pages,
            record,
            luck,
        })
    }
}

/// The games of a run, with the statistics for its summaries. A unit is a game, but the files always end with a block.
pub struct RunUnits<'a> {
    game: &'a dyn AnyGame,
    design: RunDesign,
    statistics: Statistics,
    sums: Box<dyn AnySums>,
    luck: Option<LuckLedger>,
    timing: Timing,
    /// The number of decisions in the rows of all games.
    decisions: u64,
    forfeits: Forfeits,
    /// The disqualifications, shared with the threads that play the next games.
    pub(super) disqualifications: Arc<Disqualifications>,
    extent: Extent,
    /// The games of the current block.
    block: Vec<GameRecord>,
    /// The first game whose block has not been added.
    pub(super) next_game: u64,
    /// Whether a warning about identical agents has been given, so that none about identical games is needed.
    pub(super) has_identical_agents: bool,
}

impl<'a> RunUnits<'a> {
    /// Creates a run without games.
    pub fn new(game: &'a dyn AnyGame, design: RunDesign) -> Self {
        let labels = &design.manifest.labels;
        Self {
            game,
            statistics: Statistics::new(labels.clone(), design.manifest.players),
            sums: game.sums(),
            luck: design.terms.luck.then(|| LuckLedger::new(labels.len())),
            timing: Timing::new(labels.len()),
            decisions: 0,
            forfeits: Forfeits::default(),
            disqualifications: Arc::new(Disqualifications::new(labels.len())),
            extent: Extent::default(),
            block: Vec::new(),
            next_game: design.part.start,
            has_identical_agents: false,
            design,
        }
    }

    /// Creates the run of a manifest, without games.
    ///
    /// # Errors
    /// Fails if the manifest belongs to another kind of job.
    pub fn of(game: &'a dyn AnyGame, manifest: Manifest) -> Result<Self, Failure> {
        Ok(Self::new(game, RunDesign::of(manifest)?))
    }

    /// Adds the next game. It counts once its block is complete, or if it is the last game of the run.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn add(&mut self, record: GameRecord, journal: &mut Journal) -> Result<(), Failure> {
        self.disqualifications.note(&record.scheduled, &forfeited_seats(record.rows.forfeits()));
        let ScheduledGame { game, left_in_block, .. } = record.scheduled;
        self.block.push(record);
        if left_in_block == 0 || game + 1 == self.design.part.end {
            self.add_block(journal)?;
            if journal.is_due() {
                self.save(journal)?;
            }
        }
        Ok(())
    }

    /// Adds the games of a complete block, or of the last one.
    fn add_block(&mut self, journal: &mut Journal) -> Result<(), Failure> {
        let Some(last) = self.block.last() else { return Ok(()) };
        let ScheduledGame { game, matchup, left_in_block, .. } = last.scheduled;
        for record in std::mem::take(&mut self.block) {
            for (table, page) in record.pages.iter().enumerate() {
                journal.append(table, page)?;
            }
            journal.append_record(record.record.as_ref())?;
            let GameRecord { scheduled, outcome, thinking, rows, luck, .. } = record;
            self.statistics.add(&scheduled, &outcome);
            if let Some(statistics) = &mut self.luck {
                statistics.add(&scheduled.assignment, &outcome, &luck);
            }
            self.forfeits.add(scheduled.game, rows.forfeits());
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
        self.extent.blocks += 1;
        self.extent.missing_in_last_block = left_in_block;
        journal.advance(self.next_game)
    }

    /// Adds the thinking times of an interrupted run. Its files are not as important as the games, so problems with them
    /// are reported, and the run continues.
    fn resume_timing(&mut self, folder: &Path) {
        let path = folder.join(timing::NAME);
        let problem = if Timing::is_there(folder) {
            match self.recall_timing(folder, self.decisions) {
                Ok(true) => return,
                Ok(false) => {
                    format!("{}: inconsistent with {}", path.display(), timing::HISTOGRAM)
                }
                Err(failure) => {
                    self.timing = Timing::new(self.design.manifest.labels.len());
                    format!("{failure}: the new file will not contain earlier decisions")
                }
            }
        } else {
            let path = path.display();
            format!("{path} is missing: the new file will not contain earlier decisions")
        };
        terminal::tell(&problem);
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

    /// Writes the thinking times and a checkpoint that covers all added games.
    fn save(&self, journal: &mut Journal) -> Result<(), Failure> {
        let tables = self.timing.tables(self.statistics.labels());
        journal.save(|folder| tables.iter().try_for_each(|table| folder.write_table(table)))
    }

    /// Returns the sentences about the games for the end of the run.
    fn notes(&self) -> Vec<String> {
        let missing = self.extent.missing_in_last_block;
        let cut_short = (missing > 0)
            .then(|| format!("the last block is cut short: games missing in it: {missing}"));
        let disqualified = self.disqualifications.sentences(self.statistics.labels());
        let notes = cut_short.into_iter().chain(self.forfeits.sentence()).chain(disqualified);
        let identical = self.statistics.identical_games_warning();
        notes.chain(identical.filter(|_| !self.has_identical_agents)).collect()
    }
}

impl Units for RunUnits<'_> {
    fn manifest(&self) -> &Manifest {
        &self.design.manifest
    }

    fn layout(&self) -> Layout {
        layout(self.game, &self.design)
    }

    fn part(&self, shard: Shard) -> Range<u64> {
        self.design.part_of(shard)
    }

    fn read(&mut self, games: Range<u64>, rows: &mut StoredRows<'_>) -> Result<(), Failure> {
        let (before, design) = (self.decisions, self.design.clone());
        let StoredRows { folder, reader, journal } = rows;
        for scheduled in design.games_from(games.clone()) {
            let record = GameRecord::recalled(self.game, folder, &design, scheduled, reader)?;
            self.add(record, journal)?;
        }
        if self.next_game != games.end {
            let what = format!("the last checkpoint, at game {}, is inside a block", games.end);
            return Err(Failure::content(*folder, what));
        }
        if journal.is_rereading() {
            self.resume_timing(folder);
        } else if !self.recall_timing(folder, self.decisions - before)? {
            let other = timing::HISTOGRAM;
            let what = format!("inconsistent with {other}: one of the two files was changed");
            return Err(Failure::content(folder.join(timing::NAME), what));
        }
        Ok(())
    }

    fn progress(&self) -> (u64, u64) {
        (self.statistics.games(), self.design.games())
    }

    /// Returns the win shares of the first agents.
    fn outcome(&self) -> String {
        let shares = self.statistics.labels().iter().zip(self.statistics.agents());
        let shares = shares.take(AGENTS_SHOWN);
        let shares = shares.map(|(label, tally)| format!("{label} {}", percent(tally.win_share())));
        shares.collect::<Vec<_>>().join("  ")
    }

    /// Drops the games of an incomplete block.
    fn close(mut self, mut journal: Journal, ending: Ending) -> Result<ClosedJob, Failure> {
        self.save(&mut journal)?;
        self.statistics.close_block();
        let summary = Summary::of(&self.statistics);
        let mut summaries = summary.files();
        summaries.extend(self.sums.summaries(&self.statistics.totals()));
        let luck = self.luck.as_ref().map(|luck| luck.rows(self.statistics.labels()));
        summaries.extend(luck.as_deref().map(corrected::summary));
        summaries.extend(self.timing.tables(self.statistics.labels()));
        let is_finished = self.next_game == self.design.part.end;
        let notes = self.notes();
        journal.close(summaries, &self.design.manifest, &self.extent, is_finished)?;
        let tables = final_table::report(&self.statistics, &summary, &*self.sums);
        let report: Vec<_> =
            [tables].into_iter().chain(luck.as_deref().map(corrected::report)).collect();
        Ok(ClosedJob { ending, report: Some(report.join("\n")), notes })
    }
}

/// Returns the layout of a run's files.
pub fn layout(game: &dyn AnyGame, design: &RunDesign) -> Layout {
    let luck = design.terms.luck.then(luck::table);
    let forecasts = design.terms.forecasts.then(forecasts::table);
    // The names of the summaries come from a run without games.
    let Manifest { labels, players, .. } = &design.manifest;
    let none = Statistics::new(labels.clone(), *players);
    let sums = Summary::of(&none).files().into_iter();
    let sums = sums.chain(game.sums().summaries(&none.totals()));
    let sums = sums.chain([corrected::summary(&[])]);
    let sums = sums.map(|(table, _)| table.name);
    Layout {
        tables: game.tables().into_iter().chain(luck).chain(forecasts).collect(),
        has_records: design.terms.records,
        others: sums.chain([luck::table().name, forecasts::table().name]).collect(),
        unmarked: [timing::NAME, timing::HISTOGRAM].map(str::to_owned).into(),
    }
}
