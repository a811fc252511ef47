//! The voyage of a fleet, which ends when it lands, fails, turns back or drifts (T15-T18, T26, T27).

use super::border::Border;
use super::event::{Cause, Event};
use super::fleet::Fleet;
use super::hex::Side;
use super::phase::Phase;
use super::setup::Edition;
use super::state::State;
use super::tiles::{Island, Tile};
use engine::log::Log;

impl State {
    /// Sends off all ships on the beach whose jetty points to `side`, as one fleet (T14).
    pub(crate) fn sail(&mut self, home: Island, side: Side, log: &mut impl Log<Event>) {
        let beach = home.beach_of_jetty(side).expect("fleets sail over jetties");
        let fleet = self.clear(beach);
        self.sails += 1;
        log.note(|| Event::Sail {
            p: self.active(),
            island: home,
            beach: beach.index() as u8,
            jetty: side,
            fleet: fleet.counts(self.players()),
        });
        self.voyage(home, fleet, Border::new(home.tile(), side), log);
    }

    /// Moves the fleet across this border and further over laid tiles (T15).
    fn voyage(
        &mut self,
        home: Island,
        fleet: Fleet,
        mut border: Border,
        log: &mut impl Log<Event>,
    ) {
        let colours = fleet.colours();
        loop {
            let Some(entry) = self.sea.beyond(border) else {
                // T26: once the deck is closed, a fleet that would need a new tile drifts.
                if self.sea.deck_is_closed() {
                    return self.drift(fleet, border.tile(), log);
                }
                return self.enter_phase(Phase::Voyage { home, fleet, border });
            };
            match entry.tile().island() {
                // T18: back the way it came, over currents that it has already passed.
                Some(island) if self.king_islands() >> island.index() & 1 == 1 => {
                    log.note(|| Event::TurnBack { island, fleet: fleet.counts(self.players()) });
                    return self.land(home, fleet, log);
                }
                // T17: whether or not the island has a jetty on this side.
                Some(island) => return self.land(island, fleet, log),
                None => {
                    let (exit, needed) = entry.current();
                    if colours < needed {
                        return self.fail(fleet, entry.tile(), log);
                    }
                    border = exit;
                }
            }
        }
    }

    /// Lays the tile drawn for the fleet beyond the border that the fleet has reached, with the crest facing the fleet (T15).
    pub(crate) fn discover(
        &mut self,
        drawn: Tile,
        home: Island,
        fleet: Fleet,
        border: Border,
        log: &mut impl Log<Event>,
    ) {
        self.lay_beyond(drawn, border, log);
        let at_once = self.edition() == Edition::Hungarian && drawn.island().is_none();
        if at_once && self.sea.deck_is_closed() {
            return self.end_at_sea(drawn, fleet, log);
        }
        self.voyage(home, fleet, border, log);
    }

    /// Ends the game with the water that closes the deck (T27, T36), whether or not the crossing fails, and whatever is beyond
    /// the current.
    fn end_at_sea(&mut self, water: Tile, fleet: Fleet, log: &mut impl Log<Event>) {
        let (_, needed) = Border::new(water, Side::CREST).current();
        if fleet.colours() < needed {
            self.lose(fleet, water, log);
        } else {
            self.leave_adrift(fleet, water, log);
        }
        self.end_turn(log);
        debug_assert_eq!(self.cause(), Some(Cause::Deck));
    }

    /// Fails the crossing and returns all ships to their owners (T16).
    fn fail(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log<Event>) {
        self.lose(fleet, water, log);
        self.chain(log);
    }

    /// Leaves the fleet adrift on the water for the rest of the game (T26).
    fn drift(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log<Event>) {
        self.leave_adrift(fleet, water, log);
        self.chain(log);
    }

    fn lose(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log<Event>) {
        self.give_back(fleet);
        log.note(|| Event::Fail { tile: water, fleet: fleet.counts(self.players()) });
    }

    fn leave_adrift(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log<Event>) {
        self.set_adrift(fleet, water);
        log.note(|| Event::Adrift { tile: water, fleet: fleet.counts(self.players()) });
    }

    /// Returns the end of the voyage over a side of an island, considering laid tiles only and assuming a fleet with enough
    /// colours (T21).
    pub(crate) fn route(&self, home: Island, side: Side) -> Route {
        let jetty = Border::new(home.tile(), side);
        let kings = self.king_islands();
        let (mut border, mut needed) = (jetty, 0);
        loop {
            let Some(entry) = self.sea.beyond(border) else {
                return if border == jetty { Route::Unknown } else { Route::Away };
            };
            match entry.tile().island() {
                Some(island) if island == home || kings >> island.index() & 1 == 1 => {
                    return Route::Home { needed };
                }
                Some(_) => return Route::Away,
                None => {
                    let (exit, colours) = entry.current();
                    needed = needed.max(colours);
                    border = exit;
                }
            }
        }
    }
}

/// The end of a voyage over a jetty.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Route {
    /// An empty cell directly beyond the jetty.
    Unknown,
    /// Another island, or an empty cell after at least one current.
    Away,
    /// Back to the home island, for a fleet with at least this many colours; others fail on the way.
    Home { needed: u32 },
}
