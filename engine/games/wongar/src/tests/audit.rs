//! The invariants of the state, which tests check in every position.

use crate::state::cards::{full_deck, total};
use crate::{AREA_CARDS, AreaCard, Edition, Kind, REGIONS, Region, RitualCard, SEATS, State};
use engine::Seat;

impl State {
    /// Recomputes all cached data and checks all invariants: stones and cards are conserved, and the memories of players are
    /// consistent with the state.
    ///
    /// # Panics
    /// If an invariant is violated.
    pub(crate) fn audit(&self) {
        self.audit_stones();
        self.audit_area_cards();
        self.audit_ritual_cards();
        for seat in Seat::all(self.players()) {
            self.audit_memory(seat);
        }
        assert_eq!(self.options, self.options_of(self.phase), "options of {:?}", self.phase);
        assert!((1..=self.board().spaces()).contains(&self.space));
        if self.space == self.board().spaces() {
            assert!(self.called.is_some(), "the scorpion has reached the last space");
        }
    }

    fn audit_stones(&self) {
        for seat in Seat::all(SEATS) {
            for kind in Kind::ALL {
                let with = Region::all().filter(|&region| self.stones(region, kind, seat) > 0);
                let with = with.fold(0, |all, region| all | region.bit());
                assert_eq!(with, self.regions_with(seat, kind));
                let placed: u8 = Region::all().map(|region| self.stones(region, kind, seat)).sum();
                let all = placed + self.supply(seat, kind);
                let due = if seat.index() < self.players() { self.house.stones(kind) } else { 0 };
                assert_eq!(all, due, "{kind} stones of seat {seat}");
            }
            for region in Region::all() {
                let has_stone = Kind::ALL.iter().any(|&kind| self.stones(region, kind, seat) > 0);
                assert_eq!(self.is_present(seat, region), has_stone);
            }
        }
    }

    fn audit_area_cards(&self) {
        let mut counts = [0; AREA_CARDS];
        for card in AreaCard::ALL {
            for region in Region::all() {
                let open = u8::from(self.open_card(region) == Some(card));
                counts[card.index()] += self.face_down(region, card) + open;
            }
            let taken: u8 = Seat::all(SEATS).map(|seat| self.taken(seat, card)).sum();
            counts[card.index()] += taken;
            let all = REGIONS as u8 * card.count(self.edition());
            assert_eq!(counts[card.index()], all, "{card} cards");
        }
        for region in Region::all() {
            let is_open = self.open_cards >> region.index() & 1 == 1;
            assert_eq!(self.open_card(region).is_some(), is_open);
            assert_ne!(self.open_card(region), Some(AreaCard::Scorpion));
            let empty = self.open_card(region).is_none() && self.stack_size(region) == 0;
            assert!(!empty || self.called.is_some(), "the stack of {region} is empty");
        }
    }

    fn audit_ritual_cards(&self) {
        let all = full_deck(self.edition());
        for card in RitualCard::ALL {
            let held: u8 = Seat::all(SEATS).map(|seat| self.hand(seat, card)).sum();
            let elsewhere = self.deck[card.index()] + self.discarded(card);
            if card == RitualCard::Double && self.edition() == Edition::Advanced {
                assert_eq!(elsewhere, 0, "doubles leave the game");
                assert!(Seat::all(SEATS).all(|seat| self.hand(seat, card) <= 1));
            } else {
                assert_eq!(held + elsewhere, all[card.index()], "{card} cards");
            }
        }
        assert_eq!(self.deck_size, total(&self.deck));
        for seat in Seat::all(SEATS) {
            assert_eq!(self.hand_size(seat), total(&self.hands[seat.index()]));
        }
    }

    /// Checks that the deck and the others' hands are among the distributions that the seat considers possible.
    fn audit_memory(&self, observer: Seat) {
        let unseen = self.unseen(observer);
        let places: u8 = total(&unseen.old_slots);
        assert_eq!(places, total(&unseen.old), "places of old cards");
        let [deck @ .., _] = self.deck;
        let left = total(&unseen.drawn_slots) + total(&deck);
        assert_eq!(left, total(&unseen.pile), "places of cards of the pile");
        let in_pile = deck.iter().zip(unseen.pile).all(|(&now, then)| now <= then);
        assert!(in_pile, "more in the deck than there were");
        for seat in self.others(observer).map(Seat::index) {
            let mut hand = self.hands[seat];
            hand[RitualCard::Double.index()] -= self.open_doubles(Seat::new(seat));
            for (kind, &held) in hand.iter().enumerate() {
                assert!(unseen.known[seat][kind] <= held, "known cards are held");
                let here = held + unseen.played[seat][kind] - unseen.known[seat][kind];
                assert!(here <= unseen.old[kind] + unseen.pile[kind]);
            }
        }
    }
}
