//! Liar's dice for two players with a die each, as in `OpenSpiel`.
//!
//! Both roll a hidden die. In turn, they bid a number of dice and a face: at least this number of the two dice shows the
//! face. The highest face counts as every face. Each bid is higher than the last: more dice, or the same number of a
//! higher face. Instead of bidding, a player may call the last bid a lie, which ends the game: the bidder wins a point
//! from the other if the bid is true, and loses one otherwise.
//!
//! The rule `sides` sets the number of faces. Each decision is a turn.

mod telling;

use crate::drawing::Render;
use crate::{
    ActionGroup, Encoding, Game, Outcome, PlainEvent, PlayableGame, RuleError, RuleOption,
};
use crate::{RuleValue, RuleValues, Rules, SearchDefaults, Seat, TensorBlock, TensorWriter, Turn};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

const SIDES: &str = "sides";

/// The largest number of faces of a die.
const MOST: u8 = 6;

/// The allowed numbers of faces of a die.
const RANGE: RangeInclusive<u64> = 2..=MOST as u64;

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
use Move::{Bid, Liar};

/// The faces of the dice by seat, from 1; 0 for a die that is unseen or not yet rolled.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Dice([u8; 2]);

/// The setup of a table: the number of faces of a die.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Setup {
    sides: u8,
}

/// The public part of a game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Bids {
    sides: u8,
    /// A bit for each bid made, in ascending order. Bids only rise, so the set determines their order.
    made: u16,
    is_called: bool,
}

/// A game of liar's dice.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct LiarsDice {
    dice: Dice,
    bids: Bids,
}

/// The observation of a seat: its die and the bids so far.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    seat: Seat,
    dice: Dice,
    bids: Bids,
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

    fn history(self) -> impl Iterator<Item = Move> {
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

    fn seen_by(self, observer: Seat) -> Self {
        let mut seen = [0; 2];
        seen[observer.index()] = self.0[observer.index()];
        Self(seen)
    }
}

/// Returns all rolls, in ascending order.
fn rolls(sides: u8) -> impl Iterator<Item = Dice> {
    (1..=sides).flat_map(move |first| (1..=sides).map(move |second| Dice([first, second])))
}

impl Game for LiarsDice {
    type Setup = Setup;
    type Observation = PlainEvent<Self>;

    // There are no features. The loser is two points behind.
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 2.0, ..SearchDefaults::GENERIC };
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

    fn is_legal(&self, mv: Move) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&mv)
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

impl crate::View for View {
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

/// The encoding of liar's dice, with room for dice of six faces: numbered actions and observation tensors.
struct Encoded;

impl Encoding<LiarsDice> for Encoded {
    fn groups(&self) -> &'static [ActionGroup] {
        const {
            &[
                ActionGroup::new("bid", 2 * MOST as usize, "bid a number of dice of a face"),
                ActionGroup::new("liar", 1, "call the last bid a lie"),
            ]
        }
    }

    fn action(&self, number: usize) -> Option<Move> {
        all_moves().nth(number)
    }

    fn number_of(&self, mv: Move) -> Option<usize> {
        all_moves().position(|other| other == mv)
    }

    fn blocks(&self, players: usize) -> Vec<TensorBlock> {
        vec![
            TensorBlock::new("seat", [players], "1 at the observer's seat"),
            TensorBlock::new("die", [MOST.into()], "1 at the face of the seat's die"),
            TensorBlock::new("moves", [self.actions()], "1 at every action so far"),
        ]
    }

    fn write_blocks(&self, view: &View, players: usize, writer: &mut TensorWriter<'_>) {
        writer.one_hot(players, Some(view.seat.index()));
        let die = usize::from(view.dice.0[view.seat.index()]);
        writer.one_hot(MOST.into(), die.checked_sub(1));
        let made = view.bids.history().filter_map(|mv| self.number_of(mv));
        writer.bits(self.actions(), made.map(|number| 1 << number).sum());
    }
}

