//! Arguments that set rule options.

use clap::Args;
use runner::job::rules::{RuleChoice, SHORT};
use std::path::PathBuf;

/// The options of the game, apart from the number of players.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct RuleArguments {
    /// Set a rule option, e.g. edition=hungarian; `tournament rules` lists them
    #[arg(id = "rule", long = "rule", value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub rules: Vec<(String, String)>,
    /// Rule book to play by; short for --rule edition=EDITION
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<String>,
    /// Custom board file; short for --rule board=FILE
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// End a game after N turns in all; short for --rule turn-limit=N
    #[arg(long, value_name = "N")]
    pub turn_limit: Option<String>,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, value) = pair.ok_or("expected KEY=VALUE, e.g. edition=dutch")?;
    Ok((key.to_owned(), value.to_owned()))
}

impl RuleArguments {
    /// Returns all rules as keys and values, including those that have a separate flag.
    pub fn choice(&self) -> RuleChoice {
        let board = self.board.as_ref().map(|path| path.to_string_lossy().into_owned());
        let short = SHORT.into_iter().zip([self.edition.clone(), board, self.turn_limit.clone()]);
        let short = short.filter_map(|(key, value)| Some((key.to_owned(), value?)));
        let given = self.rules.iter().cloned().chain(short).collect();
        RuleChoice { given, ..RuleChoice::default() }
    }
}
