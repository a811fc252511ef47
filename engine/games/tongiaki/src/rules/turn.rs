//! The turn: expand, found a king island, enter or resettle (T6-T13).

use super::event::Event;
use super::moves::{BeachSet, Move};
use super::phase::Phase;
use super::state::{BEACHES_OF, State};
use super::tiles::{Beach, ISLANDS, Island};
use engine::Seat;
use engine::log::Log;

// The bits of the options at the beginning of a turn: one bit per island for each kind of turn, then one bit to resettle.
const EXPAND: usize = 0;
const FOUND: usize = ISLANDS;
const ENTER: usize = 2 * ISLANDS;
const RESETTLE: usize = 3 * ISLANDS;

pub(crate) fn move_of(option: usize) -> Move {
    match option {
        RESETTLE => Move::Resettle,
        ENTER.. => Move::Enter(Island::new(option - ENTER)),
        FOUND.. => Move::Found(Island::new(option - FOUND)),
        _ => Move::Expand(Island::new(option - EXPAND)),
    }
}

pub(crate) fn option_of(mv: Move) -> Option<usize> {
    match mv {
        Move::Expand(island) => Some(EXPAND + island.index()),
        Move::Found(island) => Some(FOUND + island.index()),
        Move::Enter(island) => Some(ENTER + island.index()),
        Move::Resettle => Some(RESETTLE),
        _ => None,
    }
}

/// Removes the option to resettle if there are others, because resettling rarely pays off. Keeps it for one in 16 values of
/// `random`.
pub(crate) const fn without_resettling(options: u64, random: u64) -> u64 {
    let others = options & !(1 << RESETTLE);
    if others == 0 || random >> 60 == 0 { options } else { others }
}

impl State {
    /// Returns the number of king islands that the seat may still found (T8).
    pub const fn kings_left(&self, seat: Seat) -> u32 {
        if self.is_kingless(seat) {
            0
        } else {
            self.setup.house.king_islands() - self.kings_founded(seat)
        }
    }

    pub(crate) fn turn_options(&self) -> u64 {
        let seat = self.active();
        // T9: a king island has no ships on its beaches, so it is never among the inhabited islands.
        let mine = self.inhabited(seat);
        let mut options = u64::from(mine) << EXPAND;
        if self.kings_left(seat) > 0 {
            let alone = mine & !self.shared();
            options |= u64::from(alone & !(1 << Island::TONGA.index())) << FOUND;
        }
        if mine == 0 {
            options |= u64::from(self.sea.islands() & !self.king_islands()) << ENTER;
        }
        // T13: a player with no ship on the board must enter, unless no island allows it (T32).
        if self.held(seat) != 0 || options == 0 {
            options |= 1 << RESETTLE;
        }
        options
    }

    pub(crate) fn begin(&mut self, option: usize, log: &mut impl Log<Event>) {
        match move_of(option) {
            // T7: if all ships are on the board, the expansion takes one of them.
            Move::Expand(island) if self.supply(self.active()) == 0 => {
                self.enter_phase(Phase::Take { island });
            }
            Move::Expand(island) => self.enter_phase(Phase::Spread { island, from: None }),
            Move::Found(island) => self.found(island, log),
            Move::Enter(island) => self.enter_phase(Phase::Enter { island, first: None }),
            _ => self.resettle(log),
        }
    }

    /// Returns the beaches that may give a ship (T7): any beach of the seat, as long as another ship stays on the island.
    pub(crate) fn take_options(&self, island: Island) -> u64 {
        let seat = self.active();
        let mine = self.occupied(seat);
        if self.ships_on(island, seat) > 1 { mine } else { mine & !BEACHES_OF[island.index()] }
    }

    pub(crate) fn take(&mut self, island: Island, beach: Beach) {
        self.cast_off(self.active(), beach);
        self.enter_phase(Phase::Spread { island, from: Some(beach) });
    }

