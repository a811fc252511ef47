//! `tournament perft`: counts the distinct positions at the end of each turn for a fixed deck.

use super::arguments::GameArgument;
use super::rules::RuleArguments;
use crate::failure::Failure;
use crate::render::terminal;
use crate::store::records::Records;
use clap::{ArgGroup, Args};
use engine::PlayableGame;
use engine::{Perft, Record};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// `tournament perft`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("start").required(true).args(["deck", "record"]))]
pub struct PerftArguments {
    #[command(flatten)]
    pub game: GameArgument,
    /// Start with the setup and this deck: a JSON list of tile ids in the order of drawing
    #[arg(long, value_name = "FILE", requires = "players")]
    pub deck: Option<PathBuf>,
    /// Seats
    #[arg(long, value_name = "P", conflicts_with = "record")]
    pub players: Option<usize>,
    #[command(flatten)]
    pub rules: RuleArguments,
    /// Start inside a game of this file of records
    #[arg(long, value_name = "FILE", requires = "line", requires = "after_turn")]
    #[arg(conflicts_with_all = ["rule", "edition", "turn_limit"])]
    pub record: Option<PathBuf>,
    /// The line of the game, from 1
    #[arg(long, value_name = "K", conflicts_with = "deck")]
    pub line: Option<u64>,
    /// The turn after which to start; 0 is the setup
    #[arg(long, value_name = "T", conflicts_with = "deck")]
    pub after_turn: Option<u32>,
    /// How many turns to play on
    #[arg(long, value_name = "N")]
    pub turns: u32,
}

/// Counts positions from the setup or from inside a recorded game.
///
/// # Errors
/// If there is no such position.
pub fn count<G: PlayableGame>(arguments: &PerftArguments) -> Result<ExitCode, Failure> {
    let (start, deal) = match (&arguments.deck, &arguments.record) {
        (Some(deck), _) => fresh_start::<G>(deck, arguments)?,
        (None, Some(record)) => inside_a_game::<G>(record, arguments)?,
        (None, None) => unreachable!("clap requires one of the two"),
    };
    for (turn, positions) in Perft::new(start, &deal, arguments.turns).enumerate() {
        terminal::print(&format!("turn {turn}: {positions}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn fresh_start<G: PlayableGame>(
    deck: &Path,
    arguments: &PerftArguments,
) -> Result<(G, G::Deal), Failure> {
    let setup = arguments.rules.lay::<G>(arguments.players.unwrap_or_default())?;
    let text = agents::read_small_text(deck).map_err(Failure::read(deck))?;
    let deal = serde_json::from_str(&text).map_err(|error| error.to_string());
    let deal = deal.and_then(|deal| G::read_deal(&deal, &setup));
    let deal = deal.map_err(|what| Failure::Content { path: deck.to_owned(), what })?;
    Ok((G::start(&setup), deal))
}

fn inside_a_game<G: PlayableGame>(
    path: &Path,
    arguments: &PerftArguments,
) -> Result<(G, G::Deal), Failure> {
    let number = arguments.line.unwrap_or_default();
    let wrong = |source| Failure::Record { path: path.to_owned(), line: number, source };
    let text = Records::line(path, number)?;
    let record =
        Record::<G>::parse(&text, &arguments.rules.choice().read(G::RULES)?).map_err(wrong)?;
    let start = record.position(arguments.after_turn.unwrap_or_default()).map_err(wrong)?;
    Ok((start, record.deal().clone()))
}
