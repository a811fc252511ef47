//! The columns and tables that Wongar adds to the rows of a game.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// All rows that one game adds.
#[derive(Debug, Default)]
pub struct Rows {
    pub(crate) game: GameColumns,
    pub(crate) seats: Vec<SeatColumns>,
    pub(crate) ceremonies: Vec<CeremonyRow>,
}

/// The columns that Wongar adds to `games.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct GameColumns {
    /// Edition of the rules.
    pub edition: Cow<'static, str>,
    /// Name of the board.
    pub board: Cow<'static, str>,
    /// Number of rounds.
    pub rounds: u8,
    /// Cause of the end: `scorpion` or `stack`.
    pub cause: Cow<'static, str>,
    /// Seat that got the ancestor token before the first round.
    pub first_ancestor: Option<usize>,
    /// Seat that got the elder token before the first round.
    pub first_elder: Option<usize>,
    /// Number of ceremonies.
    pub ceremonies: usize,
    /// Number of ritual cards played in ceremonies.
    pub rituals_played: u32,
    /// Number of scorpions that seats met.
    pub scorpions: u32,
    /// Final space of the scorpion, from 1.
    pub space: u8,
    /// Phase of that space, from 1.
    pub phase: u8,
    /// Number of times that a new deck was shuffled.
    pub reshuffles: u32,
    /// Number of draws for which there was no card.
    pub lapses: u32,
}

/// The columns that Wongar adds to `seats.csv`.
///
/// `points` is the sum of the points from ceremonies and the bonus, minus the penalties.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SeatColumns {
    /// Points from ceremonies with the cause `ancestor`, whichever seat caused them.
    pub ancestor_points: i16,
    /// Points from ceremonies with the cause `elder`, whichever seat caused them.
    pub elder_points: i16,
    /// Points from ceremonies with the cause `both`, whichever seat caused them.
    pub both_points: i16,
    /// Points from ceremonies in phase 1 of the scorpion track.
    pub phase1_points: i16,
    /// Points from ceremonies in phase 2 of the scorpion track.
    pub phase2_points: i16,
    /// Points from ceremonies in phase 3 of the scorpion track.
    pub phase3_points: i16,
    /// Points for the most area cards of a kind.
    pub bonus: i16,
    /// Points lost to scorpions.
    pub penalties: i16,
    /// Number of scorpions that the seat met.
    pub scorpions: u32,
    /// Number of ceremonies that the seat caused.
    pub ceremonies: u32,
    /// Number of majorities that the seat scored.
    pub majorities: u32,
    /// Number of ritual cards drawn, without scorpions and the first hand.
    pub rituals_drawn: u32,
    /// Number of ritual cards played.
    pub rituals_played: u32,
    /// Number of stones placed from the supply, without the setup.
    pub stones_placed: u32,
    /// Number of the seat's stones that other seats removed.
    pub stones_lost: u32,
    /// Number of rounds that the seat began.
    pub rounds_begun: u32,
    /// Number of turns, of any seat, that began with the ancestor token at this seat.
    pub ancestor_turns: u32,
    /// Number of turns, of any seat, that began with the elder token at this seat.
    pub elder_turns: u32,
}

/// A row of `ceremonies.csv`: one ceremony.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct CeremonyRow {
    /// Number of the game in the run, from 0.
    pub game: u64,
    /// Number of the block, from 0; all games of a block share one deck.
    pub block: u64,
    /// Number of the turn, from 1.
    pub turn: u32,
    /// Number of the round, from 1.
    pub round: u8,
    /// Seat that caused the ceremony.
    pub seat: usize,
    /// Label of the agent in that seat.
    pub agent: String,
    /// Cause: `ancestor`, `elder` or `both`.
    pub cause: Cow<'static, str>,
    /// Whether one of the seat's cards in the advanced game caused it (W30).
    pub own_card: bool,
    /// Region in which it took place.
    pub region: String,
    /// Phase of the scorpion track, from 1.
    pub phase: u8,
    /// Points for a majority.
    pub value: i16,
    /// Number of ritual cards that each seat played, joined by `|`.
    pub rituals_played: String,
    /// Seat with the majority of lenses; empty if there is no such stone.
    pub lens: Option<usize>,
    /// Seat with the majority of cubes; empty if there is no such stone.
    pub cube: Option<usize>,
    /// Seat with the majority of cylinders; empty if there is no such stone.
    pub cylinder: Option<usize>,
    /// Points of each seat from the ceremony, joined by `|`.
    pub points: String,
    /// Final rank of the seat that caused it, from 1.
    pub rank: u8,
    /// Share of the win of that seat, from 0 to 1.
    pub win_share: f64,
}

impl CeremonyRow {
    /// Returns the points of every seat.
    pub fn scores(&self) -> impl Iterator<Item = i16> {
        self.points.split('|').filter_map(|points| points.parse().ok())
    }
}
