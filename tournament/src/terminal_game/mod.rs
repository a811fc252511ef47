//! `tournament play`: a game in the terminal between people and agents.

mod console;
mod occupant;
mod table;

use crate::cli::play::PlayArguments;
use anygame::AnyGame;
use console::Answer;
use engine::Turn;
use runner::Failure;
use runner::terminal;
use std::process::ExitCode;
use store::draft::write_whole;
use table::TerminalGame;

/// Plays a game in the terminal.
///
/// # Errors
/// Fails if the seats or agents are invalid, if an agent fails, or if the record cannot be written.
pub fn run(arguments: &PlayArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    if let Some(path) = arguments.record.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Exists(path.clone()));
    }
    let occupants = occupant::seated(&arguments.seats, arguments.table.players, game)?;
    let adviser = occupant::agent(&arguments.adviser, "--adviser", game)?;
    let setup = arguments.table.rules.choice().setup(game, occupants.len())?;
    let mut table = TerminalGame::new(setup, occupants, adviser, arguments.seed);
    terminal::print(&format!("{}\nType help to see what you can type.\n", table.introduction()))?;
    while let Turn::Decide(seat) = table.position().turn() {
        if !table.is_human(seat) {
            table.decide(seat)?;
            continue;
        }
        if !table.is_shown_to(seat) {
            console::hand_over(&table.pass_to(seat))?;
        }
        terminal::print(&table.news(seat))?;
        loop {
            match console::ask(&table.prompt(seat))? {
                Answer::Words(words) => match table.chosen(&words) {
                    Some(place) => {
                        table.play(place);
                        break;
                    }
                    None => terminal::print(&table.no_such_move(&words))?,
                },
                Answer::Board => terminal::print(&table.board(seat))?,
                Answer::Moves => terminal::print(&table.moves())?,
                Answer::Hint => terminal::print(&table.hint(seat)?)?,
                Answer::Undo => match table.undo() {
                    Ok(()) => break,
                    Err(why) => terminal::print(&format!("{why}\n"))?,
                },
                Answer::Help => terminal::print(console::HELP)?,
                Answer::Quit => {
                    terminal::print("The game is left unfinished.\n")?;
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
    }
    terminal::print(&table.result())?;
    if let (Some(path), Some(record)) = (&arguments.record, table.record()) {
        write_whole(path, (record + "\n").as_bytes())?;
        let path = path.display();
        terminal::print(&format!("The game is in {path}: tournament analyse {path}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
