//! The rules of the game, as they are typed.

use crate::failure::Failure;
use crate::job::shell::quoted;
use clap::Args;
use engine::{Dealable, RuleError, RuleOption, RuleValue, RuleValues, Rules};
use std::path::{Path, PathBuf};

/// Rules that have a flag of their own.
const SHORT: [&str; 3] = ["edition", BOARD, "turn-limit"];
/// The rule that `--board` is short for.
const BOARD: &str = "board";

/// The options of the game, apart from the number of players.
#[derive(Clone, Debug, Default, Args)]
pub struct RuleArguments {
    // The registry, which knows the games, adds to the help what rules they have.
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
    /// All rules as keys and values, those with a flag of their own included; a text by its file.
    fn pairs(&self) -> Vec<(&str, String)> {
        let typed = self.rules.iter().map(|(key, value)| (key.as_str(), value.clone()));
        let board = self.board.as_ref().map(|path| path.to_string_lossy().into_owned());
        let short = SHORT.into_iter().zip([self.edition.clone(), board, self.turn_limit.clone()]);
        typed.chain(short.filter_map(|(key, value)| Some((key, value?)))).collect()
    }

    /// The rules with the content of all files.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn read<G: Dealable>(&self) -> Result<Rules, Failure> {
        let mut rules = Rules::new();
        for (key, value) in self.pairs() {
            let value = if is_text(key, G::RULES) { text(value.as_ref())? } else { value };
            rules = rules.with(key, &value);
        }
        Ok(rules)
    }

    /// Lays the table.
    ///
    /// # Errors
    /// If it cannot be had, or a file not be read.
    pub fn lay<G: Dealable>(&self, players: usize) -> Result<G::Setup, Failure> {
        G::setup(players, &self.read::<G>()?).map_err(|error| match error {
            RuleError::Text { key, what } => {
                match self.pairs().into_iter().find(|(one, _)| *one == key) {
                    Some((_, path)) => Failure::Content { path: path.into(), what },
                    None => Failure::Setup(what),
                }
            }
            _ => Failure::Setup(error.to_string()),
        })
    }

    /// The rules in force at a table, as they are typed.
    pub fn flags<G: Dealable>(&self, setup: &G::Setup) -> String {
        self.flags_of(G::rules_in_force(setup), G::RULES)
    }

    fn flags_of(&self, in_force: Vec<(&str, RuleValue)>, options: &[RuleOption]) -> String {
        let is_value = |(_, value): &(_, _)| !matches!(value, RuleValue::Text(_));
        let in_force = in_force.into_iter().filter(is_value);
        let texts = self.pairs().into_iter().filter(|(key, _)| is_text(key, options));
        let flag = |key: &str, value: &str| {
            let value = quoted(value);
            if SHORT.contains(&key) {
                format!(" --{key} {value}")
            } else {
                format!(" --rule {key}={value}")
            }
        };
        let values = in_force.map(|(key, value)| flag(key, &value.to_string()));
        values.chain(texts.map(|(key, path)| flag(key, &path))).collect()
    }
}

fn is_text(key: &str, options: &[RuleOption]) -> bool {
    let is_it = |option: &&RuleOption| option.key == key;
    options.iter().find(is_it).is_some_and(|it| matches!(it.values, RuleValues::Text { .. }))
}

fn text(path: &Path) -> Result<String, Failure> {
    let wrong = |what: String| Failure::Content { path: path.to_owned(), what };
    agents::read_small_text(path).map_err(|error| wrong(error.to_string()))
}

/// Lays a table by some rules, to see whether it can be had.
pub type Lay = fn(&Rules) -> Result<(), RuleError>;

/// The boards in these files, for records to name; each must be one for some game.
///
/// # Errors
/// If a file cannot be read or is no board.
pub fn boards(paths: &[PathBuf], games: &[Lay]) -> Result<Rules, Failure> {
    let mut boards = Rules::new();
    for path in paths {
        let text = text(path)?;
        let board = Rules::new().with(BOARD, &text);
        let answers: Vec<_> = games.iter().map(|lay| lay(&board)).collect();
        if !answers.contains(&Ok(())) {
            let is_about_it = |error: &RuleError| matches!(error, RuleError::Text { .. });
            let error = answers.into_iter().filter_map(Result::err).find(is_about_it);
            let what = error.map_or("no game has boards".to_owned(), |error| error.to_string());
            return Err(Failure::Content { path: path.clone(), what });
        }
        boards = boards.with(BOARD, &text);
    }
    Ok(boards)
}
