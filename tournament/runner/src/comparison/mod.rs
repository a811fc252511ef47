//! `tournament compare`: two runs of the same design, game by game.
//!
//! Runs with the same seed and design play the same decks with the same seat assignments, and their agents draw the
//! same random numbers. If the runs differ in a rule or in the settings of an agent, the difference within a pair of
//! games has less variance than the difference between two independent samples of games. The intervals come from
//! [`BlockedMean`](statistics::BlockedMean) over the differences.

mod columns;
mod pairs;
mod rows;

use crate::terminal;
use columns::Games;
use engine::csv_table::{CsvTable, page};
use pairs::TablePair;
use rows::ComparisonRow;
use std::path::Path;
use std::process::ExitCode;
use store::draft::write_new;
use store::manifest::{self, Manifest};
use store::{Failure, JobKind};

/// The manifest entries that determine which games are played, on which decks and by how many agents.
const DESIGN: [&str; 9] = [
    "game",
    "players",
    "seed",
    "secret_sha256",
    "games",
    "shard",
    "repeats",
    "design",
    "block_size",
];

/// Compares the runs in two folders, and writes the table to a new CSV file if `out` is given.
///
/// # Errors
/// Fails if [`Comparison::of`] fails, or if the file exists or cannot be written.
pub fn run(folders: [&Path; 2], out: Option<&Path>) -> Result<ExitCode, Failure> {
    if let Some(path) = out.filter(|path| path.exists()) {
        return Err(Failure::Exists(path.to_owned()));
    }
    let comparison = Comparison::of(folders)?;
    terminal::print(&comparison.heading)?;
    terminal::print(&rows::report(&comparison.table))?;
    if let Some(path) = out {
        write_new(path, &comparison.csv())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The differences between two runs.
pub struct Comparison {
    heading: String,
    table: Vec<ComparisonRow>,
}

impl Comparison {
    /// Compares the runs in two folders.
    ///
    /// # Errors
    /// Fails if the folders do not contain two finished runs of one design, or if a file cannot be read.
    pub fn of(folders: [&Path; 2]) -> Result<Self, Failure> {
        let manifests = [finished_run(folders[0])?, finished_run(folders[1])?];
        check_design(folders, &manifests)?;
        let [of_games, seats] =
            ["games.csv", "seats.csv"].map(|name| TablePair::open(folders, name));
        let mut effects = columns::of_games(&of_games?, &manifests)?;
        let (of_seats, games) = columns::of_seats(&seats?, &manifests)?;
        effects.extend(of_seats);
        Ok(Self { heading: heading(&manifests, games), table: rows::table(&effects) })
    }

    /// Returns the rows as the content of a CSV file.
    pub fn csv(&self) -> Vec<u8> {
        [CsvTable::of::<ComparisonRow>("comparison.csv").header, page(&self.table)].concat()
    }
}

/// Reads the manifest of a finished tournament, and checks its files against the manifest.
fn finished_run(folder: &Path) -> Result<Manifest, Failure> {
    let refuse = |what: &str| Failure::Content { path: folder.to_owned(), what: what.to_owned() };
    let manifest = Manifest::read(folder)?;
    if manifest.kind != JobKind::Run {
        return Err(refuse("not a tournament, so there are no games to compare"));
    }
    if !manifest::is_finished(folder)? {
        return Err(refuse("the run is not finished: continue it with --resume"));
    }
    manifest::check_files(folder)?;
    Ok(manifest)
}

/// Checks that two runs play the same decks with the same seat assignments.
fn check_design(folders: [&Path; 2], manifests: &[Manifest; 2]) -> Result<(), Failure> {
    let [first, second] = manifests;
    let difference = first.difference_in(second, &DESIGN).map(|it| it.to_string());
    let (here, there) = (first.labels.len(), second.labels.len());
    let agents = (here != there).then(|| format!("{here} agents, not {there}"));
    match difference.or(agents) {
        Some(difference) => Err(Failure::OtherDesign { folder: folders[0].to_owned(), difference }),
        None => Ok(()),
    }
}

/// Formats the names of the runs, and the number of games in which all seats have the same points.
fn heading(manifests: &[Manifest; 2], games: Games) -> String {
    let [first, second] = manifests;
    let Games { all, equal } = games;
    format!(
        "first:  {}\nsecond: {}\nall seats have the same points in {equal} of {all} games\n\n",
        first.command(),
        second.command()
    )
}
