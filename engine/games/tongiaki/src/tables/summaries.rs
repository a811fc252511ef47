//! Summaries of king islands over all games.
//!
//! The win shares of founders and their baseline are associations. Agents found when they expect it to help, so the
//! difference is not an effect of founding.

use crate::Island;
use crate::tables::rows::{KingRow, Rows};
use engine::csv_table::{CsvTable, FilledTable};
use engine::{Mean, RunTotals, TextTable, decimal, percent};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The label for all agents together.
const ALL: &str = "all";

/// The king islands of all games, by founder (`None` for all founders together) and value.
#[derive(Debug, Default)]
pub struct Kings(BTreeMap<(Option<String>, u8), Founded>);

/// Means over founded king islands.
#[derive(Debug, Default)]
struct Founded {
    turns: Mean,
    win_shares: Mean,
    points_secured: Mean,
}

/// A row of `summary_kings.csv`: one island value, for one agent or for `all` agents.
///
/// The win shares show an association, not an effect, because a founder may have been ahead already. `tournament
/// study king-value` measures the effect.
#[derive(Debug, Default, Serialize)]
struct KingSummaryRow {
    /// Label of the agent, or `all`.
    agent: String,
    /// Points of the islands.
    value: u8,
    /// Number of king islands founded.
    founded: u64,
    /// Mean number of king islands founded in a game of the agent.
    per_game: Option<f64>,
    /// Mean number of the turn in which they were founded.
    mean_turn: Option<f64>,
    /// Mean win share of the founders in these games, from 0 to 1.
    win_share_founders: Option<f64>,
    /// Mean win share of the agent in all games; for `all`, 1 divided by the number of players.
    win_share_baseline: Option<f64>,
    /// Mean points of all king islands that these founders had at the end.
    mean_points_secured: Option<f64>,
}

impl Founded {
    fn add(&mut self, king: &KingRow) {
        self.turns.add(f64::from(king.turn));
        self.win_shares.add(king.win_share);
        self.points_secured.add(f64::from(king.points_secured));
    }
}

impl Kings {
    fn rows(&self, run: &RunTotals) -> Vec<KingSummaryRow> {
        let agents = run
            .agents
            .iter()
            .map(|agent| (Some(agent.label.clone()), agent.games, agent.win_share));
        let all = (None, run.games, Some(1.0 / run.players as f64));
        let rows = |(agent, games, win_share_baseline): (Option<String>, u64, Option<f64>)| {
            values().map(move |value| {
                let none = Founded::default();
                let founded = self.0.get(&(agent.clone(), value)).unwrap_or(&none);
                KingSummaryRow {
                    agent: agent.clone().unwrap_or_else(|| ALL.to_owned()),
                    value,
                    founded: founded.turns.count(),
                    per_game: (games > 0).then(|| founded.turns.count() as f64 / games as f64),
                    mean_turn: founded.turns.mean(),
                    win_share_founders: founded.win_shares.mean(),
                    win_share_baseline,
                    mean_points_secured: founded.points_secured.mean(),
                }
            })
        };
        agents.chain([all]).flat_map(rows).collect()
    }
}

/// Returns the values of the islands on which a king island can be founded: all islands but Tonga.
fn values() -> impl Iterator<Item = u8> {
    let islands = Island::all().filter(|&island| island != Island::TONGA);
    islands.map(Island::points).collect::<BTreeSet<_>>().into_iter()
}

impl Kings {
    /// Adds the rows of the next game.
    pub(crate) fn add(&mut self, rows: &Rows) {
        for king in &rows.kings {
            for agent in [Some(king.agent.clone()), None] {
                self.0.entry((agent, king.value)).or_default().add(king);
            }
        }
    }

    /// Returns the summary tables.
    pub(crate) fn summaries(&self, run: &RunTotals) -> Vec<FilledTable> {
        vec![CsvTable::filled("summary_kings.csv", &self.rows(run))]
    }

    /// Returns the tables of the final report.
    pub(crate) fn report(&self, run: &RunTotals) -> Vec<TextTable> {
        let row = |row: KingSummaryRow| {
            vec![
                row.agent,
                row.value.to_string(),
                row.founded.to_string(),
                decimal(row.per_game, 2),
                decimal(row.mean_turn, 1),
                percent(row.win_share_founders),
                percent(row.win_share_baseline),
            ]
        };
        let header = [
            "king islands",
            "value",
            "founded",
            "a game",
            "turn",
            "founders' share",
            "usual share",
        ];
        let founded = self.rows(run).into_iter().filter(|row| row.founded > 0).map(row);
        vec![TextTable::new(&header, 1, founded.collect())]
    }
}
