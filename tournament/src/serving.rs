//! `tournament serve-bot`: serves a bot to tournaments on other machines.

use agents::Spec;
use agents::external::{Program, read_token, serve};
use runner::Failure;
use runner::terminal;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::ExitCode;

/// The parameters of a bot that have no meaning for a server.
const OF_TOURNAMENTS: [&str; 3] = ["move_ms", "isolate", "log"];

/// The options of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The spec of the bot.
    pub bot: String,
    /// The address and port.
    pub listen: String,
    /// The file with the token that clients must know.
    pub token: Option<PathBuf>,
}

/// Serves a bot until the program is interrupted.
///
/// # Errors
/// Fails if the arguments are invalid, or if the program cannot listen at the address.
pub fn run(config: &ServerConfig) -> Result<ExitCode, Failure> {
    let ServerConfig { bot, listen, token } = config;
    let spec: Spec = bot.parse().map_err(agents::AgentError::from)?;
    let program = Program::from_spec(&spec)?;
    let is_given = |name: &str| spec.arguments().iter().any(|(given, _)| given == name);
    if is_given("connect") {
        let sentence = format!("{bot}: a server runs a bot itself: expected external:cmd=PROGRAM");
        return Err(Failure::Usage(sentence));
    }
    if let Some(name) = OF_TOURNAMENTS.into_iter().find(|&name| is_given(name)) {
        let sentence = format!("{bot}: the tournament determines {name}: omit it here");
        return Err(Failure::Usage(sentence));
    }
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
    serve(&program, token.as_deref(), &listener)
}