    /// Returns the number of ships that the seat's expansion on the island adds: the number of its ships there, limited by the
    /// beaches and the supply (T6). It is 1 if the ship has to come from another beach (T7).
    pub(crate) fn expansion(&self, island: Island, seat: Seat) -> u32 {
        let ships = self.ships_on(island, seat).min(island.beach_count() as u32);
        ships.min(self.supply(seat).max(1))
    }

    /// Returns the sets of beaches for the new ships (T6). At the start of a turn every beach has a free mooring.
    pub(crate) fn spread_options(&self, island: Island) -> u64 {
        SUBSETS[island.beach_count()][self.expansion(island, self.active()) as usize]
    }

    pub(crate) fn spread(
        &mut self,
        island: Island,
        from: Option<Beach>,
        beaches: BeachSet,
        log: &mut impl Log<Event>,
    ) {
        let seat = self.active();
        self.moor_each(seat, island, beaches);
        log.note(|| Event::Expand {
            p: seat,
            island,
            beaches: beaches.iter().map(|index| index as u8).collect(),
            from: from.map(|beach| (beach.island(), beach.index() as u8)),
        });
        self.chain(log);
    }

    /// Returns the beaches for a ship that enters (T13). Two ships may enter on any beaches of Tonga, one ship on another island.
    /// The second ship's beach must not precede the first ship's, so that each pair is reached only once.
    pub(crate) fn enter_options(&self, island: Island, first: Option<Beach>) -> u64 {
        let second_fits = |beach: Beach| {
            self.free_moorings(beach) > 1
                || island.beaches().any(|other| other > beach && self.free_moorings(other) > 0)
        };
        let beaches = island.beaches().filter(|&beach| match first {
            Some(first) => beach >= first && self.free_moorings(beach) > 0,
            None => {
                self.free_moorings(beach) > 0 && (island != Island::TONGA || second_fits(beach))
            }
        });
        beaches.fold(0, |options, beach| options | 1 << beach.number())
    }

    pub(crate) fn enter(&mut self, first: Option<Beach>, beach: Beach, log: &mut impl Log<Event>) {
        let (seat, island) = (self.active(), beach.island());
        self.moor(seat, beach);
        if island == Island::TONGA && first.is_none() {
            return self.enter_phase(Phase::Enter { island, first: Some(beach) });
        }
        log.note(|| Event::Enter {
            p: seat,
            island,
            beaches: first.into_iter().chain([beach]).map(|beach| beach.index() as u8).collect(),
        });
        self.chain(log);
    }

    /// Founds a king island (T8): one ship becomes the king, the other ships return to the supply, and the turn ends.
    fn found(&mut self, island: Island, log: &mut impl Log<Event>) {
        let seat = self.active();
        self.evacuate(island);
        self.crown(seat, island);
        log.note(|| Event::King { p: seat, island });
        self.end_turn(log);
    }

    /// Takes all of the player's ships off the board, except those on king islands (T10).
    fn resettle(&mut self, log: &mut impl Log<Event>) {
        let seat = self.active();
        self.withdraw(seat);
        log.note(|| Event::Resettle { p: seat });
        self.enter_phase(Phase::Draw);
    }
}

/// For each number of beaches and of ships, the sets of that many beaches, one bit per set.
const SUBSETS: [[u64; 7]; 7] = {
    let mut subsets = [[0; 7]; 7];
    let mut beaches = 0;
    while beaches < 7 {
        let mut set: u32 = 0;
        while set < 1 << beaches {
            subsets[beaches][set.count_ones() as usize] |= 1 << set;
            set += 1;
        }
        beaches += 1;
    }
    subsets
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_16_resettles_unless_there_is_no_other_way() {
        let (resettle, others) = (1 << RESETTLE, 0b101 << EXPAND);
        let kept = (0..16_u64).filter(|&top| {
            let options = without_resettling(resettle | others, top << 60);
            assert!(options & others == others);
            options & resettle != 0
        });
        assert_eq!(kept.count(), 1);
        assert_eq!(without_resettling(resettle, u64::MAX), resettle);
    }
}
