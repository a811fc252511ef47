//! The voyage: a fleet sails until it lands, fails, turns back or drifts (T15-T18, T26, T27).

use super::course::Phase;
use super::event::{Cause, Event};
use super::fleet::Fleet;
use super::hex::Side;
use super::log::Log;
use super::setup::Edition;
use super::state::State;
use super::tiles::{Island, Tile};

impl State {
    /// All ships of the beach whose jetty points to `side` leave as one fleet (T14).
    pub(super) fn sail(&mut self, home: Island, side: Side, log: &mut impl Log) {
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
        self.voyage(home, fleet, home.tile(), side, log);
    }

    /// The fleet leaves `tile` over `side` and sails on over laid tiles (T15).
    fn voyage(
        &mut self,
        home: Island,
        fleet: Fleet,
        mut tile: Tile,
        mut side: Side,
        log: &mut impl Log,
    ) {
        let colours = fleet.colours();
        loop {
            let Some((next, entry)) = self.sea.beyond(tile, side) else {
                // T26: once the deck is closed, a fleet that would have to draw drifts.
                if self.sea.deck_is_closed() {
                    return self.drift(fleet, tile, log);
                }
                return self.enter_phase(Phase::Voyage { home, fleet, tile, side });
            };
            match next.island() {
                // T18: back the way it came, over currents that it has passed already.
                Some(island) if self.king(island).is_some() => {
                    log.note(|| Event::TurnBack { island, fleet: fleet.counts(self.players()) });
                    return self.land(home, fleet, log);
                }
                // T17: with or without a jetty on this side.
                Some(island) => return self.land(island, fleet, log),
                None => {
                    let (exit, needed) = next.current(entry);
                    if colours < needed {
                        return self.fail(fleet, next, log);
                    }
                    (tile, side) = (next, exit);
                }
            }
        }
    }

    /// A tile is drawn for the fleet and laid beyond `side` of `last`, its crest toward it (T15).
    pub(super) fn discover(
        &mut self,
        drawn: Tile,
        home: Island,
        fleet: Fleet,
        last: Tile,
        side: Side,
        log: &mut impl Log,
    ) {
        self.lay_beyond(drawn, last, side, log);
        let at_once = self.edition() == Edition::Hungarian && drawn.island().is_none();
        if at_once && self.sea.deck_is_closed() {
            return self.end_at_sea(drawn, fleet, log);
        }
        self.voyage(home, fleet, last, side, log);
    }

    /// T27, T36: the closing water ends the game, whether the crossing fails or not and whatever lies
    /// beyond the current.
    fn end_at_sea(&mut self, water: Tile, fleet: Fleet, log: &mut impl Log) {
        let (_, needed) = water.current(Side::CREST);
        if fleet.colours() < needed {
            self.lose(fleet, water, log);
        } else {
            self.leave_adrift(fleet, water, log);
        }
        self.end_turn(log);
        debug_assert_eq!(self.cause(), Some(Cause::Deck));
    }

    /// T16: the crossing fails and all ships go back to their owners.
    fn fail(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log) {
        self.lose(fleet, water, log);
        self.chain(log);
    }

    /// T26: the fleet stays on the water for the rest of the game.
    fn drift(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log) {
        self.leave_adrift(fleet, water, log);
        self.chain(log);
    }

    fn lose(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log) {
        self.give_back(fleet);
        log.note(|| Event::Fail { tile: water, fleet: fleet.counts(self.players()) });
    }

    fn leave_adrift(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log) {
        self.set_adrift(fleet, water);
        log.note(|| Event::Adrift { tile: water, fleet: fleet.counts(self.players()) });
    }

    /// Where the voyage over a side of an island leads by laid tiles alone, for a fleet with enough
    /// colours (T21).
    pub(super) fn route(&self, home: Island, side: Side) -> Route {
        let (mut tile, mut side) = (home.tile(), side);
        let mut needed = 0;
        loop {
            let Some((next, entry)) = self.sea.beyond(tile, side) else {
                return if tile == home.tile() { Route::Unknown } else { Route::Away };
            };
            match next.island() {
                Some(island) if island == home || self.king(island).is_some() => {
                    return Route::Home { needed };
                }
                Some(_) => return Route::Away,
                None => {
                    let (exit, colours) = next.current(entry);
                    needed = needed.max(colours);
                    (tile, side) = (next, exit);
                }
            }
        }
    }
}

/// Where the voyage over a jetty leads.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Route {
    /// Straight into an empty cell.
    Unknown,
    /// To another island, or over currents into an empty cell.
    Away,
    /// Back to the island, for a fleet with at least this many colours; others fail on the way.
    Home { needed: u32 },
}
