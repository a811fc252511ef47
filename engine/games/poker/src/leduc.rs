//! Leduc hold'em (Southey et al. 2005): six cards, two players, two rounds of betting.
//!
//! The deck has a jack, a queen and a king in each of two suits. Both players ante a chip and are dealt a card.
//! They bet; then a public card is turned up, and they bet again. Seat 0 begins both rounds. A raise is 2 chips in
//! the first round and 4 in the second, with at most two raises per round. A pair with the public card wins,
//! otherwise the higher rank; equal ranks split the pot.
//!
//! Points are the chips won. They are whole numbers, because both players have paid the same into a shared pot.
//! Each decision is a turn.

mod encoding;
mod telling;

use engine::drawing::Render;
use engine::{
    Encoding, Evaluated, Game, Outcome, PlainEvent, PlayableGame, RuleError, Rules, SearchDefaults,
    Seat, Turn, Unread,
};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A card: its rank, then its suit, spades or hearts.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Card {
    Js,
    Jh,
    Qs,
    Qh,
    Ks,
    Kh,
}

engine::moves! {
    /// A move of a player.
    pub enum Move;
    Fold = "fold", "give up, after a raise";
    Call = "call", "pay what the other player has paid";
    Raise = "raise", "pay 2 chips more, 4 in the second round";
}
use Move::{Call, Fold, Raise};

/// A chance event.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Chance {
    /// A card is dealt to each seat. Observers see only their own card.
    Deal([Option<Card>; 2]),
    /// The public card is turned up.
    Open(Card),
}

/// The moves of both rounds, of which there are at most eight.
type History = [Option<Move>; 8];

/// A game of Leduc hold'em.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Leduc {
    /// The cards by seat, once dealt.
    hands: Option<[Card; 2]>,
    open: Option<Card>,
    history: History,
}

/// The observation of a seat: its card, the public card and the moves so far.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct View {
    seat: Seat,
    hand: Option<Card>,
    open: Option<Card>,
    history: History,
}

/// The setup of a table; there is only one.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setup;

/// The cards of the deck that are used: both hands and the public card.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Deal {
    hands: [Card; 2],
    open: Card,
}

impl Card {
    /// All cards, by rank.
    pub const ALL: [Self; 6] = [Self::Js, Self::Jh, Self::Qs, Self::Qh, Self::Ks, Self::Kh];

    /// Returns the rank: 0 for a jack, 2 for a king.
    pub const fn rank(self) -> u8 {
        self as u8 / 2
    }
}

/// The state of the betting, computed from the moves.
#[derive(Default)]
struct Betting {
    /// The number of rounds that have ended.
    rounds: usize,
    /// The numbers of moves and of raises in this round.
    moves: usize,
    raises: usize,
    /// The chips paid, by seat.
    paid: [i16; 2],
    folded: Option<usize>,
}

impl Betting {
    const ANTE: i16 = 1;
    const RAISES: [i16; 2] = [2, 4];
    const MOST_RAISES: usize = 2;

    fn after(history: History) -> Self {
        let mut betting = Self { paid: [Self::ANTE; 2], ..Self::default() };
        for mv in history.into_iter().flatten() {
            let seat = betting.moves % 2;
            let is_last = mv == Call && betting.moves > 0;
            betting.moves += 1;
            match mv {
                Fold => betting.folded = Some(seat),
                Call => betting.paid[seat] = betting.paid[1 - seat],
                Raise => {
                    betting.paid[seat] = betting.paid[1 - seat] + Self::RAISES[betting.rounds];
                    betting.raises += 1;
                }
            }
            if is_last {
                (betting.rounds, betting.moves, betting.raises) = (betting.rounds + 1, 0, 0);
            }
        }
        betting
    }

