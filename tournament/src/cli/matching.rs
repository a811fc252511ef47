//! `tournament match`: its arguments.

use super::arguments::{DeckArguments, JobArguments, ShardArgument, TableArguments, count};
use super::words::one_of;
use anygame::AnyGame;
use anygame::play::Streams;
use clap::Args;
use runner::matching::{self, MatchConfig};
use runner::{Failure, JobOptions, Provenance};
use statistics::Hypotheses;
use std::process::ExitCode;

/// The help text of `--players`.
const PLAYERS: &str = "Number of players [default: the game's minimum]; with 3 or more, a lone A plays copies of B, and a lone B copies of A";

/// `tournament match`
#[derive(Clone, Debug, Args)]
#[command(mut_arg("players", |players| players.help(PLAYERS)))]
pub struct MatchArguments {
    /// Agent under test: `[label=]name[:key=value…]`
    #[arg(value_name = "A", required_unless_present = "simulate", requires = "second")]
    pub first: Option<String>,
    /// Agent to compare it with
    #[arg(value_name = "B", conflicts_with = "simulate")]
    pub second: Option<String>,
    /// Maximum number of games
    #[arg(short = 'n', long, value_name = "N", default_value = "100000", value_parser = count)]
    pub games: u64,
    #[command(flatten)]
    pub table: TableArguments,
    /// Advantage of A under the null hypothesis: win share minus expected share
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, help_heading = "Test")]
    pub null: f64,
    /// Advantage of A under the alternative hypothesis
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, help_heading = "Test")]
    pub effect: f64,
    /// Probability of accepting --effect if --null is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05, help_heading = "Test")]
    pub alpha: f64,
    /// Probability of accepting --null if --effect is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05, help_heading = "Test")]
    pub beta: f64,
    /// Assignment of random-number streams to agents
    #[arg(long, value_name = "OWNER", value_parser = one_of(Streams::WORDS), default_value = "seat", ignore_case = true, help_heading = "Schedule")]
    pub streams: Streams,
    #[command(flatten)]
    pub job: JobArguments,
    #[command(flatten)]
    pub decks: DeckArguments,
    #[command(flatten)]
    pub part: ShardArgument,
    /// Simulate this many matches instead of playing, and print the test's error rates
    #[arg(long, value_name = "MATCHES", value_parser = count, help_heading = "Test")]
    pub simulate: Option<u64>,
}

impl MatchArguments {
    /// Plays the match, or simulates matches.
    ///
    /// # Errors
    /// Fails if the match cannot be played as configured.
    pub fn run(&self, game: &dyn AnyGame, provenance: Provenance) -> Result<ExitCode, Failure> {
        let Self { null, effect, alpha, beta, games, streams, .. } = *self;
        let job = JobOptions { shard: self.part.shard, ..self.job.options(provenance) };
        let config = MatchConfig {
            agents: [&self.first, &self.second].map(|spec| spec.clone().unwrap_or_default()),
            participants: None,
            games,
            table: self.table.choice(),
            hypotheses: Hypotheses { null, effect, alpha, beta },
            streams,
            job: self.decks.of(job),
        };
        match self.simulate {
            Some(matches) => matching::simulate(&config, game, matches),
            None => matching::run(&config, game)?.print(),
        }
    }
}
