//! `tournament agents`: who can play, and what can be set.

use crate::console;
use crate::failure::Failure;
use crate::games::Hosted;
use agents::{Kind, registry};
use std::fmt::Write;
use std::process::ExitCode;

/// Lists the agents with every parameter, its range and its default.
///
/// # Errors
/// If standard output cannot be written.
pub fn list<G: Hosted>() -> Result<ExitCode, Failure> {
    let agents: Vec<_> = registry::<G>().iter().map(describe).collect();
    console::print(&agents.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn describe<G: Hosted>(kind: &Kind<G>) -> String {
    let mut text = format!("{}: {}\n", kind.name, kind.summary);
    for parameter in kind.parameters {
        let agents::Parameter { name, meaning, range, default } = parameter;
        let _ = writeln!(text, "  {name}={default}\n      {meaning}\n      {range}");
    }
    text
}
