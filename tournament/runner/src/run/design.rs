//! The configuration of a tournament from its manifest: enough to write its files without its
//! agents.

use anygame::play::Streams;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use store::Failure;
use store::manifest::Manifest;
use store::schedule::shard::Shard;
use store::schedule::{Grouping, Repeats, Schedule, ScheduledGame};

/// How intervals of means are computed. Manifests name the method, because earlier versions had another one.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Intervals {
    /// From the variance between blocks, by Student's t distribution.
    Student,
}

/// The terms of the games, apart from the participants.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// How seat assignments are grouped into blocks.
    pub grouping: Grouping,
    /// How often every seat assignment of a block is played on its deck.
    #[serde(default, skip_serializing_if = "Repeats::is_once")]
    pub repeats: Repeats,
    /// What agents' random numbers belong to.
    #[serde(default, skip_serializing_if = "Streams::are_of_seats")]
    pub streams: Streams,
    /// How intervals of means are computed.
    pub intervals: Intervals,
    /// Whether every game is recorded.
    pub records: bool,
    /// Whether records say what searches found.
    #[serde(default)]
    pub analysis: bool,
    /// Whether the luck of every seat is measured.
    pub luck: bool,
}

/// The entries of a tournament's manifest besides the common ones.
#[derive(Debug, Serialize)]
pub struct RunDetails {
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

/// The progress of a run.
#[derive(Copy, Clone, Debug, Default, Serialize)]
pub struct Extent {
    /// Games in the files.
    pub games_played: u64,
    /// Blocks begun.
    pub blocks: u64,
    /// The number of games missing from the last block.
    pub missing_in_last_block: usize,
    /// Whether these are all games.
    pub finished: bool,
}

/// A tournament without its agents.
#[derive(Clone, Debug)]
pub struct RunDesign {
    /// The manifest.
    pub manifest: Manifest,
    /// The schedule of the games.
    pub schedule: Schedule,
    /// The games of this part of the run.
    pub part: Range<u64>,
    /// The other terms of the games.
    pub terms: Terms,
}

impl RunDetails {
    /// Returns the details of a tournament.
    pub fn new(design: &Schedule, terms: Terms, shard: Shard) -> Self {
        let block_size = design.block_size();
        Self { design: design.to_string(), block_size, terms, part: Part { shard } }
    }
}

impl RunDesign {
    /// Returns the tournament of a manifest.
    ///
    /// # Errors
    /// Fails if the manifest is that of another job, or of a run with bootstrap intervals, which earlier versions had.
    pub fn of(manifest: Manifest) -> Result<Self, Failure> {
        if manifest.text("intervals") == "bootstrap" {
            let sentence = "the run's intervals come from a bootstrap, which only versions up to 0.3.0 compute";
            return Err(Failure::Usage(sentence.to_owned()));
        }
        let terms: Terms = manifest.details()?;
        // A tournament's manifest names its part even if that is the whole run.
        let part = Part { shard: manifest.shard };
        let manifest = manifest.with(&part);
        let design = Schedule::new(manifest.labels.len(), manifest.players, terms.grouping)?
            .repeated(terms.repeats);
        Ok(Self::new(manifest, design, terms))
    }

    /// Returns the tournament with these terms.
    pub fn new(manifest: Manifest, design: Schedule, terms: Terms) -> Self {
        let part = part(&design, manifest.shard, manifest.games);
        Self { manifest, schedule: design, part, terms }
    }

    /// Returns the number of games in this part of the run.
    pub fn games(&self) -> u64 {
        self.part.end - self.part.start
    }

    /// Returns the games in order, from the first of a block to the end of a range.
    pub fn games_from(&self, games: Range<u64>) -> impl Iterator<Item = ScheduledGame> {
        self.schedule
            .games_from(games.start)
            .take_while(move |scheduled| scheduled.game < games.end)
    }
}

/// Returns the games of the blocks that begin in a shard's share.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_with_bootstrap_intervals_is_refused_by_name() {
        let read = |intervals: &str| {
            let text = format!(
                r#"{{"players": 2, "agents": [{{"label": "random"}}], "games": 4, "grouping": "auto",
                "intervals": "{intervals}", "records": false, "luck": false}}"#
            );
            RunDesign::of(Manifest::parse(&text).unwrap()).map(|design| design.part)
        };
        assert_eq!(read("student").unwrap(), 0..4);
        let refused = read("bootstrap").unwrap_err().to_string();
        assert!(
            refused.contains("intervals come from a bootstrap, which only versions up to 0.3.0")
        );
    }
}
