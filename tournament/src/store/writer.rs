//! The books of a run: games are entered block by block into its files and into its sums.

use super::rows::{AllRows, OwnRows, SummaryTables};
use crate::failure::Failure;
use crate::play::luck::{self, LuckLedger, Worth, luck_page};
use crate::play::timing::{Thinking, Timing};
use crate::play::{Forfeits, MatchSetup, PlayedGame};
use crate::report::summary::{Statistics, Summary};
use crate::schedule::ScheduledGame;
use crate::store::checkpoint::Checkpoints;
use crate::store::csv_table::{CsvRows, CsvTable};
use crate::store::folder::{CompressedOutput, Folder, Output};
use crate::store::manifest::{self, Extent, RunConfig};
use crate::store::reader::{GameTraces, RECORDS, RunReader};
use engine::PlayableGame;
use engine::{
    Aggregator as _, FinishedGame, GameRows, Outcome, Record, RecordHeader, RowBuilder as _,
    SummedGame,
};
use rayon::ThreadPool;
use std::path::Path;

/// All rows of a game of this kind.
type RowsOf<G> = AllRows<OwnRows<G>>;
/// What sums up the game's own rows.
pub type AggregatorOf<G> = <OwnRows<G> as GameRows>::Aggregator;

/// What a game adds to the files, made on the thread that played it. Nothing else leaves that thread.
pub struct GameRecord<G: PlayableGame> {
    scheduled: ScheduledGame,
    outcome: Outcome,
    /// As `games.csv` has them.
    forfeits: String,
    thinking: Vec<Thinking>,
    rows: RowsOf<G>,
    pages: Vec<CsvRows>,
    record: Option<String>,
    luck: Vec<Worth>,
}

impl<G: PlayableGame> GameRecord<G> {
    /// What this game adds.
    ///
    /// # Panics
    /// If it has not been played to the end.
    pub fn new(played: PlayedGame<G>, builder: G::Tables, table: &MatchSetup<G>) -> Self {
        let agents = table.labels_by_seat(&played.scheduled);
        let own = builder.finish(&FinishedGame {
            game: played.scheduled.game,
            block: played.scheduled.block,
            setup: &table.setup,
            end: &played.end,
            outcome: &played.outcome,
            agents: &agents,
        });
        let mut rows = RowsOf::<G>::new(&played, &agents, own);
        let write = || {
            let seed = played.deck_seed.value().to_string();
            let header = RecordHeader { seed, agents: agents.clone() };
            Record::new(&table.setup, &played.end, header, &played.deal, &played.events).to_line()
        };
        let mut pages = rows.pages();
        if table.luck.is_some() {
            pages.push(luck_page(played.scheduled.game, &played.luck));
        }
        Self {
            pages,
            outcome: rows.outcome().expect("every seat of a game has a rank"),
            forfeits: rows.forfeits().to_owned(),
            rows,
            record: table.records.then(write),
            scheduled: played.scheduled,
            thinking: played.thinking,
            luck: played.luck,
        }
    }

    /// What this game added when it was played.
    fn recalled(scheduled: ScheduledGame, traces: GameTraces) -> Result<Self, String> {
        let GameTraces { pages, record } = traces;
        let game = scheduled.game;
        // The error's own place would be that within the game.
        let damaged = |_| format!("the rows of game {game} are damaged");
        let rows = RowsOf::<G>::read(&pages).map_err(damaged)?;
        let luck = pages.get(RowsOf::<G>::tables().len()).map(|page| luck::read(page));
        let outcome = rows.outcome();
        let is_fitting = |outcome: &Outcome| outcome.ranks().len() == scheduled.assignment.len();
        Ok(Self {
            outcome: (outcome.filter(is_fitting))
                .ok_or_else(|| format!("the seats of game {game} are not those of its players"))?,
            forfeits: rows.forfeits().to_owned(),
            rows,
            scheduled,
            thinking: Vec::new(),
            pages,
            record,
            luck: luck.transpose().map_err(damaged)?.unwrap_or_default(),
        })
    }
}

/// The files of a run and the sums that will fill the last of them.
pub struct RunWriter<G: PlayableGame> {
    folder: Folder,
    tables: Vec<Output>,
    records: Option<CompressedOutput>,
    checkpoints: Checkpoints,
    statistics: Statistics,
    aggregator: AggregatorOf<G>,
    luck: Option<LuckLedger>,
    timing: Timing,
    forfeits: Forfeits,
    extent: Extent,
    /// The games of the block under way.
    block: Vec<GameRecord<G>>,
    /// The first game that has not been entered, and the end of all.
    next_game: u64,
    end: u64,
}

