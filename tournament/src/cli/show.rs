//! `tournament show`: prints positions, draws pictures and writes pages that replay games.

use super::arguments::TableArguments;
use crate::render::page;
use crate::render::picture::{self, Caption};
use anygame::{AnyGame, AnyPosition, ReplayedGame};
use clap::{ArgGroup, Args};
use engine::drawing::Viewer;
use engine::{RecordError, RecordHeader};
use runner::job::rules;
use runner::{Failure, terminal};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::draft::write_new;
use store::records::Records;

/// `tournament show`
#[derive(Debug, Args)]
#[command(mut_arg("players", |players| {
    players.help("Number of players, without a record [default: the game's minimum]")
}))]
#[command(group = ArgGroup::new("source").args(["file", "record"]))]
pub struct ShowArguments {
    /// File of records, .jsonl or .jsonl.zst [default: show the starting position]
    #[arg(value_name = "FILE", conflicts_with_all = ["game", "rule", "edition", "turn_limit", "players"])]
    pub file: Option<PathBuf>,
    /// File of records; same as FILE
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["game", "rule", "edition", "turn_limit", "players"])]
    pub record: Option<PathBuf>,
    /// Line of the game, from 1
    #[arg(long, value_name = "K", default_value_t = 1, requires = "source")]
    pub line: u64,
    /// Turn to show, 0 for the setup [default: the last; with --html, the first]
    #[arg(long, value_name = "T", requires = "source")]
    pub turn: Option<u32>,
    #[command(flatten)]
    pub table: TableArguments,
    /// Write a picture of the position to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,
    /// Write a self-contained page that replays the game to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,
    /// Embed the replay in this web-app page, which can also analyse and play on
    ///
    /// `bash web/build.sh` writes the page to web/build/page.html.
    #[arg(long, value_name = "FILE", requires = "html", help_heading = "Output")]
    pub page: Option<PathBuf>,
}

impl ShowArguments {
    /// Returns the file of records, if one is given.
    fn source(&self) -> Option<&Path> {
        self.file.as_deref().or(self.record.as_deref())
    }

    /// Returns the record to show, or `None` to show the starting position.
    ///
    /// # Errors
    /// Fails if the file has no such line, or if a page is requested without a record.
    pub fn text(&self) -> Result<Option<String>, Failure> {
        match (self.source(), &self.html) {
            (Some(path), _) => Records::line(path, self.line).map(Some),
            (None, None) => Ok(None),
            (None, Some(page)) => {
                let page = page.display();
                Err(Failure::usage(format!(
                    "--html needs a recorded game: give a file written by a run with --records, e.g. \
                     `tournament show records.jsonl.zst --html {page}`"
                )))
            }
        }
    }

    /// Returns the error for a bad record.
    pub fn wrong(&self, source: RecordError) -> Failure {
        let path = self.source().unwrap_or(Path::new(""));
        Failure::record(path, self.line)(source)
    }
}

/// Shows the starting position of a game, or a position of a record.
///
/// # Errors
/// Fails if there is no such record or turn, or if a file cannot be written.
///
/// # Panics
/// Never: the built-in page has a place for a game.
pub fn run(
    arguments: &ShowArguments,
    record: Option<&str>,
    game: &dyn AnyGame,
) -> Result<ExitCode, Failure> {
    // Without a record, the setup of the table reads the board.
    let board = arguments.table.rules.board.as_ref().filter(|_| record.is_some());
    let boards = rules::boards(board.as_slice(), &[game])?;
    let shown = match record {
        Some(text) => {
            game.replay_record(text, &boards).map_err(|source| arguments.wrong(source))?
        }
        None => table(arguments, game)?,
    };
    let end = arguments.turn.map(|turn| end_of_turn(&shown, turn)).transpose();
    let end = end.map_err(|source| arguments.wrong(source))?;
    let position = end.map_or(shown.end(), |number| &*shown.steps[number].after);
    let outputs = [&arguments.svg, &arguments.html];
    if let Some(path) = outputs.into_iter().flatten().find(|path| path.exists()) {
        return Err(Failure::Exists(path.clone()));
    }
    if arguments.svg.is_some() && arguments.svg == arguments.html {
        return Err(Failure::usage("--svg and --html need different files"));
    }
    if let Some(path) = &arguments.svg {
        let picture = picture::svg(position, &shown.setup, &shown.header.agents);
        write_new(path, picture.as_bytes())?;
    }
    if arguments.svg.is_none() && arguments.html.is_none() {
        terminal::print(&in_letters(position, &shown))?;
    }
    if let Some(path) = &arguments.html {
        let record = record.unwrap_or_default();
        let before = &shown.steps[..end.map_or(0, |number| number + 1)];
        let step = before.iter().filter(|step| step.seat.is_some()).count();
        let page = if let Some(page) = &arguments.page {
            let text = agents::read_bounded_text(page).map_err(Failure::read(page))?;
            page::with_game(&text, record, step).ok_or_else(|| no_page(page))?
        } else {
            let recorded = course::page::recorded(game, shown, record, &boards);
            let recorded = recorded.map_err(|source| arguments.wrong(source))?.to_string();
            let page = page::with_game(page::REPLAY_PAGE, &recorded, step);
            page.expect("the built-in page has a place for a game")
        };
        write_new(path, page.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn no_page(path: &Path) -> Failure {
    Failure::usage(format!(
        "--page {}: expected the page that `bash web/build.sh` writes to web/build/page.html, found a file without a \
         place for a record",
        path.display()
    ))
}

/// Returns a game without steps, which consists of the starting position.
fn table(arguments: &ShowArguments, game: &dyn AnyGame) -> Result<ReplayedGame, Failure> {
    let setup = arguments.table.choice().setup(game)?;
    let agents = vec![String::new(); setup.players()];
    let header = RecordHeader { seed: String::new(), agents };
    Ok(ReplayedGame { start: setup.start(None), setup, header, steps: Vec::new() })
}

/// Returns the index of the step that ends this turn; 0 is the setup before the first turn.
fn end_of_turn(game: &ReplayedGame, turn: u32) -> Result<usize, RecordError> {
    let mut positions = game.steps.iter().map(|step| &*step.after);
    let ends = |after: &dyn AnyPosition| after.is_between_turns() && after.turns_played() == turn;
    positions.position(ends).ok_or_else(|| {
        let turns = game.end().turns_played();
        RecordError::Header(format!("the game has only {turns} turns"))
    })
}

/// Formats the position as text: the seats with their points, and the board.
fn in_letters(position: &dyn AnyPosition, game: &ReplayedGame) -> String {
    let (title, agents) = (game.setup.game().title, &game.header.agents);
    let caption = Caption::of(&position.facts());
    let mut text = format!("{}: {}\n{}\n\n", title, caption.headline, caption.facts);
    let longest = agents.iter().map(|agent| agent.chars().count()).max().unwrap_or_default();
    for (seat, agent) in caption.seats.iter().zip(agents) {
        let letter = seat.seat.letter();
        let mark = if seat.is_next { '>' } else { ' ' };
        let (points, facts) = (seat.points, &seat.facts);
        let _ = writeln!(text, "{mark} {letter} {agent:longest$}  {points:>3} points  {facts}");
    }
    text + "\n" + &position.sketch(Viewer::Everything)
}
