//! Mistakes in recorded games, as evaluated by a search.
//!
//! The search evaluates every decision between several moves, for all seats; [`agents::review`] defines losses and verdicts. The
//! rows depend only on the records, so they are the same for any number of threads.

use super::sweep::Sweep;
use super::tally::LossTally;
use anygame::AnyGame;
use course::{AnalysedDecision, AnalysedGame, Analyst, analyse};
use engine::Rules;
use runner::judging::{failure, has_found_nothing, judge};
use runner::terminal::{self, aligned, percent};
use runner::{Ending, Failure};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::disk::DiskFile;
use store::draft::Draft;
use zstd::stream::write::Encoder;

/// The agent whose preference defines a surprising move: a brilliant move is one that it would not choose.
const GLANCE: &str = "greedy";

/// The configuration of an analysis: records, and the search that evaluates their decisions.
#[derive(Clone, Debug)]
pub struct AnalysisConfig {
    /// The records to read.
    pub sweep: Sweep,
    /// The spec of the search.
    pub agent: String,
    /// The file to create for the records with search results; `None` writes no file.
    pub out: Option<PathBuf>,
    /// The seed of the search's random numbers.
    pub seed: u64,
}

/// Analyses the games of a file. `boards` are the boards to which the records may refer.
///
/// # Errors
/// Fails if a record is unreadable or belongs to a different game, if the agent is not a search, or if the `--out` file cannot be
/// written. In these cases no output file remains.
pub fn run(
    game: &dyn AnyGame,
    config: &AnalysisConfig,
    boards: &Rules,
) -> Result<ExitCode, Failure> {
    let AnalysisConfig { sweep, agent, out, seed } = config;
    let search = judge(agent, *seed, game)?;
    let analyst = Analyst { search, glance: judge(GLANCE, *seed, game).ok() };
    let mut output = out.as_deref().map(Output::begin).transpose()?;
    let mut tally = LossTally::default();
    let read = |text: &str, number| {
        analyse(game, text, number, &analyst, boards).map_err(failure(&sweep.file, number))
    };
    let (ending, single) = sweep.run(&read, &mut |game: &AnalysedGame| {
        if let Some(output) = &mut output {
            output.add(&game.line)?;
        }
        tally.add(game);
        Ok(())
    })?;
    if ending == Ending::Interrupted {
        return Ok(ending.code());
    }
    if tally.is_empty() {
        return Err(has_found_nothing(&analyst.search));
    }
    output.map_or(Ok(()), Output::finish)?;
    if let Some(game) = single {
        terminal::print(&remarkable(&game))?;
    }
    terminal::print(&tally.table())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a table of the decisions in a game that have a verdict.
fn remarkable(game: &AnalysedGame) -> String {
    let row = |decision: &AnalysedDecision| {
        let AnalysedDecision { turn, seat, agent, played, preferred, judgement } = decision;
        let verdict = judgement.verdict?.name().to_owned();
        let who = format!("{} {agent}", seat.letter());
        let lost = percent(judgement.lost);
        Some(vec![who, played.clone(), preferred.clone(), verdict, turn.to_string(), lost])
    };
    let rows: Vec<_> = game.decisions.iter().filter_map(row).collect();
    if rows.is_empty() {
        return "no decision stands out\n\n".to_owned();
    }
    aligned(&["agent", "played", "preferred", "verdict", "turn", "lost"], 4, rows) + "\n"
}

/// A file of lines while it is being written.
struct Output {
    draft: Draft,
    lines: Lines,
}

enum Lines {
    Plain(BufWriter<DiskFile>),
    Compressed(Encoder<'static, DiskFile>),
}

impl Output {
    /// Creates the file, which is compressed if its name ends in `.zst`.
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
