//! Puzzles from recorded games: positions in which a search finds exactly one good move.
//!
//! The search is repeated with different random numbers, and all repetitions must agree. The puzzles depend only on the records,
//! the agents and the seed, so they are the same for any number of threads.

use super::analysis::Output;
use super::sweep::Sweep;
use agents::SearchedMove;
use agents::review::{BRILLIANCE, ReviewedDecision};
use anygame::{AnyGame, AnyParticipant, AnySetup, AnyView, ChoiceError, Course};
use engine::{NotedMove, RuleValue, Rules, Seed, Turn};
use runner::judging::judge;
use runner::terminal::{self, aligned, interval, percent};
use runner::{Ending, Failure};
use statistics::BlockedMean;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// The number of searches that must agree on the only good move.
const SEARCHES: u64 = 3;
/// The minimum number of legal moves in a puzzle.
const FEWEST_MOVES: usize = 3;

/// The configuration of a collection of puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleConfig {
    /// The records to read.
    pub sweep: Sweep,
    /// The spec of the search that finds the good moves.
    pub agent: String,
    /// The specs of the agents that try to solve every puzzle, weakest first; may be empty.
    pub solvers: String,
    /// The file to create for the puzzles.
    pub out: PathBuf,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// The agents that find and solve puzzles.
struct Collector {
    search: AnyParticipant,
    solvers: Vec<AnyParticipant>,
    seed: Seed,
}

/// The puzzles in a game.
#[derive(Default)]
struct Collected {
    /// The number of decisions with enough moves.
    decisions: u64,
    /// The number of decisions in which the first search found a single good move.
    candidates: u64,
    /// In the order of the game.
    puzzles: Vec<Puzzle>,
}

struct Puzzle {
    /// The game up to the good move, as in links.
    code: String,
    /// The lead of the good move over every other move, in win probability: the mean of all searches.
    lead: f64,
    /// Whether each solver finds the good move.
    solved: Vec<bool>,
}

impl Puzzle {
    /// Returns the puzzle's line: the code, the lead in percentage points, and a digit for each solver, 1 if it finds the move.
    fn line(&self) -> String {
        let digits: String =
            self.solved.iter().map(|&is_solved| if is_solved { '1' } else { '0' }).collect();
        format!("{} {:.0} {digits}", self.code, 100.0 * self.lead).trim_end().to_owned()
    }
}

