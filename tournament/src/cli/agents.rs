//! `tournament agents`: who can play, and what can be set.

use crate::failure::Failure;
use crate::games::PlayableGame;
use crate::render::terminal;
use agents::{AgentFactory, Registry};
use std::fmt::Write;
use std::process::ExitCode;

/// Lists the agents with every parameter, its range and its default.
///
/// # Errors
/// If standard output cannot be written.
pub fn list<G: PlayableGame>() -> Result<ExitCode, Failure> {
    let agents: Vec<_> = Registry::<G>::built_in().factories().iter().map(describe).collect();
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
