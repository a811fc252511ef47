//! Kuhn poker (Kuhn 1950): three cards, two players, one bet. The least example of a game here: copy it.
//!
//! Both players ante a chip and get one of jack, queen and king. In turn they pass or bet a chip; who
//! passes after a bet folds. After two passes, or when a bet is met by a bet, the higher card wins.
//!
//! Points are chips won. A decision is a turn.

use crate::{Dealable, Game, Outcome, PlainEvent, RuleError, Rules, Seat, Turn};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A card: a rank.
#[derive(
    Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

/// What a player does.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Move {
    /// No chip: wait, or fold after a bet.
    Pass,
    /// A chip: bet, or call after a bet.
    Bet,
}

/// What chance does: it deals the next card. Without a card it is one that the observer cannot see; that
/// never happens in a game.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Dealt(Option<Card>);

/// A game of Kuhn poker.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Kuhn {
    /// By seat; nothing as long as it has not been dealt.
    hands: [Option<Card>; 2],
    /// The moves, in order.
    moves: [Option<Move>; 3],
}

/// What a seat knows: the game without the other hand.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct View {
    seat: Seat,
    table: Kuhn,
}

impl Card {
    /// All cards, the lowest first.
    pub const ALL: [Self; 3] = [Self::Jack, Self::Queen, Self::King];
}

impl Kuhn {
    /// The seat's hand, once it has been dealt.
    pub const fn hand(&self, seat: Seat) -> Option<Card> {
        self.hands[seat.index()]
    }

    /// The moves so far.
    pub fn history(&self) -> impl Iterator<Item = Move> {
        self.moves.into_iter().flatten()
    }

    /// The cards that have not been dealt.
    fn deck(&self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(|&card| !self.hands.contains(&Some(card)))
    }
}

impl Game for Kuhn {
    type Move = Move;
    type Chance = Dealt;
    type View = View;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        use Move::{Bet, Pass};
        match self.moves {
            _ if self.hands.contains(&None) => Turn::Chance,
            [None, ..] | [Some(Pass), Some(Bet), None] => Turn::Decide(Seat::new(0)),
            [_, None, _] => Turn::Decide(Seat::new(1)),
            _ => Turn::Over,
        }
    }

    fn turns_played(&self) -> u32 {
        self.history().count() as u32
    }

    fn is_between_turns(&self) -> bool {
        self.turn() != Turn::Chance
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if matches!(self.turn(), Turn::Decide(_)) {
            into.extend([Move::Pass, Move::Bet]);
        }
    }

    fn is_legal(&self, _: Move) -> bool {
        matches!(self.turn(), Turn::Decide(_))
    }

    fn chances(&self, into: &mut Vec<(Dealt, u32)>) {
        into.clear();
        if self.turn() == Turn::Chance {
            into.extend(self.deck().map(|card| (Dealt(Some(card)), 1)));
        }
    }

    fn play(&mut self, mv: Move) {
        self.moves[self.history().count()] = Some(mv);
    }

    fn happen(&mut self, Dealt(card): Dealt) {
        self.hands[usize::from(self.hands[0].is_some())] = card;
    }

    fn outcome(&self) -> Outcome {
        use Move::{Bet, Pass};
        let higher = if self.hands[0] > self.hands[1] { 1 } else { -1 };
        let won = match self.moves {
            [Some(Pass), Some(Pass), _] => higher,
            [Some(Bet), Some(Pass), _] => 1,
            [Some(Pass), Some(Bet), Some(Pass)] => -1,
            [Some(Bet), Some(Bet), _] | [_, _, Some(Bet)] => 2 * higher,
            _ => 0,
        };
        Outcome::new([(won, 0), (-won, 0)])
    }

    fn view(&self, seat: Seat) -> View {
        let mut table = *self;
        // That a card has been dealt is seen by everybody: it shows as one's own, which nobody can have
        // twice.
        let other = seat.next(2);
        table.hands[other.index()] = self.hand(other).and(self.hand(seat));
        View { seat, table }
    }

    fn observe_chance(&self, dealt: Dealt, observer: Seat) -> Dealt {
        let receiver = usize::from(self.hands[0].is_some());
        if observer.index() == receiver { dealt } else { Dealt(None) }
    }
}
