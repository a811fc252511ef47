//! The final table on standard output.

use crate::console::{aligned, decimal, percent};
use crate::summary::{AgentRow, Ledger};

/// The results as a person likes to read them.
pub fn report(ledger: &Ledger) -> String {
    format!("{}\n{}", agents(ledger), seats(ledger))
}

fn agents(ledger: &Ledger) -> String {
    let row = |row: AgentRow| {
        let interval = row.ci_low.zip(row.ci_high).map_or("-".to_owned(), |(low, high)| {
            format!("{} to {}", percent(Some(low)), percent(Some(high)))
        });
        vec![
            row.agent,
            row.games.to_string(),
            percent(row.win_share),
            interval,
            percent(Some(row.expected)),
            decimal(row.mean_points, 1),
            decimal(row.mean_rank, 2),
        ]
    };
    let header = ["agent", "games", "win share", "95% interval", "by chance", "points", "rank"];
    aligned(&header, 1, ledger.agent_rows().into_iter().map(row).collect())
}

fn seats(ledger: &Ledger) -> String {
    let players = ledger.seats().first().map_or(0, Vec::len);
    let names: Vec<_> = (0..players).map(|seat| format!("seat {seat}")).collect();
    let header: Vec<_> =
        ["win share by seat"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let rows = ledger.labels().iter().zip(ledger.seats()).map(|(label, seats)| {
        let shares = seats.iter().map(|tally| percent(tally.win_share()));
        [label.clone()].into_iter().chain(shares).collect()
    });
    aligned(&header, 1, rows.collect())
}
