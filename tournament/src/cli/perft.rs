//! `tournament perft`: counts the distinct positions at the end of each turn for a fixed deck.

use crate::cli::arguments::{PerftArguments, RuleArguments};
use crate::failure::Failure;
use crate::games::PlayableGame;
use crate::render::terminal;
use crate::store::records::Records;
use engine::Perft;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

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
    let rules = RuleArguments { edition: arguments.edition.clone(), ..RuleArguments::default() };
    let setup = G::setup(arguments.players.unwrap_or_default(), &rules).map_err(Failure::Setup)?;
    let text = fs::read_to_string(deck).map_err(Failure::read(deck))?;
    let deal = G::read_deal(&text, &setup)
        .map_err(|what| Failure::Content { path: deck.to_owned(), what })?;
    Ok((G::start(&setup), deal))
}

fn inside_a_game<G: PlayableGame>(
    path: &Path,
    arguments: &PerftArguments,
) -> Result<(G, G::Deal), Failure> {
    let number = arguments.line.unwrap_or_default();
    let wrong = |source| Failure::Record { path: path.to_owned(), line: number, source };
    let text = Records::line(path, number)?;
    G::position(&text, arguments.after_turn.unwrap_or_default()).map_err(wrong)
}
