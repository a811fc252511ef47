//! `tournament play`: people and agents at a table in the terminal.

mod console;
mod sitter;
mod table;

use crate::cli::sit::SitArguments;
use crate::failure::Failure;
use crate::render::terminal;
use crate::store::folder::write_whole;
use anygame::TypedGame;
use console::Answer;
use engine::{PlayableGame, Turn};
use std::process::ExitCode;
use table::Table;

/// Plays a game at the terminal.
///
/// # Errors
/// Fails if there are no such seats or agents, if an agent fails, or if the record cannot be written.
pub fn play<G: PlayableGame>(
    arguments: &SitArguments,
    game: &TypedGame<G>,
) -> Result<ExitCode, Failure> {
    let registry = game.registry();
    if let Some(path) = arguments.record.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Exists(path.clone()));
    }
    let sitters = sitter::seated(&arguments.seats, arguments.table.players, registry)?;
    let adviser = sitter::agent(&arguments.adviser, "--adviser", registry)?;
    let setup = arguments.table.rules.lay::<G>(sitters.len())?;
    let mut table = Table::<G>::new(setup, sitters, adviser, arguments.seed);
    terminal::print(&format!("{}\nType help to see what you can type.\n", table.introduction()))?;
    loop {
        table.follow();
        let Turn::Decide(seat) = table.state().turn() else { break };
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
                    Some(mv) => {
                        table.play(mv);
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
    if let Some(path) = &arguments.record {
        write_whole(path, (table.record() + "\n").as_bytes())?;
        let path = path.display();
        terminal::print(&format!("The game is in {path}: tournament analyse {path}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
