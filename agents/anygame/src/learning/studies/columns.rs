//! Columns that the rows of several studies share.

use engine::csv_table::page;
use engine::study::{Case, Level, MeanOutcome};
use engine::{Game, Seat};
use serde::{Deserialize, Serialize};

/// The sampled position in a row of `moves.csv`, `draws.csv` and `disagreements.csv`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PositionColumns {
    /// Number of the game in the run, from 0.
    pub game: u64,
    /// Number of the turn, from 1; the setup counts as part of turn 1.
    pub turn: u32,
    /// Number of seats at the table.
    pub players: usize,
    /// Seat that decides; for a chance event, the seat that decided last.
    pub seat: usize,
    /// Points of the seat if the game ended here.
    pub points: i16,
    /// Points minus the points of the best other seat if the game ended here.
    pub lead: i16,
    /// Rank of the seat, from 1, if the game ended here.
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

/// The outcome of an alternative in a row of `moves.csv` and `draws.csv`, for the seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OutcomeColumns {
    /// Number of decks on which every alternative was played to the end.
    pub decks: u32,
    /// Mean final margin after the alternative, in points.
    pub margin: f64,
    /// Mean win share after the alternative, from 0 to 1.
    pub win_share: f64,
    /// `margin` minus the mean of all alternatives; chance events are weighted by their probabilities.
    pub to_mean_margin: f64,
    /// `win_share` minus the mean of all alternatives; chance events are weighted by their probabilities.
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

/// Returns the case of an alternative, with its kind and its name. `called` is the type of alternative, such as
/// `move` or `event`. `share` is the probability of the alternative, or 1 or 0 by whether the policy chose it.
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
