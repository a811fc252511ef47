//! `tournament`: pits agents against each other, in parallel, and writes the statistics.
//!
//! | layer | modules |
//! | --- | --- |
//! | what was typed | `arguments` |
//! | what it means | `plan`, `design`, `shard` |
//! | who does it | `run` with `play`, `contain`, `in_order`; `merge`; `matching`, `tuning`; `branching` with `move_value`, `disputes`; `compliance`, `catalogue`, `replay`, `show`, `perft`, `bench` |
//! | what comes of it | `summary`, `luck`, `timing`, `statistics`; `books` with `folder`, `checkpoint`, `recall`; `journal`; `sheet`, `manifest`, `report` |
//! | what belongs to one game | `games` |

mod bench;
mod cli;
mod compliance;
mod failure;
mod games;
mod job;
mod play;
mod render;
mod report;
mod schedule;
mod statistics;
mod store;
mod studies;

use clap::Parser;
use clap::error::ErrorKind;
use cli::arguments::{Cli, Command};
use cli::{merge, replay};
use failure::Failure;
use render as show;
use std::process::ExitCode;

/// The exit code of wrong usage and bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(arguments) => dispatch(&arguments).map_err(|failure| format!("error: {failure}")),
        Err(error) if is_help(&error) => error.exit(),
        Err(error) => Err(first_sentence(&error.to_string())),
    };
    outcome.unwrap_or_else(|sentence| {
        render::terminal::tell(&sentence);
        ExitCode::from(BAD_INPUT)
    })
}

fn is_help(error: &clap::Error) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    let kinds = [DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion];
    kinds.contains(&error.kind())
}

/// What is wrong with the arguments, without the lines on usage that follow.
fn first_sentence(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

fn dispatch(arguments: &Cli) -> Result<ExitCode, Failure> {
    match &arguments.command {
        None => (arguments.play.game.host.play)(&arguments.play),
        Some(Command::Merge(merge)) => merge::merge(merge),
        Some(Command::Match(matching)) => (matching.game.host.match_up)(matching),
        Some(Command::KingValue(study)) => {
            let host = study.game.host;
            let none = || format!("{} has no study 'king-value': choose disagreements", host.name);
            let king_value = host.king_value.ok_or_else(|| Failure::Refused(none()))?;
            (king_value.measure)(study)
        }
        Some(Command::Disputes(disputes)) => (disputes.branching.game.host.disputes)(disputes),
        Some(Command::Tune(tuning)) => (tuning.game.host.tune)(tuning),
        Some(Command::Agents(agents)) => (agents.game.host.agents)(),
        Some(Command::Compliance(compliance)) => (compliance.game.host.comply)(compliance),
        Some(Command::Replay(replay)) => replay::replay(replay),
        Some(Command::Show(arguments)) => show::show(arguments),
        Some(Command::Perft(perft)) => (perft.game.host.perft)(perft),
        Some(Command::Bench(bench)) => (bench.game.host.bench)(bench),
    }
}
