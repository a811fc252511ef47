//! Points and ranks (T29, T30).

use super::fleet::SHIPS;
use super::state::State;
use super::tiles::{ISLANDS, Island};
use crate::bits::bits;
use crate::{Outcome, Seat};

/// The points of every island.
const POINTS: [i16; ISLANDS] = {
    let mut points = [0; ISLANDS];
    let mut island = 0;
    while island < ISLANDS {
        points[island] = Island::new(island).points() as i16;
        island += 1;
    }
    points
};

impl State {
    /// Returns the values of the islands where the seat has a ship (T29). Ships adrift score
    /// nothing.
    pub fn points(&self, seat: Seat) -> i16 {
        bits(u64::from(self.held(seat))).map(|island| POINTS[island]).sum()
    }

    /// Returns the seat's ships on the board: on beaches, on king islands and adrift (T30).
    pub const fn ships_on_board(&self, seat: Seat) -> u32 {
        SHIPS - self.supply(seat)
    }

    /// Ranks the seats by points, then by more islands, then by fewer ships on the board (T30).
    pub fn outcome(&self) -> Outcome {
        Outcome::new(Seat::all(self.players()).map(|seat| {
            let islands = self.held(seat).count_ones() as i16;
            let tie_break = islands * (SHIPS as i16 + 1) - self.ships_on_board(seat) as i16;
            (self.points(seat), tie_break)
        }))
    }
}
