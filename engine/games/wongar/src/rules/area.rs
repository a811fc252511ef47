//! Area cards: placing stones and moving figures (W12 to W15).

use super::board::Region;
use super::cards::{AreaCard, Cause, Figure, Kind};
use super::event::Event;
use super::moves::Pick;
use super::phase::{Phase, Then};
use super::state::State;
use engine::log::Log;

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

    /// Places the first stone in the card's region, if the supply has one (W12).
    fn begin_work(&mut self, kind: Kind, region: Region, log: &mut impl Log<Event>) {
        if self.supply(self.active, kind) > 0 {
            self.place(kind, region, log);
        }
        self.work(kind, 2, Region::new(0), log);
    }

    /// Continues the work: the player places a stone or draws a card each time, or only draws cards if the supply is empty (W12).
    pub(crate) fn work(&mut self, kind: Kind, left: u8, floor: Region, log: &mut impl Log<Event>) {
        if left == 0 {
            self.end_turn(log);
        } else if self.supply(self.active, kind) == 0 {
            self.draw(self.active, left, Then::EndTurn, log);
        } else {
            self.enter_phase(Phase::Work { kind, left, floor });
        }
    }

    /// Lets the player choose a kind of which they have a stone in the supply; ends the turn if they have none (W13).
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

    /// Places three stones anywhere, or all that are left if there are fewer (W13).
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

    /// Gives the figure's token to the active player and lets them move the figure (W15).
    pub(crate) fn begin_travel(&mut self, figure: Figure) {
        self.owners[figure.index()] = self.active;
        self.enter_phase(Phase::Travel { figure });
    }

    /// Returns the regions to which the figure may move: one step for the Ancestor, one or two steps for the Elder, who must not
    /// return to the start (W15).
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

    /// Gives both tokens to the active player and puts both figures into the card's region (W15).
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