impl PlayableGame for LiarsDice {
    const NAME: &'static str = "liars_dice";
    const TITLE: &'static str = "Liar's dice";
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const RULES: &'static [RuleOption] = &[RuleOption {
        key: SIDES,
        meaning: "number of faces of a die",
        values: RuleValues::Whole { range: RANGE, default: MOST as u64 },
    }];

    type Deal = Dice;
    type Event = PlainEvent<Self>;
    type Tables = ();

    fn setup(players: usize, rules: &Rules) -> Result<Setup, RuleError> {
        Self::check_rules(players, rules)?;
        Ok(Setup { sides: rules.parsed(SIDES).unwrap_or(MOST) })
    }

    fn rules_in_force(setup: &Setup) -> Vec<(&'static str, RuleValue)> {
        vec![(SIDES, RuleValue::Whole(setup.sides.into()))]
    }

    fn start(setup: &Setup) -> Self {
        let bids = Bids { sides: setup.sides, made: 0, is_called: false };
        Self { dice: Dice([0; 2]), bids }
    }

    fn deal<R: Rng>(setup: &Setup, rng: &mut R) -> Dice {
        Dice([(); 2].map(|()| rng.random_range(1..=setup.sides)))
    }

    fn read_deal(json: &Value, setup: &Setup) -> Result<Dice, String> {
        let dice = <[u8; 2]>::deserialize(json).map_err(|error| error.to_string())?;
        let dice = rolls(setup.sides).find(|roll| roll.0 == dice);
        dice.ok_or_else(|| format!("expected faces from 1 to {}", setup.sides))
    }

    fn dealt(&self, deal: &Dice) -> Dice {
        *deal
    }

    fn observe_event(event: &PlainEvent<Self>, observer: Seat, _: &Setup) -> PlainEvent<Self> {
        event.map_chance(|dice| dice.seen_by(observer))
    }

    fn describe_table(setup: &Setup) -> impl Serialize {
        json!({ "sides": setup.sides })
    }

    fn describe_view(view: &View) -> impl Serialize {
        let history: Vec<_> = view.bids.history().map(|mv| mv.to_string()).collect();
        json!({ "seat": view.seat, "die": view.dice.0[view.seat.index()], "history": history })
    }

    fn encoding() -> Option<&'static dyn Encoding<Self>> {
        Some(&Encoded)
    }

    fn renderer() -> &'static dyn Render<Self> {
        &telling::Telling
    }
}

/// Returns all moves in ascending order.
fn all_moves() -> impl Iterator<Item = Move> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_action_space, check_game, check_observations, check_tensors};
    use crate::{CfrPlus, GameTree};

    #[test]
    fn the_contract_holds() {
        for sides in [2, 6] {
            check_game::<LiarsDice>(&Setup { sides }, 0..40);
            check_observations::<LiarsDice>(&Setup { sides }, 0..40);
            check_action_space::<LiarsDice>(&Setup { sides }, 0..40);
            check_tensors::<LiarsDice>(&Setup { sides }, 0..40);
        }
    }

    /// `OpenSpiel` 2.0.2 counts the same; it has `sides` further histories, because it rolls the dice one by one.
    #[test]
    fn the_trees_have_the_known_sizes() {
        for (sides, histories, states) in
            [(2, 127, 32), (3, 1147, 192), (4, 8181, 1024), (6, 294_883, 24_576)]
        {
            let start = LiarsDice::start(&Setup { sides });
            let tree = GameTree::new(start, 300_000).unwrap();
            let found = (tree.histories() + usize::from(sides), tree.states().len());
            assert_eq!(found, (histories, states));
        }
    }

    /// The value of seat 0 and `NashConv` of uniformly random play, as `OpenSpiel` 2.0.2 computes them.
    #[test]
    fn random_play_is_as_exploitable_as_known() {
        for (sides, value, nash_conv) in [
            (2, 0.125, 1.125),
            (3, 1.0 / 54.0, 10.0 / 9.0),
            (4, -0.015_625, 1.310_119_047_619_047_6),
        ] {
            let tree = GameTree::new(LiarsDice::start(&Setup { sides }), 10_000).unwrap();
            let worth = tree.nash_conv(&tree.uniform_policy());
            assert!((worth.values[0] - value).abs() < 1e-12, "{worth:?}");
            assert!((worth.total() - nash_conv).abs() < 1e-12, "{worth:?}");
        }
    }

    /// With three faces, the value of the game is 1/9 for seat 0; CFR+ of `OpenSpiel` 2.0.2 approaches the same.
    #[test]
    fn three_faces_are_solved_to_the_known_value() {
        let tree = GameTree::new(LiarsDice::start(&Setup { sides: 3 }), 10_000).unwrap();
        let mut solver = CfrPlus::new(&tree);
        solver.run(500);
        let worth = tree.nash_conv(&solver.average_policy());
        assert!((worth.values[0] - 1.0 / 9.0).abs() < 1e-3 && worth.total() < 1e-3, "{worth:?}");
    }
}
