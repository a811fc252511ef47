//! Columns that the rows of several studies share.

use engine::csv_table::page;
use engine::study::{Case, Level, MeanOutcome};
use engine::{Game, Seat};
use serde::{Deserialize, Serialize};

/// The first columns of a row: the sampled position. Turns count from 1; what comes before the first turn counts as
/// part of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PositionColumns {
    pub game: u64,
    pub turn: u32,
    pub players: usize,
    /// The seat that decides; for a chance event, the seat that decided last.
    pub seat: usize,
    /// The seat's points if the game ended here.
    pub points: i16,
    /// The seat's margin if the game ended here.
    pub lead: i16,
    pub rank: u8,
}

impl PositionColumns {
    pub fn new<G: Game>(game: u64, state: &G, seat: Seat) -> Self {
        let outcome = state.outcome();
        Self {
            game,
            turn: state.turns_played() + 1,
            players: state.players(),
            seat: seat.index(),
            points: outcome.points()[seat.index()],
            lead: outcome.margin(seat),
            rank: outcome.ranks()[seat.index()],
        }
    }
}

/// The outcome of an alternative.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OutcomeColumns {
    /// On how many decks the alternative was played to the end.
    pub decks: u32,
    pub margin: f64,
    pub win_share: f64,
    /// Minus the mean of all alternatives.
    pub to_mean_margin: f64,
    pub to_mean_win_share: f64,
}

impl OutcomeColumns {
    pub const fn new(decks: u32, outcome: MeanOutcome, to_mean: MeanOutcome) -> Self {
        Self {
            decks,
            margin: outcome.margin,
            win_share: outcome.win_share,
            to_mean_margin: to_mean.margin,
            to_mean_win_share: to_mean.win_share,
        }
    }

    pub const fn to_mean(&self) -> MeanOutcome {
        MeanOutcome { margin: self.to_mean_margin, win_share: self.to_mean_win_share }
    }
}

/// Returns the case of an alternative: a move or an event, as `called` says, with its name and its kind. The share is
/// its probability, or 0 or 1 by whether the policy chose it.
pub fn alternative(
    row: &impl Serialize,
    called: &'static str,
    [kind, name]: [&str; 2],
    share: f64,
    effects: Vec<Option<MeanOutcome>>,
) -> Case {
    Case {
        row: page(&[row]),
        effects,
        levels: vec![("kind", Level::named(0, kind)), (called, Level::named(0, name))],
        predictors: vec![("share", share)],
    }
}
