//! The place where people see a game and type their answers.

mod lines;
mod screen;

pub use lines::Lines;
pub use screen::Screen;

use super::table::TerminalGame;
use engine::Seat;
use runner::Failure;

/// The help text that lists all inputs.
pub const HELP: &str = "\
a number       the move with this number
a move         that move, in words or in the game's notation
moves          list the moves again
board          show the board again
hint           ask a strong agent
undo           go back to the last decision of a person
quit           leave the game
";

/// A person's answer.
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

/// Shows a game to people and reads their answers. All methods fail if the terminal cannot be read or written.
pub trait Console {
    /// Shows sentences.
    fn say(&mut self, text: &str) -> Result<(), Failure>;

    /// Shows a text that people read before the game continues.
    fn say_alone(&mut self, text: &str) -> Result<(), Failure>;

    /// Shows the position to the person who decides next.
    fn show(&mut self, table: &TerminalGame, seat: Seat) -> Result<(), Failure>;

    /// Shows the position while an agent thinks.
    fn think(&mut self, table: &TerminalGame, seat: Seat) -> Result<(), Failure>;

    /// Reads the next answer of the person who decides. The end of the input counts as quitting the game.
    fn ask(&mut self, table: &TerminalGame, seat: Seat) -> Result<Answer, Failure>;

    /// Hides everything, shows the sentence, and waits for the next person to press Enter.
    fn hand_over(&mut self, sentence: &str) -> Result<(), Failure>;

    /// Shows the final position.
    fn finish(&mut self, table: &TerminalGame) -> Result<(), Failure>;
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
