//! Points and ranks (T29, T30).

use super::fleet::MOST_SHIPS;
use super::state::State;
use super::tiles::{ISLANDS, Island};
use engine::{Outcome, Seat};

/// The points of every subset of the first eight islands, and of every subset of the other eight.
static POINTS: [[u8; 256]; 2] = {
    let mut points = [[0; 256]; 2];
    let mut place = 0;
    while place < 2 * 256 {
        let (half, set) = (place / 256, place % 256);
        let mut island = 0;
        while island < ISLANDS / 2 {
            if set >> island & 1 == 1 {
                points[half][set] += Island::new(half * ISLANDS / 2 + island).points();
            }
            island += 1;
        }
        place += 1;
    }
    points
};

impl State {
    /// Returns the seat's points: the sum of the points of all islands where it has a ship (T29). Ships adrift score nothing.
    pub fn points(&self, seat: Seat) -> i16 {
        Self::points_of(self.held(seat))
    }

    /// Returns the sum of the points of these islands, which are given as one bit each.
    pub(crate) fn points_of(islands: u16) -> i16 {
        let [low, high] = islands.to_le_bytes();
        i16::from(POINTS[0][usize::from(low)]) + i16::from(POINTS[1][usize::from(high)])
    }

    /// Returns the number of the seat's ships on the board: on beaches, on king islands and adrift (T30).
    pub const fn ships_on_board(&self, seat: Seat) -> u32 {
        self.setup.house.ships() - self.supply(seat)
    }

    /// Returns the seats ranked by points, then by more islands, then by fewer ships on the board (T30).
    pub fn outcome(&self) -> Outcome {
        Outcome::new(Seat::all(self.players()).map(|seat| {
            let islands = self.held(seat).count_ones() as i16;
            let tie_break = islands * (MOST_SHIPS as i16 + 1) - self.ships_on_board(seat) as i16;
            (self.points(seat), tie_break)
        }))
    }
}
