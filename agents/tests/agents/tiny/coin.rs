//! A coin under a cup: a chance event tosses it, or a player places it; then a player calls heads or tails.
//!
//! Seat 0 first takes a sure payment or dares to play. The caller wins 100 from the opponent with a correct
//! call and loses 100 with a wrong one. The value of daring depends on which players may look under the cup.

use super::agent;
use engine::{Evaluated, Game, Outcome, SearchDefaults, Seat, Seed, Turn, View};
use rand::{Rng, RngExt};
use std::fmt;

const ME: Seat = Seat::new(0);
const OTHER: Seat = Seat::new(1);
const SIDES: [Side; 2] = [Side::Heads, Side::Tails];

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
enum Side {
    Heads,
    Tails,
}

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
enum Act {
    Sure,
    Dare,
    /// Place the coin; without a side, this is the move as the opponent sees it.
    Lay(Option<Side>),
    Call(Side),
}

/// A toss of the coin; without a side, this is the event as players see it who may not look.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
struct Toss(Option<Side>);

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Toss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Rules {
    /// The payment to seat 0 if it does not dare.
    sure: i16,
    /// The seat that places the coin and knows its side; `None` if the coin is tossed.
    layer: Option<Seat>,
    /// The seat that looks at a tossed coin.
    looker: Option<Seat>,
    caller: Seat,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Coin {
    rules: Rules,
    dared: Option<bool>,
    /// The side that is up, if it is known.
    side: Option<Side>,
    /// Whether the coin is under the cup, independent of any knowledge of its side.
    lies: bool,
    called: Option<Side>,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Seen {
    seat: Seat,
    table: Coin,
}

impl Coin {
    const fn new(rules: Rules) -> Self {
        Self { rules, dared: None, side: None, lies: false, called: None }
    }

    fn knows(&self, seat: Seat) -> bool {
        self.rules.layer == Some(seat) || self.rules.looker == Some(seat)
    }
}

impl Evaluated for Coin {
    // The game has no features.
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 200.0, ..SearchDefaults::GENERIC };
}

impl Game for Coin {
    type Move = Act;
    type Chance = Toss;
    type View = Seen;
    type Setup = ();
    type Observation = ();

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match (self.dared, self.rules.layer) {
            (None, _) => Turn::Decide(ME),
            (Some(false), _) => Turn::Over,
            (Some(true), None) if !self.lies => Turn::Chance,
            (Some(true), Some(layer)) if !self.lies => Turn::Decide(layer),
            _ if self.called.is_none() => Turn::Decide(self.rules.caller),
            _ => Turn::Over,
        }
    }

    fn turns_played(&self) -> u32 {
        u32::from(self.turn() == Turn::Over)
    }

    fn is_between_turns(&self) -> bool {
        self.turn() == Turn::Over
    }

    fn moves(&self, into: &mut Vec<Act>) {
        into.clear();
        match self.turn() {
            Turn::Decide(_) if self.dared.is_none() => into.extend([Act::Sure, Act::Dare]),
            Turn::Decide(_) if !self.lies => into.extend(SIDES.map(|side| Act::Lay(Some(side)))),
            Turn::Decide(_) => into.extend(SIDES.map(Act::Call)),
            _ => {}
        }
    }

    fn is_legal(&self, act: Act) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&act)
    }

    fn chances(&self, into: &mut Vec<(Toss, u32)>) {
        into.clear();
        if self.turn() == Turn::Chance {
            into.extend(SIDES.map(|side| (Toss(Some(side)), 1)));
        }
    }

    fn play(&mut self, act: Act) {
        match act {
            Act::Sure => self.dared = Some(false),
            Act::Dare => self.dared = Some(true),
            Act::Lay(side) => (self.side, self.lies) = (side, true),
            Act::Call(side) => self.called = Some(side),
        }
    }

    fn happen(&mut self, Toss(side): Toss) {
        (self.side, self.lies) = (side, true);
    }

    fn outcome(&self) -> Outcome {
        let mine = match (self.dared, self.called) {
            (Some(false), _) => self.rules.sure,
            (_, Some(called)) => {
                let for_caller = if self.side == Some(called) { 100 } else { -100 };
                if self.rules.caller == ME { for_caller } else { -for_caller }
            }
            _ => 0,
        };
        Outcome::new([(mine, 0), (-mine, 0)])
    }

    fn view(&self, seat: Seat) -> Seen {
        let side = self.side.filter(|_| self.knows(seat));
        Seen { seat, table: Self { side, ..*self } }
    }

    fn observe_move(&self, act: Act, observer: Seat) -> Act {
        match act {
            Act::Lay(_) if !self.knows(observer) => Act::Lay(None),
            _ => act,
        }
    }

    fn observe_chance(&self, toss: Toss, observer: Seat) -> Toss {
        if self.knows(observer) { toss } else { Toss(None) }
    }
}

impl View for Seen {
    type Game = Coin;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn moves(&self, into: &mut Vec<Act>) {
        into.clear();
        if self.table.turn() == Turn::Decide(self.seat) {
            self.table.moves(into);
        }
    }

    fn determinize<R: Rng>(&self, rng: &mut R) -> Coin {
        let mut guess = self.table;
        if guess.lies && guess.side.is_none() {
            guess.side = Some(SIDES[rng.random_range(0..2)]);
        }
        guess
    }
}

/// Returns seat 0's first move.
fn choice(rules: Rules, seed: u64) -> Act {
    let mut agent = agent::<Coin>("ismcts:iterations=3000");
    agent.choose(&Coin::new(rules).view(ME), &mut Seed::new(seed).rng())
}

/// Calling an unseen coin has the value 0, whether it was tossed or placed, so a sure payment of 60 is better.
/// A search that mistakes the determinization for its knowledge would expect 100.
#[test]
fn trees_do_not_assume_hidden_information() {
    for layer in [None, Some(OTHER)] {
        for seed in 0..10 {
            let rules = Rules { sure: 60, layer, looker: None, caller: ME };
            assert_eq!(choice(rules, seed), Act::Sure, "{layer:?}");
        }
    }
}

/// Calling an unseen coin has the value 0, which is better than paying 60.
#[test]
fn trees_prefer_a_gamble_to_a_sure_loss() {
    for seed in 0..10 {
        let rules = Rules { sure: -60, layer: None, looker: None, caller: ME };
        assert_eq!(choice(rules, seed), Act::Dare);
    }
}

/// A player who may look under the cup calls correctly: for the caller, daring has the value 100.
#[test]
fn trees_value_later_observations() {
    for seed in 0..10 {
        let rules = Rules { sure: 70, layer: None, looker: Some(ME), caller: ME };
        assert_eq!(choice(rules, seed), Act::Dare);
    }
}

/// Against a caller who may look, daring has the value -100. The tree does not distinguish the caller's
/// observations, so the caller calls at random.
#[test]
fn trees_do_not_model_observations_of_opponents() {
    let rules = Rules { sure: -50, layer: None, looker: Some(OTHER), caller: OTHER };
    for seed in 0..10 {
        assert_eq!(choice(rules, seed), Act::Dare);
    }
}
