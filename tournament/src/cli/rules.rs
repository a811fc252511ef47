//! The rules of the game, as they are typed.

use clap::Args;
use runner::job::rules::{RuleChoice, SHORT};
use std::path::PathBuf;

/// The options of the game, apart from the number of players.
#[derive(Clone, Debug, Default, Args)]
pub struct RuleArguments {
    // `dispatch`, which knows the games, adds to the help what rules they have.
    /// A rule of the game; may be given several times
    #[arg(id = "rule", long = "rule", value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub rules: Vec<(String, String)>,
    /// Short for --rule edition=EDITION: the rule book
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<String>,
    /// Short for --rule board=FILE: a board of your own
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// Short for --rule turn-limit=N: end a game after so many turns of all players together
    #[arg(long, value_name = "N")]
    pub turn_limit: Option<String>,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, value) = pair.ok_or("write KEY=VALUE, as in edition=dutch")?;
    Ok((key.to_owned(), value.to_owned()))
}

impl RuleArguments {
    /// Returns all rules as keys and values, including those that have a separate flag.
    pub fn choice(&self) -> RuleChoice {
        let board = self.board.as_ref().map(|path| path.to_string_lossy().into_owned());
        let short = SHORT.into_iter().zip([self.edition.clone(), board, self.turn_limit.clone()]);
        let short = short.filter_map(|(key, value)| Some((key.to_owned(), value?)));
        RuleChoice { given: self.rules.iter().cloned().chain(short).collect() }
    }
}
