//! Kuhn poker (Kuhn 1950): three cards, two players, one bet. This is the smallest example of a game in the engine,
//! and is meant to be copied.
//!
//! Both players ante a chip and are dealt one card: a jack, a queen or a king. In turn, they pass or bet a chip; a
//! player who passes after a bet folds. After two passes, or when a bet is called, the higher card wins.
//!
//! Points are the chips won. Each decision is a turn.

mod encoding;

use crate::{Encoding, Game, Outcome, PlainEvent};
use crate::{PlayableGame, RuleError, Rules, SearchDefaults, Seat, Turn};
use rand::Rng;
use rand::seq::IndexedRandom;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A card.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum Card {
    /// Jack, the lowest.
    J,
    /// Queen.
    Q,
    /// King, the highest.
    K,
}
use Card::{J, K, Q};

/// A move of a player.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Move {
    /// Adds no chip: checks, or folds after a bet.
    Pass,
    /// Adds a chip: bets, or calls after a bet.
    Bet,
}
use Move::{Bet, Pass};

/// The cards that chance deals to the seats. Observers see only their own card.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Dealt([Option<Card>; 2]);

// ANCHOR: state
/// A game of Kuhn poker.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Kuhn {
    /// The cards by seat, once dealt.
    pub hands: Option<[Card; 2]>,
    /// The moves so far.
    pub history: [Option<Move>; 3],
}
// ANCHOR_END: state

/// The observation of a seat: its card and the moves so far.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct View {
    seat: Seat,
    hand: Option<Card>,
    history: [Option<Move>; 3],
}

/// The setup of a table; there is only one.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setup;

/// All deals, as cards by seat.
const DEALS: [[Card; 2]; 6] = [[J, Q], [J, K], [Q, J], [Q, K], [K, J], [K, Q]];

/// Returns the turn after the deal, given the moves so far.
fn turn_after(history: [Option<Move>; 3]) -> Turn {
    match history {
        [None, ..] | [Some(Pass), Some(Bet), None] => Turn::Decide(Seat::new(0)),
        [Some(_), None, _] => Turn::Decide(Seat::new(1)),
        _ => Turn::Over,
    }
}

impl Game for Kuhn {
    type Setup = Setup;
    type Observation = PlainEvent<Self>;

    // ANCHOR: scale
    // There are no features. A player who loses two chips is four behind.
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 4.0, ..SearchDefaults::GENERIC };
    // ANCHOR_END: scale
    type Move = Move;
    type Chance = Dealt;
    type View = View;

    fn players(&self) -> usize {
        2
    }

    // ANCHOR: turn
    fn turn(&self) -> Turn {
        if self.hands.is_none() { Turn::Chance } else { turn_after(self.history) }
    }
    // ANCHOR_END: turn

    fn turns_played(&self) -> u32 {
        self.history.iter().flatten().count() as u32
    }

    fn is_between_turns(&self) -> bool {
        self.hands.is_some()
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if matches!(self.turn(), Turn::Decide(_)) {
            into.extend([Pass, Bet]);
        }
    }

    fn is_legal(&self, _: Move) -> bool {
        matches!(self.turn(), Turn::Decide(_))
    }

    // ANCHOR: chances
    fn chances(&self, into: &mut Vec<(Dealt, u32)>) {
        into.clear();
        if self.hands.is_none() {
            into.extend(DEALS.map(|hands| (Dealt(hands.map(Some)), 1)));
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
        let [Some(one), Some(other)] = dealt.0 else { panic!("'{dealt}' is a partial view") };
        self.hands = Some([one, other]);
    }
    // ANCHOR_END: happen

    fn outcome(&self) -> Outcome {
        let higher = match self.hands {
            Some([one, other]) if one > other => 1,
            _ => -1,
        };
        let won = match self.history {
            [Some(Pass), Some(Pass), _] => higher,
            [Some(Bet), Some(Pass), _] => 1,
            [Some(Pass), Some(Bet), Some(Pass)] => -1,
            [Some(Bet), Some(Bet), _] | [_, _, Some(Bet)] => 2 * higher,
            _ => 0,
        };
        Outcome::new([(won, 0), (-won, 0)])
    }

    // ANCHOR: view
    fn view(&self, seat: Seat) -> View {
        let hand = self.hands.map(|hands| hands[seat.index()]);
        View { seat, hand, history: self.history }
    }
    // ANCHOR_END: view

    // ANCHOR: observe
    fn observe_chance(&self, dealt: Dealt, observer: Seat) -> Dealt {
        dealt.seen_by(observer)
    }
    // ANCHOR_END: observe
}

