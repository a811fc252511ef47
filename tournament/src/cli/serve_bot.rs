//! `tournament serve-bot`: its arguments.

use crate::serving::ServerConfig;
use clap::Args;
use std::path::PathBuf;

/// `tournament serve-bot`
#[derive(Clone, Debug, Args)]
pub struct ServeBotArguments {
    /// Bot to serve: `external:cmd=…`
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Address and port to listen at; port 0 chooses a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7777")]
    pub listen: String,
    /// File with the token that clients must know; required unless only this machine can connect
    #[arg(long, value_name = "FILE")]
    pub token: Option<PathBuf>,
}

impl ServeBotArguments {
    /// Returns the options of the server.
    pub fn config(&self) -> ServerConfig {
        let Self { bot, listen, token } = self.clone();
        ServerConfig { bot, listen, token }
    }
}
