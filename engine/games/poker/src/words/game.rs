//! The interface of a game of poker.

use engine::drawing::Viewer;
use engine::{PlainEvent, PlayableGame, Seat, Turn};

/// A card by its id: the letter of its rank, then the letter of its suit if the deck has suits.
pub type CardId = &'static str;

/// The betting action that a move stands for. All amounts are in chips.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Act {
    /// Stays in the game without paying, because nobody has bet in this round.
    Check,
    /// Gives up the pot instead of matching the bet.
    Fold,
    /// Opens the betting of a round with this number of chips.
    Bet(u8),
    /// Matches the highest bet by paying this number of chips.
    Call(u8),
    /// Matches the highest bet and adds to it.
    Raise {
        /// The number of chips added to the highest bet.
        by: u8,
        /// The number of chips that the player pays: for the call and for `by`.
        pays: u8,
    },
}

/// The cards that a chance event deals.
pub enum Dealt {
    /// The card of each seat; `None` if the observer does not see it.
    Hands(Vec<Option<CardId>>),
    /// The public card, which is turned up on the table.
    Public(CardId),
}

/// A game of poker in which each seat has one card.
pub trait Poker: PlayableGame<Event = PlainEvent<Self>> {
    /// The rules in a few sentences.
    const INTRODUCTION: &'static [&'static str];
    /// Whether a public card is turned up.
    const HAS_PUBLIC_CARD: bool;

    /// Returns the cards of the deck.
    fn cards(&self) -> Vec<CardId>;

    /// Returns the card of a seat, once dealt.
    fn card_of(&self, seat: Seat) -> Option<CardId>;

    /// Returns the public card, once turned up.
    fn public_card(&self) -> Option<CardId>;

    /// Returns the chips that a seat has paid into the pot.
    fn paid(&self, seat: Seat) -> u8;

    /// Returns whether a seat can no longer win the pot.
    fn has_folded(&self, seat: Seat) -> bool;

    /// Returns the betting action of a legal move.
    fn act(&self, mv: Self::Move) -> Act;

    /// Returns the moves so far, followed by `None` up to the longest possible game.
    fn history(&mut self) -> &mut [Option<Self::Move>];

    /// Returns the cards that a chance event deals.
    fn dealt_by(chance: Self::Chance) -> Dealt;
}

/// Returns the betting action of the last move.
///
/// # Panics
/// Panics if no move has been played.
pub(super) fn last_act<G: Poker>(game: &G) -> Act {
    let mut before = game.clone();
    let last = before.history().iter_mut().rfind(|mv| mv.is_some());
    let mv = last.and_then(Option::take).expect("a move has been played");
    before.act(mv)
}

/// Returns the card of a seat if the viewer sees it: at a showdown, everybody sees the cards of the players in it.
pub(super) fn seen_card<G: Poker>(game: &G, seat: Seat, viewer: Viewer) -> Option<CardId> {
    let mut staying = Seat::all(game.players()).filter(|&seat| !game.has_folded(seat));
    let is_showdown = game.turn() == Turn::Over && staying.nth(1).is_some();
    let is_seen = viewer.sees_hand_of(seat) || is_showdown && !game.has_folded(seat);
    game.card_of(seat).filter(|_| is_seen)
}
