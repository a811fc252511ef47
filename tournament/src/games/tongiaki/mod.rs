//! Tongiaki at tournaments.

use crate::cli::arguments::RuleArguments;
use crate::games::PlayableGame;
use agents::Value;
use engine::tongiaki::{Deck, Edition, Record, Setup, SetupError, State};
use engine::{RecordError, RecordedGame};
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

    fn recorded_game(record: &str) -> Result<RecordedGame<Self>, RecordError> {
        Record::parse(record)?.course()
    }

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
