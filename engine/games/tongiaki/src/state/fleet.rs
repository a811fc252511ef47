//! Ships counted by owner: fleets under way and the berths of a beach.

use super::event::Counts;
use super::tiles::Beach;
use engine::Seat;
use engine::bits::bits;

/// The number of ships of each player, unless a house rule changes it (T3).
pub const SHIPS: u32 = 15;
/// The largest number of ships of a player that a fleet can count.
pub(crate) const MOST_SHIPS: u32 = 31;

const SHIP_BITS: u32 = 0x0fff_ffff;
const FREE_SHIFT: u32 = 28;

/// A group of ships, counted by owner.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Fleet(u32); // five bits a seat

impl Fleet {
    /// The empty fleet.
    pub const EMPTY: Self = Self(0);

    /// Returns the ship counts as bits, five per seat.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Creates a fleet of `ships` ships of one seat, at most 31.
    pub const fn of(seat: Seat, ships: u32) -> Self {
        debug_assert!(ships <= MOST_SHIPS);
        Self(ships << (5 * seat.index()))
    }

    /// Returns the number of the seat's ships.
    pub const fn ships(self, seat: Seat) -> u32 {
        (self.0 >> (5 * seat.index())) & 31
    }

    /// Returns the total number of ships.
    pub const fn total(self) -> u32 {
        let pairs = (self.0 & 0x01f0_7c1f) + ((self.0 >> 5) & 0x01f0_7c1f);
        (pairs + (pairs >> 10) + (pairs >> 20)) & 0x3ff
    }

    /// Returns the number of colours in the fleet (T16).
    pub const fn colours(self) -> u32 {
        self.present().count_ones()
    }

    /// Returns the highest of the five bits of every seat that has ships in the fleet.
    const fn present(self) -> u32 {
        // Adding 15 to the lower four bits carries into the highest one, unless they are 0.
        (((self.0 & 0x1ef7_bdef) + 0x1ef7_bdef) | self.0) & 0x2108_4210
    }

    /// Returns whether the fleet has no ships.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the seats that have ships in the fleet, in ascending order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        bits(u64::from(self.present())).map(|bit| Seat::new(bit / 5))
    }

    /// Returns the owner of every ship, in ascending order.
    pub(crate) fn owners(self) -> impl Iterator<Item = Seat> {
        self.seats().flat_map(move |seat| (0..self.ships(seat)).map(move |_| seat))
    }

    /// Returns the first seat that has ships in the fleet, which must not be empty.
    #[inline]
    pub(crate) const fn first_seat(self) -> Seat {
        Seat::new(self.0.trailing_zeros() as usize / 5)
    }

    /// Returns the fleet with the ships of `other` added; no seat may exceed 31 ships.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Returns the fleet without the ships of `other`, which must be in the fleet.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// Returns the number of ships by seat.
    pub fn counts(self, players: usize) -> Counts {
        Seat::all(players).map(|seat| self.ships(seat) as u8).collect()
    }
}

/// The berths of a beach: the ships there by owner, and the number of free moorings.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Berths(u32); // five bits a seat, the free moorings in the top four

impl Berths {
    /// Berths for padding, which belong to no beach and stay empty.
    pub(crate) const NONE: Self = Self(1 << FREE_SHIFT);

    pub(crate) const fn empty(beach: Beach) -> Self {
        Self(beach.moorings() << FREE_SHIFT)
    }

    /// Returns the ships and the free moorings as bits.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn ships(self) -> Fleet {
        Fleet(self.0 & SHIP_BITS)
    }

    pub(crate) const fn free(self) -> u32 {
        self.0 >> FREE_SHIFT
    }

    pub(crate) const fn is_full(self) -> bool {
        self.free() == 0
    }

    pub(crate) const fn moor(&mut self, seat: Seat, ships: u32) {
        debug_assert!(ships <= self.free());
        self.0 = self.0 + (ships << (5 * seat.index())) - (ships << FREE_SHIFT);
    }

    pub(crate) const fn cast_off(&mut self, seat: Seat, ships: u32) {
        debug_assert!(ships <= self.ships().ships(seat));
        self.0 = self.0 - (ships << (5 * seat.index())) + (ships << FREE_SHIFT);
    }

    /// Removes all ships of the seat from the beach.
    pub(crate) const fn withdraw(&mut self, seat: Seat) {
        self.cast_off(seat, self.ships().ships(seat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::MAX_SEATS;

    #[test]
    fn a_fleet_counts_ships_and_colours() {
        let [a, c, f] = [0, 2, 5].map(Seat::new);
        let fleet = Fleet::of(a, 15).plus(Fleet::of(c, 2)).plus(Fleet::of(f, 8));
        assert_eq!((fleet.total(), fleet.colours()), (25, 3));
        assert_eq!(fleet.minus(Fleet::of(f, 8)).colours(), 2);
        assert_eq!(fleet.seats().collect::<Vec<_>>(), [a, c, f]);
        assert_eq!(fleet.counts(6).as_slice(), [15, 0, 2, 0, 0, 8]);
        assert!((0..MAX_SEATS).all(|seat| Fleet::of(Seat::new(seat), 15).colours() == 1));
        for ships in [1, 15, 16, MOST_SHIPS] {
            let all = Seat::all(6).fold(Fleet::EMPTY, |all, seat| all.plus(Fleet::of(seat, ships)));
            assert_eq!((all.total(), all.colours()), (6 * ships, 6));
            assert!(all.counts(6).iter().all(|&count| u32::from(count) == ships));
        }
    }

    #[test]
    fn berths_fill_and_empty() {
        let beach = Beach::new(0);
        let mut berths = Berths::empty(beach);
        for seat in [1, 1, 4] {
            assert!(!berths.is_full());
            berths.moor(Seat::new(seat), 1);
        }
        assert!(berths.is_full());
        assert_eq!(berths.ships(), Fleet::of(Seat::new(1), 2).plus(Fleet::of(Seat::new(4), 1)));
        berths.cast_off(Seat::new(1), 1);
        assert_eq!((berths.free(), berths.ships().total()), (1, 2));
        berths.moor(Seat::new(1), 1);
        berths.withdraw(Seat::new(1));
        assert_eq!((berths.free(), berths.ships()), (2, Fleet::of(Seat::new(4), 1)));
    }
}
