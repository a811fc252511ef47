//! A landing in progress: the ships of a fleet are distributed over the beaches of an island (T19, T20).
//!
//! Exactly one sequence of choices leads to each distribution. Ships without room are returned first, in the order of seats. The
//! others then land one by one: seats ascend, and within a seat beaches never descend.

use super::event::Counts;
use super::fleet::Fleet;
use super::tiles::{Beach, Island};
use engine::{MAX_SEATS, Seat};

/// The state of a landing.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Landing {
    pub(crate) island: Island,
    /// The fleet as it arrived.
    pub(crate) arrived: Fleet,
    /// The ships that are not returned to their owners, whether they have landed or not.
    pub(crate) staying: Fleet,
    /// The staying ships that have not landed yet.
    pub(crate) at_sea: Fleet,
    /// The beaches that had free moorings when the fleet arrived, one bit per index.
    pub(crate) open: u8,
    /// The beaches where ships of the fleet have landed, one bit per index.
    pub(crate) used: u8,
    /// The number of ships that have landed.
    pub(crate) landed: u8,
    /// The indices of the beaches where ships have landed, three bits per ship.
    pub(crate) beaches: u16,
}

impl Landing {
    /// Returns the owner of each ship that has landed and the index of its beach, in the order of landing.
    pub(crate) fn ashore(&self) -> impl Iterator<Item = (Seat, usize)> {
        let ships = self.staying.owners().zip(0..self.landed);
        ships.map(|(seat, ship)| (seat, self.beach_of(ship)))
    }

    /// Returns the index of the beach where a ship has landed. Ships are numbered in the order of landing.
    pub(crate) fn beach_of(&self, ship: u8) -> usize {
        usize::from(self.beaches >> (3 * ship) & 7)
    }

    /// Returns the owner of the next ship to be returned on the way to these final counts, if any.
    pub(crate) fn next_given_back(&self, returned: &[u8]) -> Option<Seat> {
        let given = self.arrived.minus(self.staying);
        Seat::all(MAX_SEATS).find(|&seat| {
            returned.get(seat.index()).is_some_and(|&ships| u32::from(ships) > given.ships(seat))
        })
    }

    /// Returns the beach where the next ship must land on the way to these final counts by beach and seat.
    pub(crate) fn next_beach(&self, beaches: &[Counts]) -> Option<Beach> {
        let seat = (!self.at_sea.is_empty()).then(|| self.at_sea.first_seat())?;
        let index = beaches.iter().enumerate().position(|(index, wanted)| {
            let there = self.ashore().filter(|&ship| ship == (seat, index));
            wanted.get(seat.index()).is_some_and(|&ships| usize::from(ships) > there.count())
        })?;
        self.island.beach(index)
    }

    /// Returns the seats whose ship may be returned next, one bit each. Seats before the previous one are excluded, and enough
    /// ships must be left from the chosen seat on.
    pub(crate) fn give_back_options(&self, surplus: u8, last: Seat) -> u64 {
        let mut options = 0;
        let mut ships = 0;
        for seat in Seat::all(MAX_SEATS).rev().take_while(|&seat| seat >= last) {
            ships += self.staying.ships(seat);
            let enough = ships >= u32::from(surplus) && self.staying.ships(seat) > 0;
            options |= u64::from(enough) << seat.index();
        }
        options
    }

    /// Returns the beaches where the next ship may land, one bit each, such that the rules still let all other ships land (T19).
    pub(crate) fn land_options(&self, free_moorings: impl Fn(Beach) -> u32) -> u64 {
        let seat = self.at_sea.first_seat();
        let same = self.at_sea.ships(seat) - 1;
        let others = self.at_sea.total() - self.at_sea.ships(seat);
        let first = if self.at_sea.ships(seat) == self.staying.ships(seat) {
            0
        } else {
            self.beach_of(self.landed - 1)
        };
        let free = |index| free_moorings(Beach::new(self.island.first_beach() + index));
        let each_its_own = self.staying.total() <= self.open.count_ones();

        let unused = self.open & !self.used;
        let mut options = 0;
        if each_its_own {
            // Each ship needs a separate open beach, and the next ships of this colour need later beaches.
            options = u32::from(unused) >> first << first;
            for _ in 0..same {
                options &= !(1 << options.ilog2());
            }
        } else {
            // Every open beach needs a ship. Only other colours can still fill the earlier beaches.
            let mut room = 0; // free moorings from this beach on
            for index in (first..self.island.beach_count()).rev() {
                room += free(index);
                let empty = unused & !(1 << index);
                let fits = free(index) > 0
                    && room > same
                    && (empty & ((1 << index) - 1)).count_ones() <= others
                    && empty.count_ones() <= same + others;
                options |= u32::from(fits) << index;
            }
        }
        u64::from(options) << self.island.first_beach()
    }
}
