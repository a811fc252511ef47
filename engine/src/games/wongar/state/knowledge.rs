//! What the seats know of cards that they do not see, kept up as the game goes on (W28, W31, W33).

use super::State;
use super::cards::{HELD, Held, RitualCard, full_deck};
use super::determinize::Unseen;
use super::edition::Edition;
use super::memory::Memory;
use super::setup::SEATS;
use crate::Seat;

impl State {
    /// The seat's cards that the others cannot see: all but a double of the advanced game (W28).
    pub(crate) fn hidden_cards(&self, seat: Seat) -> u8 {
        self.hand_size(seat) - self.open_doubles(seat)
    }

    /// The doubles in a hand that everybody knows of (W28).
    pub(crate) fn open_doubles(&self, seat: Seat) -> u8 {
        match self.edition() {
            Edition::Base => 0,
            Edition::Advanced => self.hand(seat, RitualCard::Double),
        }
    }

    /// By kind, the cards that the seat does not see: those in the deck and in the others' hands.
    pub(crate) fn unseen_by(&self, seat: Seat) -> Held {
        let [all @ .., _] = full_deck(self.edition());
        let mut own = self.hands[seat.index()];
        own[RitualCard::Double.index()] -= self.open_doubles(seat);
        std::array::from_fn(|kind| all[kind] - own[kind] - self.discard[kind])
    }

    /// What a player remembers who has seen nothing but what is open to all and his own hand.
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

    /// What the seat knows of the cards that it does not see.
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
                // Cards that were played are not unseen any more, but they were old ones or of the pile.
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

    /// The seat has got a card from the deck, and nobody else has seen which.
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

    /// The seat is about to play a card from its hand onto the discard pile.
    pub(crate) fn remember_played(&mut self, seat: Seat, card: RitualCard) {
        if self.edition() == Edition::Base {
            return;
        }
        let hand = self.hidden_cards(seat);
        for observer in self.others(seat) {
            self.memories[observer.index()].see_played(seat.index(), hand, card.index());
        }
    }

    /// The seat has looked through the pile (W31).
    pub(crate) fn remember_pile(&mut self, seat: Seat) {
        let [pile @ .., _] = self.deck;
        self.memories[seat.index()].look(pile);
    }

    /// The pile was taken to its last card and a new one made of the discard pile: everybody knows what
    /// it holds (W18).
    pub(crate) fn remember_new_deck(&mut self) {
        let [pile @ .., _] = self.deck;
        for seat in Seat::all(self.players()) {
            let memory = &mut self.memories[seat.index()];
            memory.look([0; HELD]);
            memory.pile = pile;
        }
    }
}
