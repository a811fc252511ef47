//! `tournament play`: a game between people and agents, as lines of text for terminals and pipes.

mod occupant;
mod table;

use crate::cli::play::PlayArguments;
use anygame::AnyGame;
use engine::{Seat, Turn};
use runner::Failure;
use runner::terminal::{self, print};
use std::io::{self, Write};
use std::process::ExitCode;
use store::draft::Draft;
use table::TerminalGame;

/// The help text that lists all inputs.
const HELP: &str = "\
a number       the move with this number
a move         that move, in words or in the game's notation
moves, m       list the moves again
board, b       show the board again
hint, h        ask a strong agent
undo, u        go back to the last decision of a person
help, ?        show this list
quit, q        leave the game
";

/// Plays a game in the terminal.
///
/// # Errors
/// Fails if the seats or agents are invalid, if an agent fails, or if the record cannot be written.
pub fn run(arguments: &PlayArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    let PlayArguments { seats, table, seed, adviser, record } = arguments;
    if let Some(path) = record.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Exists(path.clone()));
    }
    // Nobody plays a game that cannot be recorded.
    let draft = record.as_deref().map(Draft::begin).transpose()?;
    let occupants = occupant::seated(seats, table.players, game)?;
    let adviser = occupant::agent(adviser, "--adviser", game)?;
    let setup = table.rules.choice().setup(game, occupants.len())?;
    // A seed of few digits, so that people can repeat it.
    let seed = seed.unwrap_or_else(|| rand::random_range(1..1_000_000));
    let mut table = TerminalGame::new(setup, occupants, adviser, seed);
    print(&format!("{}\nType ? for help, or q to leave.\n", table.introduction()))?;
    let is_over = play(&mut table)?;
    if !is_over {
        print("The game is left unfinished.\n")?;
    } else if let (Some((draft, mut file)), Some(record)) = (draft, table.record()) {
        let path = draft.path().to_owned();
        file.write_all((record + "\n").as_bytes()).map_err(Failure::write(&path))?;
        draft.finish(&file)?;
        let path = path.display();
        print(&format!("The game is in {path}: tournament analyse {path}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays until the game is over, or until a person leaves it or the input ends. Returns whether the game is over.
fn play(table: &mut TerminalGame) -> Result<bool, Failure> {
    while let Turn::Decide(seat) = table.position().turn() {
        if !table.is_human(seat) {
            table.decide(seat)?;
            continue;
        }
        if !table.is_shown_to(seat) {
            terminal::clear()?;
            print(&table.pass_to(seat))?;
            if line()?.is_none() {
                return Ok(false);
            }
        }
        print(&format!("{}\n{}", table.news(seat), table.board(seat)))?;
        if !ask(table, seat)? {
            return Ok(false);
        }
    }
    print(&format!("{}\n{}", table.final_news(), table.board(table.last_viewer())))?;
    Ok(true)
}

/// Carries out a person's answers until one of them changes the position. Returns false if the person leaves the game.
fn ask(table: &mut TerminalGame, seat: Seat) -> Result<bool, Failure> {
    let mut listed = String::new();
    loop {
        let moves = table.moves();
        if moves != listed {
            print(&moves)?;
            listed = moves;
        }
        print(&format!("{}> ", table.name(seat)))?;
        let Some(answer) = line()? else { return Ok(false) };
        match answer.trim().to_lowercase().as_str() {
            "" => (),
            "moves" | "m" => listed.clear(),
            "board" | "b" => print(&table.board(seat))?,
            "hint" | "h" => print(&table.hint(seat)?)?,
            "help" | "?" => print(HELP)?,
            "quit" | "q" | "exit" => return Ok(false),
            "undo" | "u" => match table.undo() {
                Ok(()) => return Ok(true),
                Err(why) => print(why)?,
            },
            words => match table.chosen(words) {
                Ok(true) => return Ok(true),
                Ok(false) => (),
                Err(why) => print(&why)?,
            },
        }
    }
}

/// Reads a line; `None` at the end of the input.
fn line() -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let length = io::stdin().read_line(&mut line);
    if length.map_err(Failure::read("standard input".as_ref()))? > 0 {
        return Ok(Some(line));
    }
    // The prompt has no end of line.
    print("\n")?;
    Ok(None)
}