impl<G: PlayableGame> RunWriter<G> {
    /// Makes the folder and begins the files.
    ///
    /// # Errors
    /// If the folder is taken, or a file cannot be written.
    pub fn open(config: &RunConfig, path: &Path) -> Result<Self, Failure> {
        let folder = Folder::create(path)?;
        config.write(&folder, Extent::default())?;
        let checkpoints = Checkpoints::begin(&folder, &files::<G>(config))?;
        let tables = tables::<G>(config);
        let tables = tables.iter().map(|table| folder.begin(table)).collect::<Result<_, _>>()?;
        let records =
            config.terms.records.then(|| folder.compressed_output(RECORDS)).transpose()?;
        Ok(Self::new(config, folder, tables, records, checkpoints))
    }

    fn new(
        config: &RunConfig,
        folder: Folder,
        tables: Vec<Output>,
        records: Option<CompressedOutput>,
        checkpoints: Checkpoints,
    ) -> Self {
        Self {
            folder,
            tables,
            records,
            checkpoints,
            statistics: Statistics::new(
                config.labels.clone(),
                config.players,
                config.terms.intervals,
            ),
            aggregator: AggregatorOf::<G>::default(),
            luck: config.terms.luck.then(|| LuckLedger::new(config.labels.len())),
            timing: Timing::new(config.labels.len()),
            forfeits: Forfeits::default(),
            extent: Extent::default(),
            block: Vec::new(),
            next_game: config.part.start,
            end: config.part.end,
        }
    }

    /// Goes on with an interrupted run, or begins it if there is nothing yet. Nothing comes back if it is
    /// finished.
    ///
    /// # Errors
    /// If the run in the folder is another one, another process is at work on it, or a file cannot be
    /// read or written.
    pub fn resume(config: &RunConfig, path: &Path) -> Result<Option<Self>, Failure> {
        Folder::clear_drafts(path)?;
        if !path.join(manifest::NAME).exists() {
            return Self::open(config, path).map(Some);
        }
        if let Some(difference) = RunConfig::read(path)?.difference(config) {
            return Err(Failure::OtherRun { folder: path.to_owned(), difference });
        }
        let folder = Folder::of(path);
        if manifest::is_finished(path)? {
            Checkpoints::remove(&folder)?;
            return Ok(None);
        }
        let (checkpoints, held) = Checkpoints::resume(&folder, &files::<G>(config))?;
        let tables = tables::<G>(config);
        let mut outputs = Vec::new();
        for (number, table) in tables.iter().enumerate() {
            let length = held.as_ref().map_or(0, |held| held.lengths[number]);
            let mut output = folder.continued(table.name, length)?;
            if length == 0 {
                output.append(&table.header)?;
            }
            output.secure()?;
            outputs.push(output);
        }
        let has_records = config.terms.records;
        let records = has_records.then(|| folder.compressed_draft(RECORDS)).transpose()?;
        let mut books = Self::new(config, folder, outputs, records, checkpoints);
        if let Some(held) = held {
            books.timing.recall(path)?;
            let mut recall = RunReader::open(path, &tables, has_records)?;
            for scheduled in config.games_from(config.part.start..held.next_game) {
                let account = recalled(path, scheduled, &mut recall)?;
                books.add(account, Self::write_record)?;
            }
        }
        if let Some(records) = &mut books.records {
            records.replace()?;
        }
        Ok(Some(books))
    }

    /// The first game that has not been entered.
    pub const fn next_game(&self) -> u64 {
        self.next_game
    }

    /// The results so far.
    pub const fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The games that somebody has forfeited.
    pub const fn forfeits(&self) -> &Forfeits {
        &self.forfeits
    }

