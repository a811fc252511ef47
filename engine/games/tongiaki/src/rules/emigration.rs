//! The chain of emigrations: the beaches that must be left and the jetties that may be taken (T14, T21-T26).

use super::border::Border;
use super::endless::{self, Shore};
use super::event::Event;
use super::hex::Side;
use super::phase::Phase;
use super::state::{BEACHES_OF, State};
use super::tiles::{Beach, Island};
use engine::bits::bits;
use engine::log::Log;

/// The number of emigrations in one turn after which every chosen island leaves the game (T25, T35).
const SAFETY_NET: u8 = 200;

impl State {
    /// Continues the chain as long as any full beach has a jetty that can be chosen (T14, T26).
    pub(crate) fn chain(&mut self, log: &mut impl Log<Event>) {
        let due = self.due();
        if due != 0 {
            self.offer(Phase::Emigrate, u64::from(due));
        } else if self.stranded && !self.sea.deck_is_closed() {
            self.enter_phase(Phase::Draw); // T24, T34
        } else {
            self.end_turn(log);
        }
    }

    /// Returns the islands from which an emigration is due, one bit per island.
    pub(crate) fn due(&self) -> u16 {
        let can_leave = |&beach: &Beach| self.open_jetties(beach).next().is_some();
        let due = bits(self.full()).map(Beach::new).filter(can_leave);
        due.fold(0, |due, beach| due | 1 << beach.island().index())
    }

    /// Returns the jetties of the beach that can be chosen. Once the deck is closed, T26 forbids jetties to empty cells.
    fn open_jetties(&self, beach: Beach) -> impl Iterator<Item = Side> {
        let (tile, is_closed) = (beach.island().tile(), self.sea.deck_is_closed());
        beach
            .jetties()
            .filter(move |&side| !is_closed || self.sea.beyond(Border::new(tile, side)).is_some())
    }

    /// Starts an emigration from the chosen island.
    pub(crate) fn emigrate(&mut self, island: Island, log: &mut impl Log<Event>) {
        if self.sails >= SAFETY_NET {
            return self.leave_the_game(island, true, log);
        }
        match self.jetties(island) {
            Some(jetties) => self.offer(Phase::Sail { island }, u64::from(jetties)),
            None => self.leave_the_game(island, false, log),
        }
    }

    /// Returns the jetties that may be chosen on an island where an emigration is due, one bit per side, or `None` if the chain
    /// there is endless (T23).
    pub(crate) fn jetties(&self, island: Island) -> Option<u8> {
        let (mut out, mut back) = (0, 0);
        for beach in bits(self.full() & BEACHES_OF[island.index()]).map(Beach::new) {
            let colours = self.fleet_at(beach).colours();
            for side in self.open_jetties(beach) {
                match self.way_home(island, side) {
                    Some(needed) if colours >= needed => back |= 1 << side.index(),
                    _ => out |= 1 << side.index(),
                }
            }
        }
        if out != 0 {
            Some(out) // T22: the returning ones may not be chosen
        } else if endless::is_endless(island, &self.shores(island)) {
            None
        } else {
            Some(back)
        }
    }

    /// Returns the beaches of an island with the properties that matter for T23.
    fn shores(&self, island: Island) -> endless::Shores {
        let shore = |beach: Beach| {
            let mut shore =
                Shore { fleet: self.fleet_at(beach), blocked: true, leads_away: false, needed: 0 };
            for side in self.open_jetties(beach) {
                shore.blocked = false;
                match self.way_home(island, side) {
                    Some(needed) => shore.needed = shore.needed.max(needed),
                    None => shore.leads_away = true,
                }
            }
            shore
        };
        island.beaches().map(shore).collect()
    }

    /// Removes the tile of an island from the game and returns all its ships to their owners (T23). At this point, T34 decides
    /// whether the active player will have to draw an island (T24).
    fn leave_the_game(&mut self, island: Island, safety_net: bool, log: &mut impl Log<Event>) {
        let returned = self.evacuate(island);
        self.sea.remove(island.tile());
        self.stranded |= self.sea.islands() == 0 || self.held(self.active()) == 0;
        log.note(|| Event::Endless {
            island,
            returned: returned.counts(self.players()),
            safety_net,
        });
        self.chain(log);
    }
}
