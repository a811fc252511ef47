//! Kuhn poker for two (Kuhn 1950) or three players (Abou Risk and Szafron 2010): a card each, and one bet. This is the
//! smallest example of a game in the engine, and is meant to be copied.
//!
//! The deck has a card more than there are players: a jack, a queen and a king, and a ten if there are three players.
//! All players ante a chip and are dealt a card. In turn, they pass or bet a chip. After a bet, each of the others has
//! one more decision: a pass folds, a bet calls. The highest card among the players who have bet wins the pot, or the
//! highest card of all if nobody has bet.
//!
//! Points are the chips won. Each decision is a turn.

mod encoding;
mod telling;

use engine::drawing::Render;
use engine::{
    Encoding, Evaluated, Game, Outcome, PlainEvent, PlayableGame, RuleError, Rules, SearchDefaults,
    Seat, Turn, Unread,
};
use rand::Rng;
use rand::seq::IndexedRandom;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A card.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum Card {
    /// Ten, the lowest; only three players use it.
    T,
    /// Jack.
    J,
    /// Queen.
    Q,
    /// King, the highest.
    K,
}
use Card::{J, K, Q, T};

// ANCHOR: moves
engine::moves! {
    /// A move of a player.
    pub enum Move;
    Pass = "pass", "wait, or fold after a bet";
    Bet = "bet", "bet a chip, or call after a bet";
}
// ANCHOR_END: moves
use Move::{Bet, Pass};

/// The largest number of players.
const MOST: usize = 3;

/// Cards by seat; `None` where a card is unseen, not yet dealt, or without a seat.
type Cards = [Option<Card>; MOST];

/// The moves so far. After a bet by the last player, the others have another decision each.
type History = [Option<Move>; 2 * MOST - 1];

/// The cards that chance deals to the seats. Observers see only their own card.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Dealt {
    cards: Cards,
    players: usize,
}

// ANCHOR: state
/// A game of Kuhn poker.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Kuhn {
    /// The number of players.
    pub players: usize,
    /// The cards by seat, once dealt.
    pub hands: Cards,
    /// The moves so far.
    pub history: History,
}
// ANCHOR_END: state

/// The observation of a seat: its card and the moves so far.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct View {
    players: usize,
    seat: Seat,
    hand: Option<Card>,
    history: History,
}

/// The setup of a table: the number of players, 2 or 3.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setup {
    players: usize,
}

/// Returns the deck, in ascending order.
fn deck(players: usize) -> &'static [Card] {
    &[T, J, Q, K][MOST - players..]
}

/// Returns all deals, in ascending order.
fn deals(players: usize) -> Vec<Dealt> {
    let mut deals = vec![Dealt { cards: [None; MOST], players }];
    for seat in 0..players {
        let with_card = |deal: Dealt| {
            let left = deck(players).iter().filter(move |&&card| !deal.cards.contains(&Some(card)));
            left.map(move |&card| {
                let mut deal = deal;
                deal.cards[seat] = Some(card);
                deal
            })
        };
        deals = deals.into_iter().flat_map(with_card).collect();
    }
    deals
}

/// Returns the turn after the deal, given the moves so far.
fn turn_after(players: usize, history: History) -> Turn {
    let played = history.iter().flatten().count();
    let bet = history.iter().position(|&mv| mv == Some(Bet));
    let end = bet.map_or(players, |bet| bet + players);
    if played < end { Turn::Decide(Seat::new(played % players)) } else { Turn::Over }
}

impl Kuhn {
    /// Returns the chips that a seat has paid.
    fn paid_by(&self, seat: usize) -> u8 {
        let mut moves = self.history.iter().skip(seat).step_by(self.players);
        if moves.any(|&mv| mv == Some(Bet)) { 2 } else { 1 }
    }
}

impl Game for Kuhn {
    type Setup = Setup;
    type Observation = PlainEvent<Self>;

    type Move = Move;
    type Chance = Dealt;
    type View = View;

    fn players(&self) -> usize {
        self.players
    }

    // ANCHOR: turn
    fn turn(&self) -> Turn {
        match self.hands {
            [None, ..] => Turn::Chance,
            _ => turn_after(self.players, self.history),
        }
    }
    // ANCHOR_END: turn

    fn turns_played(&self) -> u32 {
        self.history.iter().flatten().count() as u32
    }

    fn is_between_turns(&self) -> bool {
        self.turn() != Turn::Chance
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if matches!(self.turn(), Turn::Decide(_)) {
            into.extend([Pass, Bet]);
        }
    }

    // ANCHOR: chances
    fn chances(&self, into: &mut Vec<(Dealt, u32)>) {
        into.clear();
        if self.turn() == Turn::Chance {
            into.extend(deals(self.players).into_iter().map(|deal| (deal, 1)));
        }
    }
    // ANCHOR_END: chances

    // ANCHOR: play
    fn play(&mut self, mv: Move) {
        self.history[self.turns_played() as usize] = Some(mv);
    }
    // ANCHOR_END: play

    // ANCHOR: happen
    fn happen(&mut self, dealt: Dealt) {
        self.hands = dealt.cards;
    }
    // ANCHOR_END: happen

    fn outcome(&self) -> Outcome {
        if self.turn() != Turn::Over {
            return Outcome::new((0..self.players).map(|_| (0, 0)));
        }
        let paid = |seat| i16::from(self.paid_by(seat));
        let seats = 0..self.players;
        // Seats that have paid equally often are ordered by their cards.
        let winner = seats.clone().max_by_key(|&seat| (paid(seat), self.hands[seat]));
        let pot: i16 = seats.clone().map(paid).sum();
        let won = |seat| if Some(seat) == winner { pot } else { 0 };
        Outcome::new(seats.map(|seat| (won(seat) - paid(seat), 0)))
    }

