//! The final table on standard output.

use crate::report::summary::fit::FitRow;
use crate::report::summary::{AgentRow, Statistics, Summary};
use crate::terminal::{aligned, decimal, interval, percent};
use anygame::AnySums;
use std::collections::BTreeMap;

/// The maximum number of agents for which the matrix of payoffs fits on a screen.
const MOST_OPPONENTS: usize = 10;

/// Returns the results of a run as readable text.
pub fn report(statistics: &Statistics, summary: &Summary, sums: &dyn AnySums) -> String {
    let mut text = shared(statistics, summary);
    for table in sums.report(&statistics.totals()) {
        text.push('\n');
        text.push_str(&table.to_string());
    }
    text
}

/// Formats the tables that all games have in common.
fn shared(statistics: &Statistics, summary: &Summary) -> String {
    let mut tables = vec![agents(&summary.agents), seats(statistics)];
    let agents = statistics.labels().len();
    if agents > 1 {
        tables.push(ratings(&summary.agents, players(statistics)) + &notes(summary));
    }
    // With two agents, the matrix would contain nothing new.
    if (3..=MOST_OPPONENTS).contains(&agents) {
        tables.push(scores(statistics));
    }
    tables.extend(statistics.identical_games_warning().map(|sentence| sentence + "\n"));
    tables.join("\n")
}

fn players(statistics: &Statistics) -> usize {
    statistics.seats().first().map_or(0, Vec::len)
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

fn seats(statistics: &Statistics) -> String {
    let names: Vec<_> = (0..players(statistics)).map(|seat| format!("seat {seat}")).collect();
    let header: Vec<_> =
        ["win share by seat"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let rows = statistics.labels().iter().zip(statistics.seats()).map(|(label, seats)| {
        let shares = seats.iter().map(|tally| percent(tally.win_share()));
        [label.clone()].into_iter().chain(shares).collect()
    });
    aligned(&header, 1, rows.collect())
}

fn ratings(rows: &[AgentRow], players: usize) -> String {
    // Adding zero turns -0 into 0.
    let whole = |points: f64| format!("{:.0}", points.round() + 0.0);
    let dash = || "-".to_owned();
    let words = |rating: Option<f64>, low: Option<f64>, high: Option<f64>| {
        let interval =
            low.zip(high).map(|(low, high)| format!("{} to {}", whole(low), whole(high)));
        [rating.map_or_else(dash, whole), interval.unwrap_or_else(dash)]
    };
    let row = |row: &AgentRow| {
        let by_ranks = words(row.rating, row.rating_low, row.rating_high);
        let by_wins = words(row.win_rating, row.win_rating_low, row.win_rating_high);
        [row.agent.clone()].into_iter().chain(by_ranks).chain(by_wins)
    };
    let header = ["rating", "points", "95% CI", "by wins", "95% CI"];
    // With two players, ranks contain the same information as wins.
    let columns = if players == 2 { 3 } else { header.len() };
    let rows = rows.iter().map(|agent| row(agent).take(columns).collect());
    aligned(&header[..columns], 1, rows.collect())
}

/// Explains why ratings have no interval, and how well the ratings fit.
fn notes(summary: &Summary) -> String {
    let by_ranks = summary.agents.iter().map(|row| ("", &row.agent, &row.rating_note));
    let by_wins = summary.agents.iter().map(|row| (" by wins", &row.agent, &row.win_rating_note));
    let is_by_wins = summary.fits.len() > 1;
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

fn scores(statistics: &Statistics) -> String {
    let labels = statistics.labels();
    let header: Vec<_> =
        ["ahead of"].into_iter().chain(labels.iter().map(String::as_str)).collect();
    let rows = labels.iter().enumerate().map(|(agent, label)| {
        let scores = (0..labels.len()).map(|opponent| percent(statistics.score(agent, opponent)));
        [label.clone()].into_iter().chain(scores).collect()
    });
    aligned(&header, 1, rows.collect())
}
