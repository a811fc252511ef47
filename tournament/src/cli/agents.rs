//! `tournament agents`: who can play, and what can be set.

use super::arguments::GameArgument;
use crate::failure::Failure;
use crate::render::terminal;
use agents::{AgentFactory, Registry};
use clap::Args;
use engine::PlayableGame;
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
pub fn list<G: PlayableGame>(
    arguments: &AgentsArguments,
    registry: &Registry<G>,
) -> Result<ExitCode, Failure> {
    let agents: Vec<_> = match &arguments.agent {
        Some(name) => vec![describe(registry.factory(name)?, true)],
        None => registry.factories().iter().map(|factory| describe(factory, false)).collect(),
    };
    terminal::print(&agents.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// What an agent has to say of itself. Among all others an alias is told by the name alone.
fn describe<G: PlayableGame>(factory: &AgentFactory<G>, with_those_of_alias: bool) -> String {
    let mut text = format!("{}: {}\n", factory.name, factory.summary);
    if factory.agent != factory.name {
        let _ = writeln!(text, "  here {}, with its parameters", factory.agent);
        if !with_those_of_alias {
            return text;
        }
    }
    for parameter in &factory.parameters {
        let agents::Parameter { name, meaning, range, default } = parameter;
        let _ = writeln!(text, "  {name}={default}\n      {meaning}\n      {range}");
    }
    text
}
