//! Payoff matrix: how often each agent finishes ahead of each opponent, and by how many points. Unlike ratings, the
//! matrix shows cycles.

use engine::Outcome;
use serde::{Deserialize, Serialize};
use statistics::{BlockedMean, score_of_ranks};
use std::collections::BTreeSet;

/// Running totals of the meetings of each pair of agents. Any two seats of a game meet once.
#[derive(Debug)]
pub struct Payoffs {
    agents: usize,
    /// One entry per pair, ordered by the lower agent number, then by the higher one.
    pairs: Vec<Pair>,
    /// The indices of the pairs that met in the current block.
    open: BTreeSet<usize>,
}

/// The results of a pair's meetings, from the side of the agent with the lower number.
#[derive(Clone, Debug, Default)]
struct Pair {
    scores: BlockedMean,
    margins: BlockedMean,
}

/// A row of `payoffs.csv`: one agent against one opponent. Each pair of agents appears twice, once from either side.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PayoffRow {
    /// Label of the agent.
    pub agent: String,
    /// Label of the opponent.
    pub opponent: String,
    /// Number of pairs of their seats in all games.
    pub meetings: u64,
    /// Fraction of meetings in which the agent finished ahead, from 0 to 1; a shared rank counts half.
    pub score: Option<f64>,
    /// Lower end of the 95% confidence interval of `score`.
    pub score_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `score`.
    pub score_high: Option<f64>,
    /// Mean of the agent's points minus the opponent's.
    pub margin: Option<f64>,
    /// Lower end of the 95% confidence interval of `margin`.
    pub margin_low: Option<f64>,
    /// Upper end of the 95% confidence interval of `margin`.
    pub margin_high: Option<f64>,
}

impl Payoffs {
    /// Creates totals without meetings.
    pub fn new(agents: usize) -> Self {
        let pairs = vec![Pair::default(); agents * agents.saturating_sub(1) / 2];
        Self { agents, pairs, open: BTreeSet::new() }
    }

    /// Returns the index of a pair; the first agent has the lower number.
    const fn place(&self, first: usize, second: usize) -> usize {
        first * (2 * self.agents - first - 1) / 2 + second - first - 1
    }

    /// Adds the meetings of a game.
    pub fn add(&mut self, assignment: &[usize], outcome: &Outcome) {
        let (ranks, points) = (outcome.ranks(), outcome.points());
        for (seat, &agent) in assignment.iter().enumerate() {
            let opponents = assignment.iter().enumerate().filter(|&(_, &other)| agent < other);
            for (other_seat, &other) in opponents {
                let score = score_of_ranks(ranks[seat], ranks[other_seat]);
                let place = self.place(agent, other);
                self.open.insert(place);
                self.pairs[place].scores.add(score);
                self.pairs[place].margins.add(f64::from(points[seat] - points[other_seat]));
            }
        }
    }

    /// Ends the current block.
    pub fn close_block(&mut self, matchup: usize) {
        for place in std::mem::take(&mut self.open) {
            self.pairs[place].scores.close_block(matchup);
            self.pairs[place].margins.close_block(matchup);
        }
    }

    /// Returns the rows of `payoffs.csv`, two for each pair of agents that met.
    pub fn rows(&self, labels: &[String]) -> Vec<PayoffRow> {
        let sides =
            (0..self.agents).flat_map(|agent| (0..self.agents).map(move |other| (agent, other)));
        let row = |(agent, other): (usize, usize)| {
            let pair = &self.pairs[self.place(agent.min(other), agent.max(other))];
            let row = pair.row(&labels[agent], &labels[other], agent < other);
            (row.meetings > 0).then_some(row)
        };
        sides.filter(|(agent, other)| agent != other).filter_map(row).collect()
    }
}

impl Pair {
    /// Returns the row for one side of a pair.
    fn row(&self, agent: &str, opponent: &str, is_first: bool) -> PayoffRow {
        let scores = self.scores.share_interval();
        let (score_low, score_high) =
            if is_first { scores } else { scores.map(|(low, high)| (1.0 - high, 1.0 - low)) }
                .unzip();
        // Avoids a negative zero.
        let margins = self.margins.interval();
        let (margin_low, margin_high) =
            if is_first { margins } else { margins.map(|(low, high)| (0.0 - high, 0.0 - low)) }
                .unzip();
        let (score, margin) = (self.scores.mean(), self.margins.mean());
        PayoffRow {
            agent: agent.to_owned(),
            opponent: opponent.to_owned(),
            meetings: self.scores.count(),
            score: if is_first { score } else { score.map(|score| 1.0 - score) },
            score_low,
            score_high,
            margin: if is_first { margin } else { margin.map(|margin| 0.0 - margin) },
            margin_low,
            margin_high,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of three agents beats the next: a cycle that no rating can express.
    #[test]
    fn a_cycle_is_seen_from_all_sides() {
        let mut payoffs = Payoffs::new(3);
        for (block, assignment) in [[0, 1], [1, 2], [2, 0]].into_iter().cycle().take(30).enumerate()
        {
            let margin = 1 + block as i16 % 2;
            payoffs.add(&assignment, &Outcome::new([(margin, 0), (0, 0)]));
            payoffs.close_block(block % 3);
        }
        let labels = ["paper", "rock", "scissors"].map(str::to_owned);
        let rows = payoffs.rows(&labels);
        assert_eq!(rows.len(), 6);
        for row in rows {
            let beats = [("paper", "rock"), ("rock", "scissors"), ("scissors", "paper")];
            let is_ahead = beats.contains(&(row.agent.as_str(), row.opponent.as_str()));
            let (score, margin) = if is_ahead { (1.0, 1.5) } else { (0.0, -1.5) };
            assert_eq!((row.meetings, row.score, row.margin), (10, Some(score), Some(margin)));
            // All ten blocks are alike: with 95% confidence, less than 1 - 0.025^(1/10) of all blocks may differ.
            let (low, high) = if is_ahead { (0.691_503, 1.0) } else { (0.0, 0.308_497) };
            assert!((row.score_low.unwrap() - low).abs() < 1e-6);
            assert!((row.score_high.unwrap() - high).abs() < 1e-6);
            assert!(row.margin_low < row.margin && row.margin < row.margin_high);
        }
    }
}
