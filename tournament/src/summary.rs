//! The statistics that all games share: agents, and agents on seats.

use crate::design::Sitting;
use crate::sheet::{Page, Sheet, page};
use crate::statistics::{BlockedMean, Moments};
use engine::{Seat, Standing};
use serde::Serialize;

/// The results of all games so far.
#[derive(Debug)]
pub struct Ledger {
    labels: Vec<String>,
    players: usize,
    games: u64,
    agents: Vec<Tally>,
    /// By agent, then by seat.
    seats: Vec<Vec<Tally>>,
    /// The line-up of the block under way.
    line_up: usize,
}

/// The results of an agent, on all seats or on one.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    games: u64,
    win_share: BlockedMean,
    points: Moments,
    ranks: Moments,
    margins: Moments,
}

/// A row of `summary_agents.csv`. The interval is that of [`BlockedMean`], cut to shares.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AgentRow {
    /// Who.
    pub agent: String,
    /// Games with the agent.
    pub games: u64,
    /// Seats of the agent in all of them.
    pub seats: u64,
    /// Its mean share of the win on a seat.
    pub win_share: Option<f64>,
    /// The 95% interval begins here.
    pub ci_low: Option<f64>,
    /// The 95% interval ends here.
    pub ci_high: Option<f64>,
    /// What chance would give: every seat the same.
    pub expected: f64,
    /// Mean points.
    pub mean_points: Option<f64>,
    /// Standard deviation of the points.
    pub sd_points: Option<f64>,
    /// Mean rank.
    pub mean_rank: Option<f64>,
    /// Mean of the points minus those of the best other seat.
    pub mean_margin: Option<f64>,
    /// The variance of the win share by blocks, as a multiple of that of independent games.
    pub design_effect: Option<f64>,
}

/// A row of `summary_seats.csv`.
#[derive(Clone, Debug, Default, Serialize)]
struct SeatRow {
    agent: String,
    seat: usize,
    games: u64,
    win_share: Option<f64>,
    ci_low: Option<f64>,
    ci_high: Option<f64>,
    mean_points: Option<f64>,
    mean_rank: Option<f64>,
}

impl Tally {
    fn add(&mut self, standing: &Standing, seat: Seat) {
        self.win_share.add(standing.win_share(seat));
        self.points.add(f64::from(standing.points()[seat.index()]));
        self.ranks.add(f64::from(standing.ranks()[seat.index()]));
        self.margins.add(f64::from(standing.margin(seat)));
    }

    /// The mean share of the win.
    pub fn win_share(&self) -> Option<f64> {
        self.win_share.mean()
    }

    /// The 95% interval of the share, cut to what a share can be.
    fn interval(&self) -> (Option<f64>, Option<f64>) {
        self.win_share.interval().map(|(low, high)| (low.max(0.0), high.min(1.0))).unzip()
    }
}

impl Ledger {
    /// No results yet.
    pub fn new(labels: Vec<String>, players: usize) -> Self {
        let agents = labels.len();
        Self {
            labels,
            players,
            games: 0,
            agents: vec![Tally::default(); agents],
            seats: vec![vec![Tally::default(); players]; agents],
            line_up: 0,
        }
    }

    /// Takes in the result of the next game.
    pub fn add(&mut self, sitting: &Sitting, standing: &Standing) {
        self.games += 1;
        self.line_up = sitting.line_up;
        for (seat, &agent) in Seat::all(self.players).zip(&sitting.seating) {
            let is_first_seat = !sitting.seating[..seat.index()].contains(&agent);
            self.agents[agent].games += u64::from(is_first_seat);
            self.agents[agent].add(standing, seat);
            self.seats[agent][seat.index()].games += 1;
            self.seats[agent][seat.index()].add(standing, seat);
        }
        if sitting.left_in_block == 0 {
            self.close_block();
        }
    }

    /// Ends the block under way; needed only if its last games will never come.
    pub fn close_block(&mut self) {
        for tally in self.agents.iter_mut().chain(self.seats.iter_mut().flatten()) {
            tally.win_share.close_block(self.line_up);
        }
    }

    /// Games so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Who takes part.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The share of the win that chance would give to every seat.
    pub fn expected(&self) -> f64 {
        1.0 / self.players as f64
    }

