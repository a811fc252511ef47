//! `tournament tune`: its arguments.

use super::arguments::{JobArguments, TableArguments, count};
use super::words::one_of;
use clap::Args;
use lab::tuning::{Objective, Payoff, StepSizes, TuneConfig};

/// `tournament tune`
#[derive(Clone, Debug, Args)]
#[command(mut_arg("players", |players| {
    players.help("Seats [default: the game's minimum]; a candidate sits alone among opponents")
}))]
pub struct TuneArguments {
    /// The agent with the values to start from: `name[:key=value…]`
    #[arg(value_name = "AGENT")]
    pub agent: String,
    /// Its opponents, in turn: `[label=]name[:key=value…]`, separated by commas [default: the agent as it starts]
    #[arg(long, value_name = "LIST")]
    pub pool: Option<String>,
    /// Tune these weights or numeric parameters, by SPSA [default: all weights]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Games in all, without those of the confirmation
    #[arg(short = 'n', long, value_name = "N", default_value = "20000", value_parser = count)]
    pub games: u64,
    /// Decks in an iteration; on each of them a candidate plays once on every seat
    #[arg(long, value_name = "B", default_value_t = 4)]
    pub blocks: u64,
    /// What to maximize
    #[arg(long, value_name = "GOAL", value_parser = one_of(Objective::WORDS), default_value = "margin", ignore_case = true)]
    pub payoff: Objective,
    /// The margin in points that is worth half as much as an infinite one
    #[arg(long, value_name = "POINTS", default_value_t = 10.0)]
    pub margin: f64,
    /// SPSA: how far the first candidates lie from the middle; at 1 a feature alone outweighs all the others
    #[arg(long, value_name = "SIZE", default_value_t = 0.5)]
    pub perturbation: f64,
    /// SPSA: the size of steps
    #[arg(long, value_name = "SIZE", default_value_t = 4.0)]
    pub gain: f64,
    /// Games at most in each match that confirms the result
    #[arg(long, value_name = "N", default_value = "10000", value_parser = count)]
    pub confirm: u64,
    /// The advantage that the confirmation tests for: win share less the expected share
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    pub effect: f64,
    #[command(flatten)]
    pub table: TableArguments,
    #[command(flatten)]
    pub job: JobArguments,
}

impl TuneArguments {
    /// Returns the configuration of the job.
    pub fn config(&self) -> TuneConfig {
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
            job: self.job.options(),
        }
    }
}
