//! The evaluation features of Tongiaki.
//!
//! Each feature describes a single seat; differences between seats show the effect on the others. *Late* features are scaled by
//! how close the end of the game is. A pair of weights thus gives a value at the beginning and its increase until the end.
//!
//! * A ship is *exposed* if all ships of its owner on an island are on beaches with at most one free mooring: one more ship on
//!   such a beach forces the fleet to leave (T14).
//! * A ship is *threatened* if a seat on the same island can make all these fleets leave with a single expansion (T6).
//! * A beach is *ready* if the seat's next expansion can fill it. The fleet that then leaves has the colours of all ships there
//!   and of the seat.

mod prospects;
#[cfg(test)]
mod tests;

use crate::state::tiles::BEACHES;
use crate::{Beach, BeachSet, Bearing, ISLANDS, Island, Landfall, State, WATERS};
use engine::{MAX_SEATS, Seat};
use prospects::Prospects;

/// With fewer ships than this in the supply, an expansion may be smaller than the rules would otherwise allow (T6).
const AMPLE: u32 = 4;

engine::numbers! {
    /// The features of Tongiaki.
    FEATURES: Feature;
    /// Returns the features of a seat; `late` is the [`lateness`].
    #[inline(always)]
    fn features(count: &Count, state: &State, seat: Seat, late: f64) {
        let kings_left = state.kings_left(seat);
        let points = f64::from(state.points(seat));
        let alone = if kings_left > 0 { f64::from(count.alone) } else { 0.0 };
        let ships = f64::from(count.ships);
    }
    points(1.25): points, "points of all islands held, king islands included (T29)";
    late_points(1.3): points * late, "points, times how near the end is";
    king_points(0.9): points - f64::from(count.points), "points of king islands: nobody can take them (T9)";
    islands(0.0): f64::from(count.islands), "islands with own ships on their beaches";
    late_islands(0.0): f64::from(count.islands) * late, "the same, times how near the end is";
    alone(0.35): alone, "points of islands, not Tonga, with own ships alone, while kings are left to found (T8)";
    late_alone(0.0): alone * late, "the same, times how near the end is";
    exposed(-0.65): f64::from(count.exposed), "points of islands where one expansion could sweep away all own ships";
    late_exposed(0.0): f64::from(count.exposed) * late, "the same, times how near the end is";
    threatened(0.0): f64::from(count.threatened), "the same, where another seat can expand like that";
    late_threatened(0.0): f64::from(count.threatened) * late, "the same, times how near the end is";
    threatened_next(0.0): f64::from(count.threatened_next), "the same, where the seat can whose turn is next";
    anchored(0.1): f64::from(count.anchored), "points of islands with own ships on two or more beaches";
    beaches(0.0): f64::from(count.beaches), "beaches with own ships";
    ships(0.05): ships, "ships on beaches";
    late_ships(-0.2): ships * late, "the same, times how near the end is";
    growth(0.0): f64::from(count.growth.min(state.supply(seat).max(1))),
        "ships that the best expansion would bring (T6)";
    scarce(0.0): f64::from(AMPLE.saturating_sub(state.supply(seat))), "ships that the supply is short of four";
    tonga(0.0): f64::from(state.ships_on(Island::TONGA, seat) > 0), "having ships on Tonga";
    banished(0.0): f64::from(count.ships == 0), "having no ship on any beach (T13)";
    kings_left(-0.6): f64::from(kings_left), "king islands that may still be founded (T8)";
    late_kings_left(0.0): f64::from(kings_left) * late, "the same, times how near the end is";
    best_voyage(0.0): count.best_voyage, "new points that the best voyage from a ready beach promises";
    voyages(0.0): count.voyages, "the sum over all of them";
    failures(0.0): f64::from(count.failures), "jetties of ready beaches that lead to a failure (T16)";
}

/// Returns how close the end is: 0 with the full deck, 1 when the last island or the last water is drawn (T26).
pub(crate) fn lateness(state: &State) -> f64 {
    let islands = f64::from(state.islands_left()) / (ISLANDS - 1) as f64;
    let waters = f64::from(state.waters_left()) / WATERS as f64;
    1.0 - islands.min(waters)
}

