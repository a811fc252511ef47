//! `tournament show`: positions and games for people to look at.

mod page;
pub mod picture;
mod replay;
pub mod terminal;

use crate::cli::arguments::ShowArguments;

use crate::cli::replay::game_of;
use crate::failure::Failure;
use crate::games::PlayableGame;
use crate::store::records::Records;
use engine::drawing::seat_letter;
use engine::{RecordError, RecordedGame};
use picture::Caption;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// Shows the table at the start of a game, or a recorded game, whichever game it is.
///
/// # Errors
/// If there is no such position, or a file cannot be read or written.
pub fn show(arguments: &ShowArguments) -> Result<ExitCode, Failure> {
    let Some(path) = &arguments.record else {
        return (arguments.game.host.show)(arguments, None);
    };
    let text = Records::line(path, arguments.line)?;
    let game = game_of(&text).map_err(|source| wrong(path, arguments.line, source))?;
    if let (Some(board), Some(read)) = (&arguments.rules.board, game.read_board) {
        read(board).map_err(Failure::Setup)?;
    }
    (game.show)(arguments, Some(&text))
}

/// Shows the table at the start of this game, or a record of it.
///
/// # Errors
/// As [`show`].
pub fn draw<G: PlayableGame>(
    arguments: &ShowArguments,
    record: Option<&str>,
) -> Result<ExitCode, Failure> {
    let course = match (record, &arguments.record) {
        (Some(text), Some(path)) => {
            G::recorded_game(text).map_err(|source| wrong(path, arguments.line, source))?
        }
        _ => table::<G>(arguments)?,
    };
    let state = match (arguments.turn, &arguments.record) {
        (Some(turn), Some(path)) => {
            after_turn(&course, turn).map_err(|source| wrong(path, arguments.line, source))?
        }
        _ => course.steps.last().map_or(&course.start, |step| &step.after),
    };
    let outputs = [&arguments.svg, &arguments.html];
    if let Some(path) = outputs.into_iter().flatten().find(|path| path.exists()) {
        return Err(Failure::Exists(path.clone()));
    }
    if let Some(path) = &arguments.svg {
        write_new(path, &picture::svg(state, &course.agents))?;
    }
    if let Some(path) = &arguments.html {
        let turn = arguments.turn.unwrap_or_default();
        write_new(path, &page::html(&course, record.unwrap_or_default(), turn))?;
    }
    if arguments.svg.is_none() && arguments.html.is_none() {
        terminal::print(&in_letters(state, &course.agents))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A course without steps: the table before the first one.
fn table<G: PlayableGame>(arguments: &ShowArguments) -> Result<RecordedGame<G>, Failure> {
    let players = arguments.players.unwrap_or(*G::PLAYERS.start());
    let setup = G::setup(players, &arguments.rules).map_err(Failure::Setup)?;
    let agents = vec![String::new(); players];
    Ok(RecordedGame { agents, start: G::start(&setup), steps: Vec::new() })
}

/// The position after so many turns; 0 is the one in which the first turn begins.
fn after_turn<G: PlayableGame>(course: &RecordedGame<G>, turn: u32) -> Result<&G, RecordError> {
    let mut positions = course.steps.iter().map(|step| &step.after);
    let found = positions.find(|state| state.is_between_turns() && state.turns_played() == turn);
    found.ok_or_else(|| {
        let turns = course.steps.last().map_or(0, |step| step.after.turns_played());
        RecordError::Header(format!("the game has {turns} turns only"))
    })
}

/// The position in letters: who stands how, and the board.
fn in_letters<G: PlayableGame>(state: &G, agents: &[String]) -> String {
    let caption = Caption::of(state);
    let mut text =
        format!("{}: {}\n{}\n\n", G::renderer().title(), caption.headline, caption.facts);
    let longest = agents.iter().map(|agent| agent.chars().count()).max().unwrap_or_default();
    for (seat, agent) in caption.seats.iter().zip(agents) {
        let letter = seat_letter(seat.seat);
        let mark = if seat.is_next { '>' } else { ' ' };
        let (points, facts) = (seat.points, &seat.facts);
        let _ = writeln!(text, "{mark} {letter} {agent:longest$}  {points:>3} points  {facts}");
    }
    text + "\n" + &G::renderer().sketch(state)
}

/// Writes a file that must not be there yet.
fn write_new(path: &Path, content: &str) -> Result<(), Failure> {
    let write = || File::create_new(path)?.write_all(content.as_bytes());
    write().map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::Exists(path.to_owned()),
        _ => Failure::write(path)(error),
    })
}

fn wrong(path: &Path, line: u64, source: RecordError) -> Failure {
    Failure::Record { path: path.to_owned(), line, source }
}
