//! `tournament completions` and `tournament man`: a script for shells and the manual page.

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;
use runner::{Failure, terminal};
use std::process::ExitCode;

/// `tournament completions`
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// Shell for which to print the script
    #[arg(value_name = "SHELL", value_enum, ignore_case = true)]
    pub shell: Shell,
}

/// Prints a script that completes the command line.
///
/// # Errors
/// Fails if standard output cannot be written.
pub fn completions(
    arguments: &CompletionsArguments,
    mut command: clap::Command,
) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "tournament", &mut script);
    print(&script)
}

/// Prints the manual page.
///
/// # Errors
/// Fails if standard output cannot be written.
pub fn manual(command: clap::Command) -> Result<ExitCode, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(Failure::Output)?;
    print(&page)
}

fn print(text: &[u8]) -> Result<ExitCode, Failure> {
    terminal::print(&String::from_utf8_lossy(text))?;
    Ok(ExitCode::SUCCESS)
}
