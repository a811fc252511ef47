//! `tournament bench`: its arguments.

use super::arguments::GameArgument;
use clap::Args;

/// `tournament bench`
#[derive(Debug, Args)]
pub struct BenchArguments {
    #[command(flatten)]
    pub game: GameArgument,
    /// Number of players to measure [default: every number that the game allows]
    #[arg(long, value_name = "P", help_heading = "Game")]
    pub players: Option<usize>,
    /// Seconds per measurement
    #[arg(long, value_name = "S", default_value_t = 0.5)]
    pub seconds: f64,
    /// Print the results as one JSON object
    #[arg(long)]
    pub json: bool,
}
