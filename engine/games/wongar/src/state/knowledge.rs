//! Updates of the seats' knowledge about cards that they do not see, in the course of the game (W28, W31, W33).

use super::State;
use super::cards::{HELD, Held, RitualCard, full_deck};
use super::determinize::Unseen;
use super::edition::Edition;
use super::memory::Memory;
use super::setup::SEATS;
use engine::Seat;

impl State {
    /// Returns the number of the seat's cards that the others cannot see: all cards except doubles of the advanced game (W28).
    pub(crate) fn hidden_cards(&self, seat: Seat) -> u8 {
        self.hand_size(seat) - self.open_doubles(seat)
    }

    /// Returns the number of doubles in the seat's hand that are public knowledge (W28).
    pub(crate) fn open_doubles(&self, seat: Seat) -> u8 {
        match self.edition() {
            Edition::Base => 0,
            Edition::Advanced => self.hand(seat, RitualCard::Double),
        }
    }

    /// Returns the cards that the seat does not see, by kind: the cards in the deck and the hidden cards in the others' hands.
    pub(crate) fn unseen_by(&self, seat: Seat) -> Held {
        let [all @ .., _] = full_deck(self.edition());
        let mut own = self.hands[seat.index()];
        own[RitualCard::Double.index()] -= self.open_doubles(seat);
        std::array::from_fn(|kind| all[kind] - own[kind] - self.discard[kind])
    }

    /// Returns the memory of a player who has seen nothing except public information and their hand.
    pub(crate) fn open_memory(&self, observer: Seat) -> Memory {
        let mut memory = Memory { pile: self.unseen_by(observer), ..Memory::EMPTY };
        for seat in self.others(observer) {
            memory.drawn[seat.index()] = self.hidden_cards(seat);
        }
        memory
    }

    pub(crate) fn others(&self, observer: Seat) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players()).filter(move |&seat| seat != observer)
    }

    /// Returns the seat's knowledge about the cards that it does not see.
    pub(crate) fn unseen(&self, observer: Seat) -> Unseen {
        let memory = match self.edition() {
            Edition::Base => self.open_memory(observer),
            Edition::Advanced => self.memories[observer.index()],
        };
        let mut unseen = Unseen {
            old: self.unseen_by(observer),
            pile: memory.pile,
            old_slots: [0; SEATS],
            drawn_slots: memory.drawn,
            known: memory.known,
            played: memory.played,
        };
        for seat in self.others(observer).map(Seat::index) {
            let hand = self.hidden_cards(Seat::new(seat));
            unseen.old_slots[seat] = memory.old_cards(seat, hand);
            for kind in 0..HELD {
                // Cards that were played are no longer unseen, but before that they were old cards or cards of the pile.
                unseen.old[kind] += memory.played[seat][kind];
                unseen.old[kind] -= memory.known[seat][kind];
            }
        }
        for kind in 0..HELD {
            unseen.old[kind] -= memory.pile[kind];
        }
        unseen
    }

    pub(crate) fn start_memories(&mut self) {
        if self.edition() == Edition::Advanced {
            for seat in Seat::all(self.players()) {
                self.memories[seat.index()] = self.open_memory(seat);
            }
        }
    }

    /// Updates the memories after the seat has received a card from the deck that only this seat has seen.
    pub(crate) fn remember_drawn(&mut self, seat: Seat, card: RitualCard) {
        if self.edition() == Edition::Base {
            return;
        }
        for observer in Seat::all(self.players()) {
            let memory = &mut self.memories[observer.index()];
            if observer == seat {
                memory.pile[card.index()] -= 1;
            } else {
                memory.drawn[seat.index()] += 1;
            }
        }
    }

    /// Updates the memories before the seat plays a card from its hand onto the discard pile.
    pub(crate) fn remember_played(&mut self, seat: Seat, card: RitualCard) {
        if self.edition() == Edition::Base {
            return;
        }
        let hand = self.hidden_cards(seat);
        for observer in self.others(seat) {
            self.memories[observer.index()].see_played(seat.index(), hand, card.index());
        }
    }

    /// Updates the seat's memory when it has looked through the pile (W31).
    pub(crate) fn remember_pile(&mut self, seat: Seat) {
        let [pile @ .., _] = self.deck;
        self.memories[seat.index()].look(pile);
    }

    /// Updates the memories when the pile has run out and the discard pile has become the new pile, whose content everybody knows
    /// (W18).
    pub(crate) fn remember_new_deck(&mut self) {
        let [pile @ .., _] = self.deck;
        for seat in Seat::all(self.players()) {
            let memory = &mut self.memories[seat.index()];
            memory.look([0; HELD]);
            memory.pile = pile;
        }
    }
}
