//! The design of a tournament as read from its manifest, which is enough to write its files without creating its agents.

use anygame::play::Streams;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::Range;
use store::Failure;
use store::command::is_default;
use store::manifest::{Manifest, SHARD};
use store::schedule::shard::Shard;
use store::schedule::{Grouping, Repeats, Schedule, ScheduledGame};

/// The terms under which games are played and evaluated, apart from the participants.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Terms {
    /// The grouping of seat assignments into blocks.
    pub grouping: Grouping,
    /// The number of times that every seat assignment of a block is played on its deck.
    #[serde(default, skip_serializing_if = "Repeats::is_once")]
    pub repeats: Repeats,
    /// The owners of the random-number streams used by agents.
    #[serde(default, skip_serializing_if = "Streams::are_of_seats")]
    pub streams: Streams,
    /// Whether games are recorded.
    pub records: bool,
    /// Whether records contain search results.
    #[serde(default)]
    pub analysis: bool,
    /// Whether each seat's luck is measured.
    pub luck: bool,
    /// Whether the forecasts before every turn are written.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forecasts: bool,
}

/// The entries in a tournament's manifest in addition to those that all jobs have.
#[derive(Debug, Serialize)]
pub struct RunDetails {
    design: String,
    /// Number of games in the largest block.
    block_size: usize,
    #[serde(flatten)]
    terms: Terms,
    /// The part of the run that is played here, even if it is the whole run.
    shard: Shard,
}

/// The progress of a run, as written to its manifest.
#[derive(Copy, Clone, Debug, Default, Serialize)]
pub struct Extent {
    /// The number of games in the files.
    pub games_played: u64,
    /// The number of blocks begun.
    pub blocks: u64,
    /// The number of games missing from the last block.
    pub missing_in_last_block: usize,
}

/// A tournament's design without its agents: manifest, schedule and terms.
#[derive(Clone, Debug)]
pub struct RunDesign {
    /// The manifest.
    pub manifest: Manifest,
    /// The schedule of the games.
    pub schedule: Schedule,
    /// The numbers of the games in this part of the run.
    pub part: Range<u64>,
    /// The terms of the games, apart from the participants.
    pub terms: Terms,
}

impl RunDetails {
    /// Creates the manifest entries of a tournament.
    pub fn new(design: &Schedule, terms: Terms, shard: Shard) -> Self {
        let block_size = design.block_size();
        Self { design: design.to_string(), block_size, terms, shard }
    }
}

impl RunDesign {
    /// Reads the design of a tournament from its manifest.
    ///
    /// # Errors
    /// Fails if the manifest belongs to a different kind of job, or if no game allows its players.
    pub fn of(manifest: Manifest) -> Result<Self, Failure> {
        manifest.check_seats()?;
        let terms: Terms = manifest.details()?;
        // A tournament's manifest contains its part even if that is the whole run.
        let shard = manifest.shard;
        let manifest = manifest.with(&json!({ SHARD: shard }));
        let design = Schedule::new(manifest.labels.len(), manifest.players, terms.grouping)?
            .repeated(terms.repeats);
        Ok(Self::new(manifest, design, terms))
    }

    /// Creates a design with the given schedule and terms.
    pub fn new(manifest: Manifest, design: Schedule, terms: Terms) -> Self {
        let part = part(&design, manifest.shard, manifest.games);
        Self { manifest, schedule: design, part, terms }
    }

    /// Returns the numbers of the games in a part of the run.
    pub fn part_of(&self, shard: Shard) -> Range<u64> {
        part(&self.schedule, shard, self.manifest.games)
    }

    /// Returns the number of games in this part of the run.
    pub fn games(&self) -> u64 {
        self.part.end - self.part.start
    }

    /// Returns the games in order, starting with the first block that begins in a range, and ending with the range.
    pub fn games_from(&self, games: Range<u64>) -> impl Iterator<Item = ScheduledGame> {
        self.schedule
            .games_from(games.start)
            .take_while(move |scheduled| scheduled.game < games.end)
    }
}

/// Returns the numbers of the games in all blocks that begin in a shard's share of the games.
fn part(design: &Schedule, shard: Shard, games: u64) -> Range<u64> {
    let bounds = shard.share_of(games);
    let block_from = |game: u64| {
        let is_border = game == 0 || game == games;
        let next =
            || design.games_from(game).next().map_or(games, |scheduled| scheduled.game.min(games));
        if is_border { game } else { next() }
    };
    block_from(bounds.start)..block_from(bounds.end)
}