impl crate::View for View {
    type Game = Kuhn;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if self.hand.is_some() && turn_after(self.history) == Turn::Decide(self.seat) {
            into.extend([Pass, Bet]);
        }
    }

    // ANCHOR: determinize
    fn determinize<R: Rng>(&self, rng: &mut R) -> Kuhn {
        let fits = |hands: &[Card; 2]| self.hand == Some(hands[self.seat.index()]);
        let deals: Vec<_> = DEALS.into_iter().filter(fits).collect();
        Kuhn { hands: deals.choose(rng).copied(), history: self.history }
    }
    // ANCHOR_END: determinize
}

/// The encoding of Kuhn poker: numbered actions and observation tensors.
struct Encoded;

impl PlayableGame for Kuhn {
    const NAME: &'static str = "kuhn";
    const TITLE: &'static str = "Kuhn poker";
    const PLAYERS: RangeInclusive<usize> = 2..=2;

    type Deal = [Card; 2];
    type Event = PlainEvent<Self>;
    type Tables = ();

    fn setup(players: usize, rules: &Rules) -> Result<Setup, RuleError> {
        Self::check_rules(players, rules).map(|()| Setup)
    }

    // ANCHOR: deal
    fn start(_: &Setup) -> Self {
        Self { hands: None, history: [None; 3] }
    }

    fn deal<R: Rng>(_: &Setup, rng: &mut R) -> [Card; 2] {
        *DEALS.choose(rng).expect("there are deals")
    }

    fn read_deal(json: &Value, _: &Setup) -> Result<[Card; 2], String> {
        let hands = <[Card; 2]>::deserialize(json).map_err(|error| error.to_string())?;
        if DEALS.contains(&hands) { Ok(hands) } else { Err("a card is dealt twice".to_owned()) }
    }

    fn dealt(&self, hands: &[Card; 2]) -> Dealt {
        Dealt(hands.map(Some))
    }
    // ANCHOR_END: deal

    fn observe_event(event: &PlainEvent<Self>, observer: Seat, _: &Setup) -> PlainEvent<Self> {
        event.map_chance(|dealt| dealt.seen_by(observer))
    }

    // Optional: descriptions for bots, and a game in numbers.

    // ANCHOR: describe
    fn describe_table(_: &Setup) -> impl Serialize {
        json!({ "cards": [J, Q, K] })
    }

    fn describe_view(view: &View) -> impl Serialize {
        let history: Vec<_> = view.history.iter().flatten().map(ToString::to_string).collect();
        json!({ "seat": view.seat, "hand": view.hand, "history": history })
    }
    // ANCHOR_END: describe

    fn encoding() -> Option<&'static dyn Encoding<Self>> {
        Some(&Encoded)
    }
}

// Notation.

impl Dealt {
    fn seen_by(mut self, observer: Seat) -> Self {
        self.0[1 - observer.index()] = None;
        self
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Pass { "pass" } else { "bet" })
    }
}

/// The error for a text that is not an event.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("'{0}' is not an event of Kuhn poker")]
pub struct UnknownWord(String);

impl FromStr for Move {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        [Pass, Bet]
            .into_iter()
            .find(|mv| mv.to_string() == word)
            .ok_or_else(|| UnknownWord(word.into()))
    }
}

