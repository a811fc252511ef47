//! A legal move of a sampled decision.

use serde::{Deserialize, Serialize};

/// A row of `moves.csv`: a legal move of a decision. Turns count from 1; decisions before the first turn count to it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MoveRow {
    pub game: u64,
    pub turn: u32,
    pub players: usize,
    pub seat: usize,
    /// The seat's points if the game ended here.
    pub points: i16,
    /// The seat's margin if the game ended here.
    pub lead: i16,
    pub rank: u8,
    /// The number of decisions in the game from which this one was picked.
    pub candidates: u64,
    /// Legal moves, each with a row.
    pub moves: usize,
    #[serde(rename = "move")]
    pub name: String,
    pub kind: String,
    /// Whether the policy chose it in the game.
    pub chosen: bool,
    /// On how many decks each move was played to the end.
    pub decks: u32,
    pub margin: f64,
    pub win_share: f64,
    /// Minus the mean of all legal moves.
    pub to_mean_margin: f64,
    pub to_mean_win_share: f64,
    /// Minus the best other move; missing with a single deck.
    pub to_best_margin: Option<f64>,
    pub to_best_win_share: Option<f64>,
}
