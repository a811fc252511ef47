//! The knowledge of a player, the *observer*, about the others' hands and the deck (W31, W33).
//!
//! In the base game, the observer knows only the open cards: any other card may be in any other hand or in the deck. In the
//! advanced game, the observer may look through the pile several times, and remembers:
//!
//! * `pile`: the pile as the observer last left it, by kind.
//! * `drawn`: how many cards each other player has since taken from it, unseen by the observer.
//! * `known`: cards that a player certainly has. The next look at the pile shows which cards are gone. If only one player has
//!   drawn, that player got exactly these cards. If several have drawn, each got at least the cards that the draws of the others
//!   cannot account for.
//! * `played`: cards that a player has played since the last look, if it is unknown whether the player drew them after that look
//!   or had them before.
//!
//! All other cards were in the hands of the other players at the last look, unless they are in the observer's hand, discarded or
//! in the remembered pile. These are the *old* cards. Their number of each kind follows, and so does the number of old cards that
//! each player had. A player's hand thus consists of known cards, old cards and cards from the pile, minus the cards that the
//! player has played.
//!
//! A played card counts as a known card if its player is known to have one of its kind. For a player without old cards, it must
//! have come from the pile, and for a player who has not drawn since the last look, it must be an old card. The question remains
//! open only for a player who may have both, until the next look answers it as far as possible.
//!
//! Three things are not remembered: the order of draws and plays between two looks, any information from earlier looks except
//! known cards, and conclusions from the others' play. Given the memory, all ways to distribute the individual cards are equally
//! likely, and a determinization draws one of them.

use super::cards::{HELD, Held, total};
use super::setup::SEATS;

/// The memory of a player of the advanced game. It is empty in the base game and in the views of other players.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Memory {
    /// The pile as the player last left it.
    pub(crate) pile: Held,
    /// Number of cards that each other player has taken from the pile since.
    pub(crate) drawn: [u8; SEATS],
    /// The cards that each other player certainly has.
    pub(crate) known: [Held; SEATS],
    /// The cards that each other player has played since, which may be old or drawn.
    pub(crate) played: [Held; SEATS],
}

impl Memory {
    pub(crate) const EMPTY: Self = Self {
        pile: [0; HELD],
        drawn: [0; SEATS],
        known: [[0; HELD]; SEATS],
        played: [[0; HELD]; SEATS],
    };

    /// Updates the memory when the observer looks through the pile and finds these cards.
    pub(crate) fn look(&mut self, pile: Held) {
        let drawn = total(&self.drawn);
        for (kind, &now) in pile.iter().enumerate() {
            let gone = self.pile[kind] - now;
            for seat in 0..SEATS {
                // Cards that the draws of the others cannot account for, minus cards that may already have been played.
                let certain = gone.saturating_sub(drawn - self.drawn[seat]);
                let more = certain.saturating_sub(self.played[seat][kind]);
                self.known[seat][kind] += more;
            }
        }
        self.pile = pile;
        self.drawn = [0; SEATS];
        self.played = [[0; HELD]; SEATS];
    }

    /// Updates the memory when a player plays a card of this kind from a hand of this size.
    pub(crate) fn see_played(&mut self, seat: usize, hand: u8, kind: usize) {
        if self.known[seat][kind] > 0 {
            self.known[seat][kind] -= 1;
        } else if self.old_cards(seat, hand) == 0 {
            self.pile[kind] -= 1;
            self.drawn[seat] -= 1;
        } else if self.drawn[seat] > 0 {
            self.played[seat][kind] += 1;
        }
    }

    /// Returns the number of old cards that a player with a hand of this size had at the last look.
    pub(crate) fn old_cards(&self, seat: usize, hand: u8) -> u8 {
        let held_or_played = hand + total(&self.played[seat]);
        held_or_played - total(&self.known[seat]) - self.drawn[seat]
    }
}
