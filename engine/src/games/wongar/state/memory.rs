//! What a player, the *observer*, knows of the others' hands and of the deck (W31, W33).
//!
//! In the base game the observer knows only what lies open: any card not in sight may be in any other
//! hand or in the deck. In the advanced game the observer looks through the pile, perhaps often, and
//! remembers:
//!
//! * `pile`: the pile as the observer last left it, by kind.
//! * `drawn`: how many cards each other player has since taken from it, unseen by the observer.
//! * `known`: cards that a player certainly holds. The next look at the pile shows what is gone. If
//!   only one player has drawn, that player got exactly these cards. If several have, each got at
//!   least what the draws of the others cannot account for.
//! * `played`: cards that a player has played since the last look, where it is open whether the player
//!   drew them after that look or held them before.
//!
//! All other cards were in the hands of the other players at the last look, unless they are the
//! observer's own, discarded or in the remembered pile. They are the *old* cards. Their number of each
//! kind follows, and so does the number that each player had. A player's hand thus consists of known
//! cards, old cards and cards from the pile, less those that the player has played.
//!
//! A played card counts as the known one if its player is known to hold one of its kind. A player
//! without old cards must have played one from the pile, and a player who has not drawn since the last
//! look an old one. The question stays open only for a player who may have both, until the next look
//! answers it as far as possible.
//!
//! Three things are not remembered: the order of draws and plays between two looks, anything but known
//! cards from earlier looks, and what the others' play suggests. Given what is remembered, all ways to
//! distribute the single cards are equally likely. A determinization draws one of them.

use super::cards::{HELD, Held, total};
use super::setup::SEATS;

/// What a player of the advanced game remembers. It is empty in the base game and in what others see.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Memory {
    /// The pile as the player last left it.
    pub(crate) pile: Held,
    /// How many cards each other player has taken from it since.
    pub(crate) drawn: [u8; SEATS],
    /// Cards that others certainly hold.
    pub(crate) known: [Held; SEATS],
    /// Cards that others have played since, which may be old ones or drawn ones.
    pub(crate) played: [Held; SEATS],
}

impl Memory {
    pub(crate) const EMPTY: Self = Self {
        pile: [0; HELD],
        drawn: [0; SEATS],
        known: [[0; HELD]; SEATS],
        played: [[0; HELD]; SEATS],
    };

    /// Notes that the observer looks through the pile and finds these cards.
    pub(crate) fn look(&mut self, pile: Held) {
        let drawn = total(&self.drawn);
        for (kind, &now) in pile.iter().enumerate() {
            let gone = self.pile[kind] - now;
            for seat in 0..SEATS {
                // What the draws of the rest cannot account for, less what may have been played.
                let certain = gone.saturating_sub(drawn - self.drawn[seat]);
                let more = certain.saturating_sub(self.played[seat][kind]);
                self.known[seat][kind] += more;
            }
        }
        self.pile = pile;
        self.drawn = [0; SEATS];
        self.played = [[0; HELD]; SEATS];
    }

    /// Notes that a player plays a card of this kind out of a hand of this size.
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

    /// Returns how many old cards a player with a hand of this size had at the last look.
    pub(crate) fn old_cards(&self, seat: usize, hand: u8) -> u8 {
        let held_or_played = hand + total(&self.played[seat]);
        held_or_played - total(&self.known[seat]) - self.drawn[seat]
    }
}
