//! `tournament serve-bot`: serves a bot to tournaments on other machines.

use crate::cli::serve_bot::ServeBotArguments;
use agents::external::{Program, read_token, serve};
use runner::Failure;
use runner::terminal;
use std::net::TcpListener;
use std::process::ExitCode;

/// Serves a bot until the program is interrupted.
///
/// # Errors
/// Fails if the arguments are invalid, or if the system does not accept connections.
pub fn run(arguments: &ServeBotArguments) -> Result<ExitCode, Failure> {
    let ServeBotArguments { bot, listen, token } = arguments;
    let spec = bot.parse().map_err(agents::AgentError::from)?;
    let program = Program::from_spec(&spec)?;
    let token = token.as_deref().map(read_token).transpose();
    let token = token.map_err(|clause| Failure::Usage(format!("--token: {clause}")))?;
    let cannot = |error| Failure::Usage(format!("--listen {listen}: {error}"));
    let listener = TcpListener::bind(listen).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    if token.is_none() && !address.ip().is_loopback() {
        let sentence = "--token is required, because other machines can connect";
        return Err(Failure::Usage(format!("--listen {listen}: {sentence}")));
    }
    terminal::print(&format!("serving {bot} at {address}\n"))?;
    serve(&program, token.as_deref(), &listener).map_err(cannot)?;
    Ok(ExitCode::SUCCESS)
}
