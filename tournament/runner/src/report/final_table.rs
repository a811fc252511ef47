//! The final table on standard output, computed from the rows of the summary files.

use crate::report::summary::fit::FitRow;
use crate::report::summary::{AgentRow, Statistics, Summary};
use crate::terminal::{aligned, decimal, interval, percent};
use anygame::AnySums;
use std::collections::BTreeMap;
use std::path::Path;
use store::Failure;

/// The maximum number of agents for which the matrix of payoffs fits on a screen.
const MOST_OPPONENTS: usize = 10;

/// Returns the results of a run as readable text.
pub fn report(statistics: &Statistics, summary: &Summary, sums: &dyn AnySums) -> String {
    let mut tables = shared(summary);
    tables.extend(statistics.identical_games_warning().map(|sentence| sentence + "\n"));
    tables.extend(sums.report(&statistics.totals()).iter().map(ToString::to_string));
    tables.join("\n")
}

/// Returns the tables that all games share, as readable text, from the summary files in the folder of a run.
///
/// # Errors
/// If a summary file cannot be read or has other columns.
pub fn report_of_files(folder: &Path) -> Result<String, Failure> {
    Ok(shared(&Summary::read(folder)?).join("\n"))
}

fn shared(summary: &Summary) -> Vec<String> {
    let mut tables = vec![agents(&summary.agents)];
    let players = summary.players();
    if players > 0 {
        tables.push(seats(summary, players));
    }
    let agents = summary.agents.len();
    if agents > 1 {
        tables.push(ratings(&summary.agents, players) + &notes(summary));
    }
    // With two agents, the matrix would contain nothing new.
    if (3..=MOST_OPPONENTS).contains(&agents) && !summary.payoffs.is_empty() {
        tables.push(scores(summary));
    }
    tables
}

fn agents(rows: &[AgentRow]) -> String {
    let row = |row: &AgentRow| {
        vec![
            row.agent.clone(),
            row.games.to_string(),
            percent(row.win_share),
            interval(row.ci_low, row.ci_high, percent),
            percent(Some(row.expected)),
            decimal(row.mean_points, 1),
            decimal(row.mean_rank, 2),
        ]
    };
    let header = ["agent", "games", "win share", "95% CI", "expected", "points", "rank"];
    aligned(&header, 1, rows.iter().map(row).collect())
}

fn seats(summary: &Summary, players: usize) -> String {
    let names: Vec<_> = (0..players).map(|seat| format!("seat {seat}")).collect();
    let header: Vec<_> =
        ["win share by seat"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let rows = summary.seats.chunks(players).map(|seats| {
        let shares = seats.iter().map(|row| percent(row.win_share));
        [seats[0].agent.clone()].into_iter().chain(shares).collect()
    });
    aligned(&header, 1, rows.collect())
}

fn ratings(rows: &[AgentRow], players: usize) -> String {
    let header = ["rating", "points", "95% CI", "by wins", "95% CI"];
    let columns = if players == 2 { 3 } else { header.len() };
    // Adding zero turns -0 into 0.
    let whole = |points: Option<f64>| decimal(points.map(|points| points.round() + 0.0), 0);
    let row = |row: &AgentRow| {
        let mut cells = vec![
            row.agent.clone(),
            whole(row.rating),
            interval(row.rating_low, row.rating_high, whole),
            whole(row.win_rating),
            interval(row.win_rating_low, row.win_rating_high, whole),
        ];
        cells.truncate(columns);
        cells
    };
    aligned(&header[..columns], 1, rows.iter().map(row).collect())
}

/// Explains why ratings have no interval, and how well the ratings fit.
fn notes(summary: &Summary) -> String {
    let by_ranks = summary.agents.iter().map(|row| ("", &row.agent, &row.rating_note));
    let by_wins = summary.agents.iter().map(|row| (" by wins", &row.agent, &row.win_rating_note));
    // With two players, ranks contain the same information as wins.
    let is_by_wins = summary.players() > 2;
    let by_wins = by_wins.filter(|_| is_by_wins);
    let mut agents: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (what, agent, note) in by_ranks.chain(by_wins).filter(|(.., note)| !note.is_empty()) {
        agents.entry((what, note)).or_default().push(agent);
    }
    let gap = |((what, note), agents): (&(&str, &str), &Vec<&str>)| {
        format!("no interval{what} for {}: {note}\n", agents.join(", "))
    };
    let fit = |row: &FitRow| {
        let p = row.p?;
        let p = if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") };
        Some(format!(
            "fit of ratings by {}: {p}; worst: {} ahead of {} {}, expected {}\n",
            row.by,
            row.agent,
            row.opponent,
            percent(row.score),
            percent(row.expected),
        ))
    };
    agents.iter().map(gap).chain(summary.fits.iter().filter_map(fit)).collect()
}

fn scores(summary: &Summary) -> String {
    let labels: Vec<_> = summary.agents.iter().map(|row| row.agent.as_str()).collect();
    let header: Vec<_> = ["ahead of"].into_iter().chain(labels.iter().copied()).collect();
    let score = |agent: &str, opponent: &str| {
        let pair =
            summary.payoffs.iter().find(|row| row.agent == agent && row.opponent == opponent);
        percent(pair.and_then(|row| row.score))
    };
    let rows = labels.iter().map(|&agent| {
        let scores = labels.iter().map(|&opponent| score(agent, opponent));
        [agent.to_owned()].into_iter().chain(scores).collect()
    });
    aligned(&header, 1, rows.collect())
}
