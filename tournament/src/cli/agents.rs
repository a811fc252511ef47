//! `tournament agents`: who can play, and what can be set.

use super::arguments::GameArgument;
use anygame::{AgentFacts, AnyGame};
use clap::Args;
use runner::Failure;
use runner::terminal;
use std::fmt::Write;
use std::process::ExitCode;

/// `tournament agents`
#[derive(Debug, Args)]
pub struct AgentsArguments {
    /// One agent [default: all of them]
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

/// What an agent has to say of itself. Among all others an alias is told by the name alone.
fn describe(facts: &AgentFacts, with_those_of_alias: bool) -> String {
    let mut text = format!("{}: {}\n", facts.name, facts.summary);
    if facts.agent != facts.name {
        let _ = writeln!(text, "  here {}, with its parameters", facts.agent);
        if !with_those_of_alias {
            return text;
        }
    }
    for parameter in &facts.parameters {
        let agents::Parameter { name, meaning, range, default } = parameter;
        let _ = writeln!(text, "  {name}={default}\n      {meaning}\n      {range}");
    }
    text
}
