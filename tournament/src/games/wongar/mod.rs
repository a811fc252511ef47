//! Wongar at tournaments.

use crate::cli::arguments::RuleArguments;
use crate::games::{PlayableGame, ReadBoard};
use agents::Value;
use engine::wongar::{Board, Deal, Edition, Record, Setup, State};
use engine::{RecordError, RecordedGame};
use std::fmt::Display;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

impl PlayableGame for State {
    const PLAYERS: RangeInclusive<usize> = 3..=5;
    const EDITIONS: &'static [&'static str] = &[Edition::Base.id(), Edition::Advanced.id()];
    const READ_BOARD: Option<ReadBoard> = Some(|path| read(path).map(|_| ()));

    fn recorded_game(record: &str) -> Result<RecordedGame<Self>, RecordError> {
        Record::parse(record)?.course()
    }

    fn setup(players: usize, rules: &RuleArguments) -> Result<Setup, String> {
        if rules.turn_limit.is_some() {
            return Err("wongar takes no --turn-limit: its cards run out".to_owned());
        }
        let edition = rules.edition.as_deref().map_or(Ok(Edition::default()), str::parse);
        let edition = edition.map_err(|error| error.to_string())?;
        let board = rules.board.as_deref().map_or_else(|| Ok(Board::reconstruction()), read)?;
        let setup = Setup::new(players).map_err(|error| error.to_string())?;
        Ok(setup.with_edition(edition).with_board(board))
    }

    fn rules(setup: &Setup) -> Vec<(&'static str, Value)> {
        vec![("edition", Value::Text(setup.edition().to_string()))]
    }

    fn facts(setup: &Setup) -> Vec<(&'static str, Value)> {
        let board = setup.board();
        vec![
            ("board", Value::Text(board.id().to_owned())),
            ("board_reconstructed", Value::Text(board.reconstructed().join(", "))),
        ]
    }

    fn read_deal(text: &str, setup: &Setup) -> Result<Deal, String> {
        Deal::parse(text, setup).map_err(|error| error.to_string())
    }

    fn position(record: &str, after_turn: u32) -> Result<(Self, Deal), RecordError> {
        let record = Record::parse(record)?;
        Ok((record.position(after_turn)?, record.deal().clone()))
    }
}

/// The board in a file.
fn read(path: &Path) -> Result<&'static Board, String> {
    let wrong = |error: &dyn Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    Board::parse(&text).map_err(|error| wrong(&error))
}
