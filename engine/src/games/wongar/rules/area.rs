//! Area cards: stones placed, figures moved (W12 to W15).

use super::board::Region;
use super::cards::{AreaCard, Cause, Figure, Kind};
use super::event::Event;
use super::moves::Pick;
use super::phase::{Phase, Then};
use super::state::State;
use crate::log::Log;

impl State {
    pub(crate) fn do_what_it_says(
        &mut self,
        card: AreaCard,
        region: Region,
        log: &mut impl Log<Event>,
    ) {
        match card {
            AreaCard::Lens => self.begin_work(Kind::Lens, region, log),
            AreaCard::Cube => self.begin_work(Kind::Cube, region, log),
            AreaCard::Cylinder => self.begin_work(Kind::Cylinder, region, log),
            AreaCard::Triple => self.begin_triple(log),
            AreaCard::FourRituals => self.draw(self.active, Pick::MOST, Then::EndTurn, log),
            AreaCard::Ancestor => self.begin_travel(Figure::Ancestor),
            AreaCard::Elder => self.begin_travel(Figure::Elder),
            AreaCard::Both => self.move_both(region, log),
            AreaCard::Scorpion => unreachable!("a scorpion is never left open"),
        }
    }

    /// Moves a stone from the active player's supply into a region.
    pub(crate) fn place(&mut self, kind: Kind, region: Region, log: &mut impl Log<Event>) {
        let seat = self.active;
        self.put(seat, kind, region);
        log.note(|| Event::Place { p: seat, kind, region });
    }

    /// Places one stone in the card's region, if there is one (W12).
    fn begin_work(&mut self, kind: Kind, region: Region, log: &mut impl Log<Event>) {
        if self.supply(self.active, kind) > 0 {
            self.place(kind, region, log);
        }
        self.work(kind, 2, Region::new(0), log);
    }

    /// Continues the work with a stone or a card each; only cards if the supply has run out (W12).
    pub(crate) fn work(&mut self, kind: Kind, left: u8, floor: Region, log: &mut impl Log<Event>) {
        if left == 0 {
            self.end_turn(log);
        } else if self.supply(self.active, kind) == 0 {
            self.draw(self.active, left, Then::EndTurn, log);
        } else {
            self.enter_phase(Phase::Work { kind, left, floor });
        }
    }

    /// Lets the player choose a kind of which they have a stone; does nothing if they have none
    /// (W13).
    fn begin_triple(&mut self, log: &mut impl Log<Event>) {
        if self.triple_options() == 0 {
            self.end_turn(log);
        } else {
            self.enter_phase(Phase::Triple);
        }
    }

    pub(crate) fn triple_options(&self) -> u64 {
        let kinds = Kind::ALL.into_iter().filter(|&kind| self.supply(self.active, kind) > 0);
        kinds.fold(0, |all, kind| all | 1 << kind.index())
    }

    /// Places three stones, or as many as there are, anywhere (W13).
    pub(crate) fn spread(
        &mut self,
        kind: Kind,
        left: u8,
        floor: Region,
        log: &mut impl Log<Event>,
    ) {
        if left == 0 || self.supply(self.active, kind) == 0 {
            self.end_turn(log);
        } else {
            self.enter_phase(Phase::Spread { kind, left, floor });
        }
    }

    /// Takes the token and lets the player move the figure (W15).
    pub(crate) fn begin_travel(&mut self, figure: Figure) {
        self.owners[figure.index()] = self.active;
        self.enter_phase(Phase::Travel { figure });
    }

    /// Returns where the figure may go: the Ancestor one step; the Elder one or two, but not back
    /// (W15).
    pub(crate) fn travel_options(&self, figure: Figure) -> u64 {
        let from = self.figure(figure);
        u64::from(match figure {
            Figure::Ancestor => self.board().neighbours(from),
            Figure::Elder => self.board().nearby(from),
        })
    }

    pub(crate) fn travel(&mut self, figure: Figure, region: Region, log: &mut impl Log<Event>) {
        self.put_figure(figure, region, log);
        self.begin_ceremony(figure.cause(), region, log);
    }

    /// Takes both tokens and puts both figures into the card's region (W15).
    fn move_both(&mut self, region: Region, log: &mut impl Log<Event>) {
        self.owners = [self.active; 2];
        for figure in Figure::ALL {
            self.put_figure(figure, region, log);
        }
        self.begin_ceremony(Cause::Both, region, log);
    }

    fn put_figure(&mut self, figure: Figure, region: Region, log: &mut impl Log<Event>) {
        self.figures[figure.index()] = region;
        log.note(|| Event::Move { figure, region });
    }
}
