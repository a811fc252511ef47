//! The main job: plays a tournament and writes its files.

use crate::arguments::PlayArguments;
use crate::console::{self, INTERRUPTED};
use crate::design::Sitting;
use crate::failure::Failure;
use crate::folder::{CompressedOutput, Folder, Output};
use crate::games::{Chronicle, Digest, Hosted, Rows};
use crate::in_order::in_order;
use crate::manifest;
use crate::plan::Plan;
use crate::play::Played;
use crate::progress::Progress;
use crate::report::report;
use crate::sheet::Page;
use crate::summary::{Ledger, Summary};
use crate::timing::{Thinking, Timing};
use engine::{Standing, Title};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// The rows that games of this kind add to the files.
type RowsOf<G> = <<G as Hosted>::Chronicle as Chronicle<G>>::Rows;

/// Plays a tournament.
///
/// # Errors
/// If it cannot be played as asked, or a file cannot be written.
pub fn play<G: Hosted>(arguments: &PlayArguments) -> Result<ExitCode, Failure> {
    let plan = Plan::<G>::new(arguments)?;
    let interrupted = console::interrupt_flag()?;
    let mut books = Books::open(&plan)?;
    let work = |sitting| {
        let goes_on = !interrupted.load(Ordering::Relaxed);
        goes_on
            .then(|| plan.play(sitting))
            .map(|(played, chronicle)| Account::new(played, chronicle, &plan))
    };
    let is_whole = books.fill(&plan, work)?;
    let extent = books.extent;
    let (ledger, summary, digest) = books.close(&plan)?;
    tell_what_is_missing(&plan, extent);
    console::print(&format!("{}\n{}", report(&ledger, &summary), digest.report(&ledger)))?;
    if is_whole { Ok(ExitCode::SUCCESS) } else { Ok(ExitCode::from(INTERRUPTED)) }
}

/// Why a run ends before its last game.
enum Stop {
    Interrupted,
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl<G: Hosted> Plan<G> {
    /// Plays a game.
    pub fn play(&self, sitting: Sitting) -> (Played<G>, G::Chronicle) {
        let mut chronicle = G::Chronicle::default();
        let played = self.table.play(sitting, &mut chronicle);
        (played, chronicle)
    }
}

fn tell_what_is_missing<G: Hosted>(plan: &Plan<G>, extent: manifest::Extent) {
    let manifest::Extent { games_played, missing_in_last_block: missing, .. } = extent;
    if games_played < plan.games {
        let (games, folder) = (plan.games, plan.out.display());
        console::tell(&format!(
            "interrupted: {folder} holds {games_played} of {games} games and cannot be continued; \
             the same command with another --out plays all of them"
        ));
    }
    if missing > 0 {
        console::tell(&format!("the last block is cut short: games missing in it: {missing}"));
    }
}

/// What a game adds to the files, made on the thread that played it. Nothing else leaves that thread.
pub struct Account<G: Hosted> {
    sitting: Sitting,
    standing: Standing,
    thinking: Vec<Thinking>,
    essence: <RowsOf<G> as Rows>::Essence,
    pages: Vec<Page>,
    record: Option<String>,
}

impl<G: Hosted> Account<G> {
    /// What this game adds.
    pub fn new(played: Played<G>, chronicle: G::Chronicle, plan: &Plan<G>) -> Self {
        let rows = chronicle.rows(&played, &plan.table);
        let title = || Title {
            seed: played.deck_seed.value().to_string(),
            agents: plan.table.labels_by_seat(&played.sitting),
        };
        let write = || played.end.write_record(&title(), &played.deal, &played.events);
        Self {
            pages: rows.pages(),
            essence: rows.essence(),
            record: plan.table.records.then(write),
            standing: played.end.standing(),
            sitting: played.sitting,
            thinking: played.thinking,
        }
    }
}

/// The files of a run and the sums that will fill the last of them.
pub struct Books<G: Hosted> {
    folder: Folder,
    sheets: Vec<Output>,
    records: Option<CompressedOutput>,
    ledger: Ledger,
    digest: G::Digest,
    timing: Timing,
    extent: manifest::Extent,
}

impl<G: Hosted> Books<G> {
    /// Makes the folder and begins the files.
    ///
    /// # Errors
    /// If the folder is taken, or a file cannot be written.
    pub fn open(plan: &Plan<G>) -> Result<Self, Failure> {
        let folder = Folder::create(&plan.out)?;
        manifest::write(&folder, plan, manifest::Extent::default())?;
        let sheets = RowsOf::<G>::sheets();
        let sheets = sheets.iter().map(|sheet| folder.begin(sheet));
        Ok(Self {
            sheets: sheets.collect::<Result<_, Failure>>()?,
            records: (plan.table.records)
                .then(|| folder.compressed_output("records.jsonl.zst"))
                .transpose()?,
            ledger: Ledger::new(plan.table.labels(), plan.players, plan.intervals),
            digest: G::Digest::default(),
            timing: Timing::new(plan.table.entrants.len()),
            extent: manifest::Extent::default(),
            folder,
        })
    }

    /// Plays the games and enters them in order, as long as `work` goes on; says whether that was to
    /// the end.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn fill(
        &mut self,
        plan: &Plan<G>,
        work: impl Fn(Sitting) -> Option<Account<G>> + Sync,
    ) -> Result<bool, Failure> {
        let mut progress = Progress::new(plan.games, plan.quiet);
        let outcome = in_order(&plan.pool, plan.sittings(), work, |account| {
            self.add(&account.ok_or(Stop::Interrupted)?)?;
            progress.advance(&self.ledger);
            Ok(())
        });
        if let Err(Stop::Failed(failure)) = outcome {
            return Err(failure);
        }
        self.ledger.close_block();
        progress.finish(self.ledger.games());
        Ok(outcome.is_ok())
    }

    fn add(&mut self, account: &Account<G>) -> Result<(), Failure> {
        for (sheet, page) in self.sheets.iter_mut().zip(&account.pages) {
            sheet.append(page)?;
        }
        if let Some((records, record)) = self.records.as_mut().zip(account.record.as_ref()) {
            records.append_line(record)?;
        }
        let Account { sitting, standing, thinking, essence, .. } = account;
        self.ledger.add(sitting, standing);
        self.digest.add(essence);
        for (&agent, thinking) in sitting.seating.iter().zip(thinking) {
            self.timing.add(agent, thinking);
        }
        self.extent.games_played += 1;
        self.extent.blocks = sitting.block + 1;
        self.extent.missing_in_last_block = sitting.left_in_block;
        Ok(())
    }

    /// Writes the sums, then the manifest.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn close(mut self, plan: &Plan<G>) -> Result<(Ledger, Summary, G::Digest), Failure> {
        self.sheets.into_iter().try_for_each(Output::finish)?;
        self.records.map_or(Ok(()), CompressedOutput::finish)?;
        let summary = plan.pool.install(|| Summary::of(&self.ledger));
        let mut summaries = summary.files();
        summaries.extend(self.digest.summaries(&self.ledger));
        summaries.push(self.timing.summary(self.ledger.labels()));
        for (sheet, page) in summaries {
            self.folder.write(sheet.name, &[sheet.header, page].concat())?;
        }
        self.extent.finished = self.extent.games_played == plan.games;
        manifest::write(&self.folder, plan, self.extent)?;
        Ok((self.ledger, summary, self.digest))
    }
}