    /// Returns the turn after the deal.
    fn turn(&self, open: Option<Card>) -> Turn {
        match self.rounds {
            _ if self.folded.is_some() => Turn::Over,
            2 => Turn::Over,
            1 if open.is_none() => Turn::Chance,
            _ => Turn::Decide(Seat::new(self.moves % 2)),
        }
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        let is_raised = self.paid[0] != self.paid[1];
        let may_raise = self.raises < Self::MOST_RAISES;
        let moves = [(Fold, is_raised), (Call, true), (Raise, may_raise)];
        moves.into_iter().filter(|&(_, may)| may).map(|(mv, _)| mv)
    }
}

impl Leduc {
    fn betting(&self) -> Betting {
        Betting::after(self.history)
    }

    /// Returns the cards that have not been dealt or turned up.
    fn deck(&self) -> impl Iterator<Item = Card> {
        let out =
            |card| self.hands.is_some_and(|hands| hands.contains(&card)) || self.open == Some(card);
        Card::ALL.into_iter().filter(move |&card| !out(card))
    }
}

impl Game for Leduc {
    type Setup = Setup;
    type Observation = PlainEvent<Self>;

    type Move = Move;
    type Chance = Chance;
    type View = View;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.hands.is_none() { Turn::Chance } else { self.betting().turn(self.open) }
    }

    fn turns_played(&self) -> u32 {
        self.history.iter().flatten().count() as u32
    }

    fn is_between_turns(&self) -> bool {
        self.turn() != Turn::Chance
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if matches!(self.turn(), Turn::Decide(_)) {
            into.extend(self.betting().moves());
        }
    }

    fn chances(&self, into: &mut Vec<(Chance, u32)>) {
        into.clear();
        if self.turn() != Turn::Chance {
            return;
        }
        for one in self.deck() {
            if self.hands.is_some() {
                into.push((Chance::Open(one), 1));
            } else {
                let others = self.deck().filter(|&other| other != one);
                into.extend(others.map(|other| (Chance::Deal([Some(one), Some(other)]), 1)));
            }
        }
    }

    fn play(&mut self, mv: Move) {
        self.history[self.turns_played() as usize] = Some(mv);
    }

    fn happen(&mut self, chance: Chance) {
        match chance {
            Chance::Deal([Some(one), Some(other)]) => self.hands = Some([one, other]),
            Chance::Deal(_) => panic!("'{chance}' is a partial view"),
            Chance::Open(card) => self.open = Some(card),
        }
    }

    fn outcome(&self) -> Outcome {
        // Until then, points would reveal the better hand.
        if self.turn() != Turn::Over {
            return Outcome::new([(0, 0); 2]);
        }
        let Betting { paid, folded, .. } = self.betting();
        let loser = folded.or_else(|| {
            let open = self.open?.rank();
            let [one, other] = self.hands?.map(|card| (card.rank() == open, card.rank()));
            (one != other).then_some(usize::from(one > other))
        });
        let won = match loser {
            Some(0) => -paid[0],
            Some(_) => paid[1],
            None => 0,
        };
        Outcome::new([(won, 0), (-won, 0)])
    }

    fn view(&self, seat: Seat) -> View {
        let hand = self.hands.map(|hands| hands[seat.index()]);
        View { seat, hand, open: self.open, history: self.history }
    }

    fn observe_chance(&self, chance: Chance, observer: Seat) -> Chance {
        chance.seen_by(observer)
    }
}

impl engine::View for View {
    type Game = Leduc;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        let betting = Betting::after(self.history);
        if self.hand.is_some() && betting.turn(self.open) == Turn::Decide(self.seat) {
            into.extend(betting.moves());
        }
    }

    fn determinize<R: Rng>(&self, rng: &mut R) -> Leduc {
        let hands = self.hand.map(|mine| {
            let unseen = |&card: &Card| card != mine && self.open != Some(card);
            let unseen: Vec<_> = Card::ALL.into_iter().filter(unseen).collect();
            let other = *unseen.choose(rng).expect("most cards are not seen");
            if self.seat.index() == 0 { [mine, other] } else { [other, mine] }
        });
        Leduc { hands, open: self.open, history: self.history }
    }
}

