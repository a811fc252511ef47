//! The books of a run: games are entered block by block into its files and into its sums.

use crate::checkpoint::Checkpoints;
use crate::design::Sitting;
use crate::failure::Failure;
use crate::folder::{CompressedOutput, Folder, Output};
use crate::games::{Chronicle, Digest, Hosted, Rows};
use crate::luck::{self, LuckLedger, Worth, luck_page};
use crate::manifest::{self, Charter, Extent};
use crate::play::{Forfeits, Played, Table};
use crate::recall::{RECORDS, Recall, Traces};
use crate::sheet::{Page, Sheet};
use crate::summary::{Ledger, Summary};
use crate::timing::{Thinking, Timing};
use engine::{Standing, Title};
use rayon::ThreadPool;
use std::path::Path;

/// The rows that games of this kind add to the files.
type RowsOf<G> = <<G as Hosted>::Chronicle as Chronicle<G>>::Rows;

/// What a game adds to the files, made on the thread that played it. Nothing else leaves that thread.
pub struct Account<G: Hosted> {
    sitting: Sitting,
    standing: Standing,
    /// As `games.csv` has them.
    forfeits: String,
    thinking: Vec<Thinking>,
    essence: <RowsOf<G> as Rows>::Essence,
    pages: Vec<Page>,
    record: Option<String>,
    luck: Vec<Worth>,
}

impl<G: Hosted> Account<G> {
    /// What this game adds.
    ///
    /// # Panics
    /// If it has not been played to the end.
    pub fn new(played: Played<G>, chronicle: G::Chronicle, table: &Table<G>) -> Self {
        let rows = chronicle.rows(&played, table);
        let title = || Title {
            seed: played.deck_seed.value().to_string(),
            agents: table.labels_by_seat(&played.sitting),
        };
        let write = || played.end.write_record(&title(), &played.deal, &played.events);
        let mut pages = rows.pages();
        if table.luck.is_some() {
            pages.push(luck_page(played.sitting.game, &played.luck));
        }
        Self {
            pages,
            standing: rows.standing().expect("every seat of a game has a rank"),
            forfeits: rows.forfeits().to_owned(),
            essence: rows.essence(),
            record: table.records.then(write),
            sitting: played.sitting,
            thinking: played.thinking,
            luck: played.luck,
        }
    }

    /// What this game added when it was played.
    fn recalled(sitting: Sitting, traces: Traces) -> Result<Self, String> {
        let Traces { pages, record } = traces;
        let game = sitting.game;
        // The error's own place would be that within the game.
        let damaged = |_| format!("the rows of game {game} are damaged");
        let rows = RowsOf::<G>::read(&pages).map_err(damaged)?;
        let luck = pages.get(RowsOf::<G>::sheets().len()).map(|page| luck::read(page));
        let standing = rows.standing();
        let is_fitting = |standing: &Standing| standing.ranks().len() == sitting.seating.len();
        Ok(Self {
            standing: (standing.filter(is_fitting))
                .ok_or_else(|| format!("the seats of game {game} are not those of its players"))?,
            forfeits: rows.forfeits().to_owned(),
            essence: rows.essence(),
            sitting,
            thinking: Vec::new(),
            pages,
            record,
            luck: luck.transpose().map_err(damaged)?.unwrap_or_default(),
        })
    }
}

/// The files of a run and the sums that will fill the last of them.
pub struct Books<G: Hosted> {
    folder: Folder,
    sheets: Vec<Output>,
    records: Option<CompressedOutput>,
    checkpoints: Checkpoints,
    ledger: Ledger,
    digest: G::Digest,
    luck: Option<LuckLedger>,
    timing: Timing,
    forfeits: Forfeits,
    extent: Extent,
    /// The games of the block under way.
    block: Vec<Account<G>>,
    /// The first game that has not been entered, and the end of all.
    next_game: u64,
    end: u64,
}

