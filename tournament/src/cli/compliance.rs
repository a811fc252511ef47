//! `tournament compliance`: its arguments.

use super::arguments::{TableArguments, count};
use clap::Args;

/// `tournament compliance`
#[derive(Debug, Args)]
#[command(mut_arg("players", |players| {
    players.help("Seats [default: every number that the game allows, one after the other]")
}))]
pub struct ComplianceArguments {
    /// The bot: `external:cmd=…`
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Games with each number of players
    #[arg(short = 'n', long, value_name = "N", default_value = "6", value_parser = count)]
    pub games: u64,
    #[command(flatten)]
    pub table: TableArguments,
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}
