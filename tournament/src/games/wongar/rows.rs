//! The rows of a game of Wongar.

use crate::games::Rows;
use crate::sheet::{Page, Sheet, page};
use engine::wongar::{Cause, Figure, KINDS, PHASES};
use serde::Serialize;

/// How many causes of ceremonies there are.
pub const CAUSES: usize = Cause::ALL.len();
/// How many tokens there are.
pub const TOKENS: usize = Figure::ALL.len();

/// Points by what caused the ceremony and by the phase of the scorpion track.
pub type Scores = [[i16; PHASES]; CAUSES];

/// All rows of one game.
#[derive(Debug)]
pub struct GameRows {
    pub game: GameRow,
    pub seats: Vec<SeatRow>,
    pub ceremonies: Vec<CeremonyRow>,
    pub essence: Essence,
}

/// What the sums over all games need.
#[derive(Debug)]
pub struct Essence {
    pub seats: Vec<SeatEssence>,
    pub ceremonies: Vec<CeremonyEssence>,
}

/// A seat, for the sums.
#[derive(Debug)]
pub struct SeatEssence {
    pub agent: String,
    pub points: i16,
    pub win_share: f64,
    pub scores: Scores,
    /// The share of all turns that began with the token in front of the seat.
    pub held: [f64; TOKENS],
}

/// A ceremony, for the sums.
#[derive(Copy, Clone, Debug)]
pub struct CeremonyEssence {
    /// The seat that caused it.
    pub seat: usize,
    pub cause: Cause,
    /// From 1.
    pub phase: u8,
    /// What the seat that caused it got.
    pub own: i16,
    /// What all others got together.
    pub others: i16,
}

/// A row of `games.csv`.
#[derive(Debug, Default, Serialize)]
pub struct GameRow {
    pub game: u64,
    pub block: u64,
    pub deck_seed: u64,
    pub players: usize,
    pub edition: &'static str,
    pub board: String,
    /// Turns of all players together.
    pub turns: u32,
    pub rounds: u8,
    pub decisions: u64,
    pub cause: &'static str,
    /// The seats of rank 1, joined by `|`.
    pub winners: String,
    /// The space of the scorpion in the end, from 1.
    pub space: u8,
    pub scorpions: u32,
    pub ceremonies: usize,
    pub rituals_played: u32,
    pub reshuffles: u32,
    /// Draws for which there was no card.
    pub lapses: u32,
}

/// A row of `seats.csv`. The points are those of ceremonies and the bonus, less the penalties.
#[derive(Debug, Default, Serialize)]
pub struct SeatRow {
    pub game: u64,
    pub block: u64,
    pub seat: usize,
    /// Who sits there.
    pub agent: String,
    pub points: i16,
    pub rank: u8,
    pub win_share: f64,
    pub margin: i16,
    /// From ceremonies that an Ancestor, an Elder and both caused.
    pub ancestor_points: i16,
    pub elder_points: i16,
    pub both_points: i16,
    /// The same points by the phase of the scorpion track.
    pub phase1_points: i16,
    pub phase2_points: i16,
    pub phase3_points: i16,
    pub bonus: i16,
    /// Points lost to scorpions.
    pub penalties: i16,
    /// Ceremonies that the seat caused.
    pub ceremonies: u32,
    /// Majorities that scored.
    pub majorities: u32,
    pub rituals_drawn: u32,
    pub rituals_played: u32,
    /// Stones placed from the supply, those of the setup apart.
    pub stones_placed: u32,
    /// Own stones that others removed.
    pub stones_lost: u32,
    /// Turns of anyone that began with the token in front of the seat.
    pub ancestor_turns: u32,
    pub elder_turns: u32,
}

/// A row of `ceremonies.csv`.
#[derive(Debug, Default, Serialize)]
pub struct CeremonyRow {
    pub game: u64,
    pub block: u64,
    /// The turn, from 1.
    pub turn: u32,
    pub round: u8,
    /// Who caused it.
    pub seat: usize,
    pub agent: String,
    pub cause: &'static str,
    pub region: String,
    /// The phase of the scorpion track, from 1.
    pub phase: u8,
    /// What a majority is worth.
    pub value: i16,
    /// Seats that played or passed.
    pub participants: u32,
    pub rituals_played: u32,
    /// The seats with the majorities; empty if there was no such stone.
    pub lens: Option<usize>,
    pub cube: Option<usize>,
    pub cylinder: Option<usize>,
    /// Points of every seat, joined by `|`.
    pub points: String,
}

const _: () = assert!(KINDS == 3 && PHASES == 3 && CAUSES == 3, "the columns name them all");

impl Rows for GameRows {
    type Essence = Essence;

    fn sheets() -> Vec<Sheet> {
        vec![
            Sheet::of::<GameRow>("games.csv"),
            Sheet::of::<SeatRow>("seats.csv"),
            Sheet::of::<CeremonyRow>("ceremonies.csv"),
        ]
    }

    fn pages(&self) -> Vec<Page> {
        vec![page(std::slice::from_ref(&self.game)), page(&self.seats), page(&self.ceremonies)]
    }

    fn essence(self) -> Essence {
        self.essence
    }
}
