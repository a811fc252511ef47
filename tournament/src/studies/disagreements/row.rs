//! A choice that both agents were asked for.

use serde::{Deserialize, Serialize};

/// A row of `disagreements.csv`: a choice that both agents were asked for. Turns count from 1;
/// choices before the first turn count to it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct DisagreementRow {
    pub game: u64,
    pub turn: u32,
    pub players: usize,
    pub seat: usize,
    /// The seat's points if the game ended here.
    pub points: i16,
    /// The seat's margin if the game ended here.
    pub lead: i16,
    pub rank: u8,
    /// Legal moves at its first decision.
    pub moves: usize,
    /// The number of choices in the game, of all seats, from which this one was picked.
    pub candidates: u64,
    /// The agents' moves, joined by `|`.
    pub first_choice: String,
    pub second_choice: String,
    /// Whether the choices lead to different positions.
    pub disagree: bool,
    /// On how many decks both choices were played to the end; zero if the agents agree.
    pub decks: u32,
    pub first_margin: Option<f64>,
    pub second_margin: Option<f64>,
    pub first_win_share: Option<f64>,
    pub second_win_share: Option<f64>,
}