impl Evaluated for Leduc {
    // There are no features. A player who loses thirteen chips is twenty-six behind.
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 26.0, ..SearchDefaults::GENERIC };
}

impl PlayableGame for Leduc {
    const NAME: &'static str = "leduc";
    const TITLE: &'static str = "Leduc hold'em";
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const STAKE: Option<u16> = Some(13);
    const POLICIES: &'static [&'static str] = &[include_str!("leduc/data/policy.jsonl")];

    type Deal = Deal;
    type Event = PlainEvent<Self>;
    type Tables = ();

    fn setup(players: usize, rules: &Rules) -> Result<Setup, RuleError> {
        Self::check_rules(players, rules).map(|()| Setup)
    }

    fn start(_: &Setup) -> Self {
        Self { hands: None, open: None, history: [None; 8] }
    }

    fn deal<R: Rng>(_: &Setup, rng: &mut R) -> Deal {
        let mut cards = Card::ALL;
        cards.shuffle(rng);
        Deal { hands: [cards[0], cards[1]], open: cards[2] }
    }

    fn read_deal(json: &Value, _: &Setup) -> Result<Deal, String> {
        let deal = Deal::deserialize(json).map_err(|error| error.to_string())?;
        let [one, other] = deal.hands;
        if one == other || deal.hands.contains(&deal.open) {
            return Err("a card is dealt twice".to_owned());
        }
        Ok(deal)
    }

    fn dealt(&self, deal: &Deal) -> Chance {
        if self.hands.is_some() {
            Chance::Open(deal.open)
        } else {
            Chance::Deal(deal.hands.map(Some))
        }
    }

    fn observe_event(event: &PlainEvent<Self>, observer: Seat, _: &Setup) -> PlainEvent<Self> {
        event.map_chance(|chance| chance.seen_by(observer))
    }

    // Optional: descriptions for bots, and a game in numbers.

    fn describe_table(_: &Setup) -> impl Serialize {
        json!({ "cards": Card::ALL })
    }

    fn describe_view(view: &View) -> impl Serialize {
        let history: Vec<_> = view.history.iter().flatten().map(ToString::to_string).collect();
        let paid = Betting::after(view.history).paid;
        json!({ "seat": view.seat, "hand": view.hand, "open": view.open, "history": history, "paid": paid })
    }

    fn renderer() -> &'static dyn Render<Self> {
        &crate::words::Renderer
    }

    fn encoding() -> Option<&'static Encoding<Self>> {
        Some(&Self::ENCODING)
    }
}

// Notation.

impl Chance {
    fn seen_by(mut self, observer: Seat) -> Self {
        if let Self::Deal(hands) = &mut self {
            hands[1 - observer.index()] = None;
        }
        self
    }
}

/// Writes the cards by seat, with `?` for an unseen card, or the public card: `deal Js Qh`, `open Kh`.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(card) => write!(f, "open {card:?}"),
            Self::Deal(hands) => {
                let [one, other] =
                    hands.map(|card| card.map_or("?".into(), |card| format!("{card:?}")));
                write!(f, "deal {one} {other}")
            }
        }
    }
}

impl FromStr for Chance {
    type Err = Unread;

    fn from_str(text: &str) -> Result<Self, Unread> {
        let card = |word| Card::ALL.into_iter().find(|card| format!("{card:?}") == word);
        let words: Vec<_> = text.split(' ').collect();
        let chance = match words[..] {
            ["open", open] => card(open).map(Self::Open),
            ["deal", one, other] => {
                card(one).zip(card(other)).map(|(one, other)| Self::Deal([Some(one), Some(other)]))
            }
            _ => None,
        };
        chance.ok_or(Unread::Form)
    }
}

anygame::built_in!(Leduc);

#[cfg(test)]
mod tests;
