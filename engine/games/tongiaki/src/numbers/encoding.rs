//! The inputs that networks receive in addition to the [features](crate::numbers::features) of each seat.
//!
//! Except for a fleet under way, a position within a turn has the inputs that it would have if the turn had just ended. Lookahead
//! that stops before the end of the turn in some lines can thus compare the values of all lines.

use crate::State;
use crate::numbers::features::{Count, count, lateness};
use engine::{Evaluated, Input, MAX_SEATS, Seat};

/// The inputs of a seat, after its features.
pub(crate) const SEAT_INPUTS: &[Input] = &[
    Input::new("lead", "points less those of the best rival (T29)"),
    Input::new("last_lead", "the same, divided by one more than the tiles in the deck"),
    Input::new("ahead", "1 with the most points, 0 in a tie for them, -1 behind"),
    Input::new("wait", "turns that others begin before the seat does, as a part of a round"),
    Input::new("begins", "1 if the seat begins the next turn"),
    Input::new("supply", "ships off the board (T3)"),
    Input::new("aground", "1 with an empty supply (T7)"),
    Input::new(
        "best_king",
        "points of the best island that the seat could make a king island (T8)",
    ),
    Input::new("second_king", "points of the second-best"),
    Input::new(
        "sweeps",
        "points of islands where one expansion could sweep away another seat, for each such seat",
    ),
    Input::new("sweeps_next", "the same if the seat begins the next turn, else 0"),
    Input::new("room", "free moorings on the islands where the seat has ships on beaches"),
    Input::new("company", "other seats with ships on beaches there, counted on each island"),
];

/// The inputs of the table.
pub(crate) const TABLE_INPUTS: &[Input] = &[
    Input::new("late", "how near the end of the deck is, from 0 to 1 (T26)"),
    Input::new("last_tiles", "1 divided by one more than the tiles that may be drawn (T26)"),
    Input::new("tiles", "tiles in the deck"),
    Input::new("islands_left", "islands in the deck"),
    Input::new("waters_left", "waters in the deck"),
    Input::new("turns", "turns played, in hundreds (T28)"),
    Input::new("after_10", "1 after ten turns"),
    Input::new("after_20", "1 after twenty turns"),
    Input::new("after_30", "1 after thirty turns"),
    Input::new("after_40", "1 after forty turns"),
    Input::new("after_60", "1 after sixty turns"),
    Input::new("exits", "tiles with an exit to the open sea (T10)"),
    Input::new("under_way", "ships of the fleet under way (T15)"),
];

/// Passes the inputs of every seat, then the inputs of the table.
pub(crate) fn inputs(
    state: &State,
    mut each: impl FnMut(Seat, &[f64]),
    table: impl FnOnce(&[f64]),
) {
    let counts = &count::<true>(state);
    let late = lateness(state);
    let players = state.players();
    let next = state.next_to_begin();
    let tiles = f64::from(state.tiles_left());
    let points: [i16; MAX_SEATS] =
        std::array::from_fn(
            |seat| {
                if seat < players { state.points(Seat::new(seat)) } else { i16::MIN }
            },
        );
    let mut inputs = [0.0; State::FEATURES.len() + SEAT_INPUTS.len()];
    for (seat, count) in Seat::all(players).zip(counts) {
        let features = &count.features(state, seat, late);
        let rivals = points.iter().enumerate().filter(|&(other, _)| other != seat.index());
        let best = rivals.map(|(_, &points)| points).max().unwrap_or(0);
        let lead = f64::from(points[seat.index()] - best);
        let wait = (seat.index() + players - next.index()) % players;
        let supply = state.supply(seat);
        let &Count { kings, sweeps, room, company, .. } = count;
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
            f64::from(kings[0]),
            f64::from(kings[1]),
            f64::from(sweeps),
            f64::from(if wait == 0 { sweeps } else { 0 }),
            f64::from(room),
            f64::from(company),
        ]);
        each(seat, &inputs);
    }
    table(&of_table(state, late));
}

/// Returns the inputs of the table; `late` is the [`lateness`].
fn of_table(state: &State, late: f64) -> [f64; TABLE_INPUTS.len()] {
    let [islands, waters] = [state.islands_left(), state.waters_left()];
    let turns = state.turns_played();
    let after = |number| f64::from(u8::from(turns >= number));
    let under_way = state.under_way().map_or(0, |(_, fleet)| fleet.total());
    [
        late,
        1.0 / f64::from(1 + islands.min(waters)),
        f64::from(state.tiles_left()),
        f64::from(islands),
        f64::from(waters),
        f64::from(turns) / 100.0,
        after(10),
        after(20),
        after(30),
        after(40),
        after(60),
        f64::from(state.tiles_with_exits()),
        f64::from(under_way),
    ]
}

impl State {
    /// Returns the seat that begins the next turn, as if a turn in progress had just ended.
    pub(crate) const fn next_to_begin(&self) -> Seat {
        if self.is_between_turns() { self.active() } else { self.active().next(self.players()) }
    }
}
