//! What networks see of a position, beside the [features](super::features) of each seat.
//!
//! A position within a turn looks as if the turn had just ended: so a lookahead that stops in some
//! lines before the turn ends compares like with like.

use super::State;
use crate::{Evaluate, Input, Seat};

/// What networks see of a seat, after its features.
pub(super) const SEAT_INPUTS: &[Input] = &[
    Input::new("lead", "points less those of the best rival (T29)"),
    Input::new("last_lead", "the same, divided by one more than the tiles in the deck"),
    Input::new("ahead", "1 with the most points, 0 in a tie for them, -1 behind"),
    Input::new("wait", "turns that others begin before the seat does, as a part of a round"),
    Input::new("begins", "1 if the seat begins the next turn"),
    Input::new("supply", "ships off the board (T3)"),
    Input::new("aground", "1 with an empty supply (T7)"),
];

/// What networks see of the table.
pub(super) const TABLE_INPUTS: &[Input] = &[
    Input::new("late", "how near the end of the deck is, from 0 to 1 (T26)"),
    Input::new("last_tiles", "1 divided by one more than the tiles that may be drawn (T26)"),
    Input::new("tiles", "tiles in the deck"),
    Input::new("turns", "turns played, in hundreds (T28)"),
    Input::new("exits", "tiles with an exit to the open sea (T10)"),
];

/// Passes what networks see of every seat.
pub(super) fn encode(state: &State, mut each: impl FnMut(Seat, &[f64])) {
    let players = state.players();
    let next = if state.is_between_turns() { state.active() } else { state.active().next(players) };
    let tiles = f64::from(state.tiles_left());
    let points: [i16; crate::MAX_SEATS] =
        std::array::from_fn(
            |seat| {
                if seat < players { state.points(Seat::new(seat)) } else { i16::MIN }
            },
        );
    let mut inputs = [0.0; State::FEATURES.len() + SEAT_INPUTS.len()];
    state.features(|seat, features| {
        let rivals = points.iter().enumerate().filter(|&(other, _)| other != seat.index());
        let best = rivals.map(|(_, &points)| points).max().unwrap_or(0);
        let lead = f64::from(points[seat.index()] - best);
        let wait = (seat.index() + players - next.index()) % players;
        let supply = state.supply(seat);
        let (first, rest) = inputs.split_at_mut(features.len());
        first.copy_from_slice(features);
        rest.copy_from_slice(&[
            lead,
            lead / (1.0 + tiles),
            if lead == 0.0 { 0.0 } else { lead.signum() },
            wait as f64 / players as f64,
            f64::from(u8::from(wait == 0)),
            f64::from(supply),
            f64::from(u8::from(supply == 0)),
        ]);
        each(seat, &inputs);
    });
}

/// What networks see of the table, `late` in the game.
pub(super) fn table(state: &State, late: f64) -> [f64; TABLE_INPUTS.len()] {
    let drawable = state.islands_left().min(state.waters_left());
    [
        late,
        1.0 / f64::from(1 + drawable),
        f64::from(state.tiles_left()),
        f64::from(state.turns_played()) / 100.0,
        f64::from(state.tiles_with_exits()),
    ]
}
