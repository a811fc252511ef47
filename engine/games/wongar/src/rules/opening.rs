//! The setup: bag, first cards, hands, tokens (W4 to W7), and the changes in the advanced game (W27 to W29).

use super::board::{REGIONS, Region};
use super::cards::{AreaCard, FIRST_STONES, Figure, KINDS, Kind, RitualCard};
use super::chance::Chance;
use super::edition::Edition;
use super::event::Event;
use super::phase::Phase;
use super::state::State;
use engine::Seat;
use engine::log::Log;

impl State {
    /// Starts the setup: with the bag (W4), or in the advanced game with the first cards (W29).
    pub(crate) fn open_setup(&mut self) {
        self.enter_phase(match self.edition() {
            Edition::Base => Phase::Bag { placed: 0 },
            Edition::Advanced => Phase::Open { region: Region::new(0) },
        });
    }

    /// Applies a chance event.
    pub(crate) fn let_happen(&mut self, chance: Chance, log: &mut impl Log<Event>) {
        match (self.phase, chance) {
            (Phase::Bag { placed }, Chance::Stone(seat, kind)) => self.unpack(placed, seat, kind),
            (Phase::Open { region }, Chance::Reveal(card)) => self.turn_up_first(region, card),
            (Phase::Deal { seat, dealt }, Chance::Ritual(Some(card))) => {
                self.deal_card(seat, dealt + 1, card);
            }
            (Phase::Token { figure }, Chance::Owner(seat)) => self.hand_token(figure, seat, log),
            (Phase::Reveal { region }, Chance::Reveal(card)) => self.reveal(region, card, log),
            (Phase::Draw { left, then }, Chance::Ritual(Some(card))) => {
                self.drawn(card, left, then, log);
            }
            (Phase::Look { left, then }, Chance::Pile(Some(_))) => self.look(left, then),
            (phase, chance) => unreachable!("'{chance}' cannot happen in {phase:?}"),
        }
        self.take_forced_options(log);
    }

    /// Returns the region for the next stone from the bag. Each region gets as many stones as there are players, and each of the
    /// two centres gets the same number once more (W4).
    fn region_to_fill(&self, placed: u8) -> Region {
        let filled = usize::from(placed) / self.players();
        match filled.checked_sub(REGIONS) {
            None => Region::new(filled),
            Some(centre) => self.board().centres()[centre],
        }
    }

    pub(crate) fn unpack(&mut self, placed: u8, seat: Seat, kind: Kind) {
        self.put(seat, kind, self.region_to_fill(placed));
        let placed = placed + 1;
        let stones = FIRST_STONES * (KINDS * self.players()) as u8;
        self.enter_phase(if placed < stones {
            Phase::Bag { placed }
        } else {
            Phase::Open { region: Region::new(0) }
        });
    }

    /// Turns up a region's first card. A scorpion has no effect and is tucked under its stack (W5).
    pub(crate) fn turn_up_first(&mut self, region: Region, card: AreaCard) {
        self.turn_up(region, card);
        if card == AreaCard::Scorpion {
            self.stacks[region.index()].tucked += 1;
            self.set_open(region, None);
            return self.enter_phase(Phase::Open { region });
        }
        self.enter_phase(match region.index() + 1 {
            REGIONS => Phase::Deal { seat: Seat::new(0), dealt: 0 },
            next => Phase::Open { region: Region::new(next) },
        });
    }

    /// Deals a seat a card, after which it has this number of cards (W6). In the advanced game, each player also gets a double
    /// (W28).
    fn deal_card(&mut self, seat: Seat, dealt: u8, card: RitualCard) {
        let is_full = dealt == self.house.hand();
        self.hold(seat, card);
        self.remember_drawn(seat, card);
        if is_full && self.edition() == Edition::Advanced {
            self.hands[seat.index()][RitualCard::Double.index()] += 1;
            self.hand_sizes[seat.index()] += 1;
        }
        let (next, dealt) = if is_full { (seat.index() + 1, 0) } else { (seat.index(), dealt) };
        self.enter_phase(if next < self.players() {
            Phase::Deal { seat: Seat::new(next), dealt }
        } else {
            Phase::Token { figure: Figure::Ancestor }
        });
        if let Phase::Deal { seat, .. } = self.phase {
            self.decider = seat;
        }
    }

    /// Gives a token to a seat. The first seat drawn gets the Ancestor and the boomerang, the second gets the Elder (W7).
    fn hand_token(&mut self, figure: Figure, seat: Seat, log: &mut impl Log<Event>) {
        self.owners[figure.index()] = seat;
        match (figure, self.edition()) {
            (Figure::Ancestor, _) => {
                self.boomerang = seat;
                self.enter_phase(Phase::Token { figure: Figure::Elder });
            }
            (Figure::Elder, Edition::Base) => self.begin_round(log),
            (Figure::Elder, Edition::Advanced) => {
                self.decider = self.boomerang;
                self.enter_phase(Phase::Settle);
            }
        }
    }

    /// Returns the options to place a stone: any kind of which the player has not yet placed all four stones, in any region
    /// (W29).
    pub(crate) fn settle_options(&self) -> u64 {
        let kinds = Kind::ALL.into_iter().filter(|&kind| self.in_bag(self.decider, kind) > 0);
        kinds.fold(0, |all, kind| all | ((1 << REGIONS) - 1) << (kind.index() * REGIONS))
    }

    /// Places a stone of the advanced setup. Seats take turns clockwise from the owner of the Ancestor (W29).
    pub(crate) fn settle(&mut self, kind: Kind, region: Region, log: &mut impl Log<Event>) {
        let seat = self.decider;
        self.put(seat, kind, region);
        log.note(|| Event::Place { p: seat, kind, region });
        self.decider = seat.next(self.players());
        if Kind::ALL.into_iter().any(|kind| self.in_bag(self.decider, kind) > 0) {
            self.enter_phase(Phase::Settle);
        } else {
            self.begin_round(log);
        }
    }
}