/// Collects the puzzles in the games of a file. `boards` are the boards to which the records may refer.
///
/// # Errors
/// Fails if a record is unreadable or belongs to a different game, if an agent fails or cannot start in the middle of a game, or if
/// the file of puzzles cannot be written. In these cases no file remains.
pub fn run(game: &dyn AnyGame, config: &PuzzleConfig, boards: &Rules) -> Result<ExitCode, Failure> {
    let PuzzleConfig { sweep, agent, solvers, out, seed } = config;
    let search = judge(agent, *seed, game)?.participant;
    let solvers = if solvers.is_empty() { Vec::new() } else { game.participants(solvers)? };
    if let Some(bot) = solvers.iter().find(|one| one.observes()) {
        return Err(Failure::cannot_join_midgame(bot.label()));
    }
    let collector = Collector { search, solvers, seed: Seed::new(*seed) };
    let mut output = Output::begin(out)?;
    let (mut tally, mut known) = (Tally::new(collector.solvers.len()), BTreeSet::new());
    let read = |text: &str, number: u64| {
        let record = |source| Failure::Record { path: sweep.file.clone(), line: number, source };
        let course = Course::of_record(game.replay_record(text, boards).map_err(record)?);
        let table = link_table(game, course.setup());
        let failed = |error: ChoiceError| Failure::Usage(error.to_string());
        collector.collect(course, table.as_deref(), number).map_err(failed)
    };
    let (ending, _) = sweep.run(&read, &mut |collected: &Collected| {
        let new = |puzzle: &&Puzzle| known.insert(puzzle.code.clone());
        let puzzles: Vec<_> = collected.puzzles.iter().filter(new).collect();
        for puzzle in &puzzles {
            output.add(&puzzle.line())?;
        }
        tally.add(collected, &puzzles);
        Ok(())
    })?;
    if ending == Ending::Interrupted {
        return Ok(ending.code());
    }
    if tally.puzzles == 0 {
        let label = collector.search.label();
        return Err(Failure::Usage(format!(
            "--agent: {label} found no position with exactly one good move"
        )));
    }
    output.finish()?;
    terminal::print(&tally.report(&collector.solvers))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the part of a link before a game's code: the game's name, the number of players, and the keys and values of unusual
/// rules, with points in between. `None` if a rule is the content of a file.
fn link_table(game: &dyn AnyGame, setup: &AnySetup) -> Option<String> {
    let usual = game.setup(setup.players(), &Rules::new()).ok()?;
    let mut parts = vec![game.facts().name.to_owned(), setup.players().to_string()];
    for ((key, value), (_, usual)) in setup.rules().iter().zip(usual.rules()) {
        match value {
            _ if value == usual => {}
            RuleValue::Text(_) => return None,
            _ => parts.extend([(*key).to_owned(), value.to_string()]),
        }
    }
    Some(parts.join("."))
}

impl Collector {
    /// Collects the puzzles in a game at this table, as links name it; none without a name. All random numbers follow from the
    /// number of its line and the numbers of the decisions.
    fn collect(
        &self,
        mut course: Course,
        table: Option<&str>,
        line: u64,
    ) -> Result<Collected, ChoiceError> {
        let mut found = Collected::default();
        let Some(table) = table else { return Ok(found) };
        for step in (0..course.last()).rev() {
            course.take_back(step);
            let Turn::Decide(seat) = course.end().turn() else { continue };
            let view = course.end().view(seat);
            // People make an arrangement of several moves as one choice.
            if view.moves().len() < FEWEST_MOVES || course.end().arrangement().is_some() {
                continue;
            }
            found.decisions += 1;
            let seed = self.seed.child(line).child(step as u64);
            let (mut good, mut leads) = (None, Vec::new());
            for search in 0..SEARCHES {
                let found = self.only_good_move(&*view, seed.child(search))?;
                let Some((mv, lead)) = found.filter(|&(mv, _)| good.is_none_or(|good| good == mv))
                else {
                    break;
                };
                good = Some(mv);
                leads.push(lead);
            }
            found.candidates += u64::from(good.is_some());
            let Some(good) = good.filter(|_| leads.len() as u64 == SEARCHES) else { continue };
            course.play(good);
            let code = course.code();
            course.take_back(step);
            let Some(code) = code else { continue };
            let finds = |solver: &AnyParticipant| {
                Ok(solver.make().choose(&*view, seed.child(SEARCHES))? == good)
            };
            let solved = self.solvers.iter().map(finds).collect::<Result<_, ChoiceError>>()?;
            let code = format!("{table}.{code}");
            let lead = leads.iter().sum::<f64>() / leads.len() as f64;
            found.puzzles.push(Puzzle { code, lead, solved });
        }
        found.puzzles.reverse();
        Ok(found)
    }

    /// Returns the index of the only good move and its lead; `None` if there are other good moves, or if the search has not tried
    /// all moves.
    fn only_good_move(
        &self,
        view: &dyn AnyView,
        seed: Seed,
    ) -> Result<Option<(usize, f64)>, ChoiceError> {
        let mut agent = self.search.make();
        let chosen = agent.choose(view, seed)?;
        let moves = view.moves();
        let row = |NotedMove { mv, visits, value }| SearchedMove { mv, visits, value };
        let table: Vec<_> = agent.search_table().into_iter().map(row).collect();
        if table.len() < moves.len() {
            return Ok(None);
        }
        let decision = ReviewedDecision {
            played: moves[chosen].clone(),
            table,
            at_a_glance: None,
            goes_on: false,
        };
        let is_preferred = decision.preferred().is_some_and(|row| row.mv == decision.played);
        let lead = decision.lead().filter(|&lead| is_preferred && lead >= BRILLIANCE);
        Ok(lead.map(|lead| (chosen, lead)))
    }
}

/// Sums over all games.
struct Tally {
    decisions: u64,
    candidates: u64,
    confirmed: u64,
    puzzles: u64,
    /// The share of puzzles that each solver solves.
    solved: Vec<BlockedMean>,
}

impl Tally {
    fn new(solvers: usize) -> Self {
        let solved = (0..solvers).map(|_| BlockedMean::default()).collect();
        Self { decisions: 0, candidates: 0, confirmed: 0, puzzles: 0, solved }
    }

    /// Adds a game, whose puzzles form one block, and its puzzles that no earlier game contains.
    fn add(&mut self, collected: &Collected, new: &[&Puzzle]) {
        self.decisions += collected.decisions;
        self.candidates += collected.candidates;
        self.confirmed += collected.puzzles.len() as u64;
        self.puzzles += new.len() as u64;
        for (solver, share) in self.solved.iter_mut().enumerate() {
            for puzzle in new {
                share.add(f64::from(u8::from(puzzle.solved[solver])));
            }
            share.close_block(0);
        }
    }

    fn report(&self, solvers: &[AnyParticipant]) -> String {
        let Self { decisions, candidates, confirmed, puzzles, solved } = self;
        let counts = [decisions, candidates, confirmed, puzzles].map(ToString::to_string);
        let header = ["decisions", "one good move", "confirmed", "puzzles"];
        let mut report = aligned(&header, 0, vec![counts.to_vec()]);
        if !solvers.is_empty() {
            let rows = solvers.iter().zip(solved).map(|(solver, share)| {
                let (low, high) = share.share_interval().unzip();
                vec![solver.label().to_owned(), percent(share.mean()), interval(low, high, percent)]
            });
            report.push('\n');
            report.push_str(&aligned(&["solver", "solved", "95% CI"], 1, rows.collect()));
        }
        report
    }
}
