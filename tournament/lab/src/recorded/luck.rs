//! Luck in recorded games, and luck-adjusted results.
//!
//! Luck is computed from the record alone, so it equals the luck that a run with `--luck` measures. Consecutive games
//! with the same deck and the same agents form a block.

use super::sweep::Sweep;
use agents::forecast::{Terms, Worth};
use anygame::play::LuckyDraw;
use anygame::{AnyGame, LuckyGame, TableError};
use engine::csv_table::{CsvRows, CsvTable, FilledTable, page};
use engine::{RecordHeader, Rules, Seat};
use runner::play::luck::{luck_page, table};
use runner::report::luck::{LuckLedger, report, summary};
use runner::terminal::{self, aligned, percent, signed_percent};
use runner::{Ending, Failure};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::draft::write_whole;

/// Configuration of the luck analysis of recorded games.
#[derive(Clone, Debug)]
pub struct LuckConfig {
    /// The file of records and how it is read.
    pub sweep: Sweep,
    /// The new folder for the tables; `None` writes no tables.
    pub out: Option<PathBuf>,
    /// Whether to write the terms to which outcome models are fitted.
    pub terms: bool,
}

/// The luck of one recorded game, with its number in the file.
struct Measured {
    number: u64,
    game: LuckyGame,
}

/// A whole number with the digits of a record.
type WholeNumber<'a> = &'a str;

/// A row of `luck_terms.csv`: the result of one seat, and the sum of its surprises in each term of the forecasts.
/// `tournament luck --terms` writes the file.
#[derive(Debug, Default, Serialize)]
struct TermsRow<'a> {
    /// Number of the game in the run, from 0.
    game: u64,
    /// Seed of the deck.
    deck_seed: WholeNumber<'a>,
    /// Number of seats at the table.
    players: usize,
    /// Seat number, from 0; seat 0 takes the first turn.
    seat: usize,
    /// Label of the agent in this seat.
    agent: &'a str,
    /// Share of the win, from 0 to 1.
    win_share: f64,
    /// Points minus the points of the best other seat.
    margin: i16,
    /// Surprises in the win share.
    win_share_surprise: f64,
    /// Surprises in the margin of games that are over, in points.
    over_surprise: f64,
    /// Surprises in the win probability of games in progress.
    chance_surprise: f64,
    /// Surprises in the lead in value over the strongest rival, of games in progress.
    lead_surprise: f64,
    /// Surprises in the margin if the game ended at once, of games in progress, in points.
    score_surprise: f64,
}

/// Running totals over all games.
struct MeasuredGames {
    labels: Vec<String>,
    /// The agents of each matchup, sorted by label.
    matchups: Vec<Vec<String>>,
    ledger: LuckLedger,
    /// The deck and the matchup of the current block.
    block: Option<(String, usize)>,
    /// The rows of `luck.csv` and of `luck_terms.csv`, if they were requested.
    luck: Option<CsvRows>,
    terms: Option<CsvRows>,
}

