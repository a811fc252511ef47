//! The measurements.

use super::playing::PlayingSpeed;
use super::searching::{SearchSpeed, SizeSpeed, ThreadsSpeed};
use super::yardsticks::Yardsticks;
use serde::Serialize;

/// The speed of this machine, on one thread and in CPU time unless stated otherwise.
#[derive(Debug, Serialize)]
pub struct Speed {
    pub version: &'static str,
    /// A hash of games that are the same on every machine.
    pub signature: String,
    #[serde(flatten)]
    pub yardsticks: Yardsticks,
    pub players: Vec<PlayerSpeed>,
    /// This and the following fields use the first of these numbers of players.
    pub search_by_nodes: Vec<SizeSpeed>,
    pub search_threads: ThreadsSpeed,
}

/// The speed of games with this number of players.
#[derive(Debug, Serialize)]
pub struct PlayerSpeed {
    pub players: usize,
    #[serde(flatten)]
    pub playing: PlayingSpeed,
    #[serde(flatten)]
    pub searching: SearchSpeed,
    /// A random game from the setup to the end, in units of drawing 64 random bits.
    pub playout_per_draw: f64,
    /// The same in units of copying 256 bytes.
    pub playout_per_copy256: f64,
}
