//! Facts about a position besides its board, as plain data.

use serde::Serialize;
use serde_json::Value;

/// The state of a game and of its seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionFacts {
    /// Number of finished turns.
    pub turn: u32,
    /// Whether a turn is about to begin or the game is over.
    pub is_between_turns: bool,
    /// The seat that decides next.
    pub next: Option<usize>,
    /// Whether the game is over.
    pub is_over: bool,
    /// Points by seat, as if the game ended now.
    pub points: Vec<i16>,
    /// Ranks by seat, as if the game ended now; the best rank is 1.
    pub ranks: Vec<u8>,
    /// A summary of the state besides the board, such as the number of cards left in the deck.
    pub facts: String,
    /// A summary of each seat, without its points.
    pub seat_facts: Vec<String>,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The board coordinates (x and y) that the move refers to; empty for a move chosen by its name.
    pub places: Vec<[f64; 2]>,
}

/// An event as a viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ToldEvent {
    /// The event in the format of records, without information hidden from the viewer.
    pub event: Value,
    /// The event as an English sentence.
    pub told: String,
}
