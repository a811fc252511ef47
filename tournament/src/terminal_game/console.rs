//! Console input: reads a person's answers line by line.

use runner::Failure;
use runner::terminal;
use std::io::{self, BufRead};

/// The help text that lists all inputs.
pub const HELP: &str = "\
a number       the move with this number
a move         that move, written out
moves          list the moves again
board          show the board again
hint           ask a strong agent
undo           go back to the last decision of a person
quit           leave the game
";

/// A person's answer at the prompt.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Answer {
    /// The text of a move, or its number.
    Words(String),
    Board,
    Moves,
    Hint,
    Undo,
    Help,
    Quit,
}

impl Answer {
    /// Parses a line; returns `None` if it is empty.
    fn read(line: &str) -> Option<Self> {
        let line = line.trim().to_lowercase();
        Some(match line.as_str() {
            "" => return None,
            "board" | "b" => Self::Board,
            "moves" | "m" => Self::Moves,
            "hint" | "h" => Self::Hint,
            "undo" | "u" => Self::Undo,
            "help" | "?" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            _ => Self::Words(line),
        })
    }
}

/// Prompts until the person enters something. The end of the input counts as quitting the game.
///
/// # Errors
/// Fails if the terminal cannot be read or written.
pub fn ask(prompt: &str) -> Result<Answer, Failure> {
    loop {
        terminal::print(prompt)?;
        let Some(line) = line()? else { return Ok(Answer::Quit) };
        if let Some(answer) = Answer::read(&line) {
            return Ok(answer);
        }
    }
}

/// Clears the screen and waits for the next person to press Enter.
///
/// # Errors
/// Fails if the terminal cannot be read or written.
pub fn hand_over(sentence: &str) -> Result<(), Failure> {
    terminal::clear()?;
    terminal::print(sentence)?;
    line().map(drop)
}

fn line() -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    let length = read.map_err(Failure::read("standard input".as_ref()))?;
    Ok((length > 0).then_some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_answers() {
        assert_eq!(Answer::read(" Hint \n"), Some(Answer::Hint));
        assert_eq!(Answer::read("q"), Some(Answer::Quit));
        assert_eq!(Answer::read(" \n"), None);
        assert_eq!(Answer::read("Sail tonga>1\n"), Some(Answer::Words("sail tonga>1".to_owned())));
    }
}
