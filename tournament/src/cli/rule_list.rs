//! `tournament rules`: the rule options of a game.

use super::arguments::GameArgument;
use anygame::AnyGame;
use clap::Args;
use runner::{Failure, terminal};
use std::process::ExitCode;

/// `tournament rules`
#[derive(Debug, Args)]
pub struct RulesArguments {
    #[command(flatten)]
    pub game: GameArgument,
}

/// Lists the rule options of a game, with values and defaults.
///
/// # Errors
/// Fails if standard output cannot be written.
pub fn run(game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    let facts = game.facts();
    let options = facts.rules.iter();
    let options = options.map(|option| format!("{option}\n    {}\n", option.meaning));
    let options = options.collect::<Vec<_>>().join("\n");
    let none = format!("{} has no rule options\n", facts.name);
    terminal::print(if options.is_empty() { &none } else { &options })?;
    Ok(ExitCode::SUCCESS)
}
