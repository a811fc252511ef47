//! `tournament analyse`: what a search says of recorded games.
//!
//! A search judges every decision with a choice, whoever made it; [`agents::review`] says how that becomes
//! losses and verdicts. The rows follow from the records alone, so they are the same on any number of threads.

pub mod luck;
mod tally;

use crate::cli::analyse::AnalyseArguments;
use crate::cli::arguments::JudgingArguments;
use anygame::{AnalysedDecision, AnalysedGame, Analyst, AnyGame};
use engine::drawing::seat_letter;
use engine::{RecordError, Rules};
use runner::Failure;
use runner::job::pool;
use runner::job::progress::Progress;
use runner::judging::{failure, has_found_nothing, judge};
use runner::terminal::{self, INTERRUPTED, aligned, percent};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use store::draft::Draft;
use store::in_order::in_order;
use store::records::{Line, Records};
use tally::Tally;
use zstd::stream::write::Encoder;

/// The agent whose first sight brilliant moves surprise.
const GLANCE: &str = "greedy";

/// Analyses the games of a file; `boards` are those that its records may name.
///
/// # Errors
/// Fails if a record cannot be read or is not that of this game, if the agent is no search, or if the file
/// of `--out` cannot be written. No file remains then.
pub fn analyse(
    arguments: &AnalyseArguments,
    boards: &Rules,
    game: &dyn AnyGame,
) -> Result<ExitCode, Failure> {
    let AnalyseArguments { file, line, agent, out, judging } = arguments;
    let JudgingArguments { seed, threads, quiet, .. } = judging;
    let search = judge(agent, *seed, game)?;
    let analyst = Analyst { search, glance: judge(GLANCE, *seed, game).ok() };
    let interrupted = terminal::interrupt_flag()?;
    let pool = pool(*threads)?;
    let mut output = out.as_deref().map(Output::begin).transpose()?;
    let asked = |one: &Line| line.is_none_or(|number| one.number == number);
    let all = Records::open(file)?.filter(asked).count() as u64;
    let (mut tally, mut single, mut games) = (Tally::default(), None, 0);
    let mut progress = Progress::new(0, all, "games", *quiet);
    let work = |Line { number, text }: Line| {
        if interrupted.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let unreadable = |what| {
            let source = RecordError::Header(what);
            Failure::Record { path: file.clone(), line: number, source }
        };
        let text = text.map_err(unreadable)?;
        game.analyse(&text, number, &analyst, boards).map(Some).map_err(failure(file, number))
    };
    let mut lines = Records::open(file)?.filter(asked);
    let ending =
        in_order(&pool, &mut lines, &work, &mut |game: Result<Option<AnalysedGame>, _>| {
            let Some(game) = game.map_err(Some)? else { return Err(None) };
            if let Some(output) = &mut output {
                output.add(&game.line).map_err(Some)?;
            }
            tally.add(&game);
            games += 1;
            progress.show(games, String::new);
            single = (games == 1).then_some(game);
            Ok(())
        });
    match ending {
        Err(Some(failure)) => return Err(failure),
        Err(None) => {
            terminal::tell("interrupted: nothing was written");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(()) => progress.finish(),
    }
    if tally.is_empty() {
        return Err(has_found_nothing(&analyst.search));
    }
    if let Some(game) = single {
        terminal::print(&remarkable(&game))?;
    }
    terminal::print(&tally.table())?;
    output.map_or(Ok(()), Output::finish)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a table of the decisions of a game that stand out.
fn remarkable(game: &AnalysedGame) -> String {
    let row = |decision: &AnalysedDecision| {
        let AnalysedDecision { turn, seat, agent, played, preferred, judgement } = decision;
        let verdict = judgement.verdict?.name().to_owned();
        let who = format!("{} {agent}", seat_letter(*seat));
        let lost = percent(judgement.lost);
        Some(vec![who, played.clone(), preferred.clone(), verdict, turn.to_string(), lost])
    };
    let rows: Vec<_> = game.decisions.iter().filter_map(row).collect();
    if rows.is_empty() {
        return "no decision stands out\n\n".to_owned();
    }
    aligned(&["agent", "played", "preferred", "verdict", "turn", "lost"], 4, rows) + "\n"
}

/// A file of records that is being written.
struct Output {
    draft: Draft,
    lines: Lines,
}

enum Lines {
    Plain(BufWriter<File>),
    Compressed(Encoder<'static, File>),
}

impl Output {
    /// Begins the file; a name that ends in `.zst` means that it is compressed.
    fn begin(path: &Path) -> Result<Self, Failure> {
        if path.exists() {
            return Err(Failure::Exists(path.to_owned()));
        }
        let (draft, file) = Draft::begin(path)?;
        let lines = if path.extension().is_some_and(|extension| extension == "zst") {
            Lines::Compressed(Encoder::new(file, 0).map_err(Failure::write(path))?)
        } else {
            Lines::Plain(BufWriter::new(file))
        };
        Ok(Self { draft, lines })
    }

    fn add(&mut self, line: &str) -> Result<(), Failure> {
        let written = match &mut self.lines {
            Lines::Plain(file) => writeln!(file, "{line}"),
            Lines::Compressed(file) => writeln!(file, "{line}"),
        };
        written.map_err(Failure::write(self.draft.path()))
    }

    fn finish(self) -> Result<(), Failure> {
        let Self { draft, lines } = self;
        let file = match lines {
            Lines::Plain(file) => file.into_inner().map_err(std::io::IntoInnerError::into_error),
            Lines::Compressed(file) => file.finish(),
        };
        let file = file.map_err(Failure::write(draft.path()))?;
        draft.finish(&file)
    }
}
