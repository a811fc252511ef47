//! `tournament compliance`: its arguments.

use super::arguments::{TableArguments, count};
use clap::Args;

/// `tournament compliance`
#[derive(Debug, Args)]
#[command(mut_arg("players", |players| {
    players.help("Number of players [default: every number that the game allows, in turn]")
}))]
pub struct ComplianceArguments {
    /// Bot to check: `external:cmd=…`
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Games for each number of players
    #[arg(short = 'n', long, value_name = "N", default_value = "6", value_parser = count)]
    pub games: u64,
    #[command(flatten)]
    pub table: TableArguments,
    /// Master seed
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Schedule")]
    pub seed: u64,
}
