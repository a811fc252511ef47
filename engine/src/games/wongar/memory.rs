//! What a player knows of the others' hands and of the deck (W31, W33).
//!
//! In the base game that is what lies open: every unseen card may be in any other hand or in the
//! deck. In the advanced game players look through the pile, perhaps often, and remember:
//!
//! * `pile`: the pile as they last left it, by kind;
//! * `drawn`: how many cards each other player has since taken out of it unseen;
//! * `known`: cards that another player certainly holds. The next look through the pile shows what
//!   is gone. If only one player has drawn since, that player has exactly these cards. If several
//!   have, each has at least what the draws of the others cannot account for;
//! * `played`: cards that another player has since played, which may have been drawn since the last
//!   look or held before.
//!
//! All other cards that are neither in the observer's hand nor discarded nor in the remembered pile
//! were in the hands of the others at the last look. These are *old* cards. Their number of each
//! kind follows, and so does how many of them each player had. A player's hand thus consists of
//! known cards, some old ones and some from the pile, minus those played since.
//!
//! When a player is known to hold a card of the kind played, the play counts as the known card. A
//! player without old cards plays one from the pile, and a player who has drawn none since the last
//! look plays an old one. Only a player who may have both leaves the question open, until the next
//! look answers it as far as possible. Three things are not remembered: the order of draws and
//! plays between two looks, anything but the known cards from earlier looks, and what may be
//! inferred from how others play. Given what is remembered, all ways to distribute the single cards
//! are equally likely; `determinize` draws one of them.

use super::cards::{HELD, Held, RitualCard, full_deck, total};
use super::determinize::Unseen;
use super::setup::{Edition, SEATS};
use super::state::State;
use crate::Seat;

/// What a player of the advanced game remembers. Empty in the base game, and in what others see.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Memory {
    /// The pile as the player last left it.
    pub(super) pile: Held,
    /// Cards that others have taken from it since.
    pub(super) drawn: [u8; SEATS],
    /// Cards that others certainly hold.
    pub(super) known: [Held; SEATS],
    /// Cards that others have played since, old or drawn.
    pub(super) played: [Held; SEATS],
}

impl Memory {
    pub(super) const EMPTY: Self = Self {
        pile: [0; HELD],
        drawn: [0; SEATS],
        known: [[0; HELD]; SEATS],
        played: [[0; HELD]; SEATS],
    };

    /// Updates the memory when the player looks through the pile and finds this.
    pub(super) fn look(&mut self, pile: Held) {
        let drawn = total(&self.drawn);
        for (kind, &now) in pile.iter().enumerate() {
            let gone = self.pile[kind] - now;
            for seat in 0..SEATS {
                // What the others' draws cannot account for, minus what may have been played of it.
                let certain = gone.saturating_sub(drawn - self.drawn[seat]);
                let more = certain.saturating_sub(self.played[seat][kind]);
                self.known[seat][kind] += more;
            }
        }
        self.pile = pile;
        self.drawn = [0; SEATS];
        self.played = [[0; HELD]; SEATS];
    }

    /// Updates the memory when a player with `hand` cards, unseen by others, plays one of this
    /// kind.
    pub(super) fn see_played(&mut self, seat: usize, hand: u8, kind: usize) {
        if self.known[seat][kind] > 0 {
            self.known[seat][kind] -= 1;
        } else if self.old_cards(seat, hand) == 0 {
            self.pile[kind] -= 1;
            self.drawn[seat] -= 1;
        } else if self.drawn[seat] > 0 {
            self.played[seat][kind] += 1;
        }
    }

    /// Returns how many old cards a player had who now holds this many cards.
    pub(super) fn old_cards(&self, seat: usize, hand: u8) -> u8 {
        let held_or_played = hand + total(&self.played[seat]);
        held_or_played - total(&self.known[seat]) - self.drawn[seat]
    }
}

impl State {
    /// Returns the seat's cards that the others cannot see: all but a double of the advanced game
    /// (W28).
    pub(super) fn hidden_cards(&self, seat: Seat) -> u8 {
        self.hand_size(seat) - self.open_doubles(seat)
    }

    /// Returns the doubles in a hand that all players know of (W28).
    pub(super) fn open_doubles(&self, seat: Seat) -> u8 {
        match self.edition() {
            Edition::Base => 0,
            Edition::Advanced => self.hand(seat, RitualCard::Double),
        }
    }

    /// Returns, by kind, the cards that the seat does not see: those in the deck and in the others'
    /// hands.
    pub(super) fn unseen_by(&self, seat: Seat) -> Held {
        let [all @ .., _] = full_deck(self.edition());
        let mut own = self.hands[seat.index()];
        own[RitualCard::Double.index()] -= self.open_doubles(seat);
        std::array::from_fn(|kind| all[kind] - own[kind] - self.discard[kind])
    }

    /// Returns the memory of a player who has seen only public information and their own hand.
    pub(super) fn open_memory(&self, observer: Seat) -> Memory {
        let mut memory = Memory { pile: self.unseen_by(observer), ..Memory::EMPTY };
        for seat in self.others(observer) {
            memory.drawn[seat.index()] = self.hidden_cards(seat);
        }
        memory
    }

    pub(super) fn others(&self, observer: Seat) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players()).filter(move |&seat| seat != observer)
    }

    /// Returns what the seat knows of the cards that it does not see.
    pub(super) fn unseen(&self, observer: Seat) -> Unseen {
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
                // Played cards are no longer unseen, but they were old or from the pile.
                unseen.old[kind] += memory.played[seat][kind];
                unseen.old[kind] -= memory.known[seat][kind];
            }
        }
        for kind in 0..HELD {
            unseen.old[kind] -= memory.pile[kind];
        }
        unseen
    }

    pub(super) fn start_memories(&mut self) {
        if self.edition() == Edition::Advanced {
            for seat in Seat::all(self.players()) {
                self.memories[seat.index()] = self.open_memory(seat);
            }
        }
    }

    /// Updates the memories after the seat got a card from the deck that no other seat saw.
    pub(super) fn remember_drawn(&mut self, seat: Seat, card: RitualCard) {
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

    /// Updates the memories when the seat is about to play a card from its hand onto the discard
    /// pile.
    pub(super) fn remember_played(&mut self, seat: Seat, card: RitualCard) {
        if self.edition() == Edition::Base {
            return;
        }
        let hand = self.hidden_cards(seat);
        for observer in self.others(seat) {
            self.memories[observer.index()].see_played(seat.index(), hand, card.index());
        }
    }

    /// Updates the seat's memory after it looked through the pile (W31).
    pub(super) fn remember_pile(&mut self, seat: Seat) {
        let [pile @ .., _] = self.deck;
        self.memories[seat.index()].look(pile);
    }

    /// Updates all memories when the pile was emptied and the discard pile became the new one: all
    /// players know what it holds (W18).
    pub(super) fn remember_new_deck(&mut self) {
        let [pile @ .., _] = self.deck;
        for seat in Seat::all(self.players()) {
            let memory = &mut self.memories[seat.index()];
            memory.look([0; HELD]);
            memory.pile = pile;
        }
    }
}
