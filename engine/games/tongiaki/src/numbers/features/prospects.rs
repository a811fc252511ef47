//! The prospects of fleets that sail to the open sea, according to the deck.

use crate::State;
use engine::MAX_SEATS;

/// The expected points of the island that a fleet discovers, indexed by the number of its colours.
pub(super) struct Prospects([f64; MAX_SEATS + 1]);

impl Prospects {
    /// Computes the prospects for the current deck. Assumes that a water that the fleet passes leads to the open sea again, and
    /// that the deck stays the same.
    pub(super) fn of(state: &State) -> Self {
        let tiles = f64::from(state.tiles_left());
        let points = f64::from(state.points_left());
        Self(std::array::from_fn(|colours| {
            let waters = f64::from(state.passable_waters_left(colours as u32));
            // A drawn tile is an island with points, or a water that leads to another draw: e = points / tiles + waters / tiles *
            // e.
            if points > 0.0 { points / (tiles - waters) } else { 0.0 }
        }))
    }

    /// Returns the expected points of a discovery by a fleet with this many colours.
    pub(super) const fn discovery(&self, colours: u32) -> f64 {
        self.0[colours as usize]
    }
}
