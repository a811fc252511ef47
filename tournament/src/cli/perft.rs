//! `tournament perft`: counts the distinct positions at the end of each turn for a fixed deck.

use super::arguments::GameArgument;
use super::rules::RuleArguments;
use anygame::{AnyGame, AnyPosition};
use clap::{ArgGroup, Args};
use runner::{Failure, terminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::records::Records;

/// `tournament perft`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("start").required(true).args(["deck", "record"]))]
pub struct PerftArguments {
    #[command(flatten)]
    pub game: GameArgument,
    /// Start from the setup with this deck: a JSON list of tile ids in drawing order
    #[arg(long, value_name = "FILE", requires = "players")]
    pub deck: Option<PathBuf>,
    /// Number of players, with --deck
    #[arg(long, value_name = "P", conflicts_with = "record", help_heading = "Game")]
    pub players: Option<usize>,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Start inside a game in this file of records
    #[arg(long, value_name = "FILE", requires = "line", requires = "after_turn")]
    #[arg(conflicts_with_all = ["rule", "edition", "turn_limit"])]
    pub record: Option<PathBuf>,
    /// Line of the game, from 1; with --record
    #[arg(long, value_name = "K", conflicts_with = "deck")]
    pub line: Option<u64>,
    /// Turn after which to start, 0 for the setup; with --record
    #[arg(long, value_name = "T", conflicts_with = "deck")]
    pub after_turn: Option<u32>,
    /// Number of turns to play
    #[arg(long, value_name = "N")]
    pub turns: u32,
}

/// Counts positions from the setup or from inside a recorded game.
///
/// # Errors
/// Fails if there is no such position.
pub fn run(arguments: &PerftArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    let start = match (&arguments.deck, &arguments.record) {
        (Some(deck), _) => fresh_start(deck, arguments, game)?,
        (None, Some(record)) => inside_a_game(record, arguments, game)?,
        (None, None) => unreachable!("clap requires one of the two"),
    };
    let counts = game.perft(&*start, arguments.turns);
    for (turn, positions) in counts.into_iter().flatten().enumerate() {
        terminal::print(&format!("turn {turn}: {positions}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn fresh_start(
    deck: &Path,
    arguments: &PerftArguments,
    game: &dyn AnyGame,
) -> Result<Box<dyn AnyPosition>, Failure> {
    let players = arguments.players.unwrap_or_default();
    let setup = arguments.rules.choice().setup(game, players)?;
    let text = agents::read_small_text(deck).map_err(Failure::read(deck))?;
    let deal = serde_json::from_str(&text).map_err(|error| error.to_string());
    let start = deal.and_then(|deal| setup.start_with_deck(&deal));
    start.map_err(|what| Failure::content(deck, what))
}

fn inside_a_game(
    path: &Path,
    arguments: &PerftArguments,
    game: &dyn AnyGame,
) -> Result<Box<dyn AnyPosition>, Failure> {
    let number = arguments.line.unwrap_or_default();
    let text = Records::line(path, number)?;
    engine::game_of_record(&text).map_err(Failure::record(path, number))?;
    let texts = arguments.rules.choice().read(game.facts().rules)?;
    let start = game.position_in_record(&text, &texts, arguments.after_turn.unwrap_or_default());
    start.map_err(Failure::record(path, number))
}
