//! The state of a game.

use engine::{Evaluated, Game, Outcome, PlainEvent, SearchDefaults, Seat, Turn};
use rand::{Rng, RngExt};
use serde::Serialize;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The largest number of faces of a die.
pub const MOST: u8 = 6;

/// The allowed numbers of faces of a die.
pub const RANGE: RangeInclusive<u64> = 2..=MOST as u64;

/// A move of a player.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Move {
    /// At least `count` dice show this face.
    Bid {
        /// The number of dice, 1 or 2.
        count: u8,
        /// The face, from 1.
        face: u8,
    },
    /// Calls the last bid a lie.
    Liar,
}
pub use Move::{Bid, Liar};

/// The faces of the dice by seat, from 1; 0 for a die that is unseen or not yet rolled.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Dice(pub [u8; 2]);

/// The setup of a table: the number of faces of a die.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setup {
    pub sides: u8,
}

/// The public part of a game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Bids {
    pub sides: u8,
    /// A bit for each bid made, in ascending order. Bids only rise, so the set determines their order.
    pub made: u16,
    pub is_called: bool,
}

/// A game of liar's dice.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct LiarsDice {
    pub dice: Dice,
    pub bids: Bids,
}

/// The observation of a seat: its die and the bids so far.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    pub seat: Seat,
    pub dice: Dice,
    pub bids: Bids,
}

impl Bids {
    /// Returns the bid with this number.
    const fn bid(self, number: u8) -> Move {
        Bid { count: number / self.sides + 1, face: number % self.sides + 1 }
    }

    /// Returns the number of the lowest possible bid.
    const fn next(self) -> u8 {
        (u16::BITS - self.made.leading_zeros()) as u8
    }

    fn moves(self, into: &mut Vec<Move>) {
        into.extend((self.next()..2 * self.sides).map(|number| self.bid(number)));
        into.extend((self.made > 0).then_some(Liar));
    }

    pub fn history(self) -> impl Iterator<Item = Move> {
        let made = (0..2 * self.sides).filter(move |number| self.made >> number & 1 == 1);
        made.map(move |number| self.bid(number)).chain(self.is_called.then_some(Liar))
    }

    const fn turns(self) -> u32 {
        self.made.count_ones() + self.is_called as u32
    }
}

impl Dice {
    fn turn(self, bids: Bids) -> Turn {
        match self {
            Self([0, 0]) => Turn::Chance,
            _ if bids.is_called => Turn::Over,
            _ => Turn::Decide(Seat::new(bids.turns() as usize % 2)),
        }
    }

    pub fn seen_by(self, observer: Seat) -> Self {
        let mut seen = [0; 2];
        seen[observer.index()] = self.0[observer.index()];
        Self(seen)
    }
}

/// Returns all rolls, in ascending order.
pub fn rolls(sides: u8) -> impl Iterator<Item = Dice> {
    (1..=sides).flat_map(move |first| (1..=sides).map(move |second| Dice([first, second])))
}

impl Evaluated for LiarsDice {
    // There are no features. The loser is two points behind.
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 2.0, ..SearchDefaults::GENERIC };
}

impl Game for LiarsDice {
    type Setup = Setup;
    type Observation = PlainEvent<Self>;

    type Move = Move;
    type Chance = Dice;
    type View = View;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.dice.turn(self.bids)
    }

    fn turns_played(&self) -> u32 {
        self.bids.turns()
    }

    fn is_between_turns(&self) -> bool {
        self.turn() != Turn::Chance
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if matches!(self.turn(), Turn::Decide(_)) {
            self.bids.moves(into);
        }
    }

    fn chances(&self, into: &mut Vec<(Dice, u32)>) {
        into.clear();
        if self.turn() == Turn::Chance {
            into.extend(rolls(self.bids.sides).map(|dice| (dice, 1)));
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Bid { count, face } => {
                self.bids.made |= 1 << ((count - 1) * self.bids.sides + face - 1);
            }
            Liar => self.bids.is_called = true,
        }
    }

    fn happen(&mut self, dice: Dice) {
        self.dice = dice;
    }

    fn outcome(&self) -> Outcome {
        let Some(Bid { count, face }) =
            self.bids.history().filter(|_| self.bids.is_called).filter(|&mv| mv != Liar).last()
        else {
            return Outcome::new([(0, 0); 2]);
        };
        let shows = |&&die: &&u8| die == face || die == self.bids.sides;
        let is_true = self.dice.0.iter().filter(shows).count() >= usize::from(count);
        // The bidder moved before the caller.
        let bidder = self.bids.turns() as usize % 2;
        Outcome::new((0..2).map(|seat| (if (seat == bidder) == is_true { 1 } else { -1 }, 0)))
    }

    fn view(&self, seat: Seat) -> View {
        View { seat, dice: self.dice.seen_by(seat), bids: self.bids }
    }

    fn observe_chance(&self, dice: Dice, observer: Seat) -> Dice {
        dice.seen_by(observer)
    }
}

impl engine::View for View {
    type Game = LiarsDice;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if self.dice.turn(self.bids) == Turn::Decide(self.seat) {
            self.bids.moves(into);
        }
    }

    fn determinize<R: Rng>(&self, rng: &mut R) -> LiarsDice {
        let mut dice = self.dice;
        if self.dice.turn(self.bids) != Turn::Chance {
            dice.0[1 - self.seat.index()] = rng.random_range(1..=self.bids.sides);
        }
        LiarsDice { dice, bids: self.bids }
    }
}

/// Returns all moves in ascending order.
pub fn all_moves() -> impl Iterator<Item = Move> {
    let bids = (1..=2).flat_map(|count| (1..=MOST).map(move |face| Bid { count, face }));
    bids.chain([Liar])
}

/// Writes a bid as the number of dice and the face: `bid 2x5`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bid { count, face } => write!(f, "bid {count}x{face}"),
            Liar => f.write_str("liar"),
        }
    }
}

/// The error for a text that is not an event.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("'{0}' is not an event of liar's dice")]
pub struct UnknownWord(String);

impl FromStr for Move {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let found = all_moves().find(|mv| mv.to_string() == word);
        found.ok_or_else(|| UnknownWord(word.into()))
    }
}

/// Writes the faces by seat, with `?` for an unseen die: `36`, `3?`.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&face| match face {
            0 => f.write_str("?"),
            face => write!(f, "{face}"),
        })
    }
}

impl FromStr for Dice {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let roll = rolls(MOST).find(|dice| dice.to_string() == word);
        roll.ok_or_else(|| UnknownWord(word.into()))
    }
}