impl<G: Hosted> Books<G> {
    /// Makes the folder and begins the files.
    ///
    /// # Errors
    /// If the folder is taken, or a file cannot be written.
    pub fn open(charter: &Charter, path: &Path) -> Result<Self, Failure> {
        let folder = Folder::create(path)?;
        charter.write(&folder, Extent::default())?;
        let checkpoints = Checkpoints::begin(&folder, &files::<G>(charter))?;
        let sheets = sheets::<G>(charter);
        let sheets = sheets.iter().map(|sheet| folder.begin(sheet)).collect::<Result<_, _>>()?;
        let records =
            charter.terms.records.then(|| folder.compressed_output(RECORDS)).transpose()?;
        Ok(Self::new(charter, folder, sheets, records, checkpoints))
    }

    fn new(
        charter: &Charter,
        folder: Folder,
        sheets: Vec<Output>,
        records: Option<CompressedOutput>,
        checkpoints: Checkpoints,
    ) -> Self {
        Self {
            folder,
            sheets,
            records,
            checkpoints,
            ledger: Ledger::new(charter.labels.clone(), charter.players, charter.terms.intervals),
            digest: G::Digest::default(),
            luck: charter.terms.luck.then(|| LuckLedger::new(charter.labels.len())),
            timing: Timing::new(charter.labels.len()),
            forfeits: Forfeits::default(),
            extent: Extent::default(),
            block: Vec::new(),
            next_game: charter.part.start,
            end: charter.part.end,
        }
    }

