//! Summaries of king islands over all games.
//!
//! The win shares of founders and their baseline are associations. Agents found when they expect it to help, so the
//! difference is not an effect of founding.

use crate::Island;
use crate::tables::rows::{KingRow, Rows};
use engine::csv_table::{CsvTable, FilledTable};
use engine::{
    AgentTotals, Column, Mean, RunTotals, SummedGame, TableSums, TextTable, decimal, percent,
};
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
        let baseline = Some(1.0 / run.players as f64);
        let all = AgentTotals { label: ALL.to_owned(), games: run.games, win_share: baseline };
        let mut rows = Vec::new();
        for (agent, key) in
            run.agents.iter().map(|agent| (agent, Some(&agent.label))).chain([(&all, None)])
        {
            for value in values() {
                let none = Founded::default();
                let founded = self.0.get(&(key.cloned(), value)).unwrap_or(&none);
                let count = founded.turns.count();
                rows.push(KingSummaryRow {
                    agent: agent.label.clone(),
                    value,
                    founded: count,
                    per_game: (agent.games > 0).then(|| count as f64 / agent.games as f64),
                    mean_turn: founded.turns.mean(),
                    win_share_founders: founded.win_shares.mean(),
                    win_share_baseline: agent.win_share,
                    mean_points_secured: founded.points_secured.mean(),
                });
            }
        }
        rows
    }
}

impl TableSums<Rows> for Kings {
    fn add(&mut self, _: &SummedGame<'_>, rows: &Rows) {
        for king in &rows.kings {
            for agent in [Some(king.agent.clone()), None] {
                self.0.entry((agent, king.value)).or_default().add(king);
            }
        }
    }

    fn summaries(&self, run: &RunTotals) -> Vec<FilledTable> {
        vec![CsvTable::filled("summary_kings.csv", &self.rows(run))]
    }

    fn report(&self, run: &RunTotals) -> Vec<TextTable> {
        let columns: [Column<KingSummaryRow>; 7] = [
            ("king islands", |row| row.agent.clone()),
            ("value", |row| row.value.to_string()),
            ("founded", |row| row.founded.to_string()),
            ("a game", |row| decimal(row.per_game, 2)),
            ("turn", |row| decimal(row.mean_turn, 1)),
            ("founders' share", |row| percent(row.win_share_founders)),
            ("usual share", |row| percent(row.win_share_baseline)),
        ];
        let mut rows = self.rows(run);
        rows.retain(|row| row.founded > 0);
        vec![TextTable::of(&columns, 1, &rows)]
    }
}

/// Returns the values of the islands on which a king island can be founded: all islands but Tonga.
fn values() -> impl Iterator<Item = u8> {
    let islands = Island::all().filter(|&island| island != Island::TONGA);
    islands.map(Island::points).collect::<BTreeSet<_>>().into_iter()
}
