//! The kinds of moves and tiles by which tables group them.

use crate::state::State;
use crate::state::border::Border;
use crate::state::hex::Side;
use crate::state::moves::Move;
use crate::state::phase::Phase;
use crate::state::tiles::{Beach, Tile};
use engine::first_word;

impl State {
    /// Returns the kind of a move. For ships placed in the setup (T4), the kind depends on the ships that are already on the
    /// beach, because all beaches of Tonga are equivalent.
    pub(crate) fn kind_of(&self, mv: Move) -> String {
        match (self.phase, mv) {
            (Phase::Setup, Move::Moor(beach)) => format!("place {}", self.company(beach)),
            _ => first_word(mv),
        }
    }

    fn company(&self, beach: Beach) -> &'static str {
        let fleet = self.fleet_at(beach);
        let own = fleet.ships(self.active());
        match (own > 0, fleet.total() > own) {
            (false, false) => "alone",
            (true, false) => "beside own",
            (false, true) => "beside others",
            (true, true) => "beside own and others",
        }
    }
}

/// Returns the kind of a tile: the points of an island, or the number of colours that the current at the crest of a water
/// requires (T16). A fleet that draws the water enters it at the crest (T15).
pub(crate) fn kind_of_tile(tile: Tile) -> String {
    match tile.island() {
        Some(island) => format!("island of {}", island.points()),
        None => format!("water of {}", Border::new(tile, Side::CREST).current().1),
    }
}