/// Measures the luck of the games in a file; `boards` contains the custom boards that its records may name.
///
/// # Errors
/// Fails if the game has no outcome model, if a record cannot be read or is from another game, or if the folder of
/// `--out` exists or cannot be written.
pub fn run(of: &dyn AnyGame, config: &LuckConfig, boards: &Rules) -> Result<ExitCode, Failure> {
    let LuckConfig { sweep, out, terms } = config;
    let facts = of.facts();
    if !facts.has_outcome_model {
        return Err(TableError::NoOutcomeModel(facts.name).into());
    }
    if let Some(folder) = out.as_ref().filter(|folder| folder.exists()) {
        return Err(Failure::Exists(folder.clone()));
    }
    let mut games = MeasuredGames::new(out.is_some(), *terms);
    let read = |text: &str, line| {
        let game = of.luck(text, boards).map_err(Failure::record(&sweep.file, line))?;
        Ok(Measured { number: line - 1, game })
    };
    let (ending, single) = sweep.run(&read, &mut |game| {
        games.add(game);
        Ok(())
    })?;
    if ending == Ending::Interrupted {
        return Ok(ending.code());
    }
    games.close_block();
    let rows = games.ledger.rows(&games.labels);
    if let Some(folder) = out {
        let mut tables = vec![(table(), games.luck.unwrap_or_default()), summary(&rows)];
        tables
            .extend(games.terms.map(|rows| (CsvTable::of::<TermsRow<'_>>("luck_terms.csv"), rows)));
        write(folder, &tables)?;
    }
    if let Some(game) = single {
        terminal::print(&game.draws_table())?;
    }
    terminal::print(&report(&rows))?;
    Ok(ExitCode::SUCCESS)
}

impl MeasuredGames {
    fn new(has_luck: bool, has_terms: bool) -> Self {
        Self {
            labels: Vec::new(),
            matchups: Vec::new(),
            ledger: LuckLedger::new(0),
            block: None,
            luck: has_luck.then(CsvRows::new),
            terms: has_terms.then(CsvRows::new),
        }
    }

    fn add(&mut self, measured: &Measured) {
        let LuckyGame { header: RecordHeader { seed, agents }, outcome, luck, .. } = &measured.game;
        let mut sorted = agents.clone();
        sorted.sort();
        let matchup = place(&mut self.matchups, &sorted);
        if self.block.as_ref().is_some_and(|(deck, other)| deck != seed || *other != matchup) {
            self.close_block();
        }
        self.block = Some((seed.clone(), matchup));
        let assignment: Vec<_> =
            agents.iter().map(|agent| place(&mut self.labels, agent)).collect();
        let luck: Vec<_> = luck.iter().map(|&(_, luck)| luck).collect();
        self.ledger.add(&assignment, outcome, &luck);
        if let Some(rows) = &mut self.luck {
            rows.extend(luck_page(measured.number, &luck));
        }
        if let Some(rows) = &mut self.terms {
            rows.extend(measured.terms_page());
        }
    }

    fn close_block(&mut self) {
        if let Some((_, matchup)) = self.block.take() {
            self.ledger.close_block(matchup);
        }
    }
}

impl Measured {
    /// Returns a table of the chance events and of the win share that each gave to every seat.
    fn draws_table(&self) -> String {
        let LuckyGame { header, outcome, luck, draws } = &self.game;
        let row = |name: &str, turn: String, shares: &mut dyn Iterator<Item = String>| {
            [name.to_owned(), turn].into_iter().chain(shares).collect::<Vec<_>>()
        };
        let signed = |luck: &Worth| signed_percent(Some(luck.win_share));
        let draws = draws.iter().map(|LuckyDraw { told, turn, luck, .. }| {
            row(&told.to_string(), turn.to_string(), &mut luck.iter().map(signed))
        });
        let seats = || Seat::all(header.agents.len());
        let mut luck = luck.iter().map(|(_, luck)| signed(luck));
        let mut results = seats().map(|seat| percent(Some(outcome.win_share(seat))));
        let without = self.game.win_shares_without_luck();
        let mut without = without.into_iter().map(|share| percent(Some(share)));
        let sums = [
            row("luck in all", String::new(), &mut luck),
            row("result", String::new(), &mut results),
            row("result without luck", String::new(), &mut without),
        ];
        let labels: Vec<_> = seats()
            .zip(&header.agents)
            .map(|(seat, agent)| format!("{} {agent}", seat.letter()))
            .collect();
        let header = ["event", "turn"].into_iter().chain(labels.iter().map(String::as_str));
        aligned(&header.collect::<Vec<_>>(), 1, draws.chain(sums).collect()) + "\n"
    }

    fn terms_page(&self) -> CsvRows {
        let LuckyGame { header, outcome, luck, .. } = &self.game;
        let row = |(seat, (terms, _)): (usize, &(Terms, _))| {
            let [win_share_surprise, over_surprise, chance_surprise, lead_surprise, score_surprise] =
                *terms;
            TermsRow {
                game: self.number,
                deck_seed: &header.seed,
                players: header.agents.len(),
                seat,
                agent: &header.agents[seat],
                win_share: outcome.win_share(Seat::new(seat)),
                margin: outcome.margin(Seat::new(seat)),
                win_share_surprise,
                over_surprise,
                chance_surprise,
                lead_surprise,
                score_surprise,
            }
        };
        page(&luck.iter().enumerate().map(row).collect::<Vec<_>>())
    }
}

/// Returns the index of an item in a list; appends the item if it is new.
fn place<T: Clone + PartialEq>(list: &mut Vec<T>, item: &T) -> usize {
    list.iter().position(|known| known == item).unwrap_or_else(|| {
        list.push(item.clone());
        list.len() - 1
    })
}

/// Writes the tables into a new folder.
fn write(folder: &Path, tables: &[FilledTable]) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    for (table, rows) in tables {
        write_whole(&folder.join(table.name), &[table.header.as_slice(), rows].concat())?;
    }
    Ok(())
}
