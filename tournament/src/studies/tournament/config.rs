//! What a tournament is, as its manifest says: enough to keep its files without its players.

use crate::failure::Failure;
use crate::report::summary::Intervals;
use crate::schedule::shard::Shard;
use crate::schedule::{Grouping, Schedule, ScheduledGame};
use crate::store::manifest::Manifest;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What is asked of the games apart from who plays them.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// How seatings are put together to blocks.
    pub grouping: Grouping,
    /// How intervals of means are found.
    pub intervals: Intervals,
    /// Whether every game is recorded.
    pub records: bool,
    /// Whether the luck of every seat is measured.
    pub luck: bool,
}

/// What the manifest of a tournament says beside what all manifests do.
#[derive(Debug, Serialize)]
pub struct Details {
    design: String,
    /// Games of the largest block.
    block_size: usize,
    #[serde(flatten)]
    terms: Terms,
    #[serde(flatten)]
    part: Part,
}

/// Which part of a run this is.
#[derive(Debug, Serialize)]
struct Part {
    shard: Shard,
}

/// How far a run has come.
#[derive(Copy, Clone, Debug, Default, Serialize)]
pub struct Extent {
    /// Games in the files.
    pub games_played: u64,
    /// Blocks begun.
    pub blocks: u64,
    /// Games that the last block lacks.
    pub missing_in_last_block: usize,
    /// Whether these are all games.
    pub finished: bool,
}

/// A tournament without its players.
#[derive(Clone, Debug)]
pub struct RunConfig {
    /// What the manifest says.
    pub manifest: Manifest,
    /// Who sits where in which game.
    pub design: Schedule,
    /// The games of this part of the run.
    pub part: Range<u64>,
    /// What else is asked of them.
    pub terms: Terms,
}

impl Details {
    /// Those of a tournament.
    pub fn new(design: &Schedule, terms: Terms, shard: Shard) -> Self {
        let block_size = design.block_size();
        Self { design: design.to_string(), block_size, terms, part: Part { shard } }
    }
}

impl RunConfig {
    /// The tournament of a manifest.
    ///
    /// # Errors
    /// If the manifest is that of another job.
    pub fn of(manifest: Manifest) -> Result<Self, Failure> {
        let terms: Terms = manifest.details()?;
        // A tournament says of a whole, too, which part it is.
        let part = Part { shard: manifest.shard };
        let manifest = manifest.with(&part);
        let design = Schedule::new(manifest.labels.len(), manifest.players, terms.grouping)?;
        Ok(Self::new(manifest, design, terms))
    }

    /// The tournament of these terms.
    pub fn new(manifest: Manifest, design: Schedule, terms: Terms) -> Self {
        let part = part(&design, manifest.shard, manifest.games);
        Self { manifest, design, part, terms }
    }

    /// Games in order, from the first of a block to the end of a range.
    pub fn games_from(&self, games: Range<u64>) -> impl Iterator<Item = ScheduledGame> {
        self.design.games_from(games.start).take_while(move |scheduled| scheduled.game < games.end)
    }
}

/// The games of the blocks that begin in a shard's share.
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
