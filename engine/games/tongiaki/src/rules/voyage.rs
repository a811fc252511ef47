//! The voyage of a fleet, which ends when it lands, fails, turns back or drifts (T15-T18, T26, T27).

use super::border::Border;
use super::event::{Cause, Event};
use super::fleet::Fleet;
use super::hex::Side;
use super::phase::{Phase, Voyage};
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
        let border = Border::new(home.tile(), side);
        self.voyage(Voyage { home, fleet, border }, log);
    }

    /// Moves the fleet across the border that it has reached and further over laid tiles (T15).
    fn voyage(&mut self, voyage: Voyage, log: &mut impl Log<Event>) {
        let Voyage { home, fleet, mut border } = voyage;
        let colours = fleet.colours();
        loop {
            let Some(entry) = self.sea.beyond(border) else {
                // T26: once the deck is closed, a fleet that would need a new tile drifts.
                if self.sea.deck_is_closed() {
                    self.drift(fleet, border.tile(), log);
                    return self.chain(log);
                }
                return self.enter_phase(Phase::Voyage { voyage: Voyage { border, ..voyage } });
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
                        self.fail(fleet, entry.tile(), log);
                        return self.chain(log);
                    }
                    border = exit;
                }
            }
        }
    }

    /// Lays the tile drawn for the fleet beyond the border that the fleet has reached, with the crest facing the fleet (T15).
    pub(crate) fn discover(&mut self, drawn: Tile, voyage: Voyage, log: &mut impl Log<Event>) {
        self.lay_beyond(drawn, voyage.border, log);
        let at_once = self.edition() == Edition::Hungarian && drawn.island().is_none();
        if at_once && self.sea.deck_is_closed() {
            return self.end_at_sea(drawn, voyage.fleet, log);
        }
        self.voyage(voyage, log);
    }

    /// Ends the game with the water that closes the deck (T27, T36), whether or not the crossing fails, and whatever is beyond
    /// the current.
    fn end_at_sea(&mut self, water: Tile, fleet: Fleet, log: &mut impl Log<Event>) {
        let (_, needed) = Border::new(water, Side::CREST).current();
        if fleet.colours() < needed {
            self.fail(fleet, water, log);
        } else {
            self.drift(fleet, water, log);
        }
        self.end_turn(log);
        debug_assert_eq!(self.cause(), Some(Cause::Deck));
    }

    /// Fails the crossing and returns all ships to their owners (T16).
    fn fail(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log<Event>) {
        self.give_back(fleet);
        log.note(|| Event::Fail { tile: water, fleet: fleet.counts(self.players()) });
    }

    /// Leaves the fleet adrift on the water for the rest of the game (T26).
    fn drift(&mut self, fleet: Fleet, water: Tile, log: &mut impl Log<Event>) {
        self.set_adrift(fleet, water);
        log.note(|| Event::Adrift { tile: water, fleet: fleet.counts(self.players()) });
    }

    /// Returns the voyage over the laid tiles that begins at this border.
    pub(crate) fn bearing(&self, mut border: Border) -> Bearing {
        let mut colours = 0;
        let landfall = loop {
            let Some(entry) = self.sea.beyond(border) else {
                let closed = self.sea.deck_is_closed();
                break if closed { Landfall::Nowhere } else { Landfall::OpenSea };
            };
            match entry.tile().island() {
                Some(island) if self.king_islands() >> island.index() & 1 == 1 => {
                    break Landfall::King;
                }
                Some(island) => break Landfall::Island(island),
                None => {
                    let (exit, needed) = entry.current();
                    colours = needed.max(colours);
                    border = exit;
                }
            }
        };
        Bearing { colours, landfall }
    }

    /// Returns the number of colours with which a fleet that sails over a side of its home island comes back there; fleets with
    /// fewer colours fail on the way. Returns `None` if the voyage over the laid tiles ends elsewhere (T21).
    pub(crate) fn way_home(&self, home: Island, side: Side) -> Option<u32> {
        let Bearing { colours, landfall } = self.bearing(Border::new(home.tile(), side));
        let comes_back = landfall == Landfall::King || landfall == Landfall::Island(home);
        comes_back.then_some(colours)
    }
}

/// The voyage from a jetty over the laid tiles.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Bearing {
    /// The number of colours that the currents on the way require (T16); a fleet with fewer colours fails.
    pub colours: u32,
    /// The end of the voyage.
    pub landfall: Landfall,
}

/// The end of a voyage over the laid tiles.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Landfall {
    /// An island (T17): another island, or over currents back to the fleet's home island.
    Island(Island),
    /// A king island, which turns the fleet back (T18).
    King,
    /// An empty cell, for which a tile will be drawn (T15).
    OpenSea,
    /// An empty cell when the deck is closed: the jetty is barred, or the fleet drifts (T26).
    Nowhere,
}
