//! `tournament tune`: its arguments.

use super::arguments::{DeckArguments, JobArguments, TableArguments, count};
use super::words::one_of;
use clap::Args;
use lab::tuning::{Objective, Payoff, StepSizes, TuneConfig};
use runner::Provenance;

/// `tournament tune`
#[derive(Clone, Debug, Args)]
#[command(mut_arg("players", |players| {
    players.help("Number of players [default: the game's minimum]; one candidate plays among opponents")
}))]
pub struct TuneArguments {
    /// Agent with the values to start from: `name[:key=value…]`
    #[arg(value_name = "AGENT")]
    pub agent: String,
    /// Opponents, in turn, separated by commas [default: the agent with its initial values]
    #[arg(long, value_name = "LIST")]
    pub pool: Option<String>,
    /// Weights or numeric parameters to tune [default: all weights]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Number of games, not counting the confirmation
    #[arg(short = 'n', long, value_name = "N", default_value = "20000", value_parser = count)]
    pub games: u64,
    /// Decks per iteration; on each deck a candidate plays once in every seat
    #[arg(long, value_name = "B", default_value_t = 4, help_heading = "Search")]
    pub blocks: u64,
    /// Quantity to maximize
    #[arg(long, value_name = "GOAL", value_parser = one_of(Objective::WORDS), default_value = "margin", ignore_case = true, help_heading = "Search")]
    pub payoff: Objective,
    /// Lead in points that scores 3/4, where a tie scores 1/2
    #[arg(long, value_name = "POINTS", default_value_t = 10.0, help_heading = "Search")]
    pub margin: f64,
    /// Initial perturbation of SPSA: the distance of candidates from the current values
    ///
    /// Larger values explore more, but at 1 a single feature outweighs all others.
    #[arg(long, value_name = "SIZE", default_value_t = 0.5, help_heading = "Search")]
    pub perturbation: f64,
    /// Gain of SPSA: the step size
    #[arg(long, value_name = "SIZE", default_value_t = 4.0, help_heading = "Search")]
    pub gain: f64,
    /// Maximum number of games in each match that confirms the result
    #[arg(long, value_name = "N", default_value = "10000", value_parser = count, help_heading = "Confirmation")]
    pub confirm: u64,
    /// Advantage for which the confirmation tests: win share minus expected share
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, help_heading = "Confirmation")]
    pub effect: f64,
    #[command(flatten)]
    pub table: TableArguments,
    #[command(flatten)]
    pub job: JobArguments,
    #[command(flatten)]
    pub decks: DeckArguments,
}

impl TuneArguments {
    /// Returns the configuration of the job.
    pub fn config(&self, provenance: Provenance) -> TuneConfig {
        TuneConfig {
            agent: self.agent.clone(),
            pool: self.pool.clone(),
            only: self.only.clone(),
            games: self.games,
            blocks: self.blocks,
            payoff: Payoff { goal: self.payoff, margin: self.margin },
            sizes: StepSizes { perturbation: self.perturbation, gain: self.gain },
            confirm: self.confirm,
            effect: self.effect,
            table: self.table.choice(),
            job: self.decks.of(self.job.options(provenance)),
        }
    }
}