/// Writes the cards by seat, with `?` for an unseen card: `JK`, `J?`.
impl fmt::Display for Dealt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|card| match card {
            Some(card) => write!(f, "{card:?}"),
            None => f.write_str("?"),
        })
    }
}

impl FromStr for Dealt {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let deals = DEALS.map(|hands| Self(hands.map(Some)));
        deals
            .into_iter()
            .find(|deal| deal.to_string() == word)
            .ok_or_else(|| UnknownWord(word.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_game, check_observations};
    use crate::{GameTree, GameTreeError};

    // ANCHOR: contract
    #[test]
    fn the_contract_holds() {
        check_game::<Kuhn>(&Setup, 0..40);
        check_observations::<Kuhn>(&Setup, 0..40);
    }
    // ANCHOR_END: contract

    /// After each of 6 deals there are 9 histories: -, p, b, pp, pb, bp, bb, pbp, pbb. A player has 6
    /// information sets: 3 cards times 2 histories.
    #[test]
    fn the_tree_has_the_known_size() {
        let most = 1 + 6 * 9;
        let tree = GameTree::new(Kuhn::start(&Setup), most).unwrap();
        assert_eq!((tree.histories(), tree.states().len()), (most, 12));
        let refusal = GameTree::new(Kuhn::start(&Setup), most - 1).unwrap_err();
        assert_eq!(refusal, GameTreeError::TooLarge(most - 1));
    }

    /// Returns the probability of a bet in one of the equilibria. Seat 0 bets the jack as a bluff with a
    /// probability `bluff` from 0 to 1/3, bets the king three times as often, and calls with the queen 1/3 more
    /// often.
    fn equilibrium(view: View, bluff: f64) -> f64 {
        match (view.hand, view.history) {
            (Some(J), [None, ..]) => bluff,
            (Some(K), [None, ..]) => 3.0 * bluff,
            (Some(Q), [_, Some(Bet), _]) => bluff + 1.0 / 3.0,
            (Some(K), _) => 1.0,
            (Some(J), [Some(Pass), None, _]) | (Some(Q), [Some(Bet), ..]) => 1.0 / 3.0,
            _ => 0.0,
        }
    }

    /// The value of the game is -1/18 for seat 0 (Kuhn 1950).
    #[test]
    fn nobody_wins_more_against_an_equilibrium() {
        let tree = GameTree::new(Kuhn::start(&Setup), 100).unwrap();
        for bluff in [0.0, 0.2, 1.0 / 3.0] {
            let bets = tree.states().iter().map(|state| equilibrium(state.view, bluff));
            let worth = tree.nash_conv(&bets.map(|often| vec![1.0 - often, often]).collect());
            for seat in 0..2 {
                let due = if seat == 0 { -1.0 / 18.0 } else { 1.0 / 18.0 };
                assert!((worth.values[seat] - due).abs() < 1e-12, "{worth:?}");
                assert!((worth.best_responses[seat] - due).abs() < 1e-12, "{worth:?}");
            }
        }
    }

    /// Under uniformly random play, seat 0 wins 1/8 on average; the best responses win 1/2 and 5/12. `OpenSpiel`
    /// computes the same sum, 11/12.
    #[test]
    fn random_play_is_as_exploitable_as_known() {
        let tree = GameTree::new(Kuhn::start(&Setup), 100).unwrap();
        let worth = tree.nash_conv(&tree.uniform_policy());
        let won = [worth.values[0], worth.best_responses[0], worth.best_responses[1]];
        for (won, due) in won.into_iter().zip([1.0 / 8.0, 1.0 / 2.0, 5.0 / 12.0]) {
            assert!((won - due).abs() < 1e-12, "{worth:?}");
        }
        assert!((worth.total() - 11.0 / 12.0).abs() < 1e-12, "{worth:?}");
        assert!((worth.exploitability() - 11.0 / 24.0).abs() < 1e-12);
    }
}
