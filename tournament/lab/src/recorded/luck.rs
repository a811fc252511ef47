//! What chance gave in recorded games, and the results without that.
//!
//! Luck follows from a record alone, so it is what a run with `--luck` would have measured. Games that
//! follow each other with one deck and the same agents are a block.

use super::sweep::Sweep;
use agents::forecast::{Terms, Worth};
use anygame::{AnyGame, LuckyGame, RecordFollower, TableError};
use engine::csv_table::{CsvRows, CsvTable, page};
use engine::{Outcome, RecordError, Rules, Seat};
use runner::play::luck::{luck_page, table};
use runner::report::luck::{LuckLedger, report, summary};
use runner::terminal;
use runner::{Ending, Failure};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::draft::write_whole;

/// Records whose luck is measured.
#[derive(Clone, Debug)]
pub struct LuckConfig {
    /// The records.
    pub sweep: Sweep,
    /// The new folder for the tables, if they are to be written.
    pub out: Option<PathBuf>,
    /// Whether to write the terms that outcome models are fitted to.
    pub terms: bool,
}

/// A game whose luck is known.
struct Measured {
    number: u64,
    /// The seed of the deck.
    seed: String,
    agents: Vec<String>,
    outcome: Outcome,
    /// The luck of every seat, in the terms of forecasts and in what they say.
    luck: Vec<(Terms, Worth)>,
}

/// A row of `luck_terms.csv`: the result of one seat, and the sum of its surprises in each term of the forecasts.
/// `tournament luck --terms` writes the file.
#[derive(Debug, Default, Serialize)]
struct TermsRow<'a> {
    /// Number of the game in the run, from 0.
    game: u64,
    /// Seed of the deck.
    deck_seed: &'a str,
    /// Number of seats at the table.
    players: usize,
    /// Seat number, from 0; seat 0 takes the first turn.
    seat: usize,
    /// Label of the agent on this seat.
    agent: &'a str,
    /// Share of the win, from 0 to 1.
    win_share: f64,
    /// Points minus the points of the best other seat.
    margin: i16,
    /// Surprises in the win share.
    win_share_surprise: f64,
    /// Surprises in the margin of games that are over, in points.
    over_surprise: f64,
    /// Surprises in the chance to win of games in progress.
    chance_surprise: f64,
    /// Surprises in the lead in value over the strongest rival, of games in progress.
    lead_surprise: f64,
    /// Surprises in the margin if the game ended at once, of games in progress, in points.
    score_surprise: f64,
}

/// All games so far.
struct MeasuredGames {
    labels: Vec<String>,
    /// The agents of the matchups, sorted.
    matchups: Vec<Vec<String>>,
    ledger: LuckLedger,
    /// The deck and the matchup of the block under way.
    block: Option<(String, usize)>,
    luck: CsvRows,
    /// The rows of `luck_terms.csv`, if they are asked for.
    terms: Option<CsvRows>,
}

/// Measures the luck of the games in a file; `boards` are those that its records may name.
///
/// # Errors
/// Fails if the game has no outcome model, if a record cannot be read or is not that of this game, or if
/// the folder of `--out` is there or cannot be written. No folder remains then.
pub fn run(of: &dyn AnyGame, config: &LuckConfig, boards: &Rules) -> Result<ExitCode, Failure> {
    let LuckConfig { sweep, out, terms } = config;
    let facts = of.facts();
    if !facts.has_outcome_model {
        return Err(TableError::NoOutcomeModel(facts.name).into());
    }
    let follower = of.follower(boards, true);
    if let Some(folder) = out.as_ref().filter(|folder| folder.exists()) {
        return Err(Failure::Exists(folder.clone()));
    }
    let mut games = MeasuredGames::new(*terms);
    let read = |text: &str, line| {
        let wrong = |source| Failure::Record { path: sweep.file.clone(), line, source };
        game(text, line - 1, &*follower).map_err(wrong)
    };
    let ending = sweep.run(&read, &mut |game| {
        games.add(&game);
        Ok(())
    })?;
    if ending == Ending::Interrupted {
        return Ok(ending.code());
    }
    games.close_block();
    let rows = games.ledger.rows(&games.labels);
    if let Some(folder) = out {
        let mut tables = vec![(table(), games.luck), summary(&rows)];
        tables
            .extend(games.terms.map(|rows| (CsvTable::of::<TermsRow<'_>>("luck_terms.csv"), rows)));
        write(folder, &tables)?;
    }
    terminal::print(&report(&rows))?;
    Ok(ExitCode::SUCCESS)
}

/// Follows a record.
fn game(text: &str, number: u64, follower: &dyn RecordFollower) -> Result<Measured, RecordError> {
    let LuckyGame { header, outcome, luck } = follower.luck(text)?;
    Ok(Measured { number, seed: header.seed, agents: header.agents, outcome, luck })
}

impl MeasuredGames {
    fn new(has_terms: bool) -> Self {
        Self {
            labels: Vec::new(),
            matchups: Vec::new(),
            ledger: LuckLedger::new(0),
            block: None,
            luck: CsvRows::new(),
            terms: has_terms.then(CsvRows::new),
        }
    }

    fn add(&mut self, game: &Measured) {
        let mut agents = game.agents.clone();
        agents.sort();
        let matchup = place(&mut self.matchups, &agents);
        if self.block.as_ref().is_some_and(|(seed, other)| *seed != game.seed || *other != matchup)
        {
            self.close_block();
        }
        self.block = Some((game.seed.clone(), matchup));
        let assignment: Vec<_> =
            game.agents.iter().map(|agent| place(&mut self.labels, agent)).collect();
        let luck: Vec<_> = game.luck.iter().map(|&(_, luck)| luck).collect();
        self.ledger.add(&assignment, &game.outcome, &luck);
        self.luck.extend(luck_page(game.number, &luck));
        if let Some(rows) = &mut self.terms {
            rows.extend(game.terms_page());
        }
    }

    fn close_block(&mut self) {
        if let Some((_, matchup)) = self.block.take() {
            self.ledger.close_block(matchup);
        }
    }
}

impl Measured {
    fn terms_page(&self) -> CsvRows {
        let row = |(seat, (terms, _)): (usize, &(Terms, _))| {
            let [win_share_surprise, over_surprise, chance_surprise, lead_surprise, score_surprise] =
                *terms;
            TermsRow {
                game: self.number,
                deck_seed: &self.seed,
                players: self.agents.len(),
                seat,
                agent: &self.agents[seat],
                win_share: self.outcome.win_share(Seat::new(seat)),
                margin: self.outcome.margin(Seat::new(seat)),
                win_share_surprise,
                over_surprise,
                chance_surprise,
                lead_surprise,
                score_surprise,
            }
        };
        page(&self.luck.iter().enumerate().map(row).collect::<Vec<_>>())
    }
}

/// Returns the place of an item in a list, to which it is added if it is new.
fn place<T: Clone + PartialEq>(list: &mut Vec<T>, item: &T) -> usize {
    list.iter().position(|known| known == item).unwrap_or_else(|| {
        list.push(item.clone());
        list.len() - 1
    })
}

/// Writes the tables into a new folder.
fn write(folder: &Path, tables: &[(CsvTable, CsvRows)]) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    for (table, rows) in tables {
        write_whole(&folder.join(table.name), &[table.header.as_slice(), rows].concat())?;
    }
    Ok(())
}