    // ANCHOR: view
    fn view(&self, seat: Seat) -> View {
        let hand = self.hands[seat.index()];
        View { players: self.players, seat, hand, history: self.history }
    }
    // ANCHOR_END: view

    // ANCHOR: observe
    fn observe_chance(&self, dealt: Dealt, observer: Seat) -> Dealt {
        dealt.seen_by(observer)
    }
    // ANCHOR_END: observe
}

impl engine::View for View {
    type Game = Kuhn;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if self.hand.is_some() && turn_after(self.players, self.history) == Turn::Decide(self.seat)
        {
            into.extend([Pass, Bet]);
        }
    }

    // ANCHOR: determinize
    fn determinize<R: Rng>(&self, rng: &mut R) -> Kuhn {
        let fits = |deal: &Dealt| deal.cards[self.seat.index()] == self.hand;
        let deals: Vec<_> = deals(self.players).into_iter().filter(fits).collect();
        let hands = deals.choose(rng).map_or([None; MOST], |deal| deal.cards);
        Kuhn { players: self.players, hands, history: self.history }
    }
    // ANCHOR_END: determinize
}

// ANCHOR: scale
impl Evaluated for Kuhn {
    // There are no features. A player who loses two chips is four behind.
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 4.0, ..SearchDefaults::GENERIC };
}
// ANCHOR_END: scale

impl PlayableGame for Kuhn {
    const NAME: &'static str = "kuhn";
    const TITLE: &'static str = "Kuhn poker";
    const PLAYERS: RangeInclusive<usize> = 2..=MOST;
    const STAKE: Option<u16> = Some(2);
    const POLICIES: &'static [&'static str] =
        &[include_str!("kuhn/data/policy-2.jsonl"), include_str!("kuhn/data/policy-3.jsonl")];

    type Deal = Dealt;
    type Event = PlainEvent<Self>;
    type Tables = ();

    fn setup(players: usize, rules: &Rules) -> Result<Setup, RuleError> {
        Self::check_rules(players, rules).map(|()| Setup { players })
    }

    // ANCHOR: deal
    fn start(setup: &Setup) -> Self {
        let players = setup.players;
        Self { players, hands: [None; MOST], history: [None; 2 * MOST - 1] }
    }

    fn deal<R: Rng>(setup: &Setup, rng: &mut R) -> Dealt {
        *deals(setup.players).choose(rng).expect("there are deals")
    }

    fn read_deal(json: &Value, setup: &Setup) -> Result<Dealt, String> {
        let cards = <Vec<Card>>::deserialize(json).map_err(|error| error.to_string())?;
        let deal = deals(setup.players)
            .into_iter()
            .find(|deal| deal.cards().eq(cards.iter().copied().map(Some)));
        deal.ok_or_else(|| format!("not {} different cards of the deck", setup.players))
    }

    fn dealt(&self, deal: &Dealt) -> Dealt {
        *deal
    }
    // ANCHOR_END: deal

    fn observe_event(event: &PlainEvent<Self>, observer: Seat, _: &Setup) -> PlainEvent<Self> {
        event.map_chance(|dealt| dealt.seen_by(observer))
    }

    // Optional: descriptions for bots, and a game in numbers.

    // ANCHOR: describe
    fn describe_table(setup: &Setup) -> impl Serialize {
        json!({ "cards": deck(setup.players) })
    }

    fn describe_view(view: &View) -> impl Serialize {
        let history: Vec<_> = view.history.iter().flatten().map(ToString::to_string).collect();
        json!({ "players": view.players, "seat": view.seat, "hand": view.hand, "history": history })
    }
    // ANCHOR_END: describe

    fn renderer() -> &'static dyn Render<Self> {
        &crate::words::Renderer
    }

    fn encoding() -> Option<&'static Encoding<Self>> {
        Some(&Self::ENCODING)
    }
}

// Notation.

impl Dealt {
    fn seen_by(self, observer: Seat) -> Self {
        let mut cards = [None; MOST];
        cards[observer.index()] = self.cards[observer.index()];
        Self { cards, ..self }
    }

    /// Returns the cards by seat, with `None` for an unseen card.
    fn cards(&self) -> impl Iterator<Item = Option<Card>> {
        self.cards.into_iter().take(self.players)
    }
}

/// Writes the cards by seat, as the key `deck` of a record.
impl Serialize for Dealt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

/// Writes the cards by seat, with `?` for an unseen card: `JK`, `J?`.
impl fmt::Display for Dealt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().try_for_each(|card| match card {
            Some(card) => write!(f, "{card:?}"),
            None => f.write_str("?"),
        })
    }
}

impl FromStr for Dealt {
    type Err = Unread;

    fn from_str(word: &str) -> Result<Self, Unread> {
        let deal = (2..=MOST).flat_map(deals).find(|deal| deal.to_string() == word);
        deal.ok_or(Unread::Form)
    }
}

anygame::built_in!(Kuhn);

#[cfg(test)]
mod tests {
    use super::*;
    use engine::testing::{check_game, check_observations};

    const TWO: Setup = Setup { players: 2 };
    const THREE: Setup = Setup { players: 3 };

    // ANCHOR: contract
    #[test]
    fn the_contract_holds() {
        for setup in [TWO, THREE] {
            check_game::<Kuhn>(&setup, 0..40);
            check_observations::<Kuhn>(&setup, 0..40);
        }
    }
    // ANCHOR_END: contract
}
