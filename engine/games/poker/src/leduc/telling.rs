//! Leduc hold'em for people.

use super::Move::{Call, Fold, Raise};
use super::{Betting, Card, Chance, Leduc, Move};
use crate::words::{Act, CardId, Dealt, Poker};
use engine::Seat;

impl Poker for Leduc {
    const INTRODUCTION: &'static [&'static str] = &[
        "The deck has jack, queen and king in two suits. Each player pays a chip and gets a card.",
        "In each of two rounds, players check, bet, call, raise or fold, with at most one bet and one raise. Both are 2 chips \
         in the first round and 4 in the second.",
        "A public card is turned up before the second round. A pair with it wins the pot, or else the higher card; equal cards \
         share it.",
    ];
    const HAS_PUBLIC_CARD: bool = true;

    fn cards(&self) -> Vec<CardId> {
        Card::ALL.map(id).to_vec()
    }

    fn card_of(&self, seat: Seat) -> Option<CardId> {
        self.hands.map(|hands| id(hands[seat.index()]))
    }

    fn public_card(&self) -> Option<CardId> {
        self.open.map(id)
    }

    fn paid(&self, seat: Seat) -> u8 {
        self.betting().paid[seat.index()] as u8
    }

    fn has_folded(&self, seat: Seat) -> bool {
        self.betting().folded == Some(seat.index())
    }

    fn act(&self, mv: Move) -> Act {
        let Betting { rounds, moves, paid, .. } = self.betting();
        let missing = paid[1 - moves % 2] - paid[moves % 2];
        let by = Betting::RAISES[rounds];
        match mv {
            Fold => Act::Fold,
            Call if missing == 0 => Act::Check,
            Call => Act::Call(missing as u8),
            Raise if missing == 0 => Act::Bet(by as u8),
            Raise => Act::Raise { by: by as u8, pays: (missing + by) as u8 },
        }
    }

    fn history(&mut self) -> &mut [Option<Move>] {
        &mut self.history
    }

    fn dealt_by(chance: Chance) -> Dealt {
        match chance {
            Chance::Deal(hands) => Dealt::Hands(hands.map(|card| card.map(id)).to_vec()),
            Chance::Open(card) => Dealt::Public(id(card)),
        }
    }
}

fn id(card: Card) -> CardId {
    ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"][card as usize]
}
