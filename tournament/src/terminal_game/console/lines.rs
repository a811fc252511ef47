//! A game as lines of text, for pipes and simple terminals.

use super::{Answer, Console};
use crate::terminal_game::table::TerminalGame;
use engine::Seat;
use runner::{Failure, terminal};
use std::io::{self, BufRead};

/// Prints a game as lines of text.
#[derive(Default)]
pub struct Lines {
    /// The list of moves that has been printed last.
    listed: String,
}

impl Console for Lines {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        terminal::print(text)
    }

    fn say_alone(&mut self, text: &str) -> Result<(), Failure> {
        terminal::print(text)
    }

    fn show(&mut self, table: &TerminalGame, seat: Seat) -> Result<(), Failure> {
        self.listed.clear();
        terminal::print(&format!("\n{}", table.board(seat)))
    }

    fn think(&mut self, _: &TerminalGame, _: Seat) -> Result<(), Failure> {
        Ok(())
    }

    fn ask(&mut self, table: &TerminalGame, seat: Seat) -> Result<Answer, Failure> {
        let moves = table.moves();
        if moves != self.listed {
            terminal::print(&moves)?;
            self.listed = moves;
        }
        loop {
            terminal::print(&format!("{}> ", table.name(seat)))?;
            let Some(line) = line()? else { return Ok(Answer::Quit) };
            match Answer::read(&line) {
                Some(Answer::Board) => terminal::print(&table.board(seat))?,
                Some(Answer::Moves) => terminal::print(&self.listed)?,
                Some(answer) => return Ok(answer),
                None => (),
            }
        }
    }

    fn hand_over(&mut self, sentence: &str) -> Result<(), Failure> {
        terminal::clear()?;
        terminal::print(sentence)?;
        line().map(drop)
    }

    fn finish(&mut self, table: &TerminalGame) -> Result<(), Failure> {
        terminal::print(&format!("\n{}", table.board(table.last_viewer())))
    }
}

fn line() -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    let length = read.map_err(Failure::read("standard input".as_ref()))?;
    Ok((length > 0).then_some(line))
}
