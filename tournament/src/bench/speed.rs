//! What is measured.

use super::holding::TournamentSpeed;
use super::playing::PlayingSpeed;
use super::searching::{SearchSpeed, SizeSpeed, ThreadsSpeed};
use super::yardsticks::Yardsticks;
use serde::Serialize;

/// The speed of this machine. One thread and its CPU time, unless said otherwise.
#[derive(Debug, Serialize)]
pub struct Speed {
    pub version: &'static str,
    /// A hash over games that are the same on every machine.
    pub signature: String,
    #[serde(flatten)]
    pub yardsticks: Yardsticks,
    pub players: Vec<PlayerSpeed>,
    /// The first of these numbers of players, in all that follows.
    pub search_by_nodes: Vec<SizeSpeed>,
    pub search_threads: ThreadsSpeed,
    pub tournament: TournamentSpeed,
}

/// The speed of games with so many players.
#[derive(Debug, Serialize)]
pub struct PlayerSpeed {
    pub players: usize,
    #[serde(flatten)]
    pub playing: PlayingSpeed,
    #[serde(flatten)]
    pub searching: SearchSpeed,
    /// A random game from the setup to the end, in drawings of 64 random bits.
    pub playout_per_draw: f64,
    /// The same in copies of 256 bytes.
    pub playout_per_copy256: f64,
}
