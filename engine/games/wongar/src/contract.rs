//! Wongar as a [`Game`] and as a [`PlayableGame`].

use crate::numbers::observation;
use crate::rules::random;
use crate::state::State;
use crate::state::board::Board;
use crate::state::chance::Chance;
use crate::state::deal::Deal;
use crate::state::edition::Edition;
use crate::state::event::Event;
use crate::state::house::HouseRules;
use crate::state::moves::Move;
use crate::state::setup::Setup;
use crate::state::view::View;
use crate::tables::builder as tables;
use crate::words::telling;
use engine::drawing::Render;
use engine::log::Log;
use engine::{
    Encoding, Game, PlayableGame, RuleError, RuleOption, RuleValue, RuleValues, Rules, Seat,
    printable,
};
use rand::Rng;
use serde::Serialize;
use serde_json::Value;
use std::ops::RangeInclusive;
use std::sync::Arc;

impl Game for State {
    type Setup = Setup;
    type Move = Move;
    type Chance = Chance;
    type View = View;
    type Observation = observation::Observation;

    engine::game_by_options!();

    fn chances(&self, into: &mut Vec<(Chance, u32)>) {
        self.list_chances(into);
    }

    fn happen(&mut self, chance: Chance) {
        self.let_happen(chance, &mut ());
    }

    fn observe_move(&self, mv: Move, observer: Seat) -> Move {
        match mv {
            Move::Choose(pick) if observer != self.decider => Move::ChooseUnseen(pick.total()),
            _ => mv,
        }
    }

    fn observe_chance(&self, chance: Chance, observer: Seat) -> Chance {
        self.seen_by(chance, observer)
    }

    fn play_out<R: Rng>(&mut self, turns: u32, rng: &mut R) {
        random::play_out(self, turns, rng);
    }

    fn random_chance<R: Rng>(&self, rng: &mut R) -> Chance {
        self.draw_chance(rng)
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
    const TITLE: &'static str = "Wongar";
    const PLAYERS: RangeInclusive<usize> = Setup::PLAYERS;
    const RULES: &'static [RuleOption] = &[
        RuleOption {
            key: "edition",
            meaning: "rules to play by",
            values: RuleValues::Words(&Edition::IDS),
        },
        RuleOption {
            key: "board",
            meaning: "custom board file",
            values: RuleValues::Text { default: "built-in reconstruction" },
        },
        HouseRules::NUMBERS[0].option(),
        HouseRules::NUMBERS[1].option(),
        HouseRules::NUMBERS[2].option(),
    ];

    type Deal = Deal;
    type Event = Event;
    type Tables = tables::Builder;

    fn setup(players: usize, rules: &Rules) -> Result<Setup, RuleError> {
        Self::check_rules(players, rules)?;
        let board = match rules.named("board") {
            Some(id) => Board::among(id, rules.values("board")),
            None => rules.value("board").map_or_else(
                || Ok(Board::reconstruction()),
                |text| Board::parse(text).map(Arc::new),
            ),
        };
        let board = board.map_err(|error| RuleError::Text {
            key: "board",
            what: printable(&error.to_string()).into_owned(),
        })?;
        let edition = rules.parsed("edition").unwrap_or_default();
        Ok(Setup::new(players)?.with_edition(edition).with_board(board).with_house_rules(rules))
    }

    fn rules_in_force(setup: &Setup) -> Vec<(&'static str, RuleValue)> {
        let mut rules = vec![
            ("edition", RuleValue::Word(setup.edition().id())),
            ("board", RuleValue::Text(setup.board().id().to_owned())),
        ];
        rules.extend(setup.house.changed().map(|(key, number)| (key, RuleValue::Whole(number))));
        rules
    }

    fn facts(setup: &Setup) -> Vec<(&'static str, String)> {
        vec![("board_reconstructed", setup.board().reconstructed().join(", "))]
    }

    fn start(setup: &Setup) -> Self {
        Self::new(setup)
    }

    fn deal<R: Rng>(setup: &Setup, rng: &mut R) -> Deal {
        Deal::shuffled(setup, rng)
    }

    fn read_deal(json: &Value, setup: &Setup) -> Result<Deal, String> {
        Deal::read(json, setup).map_err(|error| error.to_string())
    }

    fn dealt(&self, deal: &Deal) -> Chance {
        deal.chance(self)
    }

    fn describe_table(setup: &Setup) -> impl Serialize {
        observation::public_table(setup)
    }

    fn describe_view(view: &View) -> impl Serialize {
        observation::seat_view(view)
    }

    fn observe_event(event: &Event, observer: Seat, setup: &Setup) -> observation::Observation {
        observation::observed(event, observer, setup)
    }

    fn renderer() -> &'static dyn Render<Self> {
        &telling::Renderer
    }

    fn encoding() -> Option<&'static Encoding<Self>> {
        Some(&Self::ENCODING)
    }
}
