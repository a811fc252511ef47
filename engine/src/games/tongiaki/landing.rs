//! A landing under way: a fleet is distributed over the beaches of an island (T19, T20).
//!
//! Every distribution is reached by exactly one path: ships without room are given back by ascending
//! seat; the others land one by one, colours ascending, beaches not descending within a colour.

use super::event::Counts;
use super::fleet::Fleet;
use super::tiles::{Beach, Island};
use crate::{MAX_SEATS, Seat};

/// A landing under way.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Landing {
    pub(super) island: Island,
    /// The fleet as it arrived.
    pub(super) arrived: Fleet,
    /// The ships that stay, landed or not.
    pub(super) staying: Fleet,
    /// Those of them that have not landed.
    pub(super) at_sea: Fleet,
    /// The beaches that were open when the fleet arrived, a bit an index.
    pub(super) open: u8,
    /// The beaches where ships of it have landed, a bit an index.
    pub(super) used: u8,
    /// How many ships have landed.
    pub(super) landed: u8,
    /// The indices of the beaches where they landed, three bits a ship.
    pub(super) beaches: u16,
}

impl Landing {
    /// Where the fleet lands.
    pub(super) const fn island(&self) -> Island {
        self.island
    }

    /// The ships that have not landed.
    pub(super) const fn at_sea(&self) -> Fleet {
        self.at_sea
    }

    /// The owners of the ships that stay, in the order of landing.
    pub(super) fn ships(&self) -> impl Iterator<Item = Seat> {
        let staying = self.staying;
        staying.seats().flat_map(move |seat| (0..staying.ships(seat)).map(move |_| seat))
    }

    /// The index of the beach where a ship has landed; ships count in the order of landing.
    pub(super) fn beach_of(&self, ship: u8) -> usize {
        usize::from(self.beaches >> (3 * ship) & 7)
    }

    /// Whose ship is given back next on the way to these.
    pub(super) fn next_given_back(&self, returned: &[u8]) -> Option<Seat> {
        let given = self.arrived.minus(self.staying);
        Seat::all(MAX_SEATS).find(|&seat| {
            returned.get(seat.index()).is_some_and(|&ships| u32::from(ships) > given.ships(seat))
        })
    }

    /// Where the next ship lands on the way to these ships by beach and seat.
    pub(super) fn next_beach(&self, beaches: &[Counts]) -> Option<Beach> {
        let seat = (!self.at_sea.is_empty()).then(|| self.at_sea.first_seat())?;
        let owners = || self.ships().take(usize::from(self.landed)).zip(0_u8..);
        let index = beaches.iter().enumerate().position(|(index, wanted)| {
            let there =
                owners().filter(|&(owner, ship)| owner == seat && self.beach_of(ship) == index);
            wanted.get(seat.index()).is_some_and(|&ships| usize::from(ships) > there.count())
        })?;
        self.island.beach(index)
    }

    /// Seats whose ships may be the next to be given back: none before the last one's, and enough
    /// ships from there on.
    pub(super) fn give_back_options(&self, surplus: u8, last: Seat) -> u64 {
        let mut options = 0;
        let mut ships = 0;
        for seat in Seat::all(MAX_SEATS).rev().take_while(|&seat| seat >= last) {
            ships += self.staying.ships(seat);
            let enough = ships >= u32::from(surplus) && self.staying.ships(seat) > 0;
            options |= u64::from(enough) << seat.index();
        }
        options
    }

    /// Beaches where the next ship may land, such that the others can follow by the rules (T19).
    pub(super) fn land_options(&self, free_moorings: impl Fn(Beach) -> u32) -> u64 {
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
            // Every ship goes to another open beach, those of this colour to later ones.
            options = u32::from(unused) >> first << first;
            for _ in 0..same {
                options &= !(1 << options.ilog2());
            }
        } else {
            // Every open beach gets a ship; other colours alone can serve the earlier ones.
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
