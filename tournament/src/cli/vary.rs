//! `--vary`: the values of a rule, each of which is played in a separate run; `--retrain`: networks that fit each value.

use super::train::TrainArguments;
use anygame::AnyGame;
use clap::{Args, Parser};
use lab::training::{self, LINEAR, NETWORK, TrainConfig, TrainJob};
use runner::{Ending, Failure, JobOptions, RunConfig};
use std::iter;

/// The parameter of agents that stands for the network of their run.
const RETRAINED: &str = "=retrained";

/// The rule to vary.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct VaryArgument {
    /// Play the same decks under several values of a rule, e.g. ships=11,13,15
    ///
    /// The program plays a separate run for each value, in the subfolders ships-11, ships-13 and ships-15 of --out;
    /// `hidden_decks.lab` in Python compares them.
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = variation, requires = "out")]
    pub vary: Option<Variation>,
    /// First train a network under each value, for the agents with evaluation=retrained
    ///
    /// The networks learn as with `tournament train`, in the subfolders networks/ships-11 and so on of --out. Options of
    /// that command may follow, as in --retrain="--games 50000 --sparse".
    #[arg(long, value_name = "OPTIONS", num_args = 0..=1, require_equals = true, default_missing_value = "",
        requires_all = ["vary", "players"], conflicts_with = "shard")]
    pub retrain: Option<String>,
}

impl VaryArgument {
    /// Checks a run, and the training of its network, without writing anything.
    ///
    /// # Errors
    /// Fails if one of them is not possible, or if no agent uses the network.
    pub fn check(&self, config: &RunConfig, game: &dyn AnyGame) -> Result<(), Failure> {
        let Some(training) = self.training(config)? else { return config.check(game) };
        if !config.agents.contains(RETRAINED) {
            return Err(Failure::usage(
                "--retrain trains networks, but no agent uses them: give one evaluation=retrained",
            ));
        }
        TrainJob::new(game, &training)?;
        let agents = config.agents.replace(RETRAINED, "=linear");
        RunConfig { agents, ..config.clone() }.check(game)
    }

    /// Trains the network of a run, if that is wanted, and lets the agents use it.
    ///
    /// # Errors
    /// Fails if the training fails.
    pub fn retrain(&self, config: &mut RunConfig, game: &dyn AnyGame) -> Result<Ending, Failure> {
        let Some(training) = self.training(config)? else { return Ok(Ending::Complete) };
        let finished = training::run(game, &training)?;
        finished.print()?;
        let network = finished.folder.join(NETWORK);
        // No network may have been better than the game's weights.
        let evaluation =
            if network.exists() { network.display().to_string() } else { LINEAR.to_owned() };
        config.agents = config.agents.replace(RETRAINED, &format!("={evaluation}"));
        Ok(finished.ending)
    }

    /// Returns the training of the network of a run, if that is wanted.
    fn training(&self, config: &RunConfig) -> Result<Option<TrainConfig>, Failure> {
        let (Some(options), Some(out)) = (&self.retrain, &config.job.out) else { return Ok(None) };
        let (lab, run) = (out.parent().unwrap_or(out), out.file_name().unwrap_or_default());
        let folder = lab.join("networks").join(run);
        let line = iter::once("train").chain(options.split_whitespace());
        let parsed = Retraining::try_parse_from(line).map_err(|error| {
            let text = error.to_string();
            Failure::usage(format!("--retrain: {}", text.lines().next().unwrap_or_default()))
        })?;
        let mut training = parsed.arguments.config(config.job.provenance);
        let is_set = !training.players.is_empty() || !training.rules.given.is_empty();
        if is_set || training.job.out.is_some() {
            return Err(Failure::usage(
                "--retrain: leave out --players, --rule and --out, which the run sets",
            ));
        }
        training.rules = config.rules.clone();
        training.players = config.players.into_iter().collect();
        let remedy = Some("repeat the command with --resume");
        training.job = JobOptions { out: Some(folder), remedy, ..config.job.clone() };
        Ok(Some(training))
    }
}

/// The options after `--retrain`.
#[derive(Parser)]
struct Retraining {
    #[command(flatten)]
    arguments: TrainArguments,
}

/// A rule and its values.
#[derive(Clone, Debug)]
pub struct Variation {
    key: String,
    values: Vec<String>,
}

impl Variation {
    /// Returns the rule, the value and the name of the folder of each run.
    pub fn runs(&self) -> impl Iterator<Item = (String, String, String)> {
        let run =
            |value: &String| (self.key.clone(), value.clone(), format!("{}-{value}", self.key));
        self.values.iter().map(run)
    }
}

fn variation(text: &str) -> Result<Variation, String> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, values) = pair.ok_or("expected a rule and its values, e.g. ships=11,13,15")?;
    let values: Vec<String> = values.split(',').map(ToOwned::to_owned).collect();
    if values.len() < 2 {
        return Err(format!("expected two or more values, e.g. {key}=11,13; --rule sets one"));
    }
    for (place, value) in values.iter().enumerate() {
        // The values are also names of folders.
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if value.is_empty() || !value.chars().all(is_name) {
            return Err(format!("'{value}' is not a word or a whole number"));
        }
        if values[..place].contains(value) {
            return Err(format!("{value} occurs twice"));
        }
    }
    Ok(Variation { key: key.to_owned(), values })
}
