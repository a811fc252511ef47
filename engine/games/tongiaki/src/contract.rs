//! Tongiaki as a [`Game`] and as a [`PlayableGame`].

use crate::numbers::observation;
use crate::state::State;
use crate::state::deck::Deck;
use crate::state::event::Event;
use crate::state::house::HouseRules;
use crate::state::moves::Move;
use crate::state::setup::{Edition, Setup};
use crate::state::tiles::Tile;
use crate::state::view::View;
use crate::tables::{builder as tables, kinds, study, tempo};
use crate::words::telling;
use engine::bits::{bits, random_bit};
use engine::drawing::Render;
use engine::log::Log;
use engine::study::Study;
use engine::{
    Encoding, Game, PlayableGame, RuleError, RuleOption, RuleValue, RuleValues, Rules, Seat, Turn,
    reason,
};
use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::RangeInclusive;

impl Game for State {
    type Setup = Setup;
    type Move = Move;
    type Chance = Tile;
    type View = View;
    type Observation = Event;

    const IS_OPEN: bool = true;

    engine::game_by_options!();

    fn chances(&self, into: &mut Vec<(Tile, u32)>) {
        into.clear();
        if self.turn() == Turn::Chance {
            into.extend(bits(u64::from(self.sea.deck())).map(|tile| (Tile::new(tile), 1)));
        }
    }

    fn happen(&mut self, drawn: Tile) {
        self.draw(drawn, &mut ());
    }

    fn play_out<R: Rng>(&mut self, turns: u32, rng: &mut R) {
        crate::rules::random::play_out(self, turns, rng);
    }

    fn play_turn<R: Rng>(&mut self, choices: &mut R, luck: &mut R) {
        crate::rules::random::play_turn(self, choices, luck);
    }

    fn random_chance<R: Rng>(&self, rng: &mut R) -> Tile {
        Tile::new(random_bit(u64::from(self.sea.deck()), rng) as usize)
    }
}

impl State {
    pub(super) fn play_noting(&mut self, mv: Move, log: &mut impl Log<Event>) {
        let option = self.option_of(mv);
        self.choose(option.unwrap_or_else(|| panic!("'{mv}' is not legal here")), log);
    }
}

impl PlayableGame for State {
    const NAME: &'static str = Setup::GAME;
    const TITLE: &'static str = "Tongiaki";
    const PLAYERS: RangeInclusive<usize> = Setup::PLAYERS;
    const RULES: &'static [RuleOption] = &[
        RuleOption {
            key: "edition",
            meaning: "rule book to play by",
            values: RuleValues::Words(&Edition::IDS),
        },
        RuleOption {
            key: "turn-limit",
            meaning: "number of turns, by all players together, after which the game ends",
            values: RuleValues::Whole {
                range: 1..=u16::MAX as u64,
                default: Setup::DEFAULT_TURN_LIMIT as u64,
            },
        },
        RuleOption {
            key: "stall",
            meaning: "house rule: number of consecutive rounds without a new tile after which the game ends; 0 disables it",
            values: RuleValues::Whole { range: 0..=Setup::MOST_QUIET_ROUNDS, default: 0 },
        },
        HouseRules::NUMBERS[0].option(),
        HouseRules::NUMBERS[1].option(),
        HouseRules::NUMBERS[2].option(),
        HouseRules::NUMBERS[3].option(),
        HouseRules::NUMBERS[4].option(),
    ];

    type Deal = Deck;
    type Event = Event;
    type Tables = tables::Builder;

    fn setup(players: usize, rules: &Rules) -> Result<Setup, RuleError> {
        Self::check_rules(players, rules)?;
        let edition = rules.parsed("edition").unwrap_or_default();
        let limit = rules.parsed("turn-limit").unwrap_or(Setup::DEFAULT_TURN_LIMIT);
        let rounds = rules.parsed("stall").unwrap_or(0);
        let setup = Setup::new(players)?.with_edition(edition);
        setup.with_turn_limit(limit).with_quiet_rounds(rounds).with_house_rules(rules)
    }

    fn rules_in_force(setup: &Setup) -> Vec<(&'static str, RuleValue)> {
        let mut rules = vec![
            ("edition", RuleValue::Word(setup.edition().id())),
            ("turn-limit", RuleValue::Whole(setup.turn_limit().into())),
        ];
        // House rules are listed only if they are in force.
        rules.extend(setup.quiet_rounds().map(|rounds| ("stall", RuleValue::Whole(rounds.into()))));
        rules.extend(setup.house.changed().map(|(key, number)| (key, RuleValue::Whole(number))));
        rules
    }

    fn start(setup: &Setup) -> Self {
        Self::new(setup)
    }

    fn deal<R: Rng>(setup: &Setup, rng: &mut R) -> Deck {
        Deck::shuffled(setup, rng)
    }

    fn read_deal(json: &Value, setup: &Setup) -> Result<Deck, String> {
        let deck = Deck::deserialize(json).map_err(|error| reason(&error))?;
        deck.check(setup).map_err(|error| error.to_string())?;
        Ok(deck)
    }

    fn dealt(&self, deck: &Deck) -> Tile {
        deck.tiles()[self.tiles_drawn() as usize]
    }

    fn draw_next(&self, deck: &mut Deck, tile: Tile) -> bool {
        deck.draw_next(self.tiles_drawn() as usize, tile)
    }

    fn describe_table(setup: &Setup) -> impl Serialize {
        observation::public_table(setup)
    }

    fn describe_view(view: &View) -> impl Serialize {
        observation::seat_view(view)
    }

    fn observe_event(event: &Event, _: Seat, _: &Setup) -> Event {
        event.clone()
    }

    fn studies() -> &'static [&'static dyn Study<Self>] {
        &[&study::Founding, &tempo::Tempo]
    }

    fn renderer() -> &'static dyn Render<Self> {
        &telling::Renderer
    }

    fn encoding() -> Option<&'static Encoding<Self>> {
        Some(&Self::ENCODING)
    }

    fn kind_of_move(&self, mv: Move) -> String {
        self.kind_of(mv)
    }

    fn kind_of_chance(&self, chance: Tile) -> String {
        kinds::kind_of_tile(chance)
    }
}
