//! Tournaments between agents in games with hidden decks: the library behind the program `tournament`.
//!
//! This crate is the command line, the top layer: it parses arguments into the configurations of the crates below it,
//! and prints results. [`RunConfig`] runs a tournament without a command line.
//!
//! | module | purpose |
//! | --- | --- |
//! | `dispatch` | the games, and the function that runs each command |
//! | `cli` | one file for each command: arguments and messages |
//! | `compliance`, `bench` | checks of a bot; measurements of the machine's speed |
//! | `terminal_game`, `render` | games in the terminal; pictures and pages |
//!
//! [`run_with`] runs the program with one more agent, [`main_with`] with other games, and [`run`] with given
//! arguments.

mod bench;
mod cli;
mod compliance;
mod dispatch;
mod render;
mod terminal_game;

pub use runner::{
    Ending, Failure, FinishedJob, Grouping, JobOptions, Provenance, Repeats, RuleChoice, RunConfig,
    Shard, testing,
};

use agents::{AgentFactory, Registry};
use anygame::{AnyGame, BuiltIn};
use engine::printable;
use runner::terminal;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

/// The exit code for wrong usage and bad input.
const BAD_INPUT: u8 = 2;

/// Runs the program with one more agent for a built-in game; it replaces a built-in agent with the same name.
pub fn run_with<G: BuiltIn>(factory: AgentFactory<G>) -> ExitCode {
    let mut games = games::built_in();
    if let Some(game) = games.iter_mut().find(|game| game.facts().name == G::NAME) {
        *game = G::with_agents(Registry::built_in().with_factory(factory));
    }
    main_with(&games)
}

/// Runs the program with these games and the arguments of the process; prints an error if it fails.
pub fn main_with(games: &[Box<dyn AnyGame>]) -> ExitCode {
    run(&env::args_os().collect::<Vec<_>>(), Provenance::default(), games)
}

/// Returns the program's command line with these games, for example to generate reference pages.
pub fn command_line(games: &[Box<dyn AnyGame>]) -> clap::Command {
    cli::command(&dispatch::facts(games, Provenance::default()))
}

/// Runs the program with these arguments, the first of which is the program's name, and with this version and commit.
pub fn run(arguments: &[OsString], provenance: Provenance, games: &[Box<dyn AnyGame>]) -> ExitCode {
    let facts = dispatch::facts(games, provenance);
    let outcome = cli::parse(arguments, &facts).and_then(|arguments| {
        dispatch::dispatch(&arguments, &facts, games)
            .map_err(|failure| format!("error: {}", printable(&failure.to_string())))
    });
    outcome.unwrap_or_else(|sentence| {
        terminal::tell(&sentence);
        ExitCode::from(BAD_INPUT)
    })
}
