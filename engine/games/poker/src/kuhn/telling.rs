//! Kuhn poker for people.

use super::Move::{Bet, Pass};
use super::{Card, Dealt, Kuhn, Move, deck};
use crate::words::{self, Act, CardId, Poker};
use engine::Seat;

impl Poker for Kuhn {
    const INTRODUCTION: &'static [&'static str] = &[
        "Each player pays a chip and gets a card. The king is the highest, then queen, jack and, with three players, ten.",
        "In turn, players check or bet a chip. After a bet, each of the others folds or calls with a chip.",
        "The highest card among the players who have not folded wins the pot.",
    ];
    const HAS_PUBLIC_CARD: bool = false;

    fn cards(&self) -> Vec<CardId> {
        deck(self.players).iter().map(|&card| id(card)).collect()
    }

    fn card_of(&self, seat: Seat) -> Option<CardId> {
        self.hands[seat.index()].map(id)
    }

    fn public_card(&self) -> Option<CardId> {
        None
    }

    fn paid(&self, seat: Seat) -> u8 {
        self.paid_by(seat.index())
    }

    fn has_folded(&self, seat: Seat) -> bool {
        let bet = self.history.iter().position(|&mv| mv == Some(Bet));
        let after_bet = self.history.iter().enumerate().skip(bet.unwrap_or(self.history.len()));
        let mut folds = after_bet.filter(|&(_, &mv)| mv == Some(Pass));
        folds.any(|(place, _)| place % self.players == seat.index())
    }

    fn act(&self, mv: Move) -> Act {
        match (mv, self.history.contains(&Some(Bet))) {
            (Pass, false) => Act::Check,
            (Pass, true) => Act::Fold,
            (Bet, false) => Act::Bet(1),
            (Bet, true) => Act::Call(1),
        }
    }

    fn history(&mut self) -> &mut [Option<Move>] {
        &mut self.history
    }

    fn dealt_by(dealt: Dealt) -> words::Dealt {
        words::Dealt::Hands(dealt.cards().map(|card| card.map(id)).collect())
    }
}

fn id(card: Card) -> CardId {
    ["T", "J", "Q", "K"][card as usize]
}
