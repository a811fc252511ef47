//! Liar's dice as a playable game: rules, records, numbered actions and tensors.

use super::state::{Bids, Dice, LiarsDice, MOST, Move, RANGE, Setup, View, all_moves, rolls};
use super::telling::Telling;
use crate::drawing::Render;
use crate::{ActionGroup, Encoding, PlainEvent, PlayableGame, RuleError, RuleOption};
use crate::{RuleValue, RuleValues, Rules, Seat, TensorBlock, TensorWriter};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

const SIDES: &str = "sides";

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
        &Telling
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
