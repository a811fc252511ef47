//! Arrivals: the active player lands a fleet on an island, ship by ship (T17 to T20).

use super::event::{Counts, Event};
use super::fleet::Fleet;
use super::landing::Landing;
use super::phase::Phase;
use super::state::State;
use super::tiles::{Beach, Island};
use arrayvec::ArrayVec;
use engine::Seat;
use engine::log::Log;

impl State {
    /// Lands a fleet that has reached an island (T17), or that has come back to its home island (T18, T20).
    pub(crate) fn land(&mut self, island: Island, fleet: Fleet, log: &mut impl Log<Event>) {
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

    pub(crate) fn give_ship_back(
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

    pub(crate) fn land_ship(&mut self, landing: Landing, beach: Beach, log: &mut impl Log<Event>) {
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
            for (seat, beach) in landing.ashore() {
                beaches[beach][seat.index()] += 1;
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
