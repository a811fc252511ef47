//! The interface of a game of poker.

use crate::contract::drawing::Viewer;
use crate::{PlainEvent, PlayableGame, Seat, Turn};

/// A card by its id: the letter of its rank, then the letter of its suit if the deck has suits.
pub type CardId = &'static str;

/// The meaning of a move at the betting so far, with the chips that the player adds.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Act {
    Check,
    Fold,
    Bet(u8),
    Call(u8),
    Raise(u8),
}

/// The cards that a chance event deals: to each seat, with `None` for an unseen card, or to the table.
pub enum Dealt {
    Hands(Vec<Option<CardId>>),
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

    /// Returns what a legal move means.
    fn act(&self, mv: Self::Move) -> Act;

    /// Returns the position at the last decision.
    #[must_use]
    fn before_last_move(&self) -> Self;

    /// Returns the cards that a chance event deals.
    fn dealt_by(chance: Self::Chance) -> Dealt;
}

/// Returns the card of a seat if the viewer sees it: at a showdown, everybody sees the cards of the players in it.
pub(super) fn seen_card<G: Poker>(game: &G, seat: Seat, viewer: Viewer) -> Option<CardId> {
    let mut staying = Seat::all(game.players()).filter(|&seat| !game.has_folded(seat));
    let is_showdown = game.turn() == Turn::Over && staying.nth(1).is_some();
    let is_seen = viewer.sees_hand_of(seat) || is_showdown && !game.has_folded(seat);
    game.card_of(seat).filter(|_| is_seen)
}
