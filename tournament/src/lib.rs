//! Tournaments between agents in games with hidden decks: the library behind the program `tournament`.
//!
//! Depends from top to bottom:
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`registry`] | the games, a line each, and which command does what with them |
//! | `cli` | a file a command: arguments, what they mean, messages |
//! | `compliance`, `bench` | a bot put to the test; the speed of the machine |
//! | `comparison` | two runs of the same design, game by game |
//! | `analysis` | what a search says of recorded games: losses, mistakes |
//! | `export` | the decisions of recorded games as training data |
//! | `terminal_game` | people and agents at a table in the terminal |
//! | `verification` | whether a finished job is whole |
//! | [`foreign`] | files of jobs, read from memory, for fuzzers |
//! | `studies` | sequential tests, tuning, positions played on, best responses |
//! | `store` | the run folder: journal, checkpoints, manifest |
//! | `report`, `render` | the summaries; terminal, SVG and page |
//! | `play` | the game loop, forfeits, timing, luck |
//! | `job` | work in order on many threads, progress |
//! | `provenance` | the version and the commit of the program |
//! | `schedule` | matchups, seat assignments, blocks, shards: by arithmetic |
//!
//! [`run_with`] is the program with one more agent, [`main_with`] that with other games, [`run`] that with
//! other arguments.

mod analysis;
mod bench;
mod cli;
mod comparison;
mod compliance;
mod export;
pub mod foreign;
mod job;
mod play;
pub mod registry;
mod render;
mod report;
mod studies;
mod terminal_game;
mod verification;

use ::store::{self, failure, provenance, schedule};
use agents::{AgentFactory, Registry};
use engine::printable;
pub use failure::Failure;
pub use job::Ending;
pub use job::options::JobOptions;
pub use job::rules::RuleChoice;
pub use provenance::Provenance;
use registry::{BuiltIn, GameEntry};
use render::terminal;
pub use schedule::shard::Shard;
pub use schedule::{Grouping, Repeats};
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;
pub use studies::tournament::{FinishedRun, RunConfig};

/// The exit code of wrong usage and bad input.
const BAD_INPUT: u8 = 2;

/// The program with one more agent for a built-in game; it takes the place of one that has its name.
pub fn run_with<G: BuiltIn>(factory: AgentFactory<G>) -> ExitCode {
    let mut games = registry::games();
    if let Some(game) = games.iter_mut().find(|game| game.name() == G::NAME) {
        *game = G::entry(Registry::built_in().with_factory(factory));
    }
    main_with(&games)
}

/// The program with these games: reads the arguments, does what they ask for, says what is wrong.
pub fn main_with(games: &[GameEntry]) -> ExitCode {
    run(&env::args_os().collect::<Vec<_>>(), Provenance::default(), games)
}

/// The same with these arguments, the first of which is the program's name, and of this version and commit.
pub fn run(arguments: &[OsString], provenance: Provenance, games: &[GameEntry]) -> ExitCode {
    let known = registry::known(games, provenance);
    let outcome = cli::parse(arguments, &known).and_then(|arguments| {
        registry::dispatch(&arguments, &known, games)
            .map_err(|failure| format!("error: {}", printable(&failure.to_string())))
    });
    outcome.unwrap_or_else(|sentence| {
        terminal::tell(&sentence);
        ExitCode::from(BAD_INPUT)
    })
}