    /// Each agent's results on all seats.
    pub fn agents(&self) -> &[Tally] {
        &self.agents
    }

    /// Each agent's results by seat.
    pub fn seats(&self) -> &[Vec<Tally>] {
        &self.seats
    }

    /// Games with this agent.
    pub fn games_of(&self, agent: usize) -> u64 {
        self.agents[agent].games
    }

    /// The rows of `summary_agents.csv`.
    pub fn agent_rows(&self) -> Vec<AgentRow> {
        let row = |(label, tally): (&String, &Tally)| {
            let (ci_low, ci_high) = tally.interval();
            AgentRow {
                agent: label.clone(),
                games: tally.games,
                seats: tally.win_share.count(),
                win_share: tally.win_share(),
                ci_low,
                ci_high,
                expected: self.expected(),
                mean_points: tally.points.mean(),
                sd_points: tally.points.deviation(),
                mean_rank: tally.ranks.mean(),
                mean_margin: tally.margins.mean(),
                design_effect: tally.win_share.design_effect(),
            }
        };
        self.labels.iter().zip(&self.agents).map(row).collect()
    }

    fn seat_rows(&self) -> Vec<SeatRow> {
        let rows = |(label, seats): (&String, &Vec<Tally>)| -> Vec<SeatRow> {
            let row = |(seat, tally): (usize, &Tally)| {
                let (ci_low, ci_high) = tally.interval();
                SeatRow {
                    agent: label.clone(),
                    seat,
                    games: tally.games,
                    win_share: tally.win_share(),
                    ci_low,
                    ci_high,
                    mean_points: tally.points.mean(),
                    mean_rank: tally.ranks.mean(),
                }
            };
            seats.iter().enumerate().map(row).collect()
        };
        self.labels.iter().zip(&self.seats).flat_map(rows).collect()
    }

    /// The files with the sums.
    pub fn summaries(&self) -> Vec<(Sheet, Page)> {
        vec![
            (Sheet::of::<AgentRow>("summary_agents.csv"), page(&self.agent_rows())),
            (Sheet::of::<SeatRow>("summary_seats.csv"), page(&self.seat_rows())),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Design;

    /// Plays games in which the agent with the lowest number wins, and shares with its equals.
    fn ledger(agents: usize, players: usize, games: usize) -> Ledger {
        let labels = (0..agents).map(|agent| format!("agent-{agent}")).collect();
        let mut ledger = Ledger::new(labels, players);
        for sitting in Design::new(agents, players).unwrap().sittings().take(games) {
            let points = sitting.seating.iter().map(|&agent| (10 - agent as i16, 0));
            ledger.add(&sitting, &Standing::new(points));
        }
        ledger.close_block();
        ledger
    }

    #[test]
    fn shares_of_the_win_add_up() {
        let rows = ledger(3, 4, 360).agent_rows();
        let wins: f64 = rows.iter().map(|row| row.win_share.unwrap() * row.seats as f64).sum();
        assert!((wins - 360.0).abs() < 1e-9);
        assert_eq!(Some(rows[0].expected), Some(0.25));
        assert!(rows.iter().all(|row| row.games == 360 && row.seats == 480));
    }

    #[test]
    fn a_sure_winner_has_no_interval() {
        let rows = ledger(2, 2, 100).agent_rows();
        assert_eq!((rows[0].win_share, rows[0].ci_low, rows[0].ci_high), (Some(1.0), None, None));
        assert_eq!((rows[0].mean_points, rows[0].mean_margin), (Some(10.0), Some(1.0)));
        assert_eq!((rows[1].mean_rank, rows[1].design_effect), (Some(2.0), None));
    }

    #[test]
    fn one_game_has_no_interval_and_no_spread() {
        let rows = ledger(2, 2, 1).agent_rows();
        assert_eq!((rows[0].win_share, rows[0].ci_low, rows[0].sd_points), (Some(1.0), None, None));
        let [_, (sheet, seats)] = &ledger(2, 2, 1).summaries()[..] else { panic!("two files") };
        assert_eq!(sheet.name, "summary_seats.csv");
        assert!(String::from_utf8_lossy(seats).contains("agent-0,1,0,,,,,\n"));
    }
}