/// Sums over the islands on whose beaches a seat has ships.
#[derive(Copy, Clone, Default)]
pub(crate) struct Count {
    points: u32,
    islands: u32,
    alone: u32,
    exposed: u32,
    threatened: u32,
    threatened_next: u32,
    anchored: u32,
    beaches: u32,
    ships: u32,
    growth: u32,
    best_voyage: f64,
    voyages: f64,
    failures: u32,
    /// For networks: the points of the two most valuable islands that the seat could make king islands.
    pub(crate) kings: [u32; 2],
    /// For networks: the points of islands where one expansion of the seat could force another seat off the island, counted for
    /// each such seat.
    pub(crate) sweeps: u32,
    /// For networks: the number of free moorings on these islands.
    pub(crate) room: u32,
    /// For networks: the number of other seats, summed over the islands.
    pub(crate) company: u32,
}

/// The number of moorings on every island.
const MOORINGS: [u32; ISLANDS] = {
    let mut moorings = [0; ISLANDS];
    let mut beach = 0;
    while beach < BEACHES {
        let beach_there = Beach::new(beach);
        moorings[beach_there.island().index()] += beach_there.moorings();
        beach += 1;
    }
    moorings
};

/// Adds the sums for all seats; the fields for networks are filled only if `FOR_NETWORKS` is true. As a result of the function,
/// all sums would be copied.
#[inline(always)]
pub(crate) fn count<const FOR_NETWORKS: bool>(state: &State, counts: &mut [Count; MAX_SEATS]) {
    let prospects = Prospects::of(state);
    for island in state.inhabited_islands() {
        let fleet = state.fleet_on(island);
        let ready = state.ready_beaches(island);
        for seat in fleet.seats() {
            add_presence::<FOR_NETWORKS>(counts, state, seat, island, ready);
        }
        for beach in ready.iter().filter_map(|index| island.beach(index)) {
            let there = state.fleet_at(beach);
            for bearing in state.bearings(beach) {
                for seat in fleet.seats() {
                    let colours = there.colours() + u32::from(there.ships(seat) == 0);
                    counts[seat.index()].voyage(state, seat, bearing, colours, &prospects);
                }
            }
        }
    }
}

/// Adds a seat's ships on an island and the threats to them, and updates the sweeps of the threatening seats.
#[inline(always)]
fn add_presence<const FOR_NETWORKS: bool>(
    counts: &mut [Count; MAX_SEATS],
    state: &State,
    seat: Seat,
    island: Island,
    ready: BeachSet,
) {
    let points = u32::from(island.points());
    let fleet = state.fleet_on(island);
    let own = state.beaches_of(seat, island);
    let beaches = own.len() as u32;
    let is_alone = fleet.colours() == 1 && island != Island::TONGA;
    let count = &mut counts[seat.index()];
    count.points += points;
    count.islands += 1;
    count.beaches += beaches;
    count.ships += fleet.ships(seat);
    count.growth = count.growth.max(fleet.ships(seat).min(island.beach_count() as u32));
    count.alone += if is_alone { points } else { 0 };
    count.anchored += if beaches > 1 { points } else { 0 };
    if FOR_NETWORKS {
        count.room += MOORINGS[island.index()] - fleet.total();
        count.company += fleet.colours() - 1;
        let [best, second] = count.kings;
        if is_alone && points > second && state.kings_left(seat) > 0 {
            count.kings = if points > best { [points, best] } else { [best, points] };
        }
    }
    if own.bits() & !ready.bits() != 0 {
        return;
    }
    count.exposed += points;
    let mut is_threatened = false;
    for other in fleet.seats() {
        if other != seat && state.expansion(island, other) >= beaches {
            is_threatened = true;
            let is_next = other == state.active();
            counts[seat.index()].threatened_next += if is_next { points } else { 0 };
            if FOR_NETWORKS {
                counts[other.index()].sweeps += points;
            }
        }
    }
    counts[seat.index()].threatened += if is_threatened { points } else { 0 };
}

impl Count {
    /// Adds the prospects of a voyage from a ready beach, for a fleet with this many colours.
    #[inline(always)]
    fn voyage(
        &mut self,
        state: &State,
        seat: Seat,
        bearing: Bearing,
        colours: u32,
        prospects: &Prospects,
    ) {
        if colours < bearing.colours {
            self.failures += 1;
            return;
        }
        let promise = match bearing.landfall {
            Landfall::Island(island) if !state.holds(seat, island) => f64::from(island.points()),
            Landfall::OpenSea => prospects.discovery(colours),
            Landfall::Island(_) | Landfall::King | Landfall::Nowhere => return,
        };
        self.voyages += promise;
        self.best_voyage = self.best_voyage.max(promise);
    }
}