    /// Goes on with an interrupted run, or begins it if there is nothing yet. Nothing comes back if it is
    /// finished.
    ///
    /// # Errors
    /// If the run in the folder is another one, another process is at work on it, or a file cannot be
    /// read or written.
    pub fn resume(charter: &Charter, path: &Path) -> Result<Option<Self>, Failure> {
        Folder::clear_drafts(path)?;
        if !path.join(manifest::NAME).exists() {
            return Self::open(charter, path).map(Some);
        }
        if let Some(difference) = Charter::read(path)?.difference(charter) {
            return Err(Failure::OtherRun { folder: path.to_owned(), difference });
        }
        let folder = Folder::of(path);
        if manifest::is_finished(path)? {
            Checkpoints::remove(&folder)?;
            return Ok(None);
        }
        let (checkpoints, held) = Checkpoints::resume(&folder, &files::<G>(charter))?;
        let sheets = sheets::<G>(charter);
        let mut outputs = Vec::new();
        for (number, sheet) in sheets.iter().enumerate() {
            let length = held.as_ref().map_or(0, |held| held.lengths[number]);
            let mut output = folder.continued(sheet.name, length)?;
            if length == 0 {
                output.append(&sheet.header)?;
            }
            output.secure()?;
            outputs.push(output);
        }
        let has_records = charter.terms.records;
        let records = has_records.then(|| folder.compressed_draft(RECORDS)).transpose()?;
        let mut books = Self::new(charter, folder, outputs, records, checkpoints);
        if let Some(held) = held {
            books.timing.recall(path)?;
            let mut recall = Recall::open(path, &sheets, has_records)?;
            for sitting in charter.sittings(charter.part.start..held.next_game) {
                let account = recalled(path, sitting, &mut recall)?;
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
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
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
    pub fn enter(&mut self, account: Account<G>) -> Result<(), Failure> {
        let is_entered = self.add(account, Self::write)?;
        if is_entered && self.checkpoints.is_due() { self.check() } else { Ok(()) }
    }

    /// Enters all games of the next part of the run, which has been played into another folder.
    ///
    /// # Errors
    /// If a file cannot be read or written, or does not hold these games.
    pub fn enter_all(&mut self, charter: &Charter, folder: &Path) -> Result<(), Failure> {
        let mut recall = Recall::open(folder, &sheets::<G>(charter), charter.terms.records)?;
        for sitting in charter.sittings(charter.part.clone()) {
            self.enter(recalled(folder, sitting, &mut recall)?)?;
        }
        recall.end()?;
        self.timing.recall(folder)
    }

    /// Takes in a game; when its block is whole, `write` writes each of its games, and the sums take
    /// them in. Says whether that was so.
    fn add(
        &mut self,
        account: Account<G>,
        mut write: impl FnMut(&mut Self, &Account<G>) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let Sitting { game, line_up, left_in_block, .. } = account.sitting;
        self.block.push(account);
        if left_in_block > 0 && game + 1 < self.end {
            return Ok(false);
        }
        for account in std::mem::take(&mut self.block) {
            write(self, &account)?;
            let Account { sitting, standing, forfeits, thinking, essence, luck, .. } = account;
            self.ledger.add(&sitting, &standing);
            if let Some(ledger) = &mut self.luck {
                ledger.add(&sitting.seating, &standing, &luck);
            }
            self.forfeits.add(sitting.game, &forfeits);
            self.digest.add(&essence);
            for (&agent, thinking) in sitting.seating.iter().zip(&thinking) {
                self.timing.add(agent, thinking);
            }
            self.extent.games_played += 1;
        }
        if let Some(luck) = &mut self.luck {
            luck.close_block(line_up);
        }
        if let Some(records) = &mut self.records {
            records.flush()?;
        }
        self.next_game = game + 1;
        self.extent.blocks += 1;
        self.extent.missing_in_last_block = left_in_block;
        Ok(true)
    }

    fn write(&mut self, account: &Account<G>) -> Result<(), Failure> {
        for (sheet, page) in self.sheets.iter_mut().zip(&account.pages) {
            sheet.append(page)?;
        }
        self.write_record(account)
    }

    fn write_record(&mut self, account: &Account<G>) -> Result<(), Failure> {
        match self.records.as_mut().zip(account.record.as_ref()) {
            Some((records, record)) => records.append_line(record),
            None => Ok(()),
        }
    }

    /// Makes safe what has been entered.
    fn check(&mut self) -> Result<(), Failure> {
        let Self { checkpoints, sheets, records, folder, timing, ledger, next_game, .. } = self;
        checkpoints.add(*next_game, || {
            let sheets = sheets.iter_mut().map(Output::secure);
            let lengths = sheets.chain(records.as_mut().map(CompressedOutput::secure)).collect();
            let (sheet, page) = timing.summary(ledger.labels());
            folder.write_table(&sheet, &page)?;
            lengths
        })
    }

    /// Writes the sums, then the manifest. Games of a block that is not whole are dropped.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn close(
        mut self,
        charter: &Charter,
        pool: &ThreadPool,
    ) -> Result<(Ledger, Summary, G::Digest), Failure> {
        self.check()?;
        self.sheets.into_iter().try_for_each(Output::finish)?;
        self.records.map_or(Ok(()), CompressedOutput::finish)?;
        self.ledger.close_block();
        let summary = pool.install(|| Summary::of(&self.ledger));
        let mut summaries = summary.files();
        summaries.extend(self.digest.summaries(&self.ledger));
        summaries.extend(self.luck.map(|luck| luck.summary(self.ledger.labels())));
        for (sheet, page) in summaries {
            self.folder.write_table(&sheet, &page)?;
        }
        self.extent.finished = self.next_game == self.end;
        charter.write(&self.folder, self.extent)?;
        if self.extent.finished {
            Checkpoints::remove(&self.folder)?;
        }
        Ok((self.ledger, summary, self.digest))
    }
}

/// The tables that games add to.
fn sheets<G: Hosted>(charter: &Charter) -> Vec<Sheet> {
    RowsOf::<G>::sheets().into_iter().chain(charter.terms.luck.then(luck::sheet)).collect()
}

/// The names of the files that games add to.
fn files<G: Hosted>(charter: &Charter) -> Vec<&'static str> {
    let sheets = sheets::<G>(charter);
    let sheets = sheets.iter().map(|sheet| sheet.name);
    sheets.chain(charter.terms.records.then_some(RECORDS)).collect()
}

/// The account of the next game of a run in a folder.
fn recalled<G: Hosted>(
    folder: &Path,
    sitting: Sitting,
    recall: &mut Recall,
) -> Result<Account<G>, Failure> {
    let traces = recall.game(sitting.game)?;
    let wrong = |what| Failure::Content { path: folder.to_owned(), what };
    Account::recalled(sitting, traces).map_err(wrong)
}
