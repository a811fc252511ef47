//! What there is to know about a position beside its board, as plain data.

use serde::Serialize;
use serde_json::Value;

/// The state of a game and of its seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionFacts {
    /// How many turns have ended.
    pub turn: u32,
    /// Whether a turn is about to begin or the game is over.
    pub is_between_turns: bool,
    /// The seat that decides next.
    pub next: Option<usize>,
    /// Whether the game is over.
    pub is_over: bool,
    /// Points by seat, if the game ended now.
    pub points: Vec<i16>,
    /// Ranks by seat, if the game ended now; the best is 1.
    pub ranks: Vec<u8>,
    /// What matters beside the board, such as what is left to draw.
    pub facts: String,
    /// What matters about each seat, except its points.
    pub seat_facts: Vec<String>,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfferedMove {
    /// Its notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The places on the board that it names, as x and y; none for a move that is chosen by its name.
    pub places: Vec<[f64; 2]>,
}

/// An event as a viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ToldEvent {
    /// The event as records have it, without what the viewer cannot see.
    pub event: Value,
    /// The event as an English sentence.
    pub told: String,
}
