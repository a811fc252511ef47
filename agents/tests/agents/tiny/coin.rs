//! A coin under a cup: chance tosses it, or a player lays it down; then somebody calls it.
//!
//! Seat 0 first takes a sure payment or dares to play. Whoever calls the coin wins 100 from the other if
//! he is right and loses 100 if he is not. Who may look under the cup decides what daring is worth.

use super::{TREES, agent};
use engine::{Game, Outcome, SearchDefaults, Seat, Seed, Turn, View};
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
    /// Lay the coin down; without a side it is what the other sees of it.
    Lay(Option<Side>),
    Call(Side),
}

/// The coin is tossed; without a side it is what those see who may not look.
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
    /// What seat 0 gets if it does not dare.
    sure: i16,
    /// Who lays the coin down, if it is not tossed; he knows it.
    layer: Option<Seat>,
    /// Who looks at a tossed coin.
    looker: Option<Seat>,
    caller: Seat,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Coin {
    rules: Rules,
    dared: Option<bool>,
    /// Which side is up, if that is known.
    side: Option<Side>,
    /// Whether the coin lies under the cup, whatever is known of it.
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

impl Game for Coin {
    type Move = Act;
    type Chance = Toss;
    type View = Seen;
    type Setup = ();
    type Observation = ();

    // Without features.
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 200.0, ..SearchDefaults::GENERIC };

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

/// What seat 0 does first.
fn choice(rules: Rules, search: &str, seed: u64) -> Act {
    let mut agent = agent::<Coin>(&format!("{search}:iterations=3000"));
    agent.choose(&Coin::new(rules).view(ME), &mut Seed::new(seed).rng())
}

/// Calling a coin that one cannot see is worth nothing, whether it was tossed or laid down, so 60 for
/// sure is better. Whoever took what the guess holds for what it knows would expect 100.
#[test]
fn trees_do_not_expect_to_know_what_it_will_not_see() {
    for layer in [None, Some(OTHER)] {
        for search in TREES {
            for seed in 0..10 {
                let rules = Rules { sure: 60, layer, looker: None, caller: ME };
                assert_eq!(choice(rules, search, seed), Act::Sure, "{layer:?} {search}");
            }
        }
    }
}

/// It is worth no less than nothing either.
#[test]
fn trees_dare_rather_than_pay() {
    for search in TREES {
        for seed in 0..10 {
            let rules = Rules { sure: -60, layer: None, looker: None, caller: ME };
            assert_eq!(choice(rules, search, seed), Act::Dare, "{search}");
        }
    }
}

/// Whoever may look under the cup is right: for the caller daring is worth 100.
#[test]
fn trees_expect_to_know_what_it_will_see() {
    for search in TREES {
        for seed in 0..10 {
            let rules = Rules { sure: 70, layer: None, looker: Some(ME), caller: ME };
            assert_eq!(choice(rules, search, seed), Act::Dare, "{search}");
        }
    }
}

/// Against a caller who may look, daring is worth -100. One tree does not tell apart what he sees and
/// lets him guess; with a tree for every seat he calls what he sees.
#[test]
fn only_with_a_tree_for_every_seat_others_know_what_they_see() {
    let rules = Rules { sure: -50, layer: None, looker: Some(OTHER), caller: OTHER };
    for seed in 0..10 {
        assert_eq!(choice(rules, "mo-ismcts", seed), Act::Sure);
        assert_eq!(choice(rules, "ismcts", seed), Act::Dare);
    }
}
