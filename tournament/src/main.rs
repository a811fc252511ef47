//! `tournament`: pits agents against each other, in parallel, and writes the statistics.
//!
//! | layer | modules |
//! | --- | --- |
//! | what was typed | `arguments` |
//! | what it means | `plan`, `design` |
//! | who does it | `run` with `play`, `in_order`; `catalogue`, `replay`, `perft`, `bench` |
//! | what comes of it | `summary`, `timing`, `statistics`; `folder`, `sheet`, `manifest`, `report` |
//! | what belongs to one game | `games` |

mod arguments;
mod bench;
mod catalogue;
mod console;
mod design;
mod failure;
mod folder;
mod games;
mod in_order;
mod manifest;
mod perft;
mod plan;
mod play;
mod progress;
mod records;
mod replay;
mod report;
mod run;
mod sheet;
mod statistics;
mod summary;
mod timing;

use arguments::{Arguments, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

/// The exit code of wrong usage and bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match dispatch(&Arguments::parse()) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn dispatch(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.command {
        None => (arguments.play.game.entry.play)(&arguments.play),
        Some(Command::Agents(agents)) => (agents.game.entry.agents)(),
        Some(Command::Replay(replay)) => replay::replay(replay),
        Some(Command::Perft(perft)) => (perft.game.entry.perft)(perft),
        Some(Command::Bench(bench)) => (bench.game.entry.bench)(bench),
    }
}