    /// How far the run has come.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// Takes in the next game. It is entered once its block is whole, or if it is the run's last one.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn enter(&mut self, account: GameRecord<G>) -> Result<(), Failure> {
        let is_entered = self.add(account, Self::write)?;
        if is_entered && self.checkpoints.is_due() { self.check() } else { Ok(()) }
    }

    /// Enters all games of the next part of the run, which has been played into another folder.
    ///
    /// # Errors
    /// If a file cannot be read or written, or does not hold these games.
    pub fn enter_all(&mut self, config: &RunConfig, folder: &Path) -> Result<(), Failure> {
        let mut recall = RunReader::open(folder, &tables::<G>(config), config.terms.records)?;
        for scheduled in config.games_from(config.part.clone()) {
            self.enter(recalled(folder, scheduled, &mut recall)?)?;
        }
        recall.end()?;
        self.timing.recall(folder)
    }

    /// Takes in a game; when its block is whole, `write` writes each of its games, and the sums take
    /// them in. Says whether that was so.
    fn add(
        &mut self,
        account: GameRecord<G>,
        mut write: impl FnMut(&mut Self, &GameRecord<G>) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let ScheduledGame { game, matchup, left_in_block, .. } = account.scheduled;
        self.block.push(account);
        if left_in_block > 0 && game + 1 < self.end {
            return Ok(false);
        }
        for account in std::mem::take(&mut self.block) {
            write(self, &account)?;
            let GameRecord { scheduled, outcome, forfeits, thinking, rows, luck, .. } = account;
            self.statistics.add(&scheduled, &outcome);
            if let Some(statistics) = &mut self.luck {
                statistics.add(&scheduled.assignment, &outcome, &luck);
            }
            self.forfeits.add(scheduled.game, &forfeits);
            let agents = rows.agents();
            let game = SummedGame { turns: rows.turns(), outcome: &outcome, agents: &agents };
            self.aggregator.add(&game, &rows.into_own());
            for (&agent, thinking) in scheduled.assignment.iter().zip(&thinking) {
                self.timing.add(agent, thinking);
            }
            self.extent.games_played += 1;
        }
        if let Some(luck) = &mut self.luck {
            luck.close_block(matchup);
        }
        if let Some(records) = &mut self.records {
            records.flush()?;
        }
        self.next_game = game + 1;
        self.extent.blocks += 1;
        self.extent.missing_in_last_block = left_in_block;
        Ok(true)
    }

    fn write(&mut self, account: &GameRecord<G>) -> Result<(), Failure> {
        for (table, page) in self.tables.iter_mut().zip(&account.pages) {
            table.append(page)?;
        }
        self.write_record(account)
    }

    fn write_record(&mut self, account: &GameRecord<G>) -> Result<(), Failure> {
        match self.records.as_mut().zip(account.record.as_ref()) {
            Some((records, record)) => records.append_line(record),
            None => Ok(()),
        }
    }

    /// Makes safe what has been entered.
    fn check(&mut self) -> Result<(), Failure> {
        let Self { checkpoints, tables, records, folder, timing, statistics, next_game, .. } = self;
        checkpoints.add(*next_game, || {
            let tables = tables.iter_mut().map(Output::secure);
            let lengths = tables.chain(records.as_mut().map(CompressedOutput::secure)).collect();
            let (table, page) = timing.summary(statistics.labels());
            folder.write_table(&table, &page)?;
            lengths
        })
    }

    /// Writes the sums, then the manifest. Games of a block that is not whole are dropped.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn close(
        mut self,
        config: &RunConfig,
        pool: &ThreadPool,
    ) -> Result<(Statistics, Summary, AggregatorOf<G>), Failure> {
        self.check()?;
        self.tables.into_iter().try_for_each(Output::finish)?;
        self.records.map_or(Ok(()), CompressedOutput::finish)?;
        self.statistics.close_block();
        let summary = pool.install(|| Summary::of(&self.statistics));
        let mut summaries = summary.files();
        let mut own = SummaryTables::default();
        self.aggregator.summaries(&self.statistics.totals(), &mut own);
        summaries.extend(own.0);
        summaries.extend(self.luck.map(|luck| luck.summary(self.statistics.labels())));
        for (table, page) in summaries {
            self.folder.write_table(&table, &page)?;
        }
        self.extent.finished = self.next_game == self.end;
        config.write(&self.folder, self.extent)?;
        if self.extent.finished {
            Checkpoints::remove(&self.folder)?;
        }
        Ok((self.statistics, summary, self.aggregator))
    }
}

/// The tables that games add to.
fn tables<G: PlayableGame>(config: &RunConfig) -> Vec<CsvTable> {
    RowsOf::<G>::tables().into_iter().chain(config.terms.luck.then(luck::table)).collect()
}

/// The names of the files that games add to.
fn files<G: PlayableGame>(config: &RunConfig) -> Vec<&'static str> {
    let tables = tables::<G>(config);
    let tables = tables.iter().map(|table| table.name);
    tables.chain(config.terms.records.then_some(RECORDS)).collect()
}

/// The account of the next game of a run in a folder.
fn recalled<G: PlayableGame>(
    folder: &Path,
    scheduled: ScheduledGame,
    recall: &mut RunReader,
) -> Result<GameRecord<G>, Failure> {
    let traces = recall.game(scheduled.game)?;
    let wrong = |what| Failure::Content { path: folder.to_owned(), what };
    GameRecord::recalled(scheduled, traces).map_err(wrong)
}
