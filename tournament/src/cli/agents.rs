//! `tournament agents`: the agents and their parameters.

use super::arguments::GameArgument;
use ::agents::{Parameter, Range};
use anygame::{AgentFacts, AnyGame};
use clap::Args;
use runner::{Failure, terminal};
use std::fmt::Write;
use std::process::ExitCode;

/// `tournament agents`
#[derive(Debug, Args)]
pub struct AgentsArguments {
    /// Agent to describe [default: all agents]
    #[arg(value_name = "AGENT")]
    pub agent: Option<String>,
    #[command(flatten)]
    pub game: GameArgument,
}

/// Lists the agents, or one of them, with every parameter, its range and its default.
///
/// # Errors
/// If there is no such agent, or standard output cannot be written.
pub fn run(arguments: &AgentsArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    let agents: Vec<_> = match &arguments.agent {
        Some(name) => vec![describe(&game.agent(name)?, true)],
        None => game.agents().iter().map(|agent| describe(agent, false)).collect(),
    };
    terminal::print(&agents.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// A line break and the indentation of descriptions.
const INDENT: &str = "\n      ";

/// The maximum length of a line in a description.
const WIDTH: usize = 88;

/// Wraps a description into indented lines.
fn wrapped(text: &str) -> String {
    let (mut lines, mut length) = (String::new(), WIDTH);
    for word in text.split(' ') {
        length += 1 + word.chars().count();
        if length > WIDTH {
            lines += INDENT;
            length = word.chars().count();
        } else {
            lines.push(' ');
        }
        lines += word;
    }
    lines
}

/// Describes an agent. The parameters of an alias are listed only if the alias is described alone.
fn describe(facts: &AgentFacts, with_those_of_alias: bool) -> String {
    let mut text = format!("{}: {}\n", facts.name, facts.summary);
    if facts.agent != facts.name {
        let _ = writeln!(text, "  alias of {} in this game", facts.agent);
        if !with_those_of_alias {
            return text;
        }
    }
    for parameter in &facts.parameters {
        let Parameter { name, meaning, range, default } = parameter;
        let default = match range {
            Range::Command => format!(" ({default})"),
            _ => format!("={default}"),
        };
        let meaning = wrapped(meaning);
        let _ = writeln!(text, "  {name}{default}{meaning}{INDENT}{range}");
    }
    text
}
