//! The rows of Wongar.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// All rows that one game adds.
#[derive(Debug, Default)]
pub struct Rows {
    pub(super) game: GameColumns,
    pub(super) seats: Vec<SeatColumns>,
    pub(super) ceremonies: Vec<CeremonyRow>,
}

/// The game's columns in `games.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct GameColumns {
    pub edition: Cow<'static, str>,
    /// The board's id.
    pub board: Cow<'static, str>,
    pub rounds: u8,
    pub cause: Cow<'static, str>,
    /// The seats that got the tokens before the first round.
    pub first_ancestor: Option<usize>,
    pub first_elder: Option<usize>,
    pub ceremonies: usize,
    pub rituals_played: u32,
    pub scorpions: u32,
    /// The final space of the scorpion, from 1, and its phase.
    pub space: u8,
    pub phase: u8,
    pub reshuffles: u32,
    /// Draws without a card to draw.
    pub lapses: u32,
}

/// The game's columns in `seats.csv`. Points are those of ceremonies and the bonus, minus the
/// penalties.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SeatColumns {
    /// From ceremonies, by cause.
    pub ancestor_points: i16,
    pub elder_points: i16,
    pub both_points: i16,
    /// The same points by phase.
    pub phase1_points: i16,
    pub phase2_points: i16,
    pub phase3_points: i16,
    pub bonus: i16,
    /// Points lost to scorpions.
    pub penalties: i16,
    /// Scorpions that the seat got.
    pub scorpions: u32,
    /// Ceremonies that the seat caused.
    pub ceremonies: u32,
    /// Majorities that scored for it.
    pub majorities: u32,
    pub rituals_drawn: u32,
    pub rituals_played: u32,
    pub stones_placed: u32,
    /// Own stones that others removed.
    pub stones_lost: u32,
    pub rounds_begun: u32,
    /// Turns of any seat that began with the token in front of this seat.
    pub ancestor_turns: u32,
    pub elder_turns: u32,
}

/// A row of `ceremonies.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct CeremonyRow {
    pub game: u64,
    pub block: u64,
    /// The turn, from 1.
    pub turn: u32,
    pub round: u8,
    /// The seat that caused it.
    pub seat: usize,
    pub agent: String,
    pub cause: Cow<'static, str>,
    /// Whether an own card caused it (W30).
    pub own_card: bool,
    pub region: String,
    /// The phase of the scorpion track, from 1.
    pub phase: u8,
    /// The value of a majority.
    pub value: i16,
    /// Ritual cards played by every seat, joined by `|`.
    pub rituals_played: String,
    /// The seats with the majorities; `None` without such a stone.
    pub lens: Option<usize>,
    pub cube: Option<usize>,
    pub cylinder: Option<usize>,
    /// Points of every seat, joined by `|`.
    pub points: String,
    /// The final result of the seat that caused it.
    pub rank: u8,
    pub win_share: f64,
}

impl CeremonyRow {
    /// Returns the points of every seat.
    pub fn scores(&self) -> impl Iterator<Item = i16> {
        self.points.split('|').filter_map(|points| points.parse().ok())
    }
}
