//! The rules of a game as given on the command line, before any file is read.

use anygame::{AnyGame, AnySetup};
use engine::{RuleError, RuleOption, RuleValue, RuleValues, Rules};
use std::path::Path;
use store::Failure;
use store::command::JobCommand;

/// Rules with a flag of their name. All other rules are set with `--rule`.
pub const SHORT: [&str; 3] = ["edition", BOARD, "turn-limit"];
/// The rule whose value is the path of a board file.
pub const BOARD: &str = "board";

/// The chosen rules as keys and values. If a rule takes a text, its value is the path of a file with the text.
#[derive(Clone, Debug, Default)]
pub struct RuleChoice {
    /// The keys and values in the order given.
    pub given: Vec<(String, String)>,
    /// The texts of rules, from callers that have no files.
    pub texts: Rules,
}

impl RuleChoice {
    /// Reads the files of all rules that take a text, and returns the rules with their contents.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn read(&self, options: &[RuleOption]) -> Result<Rules, Failure> {
        let mut rules = self.texts.clone();
        for (key, value) in &self.given {
            let value = if is_text(key, options) { text(value.as_ref())? } else { value.clone() };
            rules = rules.with(key, &value);
        }
        Ok(rules)
    }

    /// Sets up a table with these rules.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or if the rules do not give a valid setup.
    pub fn setup(&self, game: &dyn AnyGame, players: usize) -> Result<AnySetup, Failure> {
        let rules = self.read(game.facts().rules)?;
        game.setup(players, &rules).map_err(|error| match error {
            RuleError::Text { key, what } => match self.given.iter().find(|(one, _)| *one == key) {
                Some((_, path)) => Failure::content(path, what),
                None => Failure::Setup(what),
            },
            _ => Failure::Setup(error.to_string()),
        })
    }

    /// Adds the effective rules of a table to a command as flags. The flag of a text without a file contains the text's name.
    pub fn add_to(
        &self,
        command: JobCommand,
        setup: &AnySetup,
        options: &[RuleOption],
    ) -> JobCommand {
        let is_value = |(key, value): &&(&str, RuleValue)| {
            !matches!(value, RuleValue::Text(_)) || self.texts.value(key).is_some()
        };
        let values = setup.rules().iter().filter(is_value);
        let values = values.map(|(key, value)| (*key, value.to_string()));
        let texts = self.given.iter().filter(|(key, _)| is_text(key, options));
        let texts = texts.map(|(key, path)| (key.as_str(), path.clone()));
        values.chain(texts).fold(command, |command, (key, value)| {
            if SHORT.contains(&key) {
                command.flag(key, value)
            } else {
                command.flag("rule", format!("{key}={value}"))
            }
        })
    }
}

/// The rules and the number of seats of a table.
#[derive(Clone, Debug, Default)]
pub struct TableChoice {
    /// The chosen rules.
    pub rules: RuleChoice,
    /// The number of seats; `None` means the game's minimum.
    pub players: Option<usize>,
}

impl TableChoice {
    /// Sets up the table.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or if the rules and the number of seats do not give a valid setup.
    pub fn setup(&self, game: &dyn AnyGame) -> Result<AnySetup, Failure> {
        let players = self.players.unwrap_or(*game.facts().players.start());
        self.rules.setup(game, players)
    }
}

/// Whether the value of a rule is a text, such as a board.
pub fn is_text(key: &str, options: &[RuleOption]) -> bool {
    let is_it = |option: &&RuleOption| option.key == key;
    options.iter().find(is_it).is_some_and(|it| matches!(it.values, RuleValues::Text { .. }))
}

fn text(path: &Path) -> Result<String, Failure> {
    agents::read_small_text(path).map_err(|error| Failure::content(path, error))
}

/// Reads board files to which records may refer. Each board must be valid in at least one of the games.
///
/// # Errors
/// Fails if a file cannot be read or is not a valid board.
pub fn boards<P: AsRef<Path>>(paths: &[P], games: &[&dyn AnyGame]) -> Result<Rules, Failure> {
    let mut boards = Rules::new();
    for path in paths {
        let path = path.as_ref();
        let text = text(path)?;
        let board = Rules::new().with(BOARD, &text);
        let answers = games.iter().map(|game| game.setup(*game.facts().players.start(), &board));
        let answers: Vec<_> = answers.collect();
        if !answers.iter().any(Result::is_ok) {
            let is_about_it = |error: &RuleError| matches!(error, RuleError::Text { .. });
            let error = answers.into_iter().filter_map(Result::err).find(is_about_it);
            let what = error.map_or("the game has no boards".to_owned(), |error| error.to_string());
            return Err(Failure::content(path, what));
        }
        boards = boards.with(BOARD, &text);
    }
    Ok(boards)
}
