//! `tournament play`: a game in the terminal between people and agents.

mod console;
mod occupant;
mod table;

use anygame::AnyGame;
use console::{Answer, Console, HELP, Lines, Screen};
use engine::Turn;
use runner::Failure;
use runner::job::rules::TableChoice;
use runner::terminal;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use store::draft::Draft;
use table::TerminalGame;

/// The options of a game in the terminal.
#[derive(Clone, Debug)]
pub struct PlayConfig {
    /// The player on each seat, separated by commas: `human` or the spec of an agent.
    pub seats: String,
    /// The rules, and the number of players if it is not the number of `seats`.
    pub table: TableChoice,
    /// The seed of the deck and the agents; a new one by default.
    pub seed: Option<u64>,
    /// The spec of the agent that gives hints.
    pub adviser: String,
    /// The file for a record of the finished game.
    pub record: Option<PathBuf>,
}

/// Plays a game in the terminal: on a screen that is redrawn if there is one, otherwise as lines of text.
///
/// # Errors
/// Fails if the seats or agents are invalid, if an agent fails, or if the record cannot be written.
pub fn run(config: &PlayConfig, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    if let Some(path) = config.record.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Exists(path.clone()));
    }
    // Nobody plays a game that cannot be recorded.
    let draft = config.record.as_deref().map(Draft::begin).transpose()?;
    let occupants = occupant::seated(&config.seats, config.table.players, game)?;
    let adviser = occupant::agent(&config.adviser, "--adviser", game)?;
    let setup = config.table.rules.setup(game, occupants.len())?;
    // A seed of few digits, so that people can repeat it.
    let seed = config.seed.unwrap_or_else(|| rand::random_range(1..1_000_000));
    let mut table = TerminalGame::new(setup, occupants, adviser, seed);
    let mut console: Box<dyn Console> =
        if Screen::is_possible() { Box::new(Screen::open()?) } else { Box::new(Lines::default()) };
    console
        .say_alone(&format!("{}\nType help to see what you can type.\n", table.introduction()))?;
    let is_over = play(&mut table, &mut *console)?;
    drop(console);
    if !is_over {
        terminal::print("The game is left unfinished.\n")?;
    } else if let (Some((draft, mut file)), Some(record)) = (draft, table.record()) {
        let path = draft.path().to_owned();
        file.write_all((record + "\n").as_bytes()).map_err(Failure::write(&path))?;
        draft.finish(&file)?;
        let path = path.display();
        terminal::print(&format!("The game is in {path}: tournament analyse {path}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays until the game is over, or until a person leaves it. Returns whether it is over.
fn play(table: &mut TerminalGame, console: &mut dyn Console) -> Result<bool, Failure> {
    while let Turn::Decide(seat) = table.position().turn() {
        if !table.is_human(seat) {
            console.think(table, seat)?;
            table.decide(seat)?;
            continue;
        }
        if !table.is_shown_to(seat) {
            console.hand_over(&table.pass_to(seat))?;
        }
        console.say(&table.news(seat))?;
        console.show(table, seat)?;
        loop {
            match console.ask(table, seat)? {
                Answer::Words(words) => match table.chosen(&words) {
                    Ok(true) => break,
                    Ok(false) => (),
                    Err(why) => console.say(&why)?,
                },
                Answer::Hint => console.say(&table.hint(seat)?)?,
                Answer::Undo => match table.undo() {
                    Ok(()) => break,
                    Err(why) => console.say(&format!("{why}\n"))?,
                },
                Answer::Help => console.say_alone(HELP)?,
                Answer::Board | Answer::Moves => (),
                Answer::Quit => return Ok(false),
            }
        }
    }
    let news = table.final_news();
    console.say(&news)?;
    console.finish(table)?;
    Ok(true)
}
