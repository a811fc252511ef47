//! Liar's dice as a playable game: rules, deals, records and observations for bots.

use crate::state::{Bids, Dice, LiarsDice, MOST, RANGE, Setup, View, rolls};
use engine::{PlainEvent, PlayableGame, RuleError, RuleOption, RuleValue, RuleValues, Rules, Seat};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

const SIDES: &str = "sides";

impl PlayableGame for LiarsDice {
    const NAME: &'static str = "liars_dice";
    const TITLE: &'static str = "Liar's dice";
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const STAKE: Option<u16> = Some(1);
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
}
