//! The inputs that networks receive in addition to the [features](crate::numbers::features) of each seat.
//!
//! Except for a fleet under way, a position within a turn has the inputs that it would have if the turn had just ended. Lookahead
//! that stops before the end of the turn in some lines can thus compare the values of all lines.

use crate::State;
use crate::numbers::features::{Count, count, features, lateness};
use engine::{Evaluated, MAX_SEATS, Seat, SeatOrder};

engine::numbers! {
    /// The inputs of a seat, after its features.
    SEAT_INPUTS: Input;
    /// Computes the inputs of a seat. `points` has the points of every seat.
    #[inline(always)]
    fn of_seat(state: &State, seat: Seat, count: &Count, points: &[i16; MAX_SEATS]) {
        let (players, next) = (state.players(), state.next_to_begin());
        let rivals = points.iter().enumerate().filter(|&(other, _)| other != seat.index());
        let best = rivals.map(|(_, &points)| points).max().unwrap_or(0);
        let lead = f64::from(points[seat.index()] - best);
        let wait = SeatOrder::new(next, players).place(seat);
        let supply = state.supply(seat);
    }
    lead: lead, "points less those of the best rival (T29)";
    last_lead: lead / (1.0 + f64::from(state.tiles_left())), "the same, divided by one more than the tiles in the deck";
    ahead: if lead == 0.0 { 0.0 } else { lead.signum() }, "1 with the most points, 0 in a tie for them, -1 behind";
    wait: wait as f64 / players as f64, "turns that others begin before the seat does, as a part of a round";
    begins: f64::from(wait == 0), "1 if the seat begins the next turn";
    supply: f64::from(supply), "ships off the board (T3)";
    aground: f64::from(supply == 0), "1 with an empty supply (T7)";
    best_king: f64::from(count.kings[0]), "points of the best island that the seat could make a king island (T8)";
    second_king: f64::from(count.kings[1]), "points of the second-best";
    sweeps: f64::from(count.sweeps),
        "points of islands where one expansion could sweep away another seat, for each such seat";
    sweeps_next: f64::from(if wait == 0 { count.sweeps } else { 0 }),
        "the same if the seat begins the next turn, else 0";
    room: f64::from(count.room), "free moorings on the islands where the seat has ships on beaches";
    company: f64::from(count.company), "other seats with ships on beaches there, counted on each island";
}

engine::numbers! {
    /// The inputs of the table.
    TABLE_INPUTS: Input;
    /// Computes the inputs of the table. `late` is the [`lateness`].
    #[inline(always)]
    fn of_table(state: &State, late: f64) {
        let [islands, waters] = [state.islands_left(), state.waters_left()];
        let turns = state.turns_played();
        let after = |number| f64::from(turns >= number);
        let under_way = state.under_way().map_or(0, |(_, fleet)| fleet.total());
    }
    late: late, "how near the end of the deck is, from 0 to 1 (T26)";
    last_tiles: 1.0 / f64::from(1 + islands.min(waters)),
        "1 divided by one more than the tiles that may be drawn (T26)";
    tiles: f64::from(state.tiles_left()), "tiles in the deck";
    islands_left: f64::from(islands), "islands in the deck";
    waters_left: f64::from(waters), "waters in the deck";
    turns: f64::from(turns) / 100.0, "turns played, in hundreds (T28)";
    after_10: after(10), "1 after ten turns";
    after_20: after(20), "1 after twenty turns";
    after_30: after(30), "1 after thirty turns";
    after_40: after(40), "1 after forty turns";
    after_60: after(60), "1 after sixty turns";
    exits: f64::from(state.tiles_with_exits()), "tiles with an exit to the open sea (T10)";
    under_way: f64::from(under_way), "ships of the fleet under way (T15)";
}

/// Passes the inputs of every seat, then the inputs of the table.
#[inline(always)]
pub(crate) fn inputs(
    state: &State,
    mut each: impl FnMut(Seat, &[f64]),
    table: impl FnOnce(&[f64]),
) {
    let mut counts = [Count::default(); MAX_SEATS];
    count::<true>(state, &mut counts);
    let late = lateness(state);
    let players = state.players();
    let points: [i16; MAX_SEATS] =
        std::array::from_fn(
            |seat| {
                if seat < players { state.points(Seat::new(seat)) } else { i16::MIN }
            },
        );
    let mut inputs = [0.0; State::FEATURES.len() + SEAT_INPUTS.len()];
    for (seat, count) in Seat::all(players).zip(&counts) {
        let features = &features(count, state, seat, late);
        let (first, rest) = inputs.split_at_mut(features.len());
        first.copy_from_slice(features);
        rest.copy_from_slice(&of_seat(state, seat, count, &points));
        each(seat, &inputs);
    }
    table(&of_table(state, late));
}

impl State {
    /// Returns the seat that begins the next turn, as if a turn in progress had just ended.
    pub(crate) const fn next_to_begin(&self) -> Seat {
        if self.is_between_turns() { self.active() } else { self.active().next(self.players()) }
    }
}
