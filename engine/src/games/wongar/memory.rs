//! What a player knows of the others' hands and of the deck (W31, W33).
//!
//! In the base game that is what lies open: every card that he does not see may be in any hand or in
//! the deck. In the advanced game he has looked through the pile, perhaps often, and remembers:
//!
//! * `pile`: the pile as he last left it, by kind;
//! * `drawn`: how many cards each other player has taken out of it since, which he could not see;
//! * `known`: cards that a player holds for certain. When he looks through the pile again he sees what
//!   is gone. If only one player has drawn since, that player has got exactly these cards; if more
//!   have, each has at least what the draws of the others cannot account for;
//! * `played`: cards that a player has since played of which it cannot be told whether he drew them
//!   since the last look or held them before.
//!
//! All other cards that are neither his own nor discarded nor in the remembered pile were in the hands
//! of the others at his last look: they are *old* cards, and how many of each kind there are follows.
//! So does how many of them each player had. A player's hand thus is his known cards, some old ones and
//! some that were in the pile, less those that he played.
//!
//! A card of a kind that its player is known to hold is taken to be the known one. A player who has no
//! old cards plays one that was in the pile, and one who has drawn none since the last look an old one.
//! Only a player who may have both leaves the question open, until the next look answers it as far as
//! it can be answered. Three things are not remembered: the order of draws and plays between two looks,
//! from earlier looks anything but the known cards, and what may be guessed from how others play. Given
//! what is remembered all ways to distribute the single cards are equally likely; `guess` draws one of
//! them.

use super::cards::{HELD, Held, total};
use super::setup::SEATS;

/// What a player of the advanced game remembers. Empty in the base game, and in what others see.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Memory {
    /// The pile as the player last left it.
    pub(super) pile: Held,
    /// Cards that others have taken from it since.
    pub(super) drawn: [u8; SEATS],
    /// Cards that others hold for certain.
    pub(super) known: [Held; SEATS],
    /// Cards that others have played since, old ones or drawn ones.
    pub(super) played: [Held; SEATS],
}

impl Memory {
    pub(super) const EMPTY: Self = Self {
        pile: [0; HELD],
        drawn: [0; SEATS],
        known: [[0; HELD]; SEATS],
        played: [[0; HELD]; SEATS],
    };

    /// The player looks through the pile and finds this.
    pub(super) fn look(&mut self, pile: Held) {
        let drawn = total(&self.drawn);
        for (kind, &now) in pile.iter().enumerate() {
            let gone = self.pile[kind] - now;
            for seat in 0..SEATS {
                // What the others' draws cannot account for, less what may have been played of it.
                let certain = gone.saturating_sub(drawn - self.drawn[seat]);
                let more = certain.saturating_sub(self.played[seat][kind]);
                self.known[seat][kind] += more;
            }
        }
        self.pile = pile;
        self.drawn = [0; SEATS];
        self.played = [[0; HELD]; SEATS];
    }

    /// A player who holds so many cards, the others unseen, plays one of this kind.
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

    /// How many old cards a player had who now holds so many cards.
    pub(super) fn old_cards(&self, seat: usize, hand: u8) -> u8 {
        let held_or_played = hand + total(&self.played[seat]);
        held_or_played - total(&self.known[seat]) - self.drawn[seat]
    }
}
