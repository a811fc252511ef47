//! Tongiaki at tournaments.

mod aggregator;
mod builder;
mod king_value;
mod picture;
mod tile;
mod words;

use crate::cli::arguments::RuleArguments;
use crate::games::{Entry, KingValue, PlayableGame, Render};
use crate::play::luck::OutcomeModel;
use crate::render::picture::Board;
use crate::studies::move_value;
use agents::Value;
use engine::tongiaki::{Deck, Edition, Event, Record, Setup, SetupError, State};
use engine::{RecordError, RecordedGame, Seat};
use std::ops::RangeInclusive;

impl PlayableGame for State {
    const PLAYERS: RangeInclusive<usize> = 2..=6;
    const EDITIONS: &'static [&'static str] = &{
        let mut ids = [""; Edition::ALL.len()];
        let mut number = 0;
        while number < ids.len() {
            ids[number] = Edition::ALL[number].id();
            number += 1;
        }
        ids
    };

    const OUTCOME_MODEL: OutcomeModel = OutcomeModel { margin: 0.06, spread: 40.0 };
    const KING_VALUE: Option<KingValue> = Some(KingValue {
        command: <king_value::Founding as move_value::Question>::COMMAND,
        measure: move_value::measure::<king_value::Founding>,
        merge: move_value::merge::<king_value::Founding>,
    });

    type RowBuilder = builder::Builder;
    type Aggregator = aggregator::Kings;

    fn setup(players: usize, rules: &RuleArguments) -> Result<Setup, String> {
        if rules.board.is_some() {
            return Err("tongiaki takes no --board: its tiles make it".to_owned());
        }
        let lay = || -> Result<Setup, SetupError> {
            let edition = rules.edition.as_deref().map_or(Ok(Edition::default()), str::parse)?;
            let limit = rules.turn_limit.unwrap_or(u64::from(Setup::DEFAULT_TURN_LIMIT));
            Setup::new(players)?.with_edition(edition).with_turn_limit(limit)
        };
        lay().map_err(|error| error.to_string())
    }

    fn rules(setup: &Setup) -> Vec<(&'static str, Value)> {
        vec![
            ("edition", Value::Text(setup.edition().to_string())),
            ("turn-limit", Value::Whole(setup.turn_limit().into())),
        ]
    }

    fn read_deal(text: &str, _: &Setup) -> Result<Deck, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    fn position(record: &str, after_turn: u32) -> Result<(Self, Deck), RecordError> {
        let record = Record::parse(record)?;
        Ok((record.position(after_turn)?, record.deck().clone()))
    }
}

impl Render for State {
    const TITLE: &'static str = "Tongiaki";
    const RULES: &'static [&'static str] = words::RULES;

    fn course(record: &str) -> Result<RecordedGame<Self>, RecordError> {
        Record::parse(record)?.course()
    }

    fn board(&self) -> Board {
        picture::board(self)
    }

    fn legend() -> Vec<Entry> {
        picture::legend()
    }

    fn remarks(&self) -> String {
        words::facts(self)
    }

    fn seat_facts(&self, seat: Seat) -> String {
        words::seat_facts(self, seat)
    }

    fn sketch(&self) -> String {
        words::sketch(self)
    }

    fn tell(event: &Event) -> String {
        words::tell(event)
    }
}
