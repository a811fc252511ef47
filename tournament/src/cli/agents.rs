//! `tournament agents`: who can play, and what can be set.

use super::arguments::GameArgument;
use super::unknown;
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
pub fn list<G: PlayableGame>(arguments: &AgentsArguments) -> Result<ExitCode, Failure> {
    let registry = Registry::<G>::built_in();
    let factories = registry.factories();
    let is_asked_for = |factory: &&AgentFactory<G>| {
        arguments.agent.as_ref().is_none_or(|name| name.eq_ignore_ascii_case(factory.name))
    };
    let agents: Vec<_> = factories.iter().filter(is_asked_for).map(describe).collect();
    if let (Some(name), true) = (&arguments.agent, agents.is_empty()) {
        let known = factories.iter().map(|factory| factory.name);
        return Err(Failure::Usage(unknown("agent", name, known)));
    }
    terminal::print(&agents.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn describe<G: PlayableGame>(factory: &AgentFactory<G>) -> String {
    let mut text = format!("{}: {}\n", factory.name, factory.summary);
    if factory.agent != factory.name {
        let _ = writeln!(text, "  here {}, with its parameters", factory.agent);
        return text;
    }
    for parameter in &factory.parameters {
        let agents::Parameter { name, meaning, range, default } = parameter;
        let _ = writeln!(text, "  {name}={default}\n      {meaning}\n      {range}");
    }
    text
}
