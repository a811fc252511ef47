//! Reads a finished run with records, game by game.

use super::design::RunDesign;
use super::writer::{GameRecord, layout};
use anygame::{AnyGame, GameRows};
use course::RecordedResult;
use std::path::{Path, PathBuf};
use store::Failure;
use store::manifest::{self, Manifest};
use store::reader::JournalReader;
use store::schedule::ScheduledGame;

/// A run with a record of every game, or a part of such a run.
pub struct RecordedRun {
    /// The run folder.
    folder: PathBuf,
    config: RunDesign,
}

impl RecordedRun {
    /// Opens the run in a folder.
    ///
    /// # Errors
    /// Fails if the folder does not contain a tournament, or if it is not finished or has no records.
    pub fn find(folder: &Path) -> Result<Self, Failure> {
        let config = RunDesign::of(Manifest::read(folder)?)?;
        if !config.terms.records {
            let what = "the run has no records: play it with --records";
            return Err(Failure::content(folder, what));
        }
        if !manifest::is_finished(folder)? {
            let what = "the run is not finished: continue it with --resume";
            return Err(Failure::content(folder, what));
        }
        manifest::check_files(folder)?;
        Ok(Self { folder: folder.to_owned(), config })
    }

    /// Returns the manifest.
    pub const fn manifest(&self) -> &Manifest {
        &self.config.manifest
    }

    /// Reads the games in order.
    ///
    /// # Errors
    /// Fails if a file cannot be opened. The iterator yields a failure for each game that cannot be read.
    pub fn read<'a>(
        &'a self,
        game: &'a dyn AnyGame,
    ) -> Result<impl Iterator<Item = Result<RecordedResult, Failure>> + 'a, Failure> {
        let mut reader = layout(game, &self.config).reader(&self.folder)?;
        let games = self.config.games_from(self.config.part.clone());
        Ok(games
            .zip(1..)
            .map(move |(scheduled, line)| self.game(game, &mut reader, &scheduled, line)))
    }

    /// Reads the games in order, with their outcomes and luck.
    ///
    /// # Errors
    /// Fails as [`Self::read`] does.
    pub fn games<'a>(
        &'a self,
        game: &'a dyn AnyGame,
    ) -> Result<impl Iterator<Item = Result<GameRecord, Failure>> + 'a, Failure> {
        let mut reader = layout(game, &self.config).reader(&self.folder)?;
        let games = self.config.games_from(self.config.part.clone());
        Ok(games.map(move |scheduled| {
            GameRecord::recalled(game, &self.folder, &self.config, scheduled, &mut reader)
        }))
    }

    fn game(
        &self,
        game: &dyn AnyGame,
        reader: &mut JournalReader,
        scheduled: &ScheduledGame,
        line: u64,
    ) -> Result<RecordedResult, Failure> {
        let traces = reader.game(scheduled.game)?;
        let rows = game.read_rows(&traces.pages).ok();
        let manifest = &self.config.manifest;
        let deck_seed = manifest.deck_seed(scheduled.game, scheduled.block);
        let is_whole = |rows: &GameRows| {
            rows.contradiction(&scheduled.seating(), &manifest.labels, deck_seed).is_none()
        };
        let outcome = rows.filter(is_whole).and_then(|rows| rows.outcome());
        let damaged = || {
            let what = format!("the rows of game {} are damaged", scheduled.game);
            Failure::content(&self.folder, what)
        };
        Ok(RecordedResult {
            game: scheduled.game,
            block: scheduled.block,
            outcome: outcome.ok_or_else(damaged)?,
            record: traces.record.ok_or_else(damaged)?,
            line,
        })
    }
}
