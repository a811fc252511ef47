//! The final table on standard output.

use crate::failure::Failure;
use crate::render::terminal::{self, aligned, decimal, interval, percent};
use crate::report::summary::{AgentRow, Statistics, Summary};
use engine::Aggregator;

/// The most agents for which the matrix of payoffs fits on a screen.
const MOST_OPPONENTS: usize = 10;

/// Prints the results of a run.
///
/// # Errors
/// Fails if standard output cannot be written.
pub fn print<R>(
    statistics: &Statistics,
    summary: &Summary,
    aggregator: &impl Aggregator<R>,
) -> Result<(), Failure> {
    let mut text = report(statistics, summary);
    for table in aggregator.report(&statistics.totals()) {
        text.push('\n');
        text.push_str(&table.to_string());
    }
    terminal::print(&text)
}

/// Returns the results as readable text.
fn report(statistics: &Statistics, summary: &Summary) -> String {
    let mut tables = vec![agents(&summary.agents), seats(statistics)];
    let agents = statistics.labels().len();
    if agents > 1 {
        tables.push(ratings(&summary.agents));
    }
    // With two agents, the matrix would add nothing new.
    if (3..=MOST_OPPONENTS).contains(&agents) {
        tables.push(scores(statistics));
    }
    tables.join("\n")
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
    let players = statistics.seats().first().map_or(0, Vec::len);
    let names: Vec<_> = (0..players).map(|seat| format!("seat {seat}")).collect();
    let header: Vec<_> =
        ["win share by seat"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let rows = statistics.labels().iter().zip(statistics.seats()).map(|(label, seats)| {
        let shares = seats.iter().map(|tally| percent(tally.win_share()));
        [label.clone()].into_iter().chain(shares).collect()
    });
    aligned(&header, 1, rows.collect())
}

fn ratings(rows: &[AgentRow]) -> String {
    let row = |row: &AgentRow| {
        // Adding zero turns -0 into 0.
        let whole = |points: f64| format!("{:.0}", points.round() + 0.0);
        let interval = row.rating_low.zip(row.rating_high);
        let interval = interval.map(|(low, high)| format!("{} to {}", whole(low), whole(high)));
        let dash = || "-".to_owned();
        let rating = row.rating.map_or_else(dash, whole);
        vec![row.agent.clone(), rating, interval.unwrap_or_else(dash)]
    };
    aligned(&["rating", "points", "95% CI"], 1, rows.iter().map(row).collect())
}

fn scores(statistics: &Statistics) -> String {
    let labels = statistics.labels();
    let header: Vec<_> =
        ["in front of"].into_iter().chain(labels.iter().map(String::as_str)).collect();
    let rows = labels.iter().enumerate().map(|(agent, label)| {
        let scores = (0..labels.len()).map(|opponent| percent(statistics.score(agent, opponent)));
        [label.clone()].into_iter().chain(scores).collect()
    });
    aligned(&header, 1, rows.collect())
}
