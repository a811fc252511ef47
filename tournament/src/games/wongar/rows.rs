//! The rows of a game of Wongar.

use crate::games::Rows;
use crate::store::csv_table::{CsvRows, CsvTable, one_row, page, rows};
use engine::Outcome;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// All rows of one game.
#[derive(Debug)]
pub struct GameRows {
    pub game: GameRow,
    pub seats: Vec<SeatRow>,
    pub ceremonies: Vec<CeremonyRow>,
}

/// A row of `games.csv`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct GameRow {
    pub game: u64,
    pub block: u64,
    pub deck_seed: u64,
    pub players: usize,
    pub edition: Cow<'static, str>,
    /// The board's id.
    pub board: Cow<'static, str>,
    pub rounds: u8,
    /// Turns of all players together.
    pub turns: u32,
    pub decisions: u64,
    pub cause: Cow<'static, str>,
    /// The seats of rank 1, joined by `|`.
    pub winners: String,
    /// Who got the tokens before the first round.
    pub first_ancestor: Option<usize>,
    pub first_elder: Option<usize>,
    pub ceremonies: usize,
    pub rituals_played: u32,
    pub scorpions: u32,
    /// The space of the scorpion in the end, from 1, and its phase.
    pub space: u8,
    pub phase: u8,
    pub reshuffles: u32,
    /// Draws for which there was no card.
    pub lapses: u32,
    /// The seats whose agents have failed and how, joined by `|`.
    pub forfeits: String,
}

/// A row of `seats.csv`. Points are those of ceremonies and the bonus, less the penalties.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SeatRow {
    pub game: u64,
    pub block: u64,
    pub seat: usize,
    pub agent: String,
    pub points: i16,
    pub rank: u8,
    pub win_share: f64,
    pub margin: i16,
    /// From ceremonies, by cause.
    pub ancestor_points: i16,
    pub elder_points: i16,
    pub both_points: i16,
    /// The same points by phase.
    pub phase1_points: i16,
    pub phase2_points: i16,
    pub phase3_points: i16,
    pub bonus: i16,
    /// Points gone back for scorpions.
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
    /// Turns of anybody that began with the token in front of the seat.
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
    /// Who caused it.
    pub seat: usize,
    pub agent: String,
    pub cause: Cow<'static, str>,
    /// Whether by an own card (W30).
    pub own_card: bool,
    pub region: String,
    /// The phase of the scorpion track, from 1.
    pub phase: u8,
    /// What a majority was worth.
    pub value: i16,
    /// Ritual cards played by every seat, joined by `|`.
    pub rituals_played: String,
    /// The seats with the majorities; nobody if there was no such stone.
    pub lens: Option<usize>,
    pub cube: Option<usize>,
    pub cylinder: Option<usize>,
    /// Points of every seat, joined by `|`.
    pub points: String,
    /// How the seat that caused it fared in the end.
    pub rank: u8,
    pub win_share: f64,
}

/// What the sums over all games need of one.
#[derive(Debug)]
pub struct GameSummary {
    pub turns: u32,
    /// Who got the tokens before the first round.
    pub firsts: [Option<usize>; 2],
    pub seats: Vec<SeatRow>,
    pub ceremonies: Vec<CeremonyRow>,
}

impl CeremonyRow {
    /// The points of every seat.
    pub fn scores(&self) -> impl Iterator<Item = i16> {
        self.points.split('|').filter_map(|points| points.parse().ok())
    }
}

impl Rows for GameRows {
    type GameSummary = GameSummary;

    fn tables() -> Vec<CsvTable> {
        vec![
            CsvTable::of::<GameRow>("games.csv"),
            CsvTable::of::<SeatRow>("seats.csv"),
            CsvTable::of::<CeremonyRow>("ceremonies.csv"),
        ]
    }

    fn pages(&self) -> Vec<CsvRows> {
        vec![page(std::slice::from_ref(&self.game)), page(&self.seats), page(&self.ceremonies)]
    }

    fn read(pages: &[CsvRows]) -> Result<Self, csv::Error> {
        Ok(Self {
            game: one_row(&pages[0])?,
            seats: rows(&pages[1])?,
            ceremonies: rows(&pages[2])?,
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        Outcome::from_ranks(self.seats.iter().map(|seat| (seat.points, seat.rank)))
    }

    fn forfeits(&self) -> &str {
        &self.game.forfeits
    }

    fn game_summary(self) -> GameSummary {
        GameSummary {
            turns: self.game.turns,
            firsts: [self.game.first_ancestor, self.game.first_elder],
            seats: self.seats,
            ceremonies: self.ceremonies,
        }
    }
}
