//! What the deck has in store for fleets that put out to the open sea.

use crate::MAX_SEATS;
use crate::tongiaki::State;

/// The points to be expected from the island that a fleet discovers, by the colours that sail in it.
pub(super) struct Prospects([f64; MAX_SEATS + 1]);

impl Prospects {
    /// The prospects of the deck as it is now. Waters that a fleet passes are taken to lead to the open
    /// sea again, and the deck to stay as it is.
    pub(super) fn of(state: &State) -> Self {
        let tiles = f64::from(state.tiles_left());
        let points = f64::from(state.points_left());
        Self(std::array::from_fn(|colours| {
            let waters = f64::from(state.passable_waters_left(colours as u32));
            // A tile brings its points, or another tile: e = points / tiles + waters / tiles * e.
            if points > 0.0 { points / (tiles - waters) } else { 0.0 }
        }))
    }

    /// What a fleet with so many colours may expect.
    pub(super) const fn discovery(&self, colours: u32) -> f64 {
        self.0[colours as usize]
    }
}
