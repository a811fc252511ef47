//! The landing: the active player distributes a fleet over the beaches of an island (T19, T20).
//!
//! Exactly one path leads to each distribution. Ships without room are given back by ascending
//! seat. The others land one by one, colours ascending, beaches not descending within a colour.

use super::event::{Counts, Event};
use super::fleet::Fleet;
use super::phase::Phase;
use super::state::State;
use super::tiles::{Beach, Island};
use crate::log::Log;
use crate::{MAX_SEATS, Seat};
use arrayvec::ArrayVec;

/// A landing in progress.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Landing {
    island: Island,
    /// The fleet as it arrived.
    arrived: Fleet,
    /// The ships that stay, landed or not.
    staying: Fleet,
    /// The staying ships that have not landed.
    at_sea: Fleet,
    /// The beaches that were open when the fleet arrived, one bit per index.
    open: u8,
    /// The beaches where ships of the fleet have landed, one bit per index.
    used: u8,
    /// How many ships have landed.
    landed: u8,
    /// The indices of the beaches where they landed, three bits per ship.
    beaches: u16,
}

impl Landing {
    /// Returns the island where the fleet lands.
    pub(super) const fn island(&self) -> Island {
        self.island
    }

    /// Returns the ships that have not landed.
    pub(super) const fn at_sea(&self) -> Fleet {
        self.at_sea
    }

    /// Returns the owners of the ships that stay, in the order of landing.
    fn ships(&self) -> impl Iterator<Item = Seat> {
        let staying = self.staying;
        staying.seats().flat_map(move |seat| (0..staying.ships(seat)).map(move |_| seat))
    }

    /// Returns the index of the beach where a ship has landed; ships count in the order of landing.
    fn beach_of(&self, ship: u8) -> usize {
        usize::from(self.beaches >> (3 * ship) & 7)
    }

    /// Returns whose ship is given back next on the way to these counts.
    pub(super) fn next_given_back(&self, returned: &[u8]) -> Option<Seat> {
        let given = self.arrived.minus(self.staying);
        Seat::all(MAX_SEATS).find(|&seat| {
            returned.get(seat.index()).is_some_and(|&ships| u32::from(ships) > given.ships(seat))
        })
    }

    /// Returns where the next ship lands on the way to these ships by beach and seat.
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

    /// Returns the seats whose ship may be given back next: none before the last one's, and enough
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

    /// Returns the beaches where the next ship may land so that the others can follow by the rules
    /// (T19).
    pub(super) fn land_options(&self, state: &State) -> u64 {
        let seat = self.at_sea.first_seat();
        let same = self.at_sea.ships(seat) - 1;
        let others = self.at_sea.total() - self.at_sea.ships(seat);
        let first = if self.at_sea.ships(seat) == self.staying.ships(seat) {
            0
        } else {
            self.beach_of(self.landed - 1)
        };
        let free = |index| state.free_moorings(Beach::new(self.island.first_beach() + index));
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

impl State {
    /// Lands a fleet that has reached an island (T17) or comes back to its own (T18, T20).
    pub(super) fn land(&mut self, island: Island, fleet: Fleet, log: &mut impl Log<Event>) {
        let mut open = 0;
        let mut room = 0;
        for beach in island.beaches() {
            let free = self.free_moorings(beach);
            open |= u8::from(free > 0) << beach.index();
            room += free;
        }
        let landing = Landing {
            island,
            arrived: fleet,
            staying: fleet,
            at_sea: fleet,
            open,
            used: 0,
            landed: 0,
            beaches: 0,
        };
        let surplus = fleet.total().saturating_sub(room);
        self.give_back_or_land(landing, surplus as u8, Seat::new(0), log);
    }

    pub(super) fn give_ship_back(
        &mut self,
        landing: Landing,
        surplus: u8,
        seat: Seat,
        log: &mut impl Log<Event>,
    ) {
        let ship = Fleet::of(seat, 1);
        self.give_back(ship);
        let staying = landing.staying.minus(ship);
        let landing = Landing { staying, at_sea: staying, ..landing };
        self.give_back_or_land(landing, surplus - 1, seat, log);
    }

    fn give_back_or_land(
        &mut self,
        landing: Landing,
        surplus: u8,
        last: Seat,
        log: &mut impl Log<Event>,
    ) {
        if surplus > 0 {
            self.enter_phase(Phase::GiveBack { landing, surplus, last });
        } else if landing.staying.is_empty() {
            self.landed(&landing, log);
        } else {
            self.enter_phase(Phase::Land { landing });
        }
    }

    pub(super) fn land_ship(&mut self, landing: Landing, beach: Beach, log: &mut impl Log<Event>) {
        let seat = landing.at_sea.first_seat();
        self.berth(seat, beach);
        let landing = Landing {
            at_sea: landing.at_sea.minus(Fleet::of(seat, 1)),
            used: landing.used | 1 << beach.index(),
            landed: landing.landed + 1,
            beaches: landing.beaches | (beach.index() << (3 * landing.landed)) as u16,
            ..landing
        };
        if landing.at_sea.is_empty() {
            self.landed(&landing, log);
        } else {
            self.enter_phase(Phase::Land { landing });
        }
    }

    fn landed(&mut self, landing: &Landing, log: &mut impl Log<Event>) {
        log.note(|| {
            let none: Counts = Fleet::EMPTY.counts(self.players());
            let mut beaches: ArrayVec<Counts, 6> =
                landing.island.beaches().map(|_| none.clone()).collect();
            for (ship, seat) in landing.ships().enumerate() {
                beaches[landing.beach_of(ship as u8)][seat.index()] += 1;
            }
            Event::Land {
                island: landing.island,
                fleet: landing.arrived.counts(self.players()),
                returned: landing.arrived.minus(landing.staying).counts(self.players()),
                beaches,
            }
        });
        self.chain(log);
    }
}
