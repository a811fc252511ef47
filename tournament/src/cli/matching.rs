//! `tournament match`: its arguments.

use super::arguments::{JobArguments, TableArguments, count};
use super::words::one_of;
use anygame::AnyGame;
use anygame::play::Streams;
use clap::Args;
use runner::Failure;
use runner::matching::{self, MatchConfig};
use statistics::Hypotheses;
use std::process::ExitCode;

/// Who sits where.
const SEATS: &str = "Seats [default: the game's minimum]; with more than two, A sits alone among B's and B alone among A's";

/// `tournament match`
#[derive(Clone, Debug, Args)]
#[command(mut_arg("players", |players| players.help(SEATS)))]
pub struct MatchArguments {
    /// The agent that may be better: `[label=]name[:key=value…]`
    #[arg(value_name = "A", required_unless_present = "simulate", requires = "second")]
    pub first: Option<String>,
    /// The agent to compare it with
    #[arg(value_name = "B", conflicts_with = "simulate")]
    pub second: Option<String>,
    /// Games at most
    #[arg(short = 'n', long, value_name = "N", default_value = "100000", value_parser = count)]
    pub games: u64,
    #[command(flatten)]
    pub table: TableArguments,
    /// The advantage of A under the null hypothesis: its win share less the expected share
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub null: f64,
    /// The advantage of A under the alternative hypothesis
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    pub effect: f64,
    /// How often --effect may be accepted although --null is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    pub alpha: f64,
    /// How often --null may be accepted although --effect is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    pub beta: f64,
    /// What agents' random numbers belong to, besides the deck
    #[arg(long, value_name = "OWNER", value_parser = one_of(Streams::WORDS), default_value = "seat", ignore_case = true)]
    pub streams: Streams,
    #[command(flatten)]
    pub job: JobArguments,
    /// Instead of playing, simulate so many matches with known advantages and show the test's error rates
    #[arg(long, value_name = "MATCHES", value_parser = count)]
    pub simulate: Option<u64>,
}

impl MatchArguments {
    /// Plays the match, or simulates matches.
    ///
    /// # Errors
    /// If it cannot be played as asked.
    pub fn run(&self, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
        let Self { null, effect, alpha, beta, games, streams, .. } = *self;
        let config = MatchConfig {
            agents: [&self.first, &self.second].map(|spec| spec.clone().unwrap_or_default()),
            games,
            players: self.table.players,
            rules: self.table.rules.choice(),
            hypotheses: Hypotheses { null, effect, alpha, beta },
            streams,
            job: self.job.options(),
        };
        match self.simulate {
            Some(matches) => matching::simulate(&config, game, matches),
            None => matching::run(&config, game),
        }
    }
}
