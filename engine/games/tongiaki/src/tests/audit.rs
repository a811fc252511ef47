//! The invariants of the state, which tests check in every position.

use crate::state::phase::Phase;
use crate::state::{BEACHES_OF, State};
use crate::{BEACHES, Beach, Fleet, Island};
use engine::{MAX_SEATS, Seat};

impl State {
    /// Recomputes all cached data and checks all invariants.
    ///
    /// # Panics
    /// If an invariant is violated.
    pub(crate) fn audit(&self) {
        self.sea.audit();
        let mut occupied = [0; MAX_SEATS];
        let mut full = 0;
        for beach in (0..BEACHES).map(Beach::new) {
            let fleet = self.fleet_at(beach);
            assert_eq!(self.free_moorings(beach) + fleet.total(), beach.moorings(), "{beach}");
            for seat in fleet.seats() {
                occupied[seat.index()] |= 1 << beach.number();
                assert!(seat.index() < self.players());
                assert!(self.sea.is_laid(beach.island().tile()), "ships on {beach}, not laid");
                assert_eq!(self.king(beach.island()), None, "ships on a king's {beach}");
            }
            full |= u64::from(self.free_moorings(beach) == 0) << beach.number();
        }
        assert_eq!(full, self.full());
        for island in Island::all() {
            let fleets = island.beaches().map(|beach| self.fleet_at(beach));
            assert_eq!(fleets.fold(Fleet::EMPTY, Fleet::plus), self.fleet_on(island), "{island}");
        }
        for seat in Seat::all(MAX_SEATS) {
            let beaches = occupied[seat.index()];
            assert_eq!(beaches, self.occupied(seat));
            let islands = Island::all().filter(|island| beaches & BEACHES_OF[island.index()] != 0);
            let islands = islands.fold(0, |all, island| all | 1 << island.index());
            assert_eq!(islands, self.inhabited(seat));
        }
        assert_eq!(self.options, self.options_of(self.phase), "options of {:?}", self.phase);
        let away = match self.phase {
            Phase::Voyage { voyage } => voyage.fleet,
            Phase::GiveBack { landing, .. } | Phase::Land { landing } => landing.at_sea,
            _ => Fleet::EMPTY,
        };
        for seat in Seat::all(self.players()) {
            let moored: u32 = Island::all().map(|island| self.ships_on(island, seat)).sum();
            let elsewhere = self.kings_founded(seat) + self.adrift(seat) + away.ships(seat);
            let house = self.setup.house;
            let ships = moored + elsewhere + self.supply(seat);
            assert_eq!(ships, house.ships(), "ships of seat {seat}");
            assert!(self.kings_founded(seat) <= house.king_islands());
        }
        assert_eq!(self.king_islands() & 1, 0, "Tonga has a king");
    }
}
