//! Statistics that all games share: results by agent, by agent and seat, and between pairs of agents.

pub mod fit;
pub mod payoffs;
mod rows;

pub use rows::{AgentRow, Summary};

use crate::report::degenerate::IdenticalGames;
use engine::{AgentTotals, Outcome, RunTotals, Seat};
use payoffs::Payoffs;
use statistics::{BlockedMean, Finishes, Moments, Places};
use store::schedule::ScheduledGame;

// `Finishes` must have room for all seats of a game.
const _: () = assert!(engine::MAX_SEATS <= statistics::MAX_SEATS);

/// The results of all games of a run so far.
#[derive(Debug)]
pub struct Statistics {
    labels: Vec<String>,
    players: usize,
    games: u64,
    agents: Vec<AgentTally>,
    /// Results by agent, then by seat.
    seats: Vec<Vec<SeatTally>>,
    payoffs: Payoffs,
    finishes: Finishes,
    wins: Finishes,
    identical: IdenticalGames,
    /// The last game's position in the schedule: matchup, repeat, and whether it completed its block.
    matchup: usize,
    repeat: u64,
    is_whole: bool,
}

/// The results of one agent in all seats.
#[derive(Clone, Debug, Default)]
pub struct AgentTally {
    games: u64,
    win_share: BlockedMean,
    points: BlockedMean,
    ranks: BlockedMean,
    margins: BlockedMean,
}

/// The results of one agent on one seat.
#[derive(Clone, Debug, Default)]
pub struct SeatTally {
    win_share: BlockedMean,
    /// The win share in this seat minus the win share in all seats. In a complete block, the agent plays in every seat equally
    /// often. So the difference is the mean of weighted win shares, where the weight is the number of seats minus one on this
    /// seat, and minus one on all other seats.
    effect: BlockedMean,
    points: Moments,
    ranks: Moments,
}

// ANCHOR: tally
impl AgentTally {
    fn add(&mut self, outcome: &Outcome, seat: Seat) {
        self.win_share.add(outcome.win_share(seat));
        self.points.add(f64::from(outcome.points()[seat.index()]));
        self.ranks.add(f64::from(outcome.ranks()[seat.index()]));
        self.margins.add(f64::from(outcome.margin(seat)));
    }

    /// Returns the mean win share.
    pub fn win_share(&self) -> Option<f64> {
        self.win_share.mean()
    }

    fn close_block(&mut self, matchup: usize) {
        for mean in [&mut self.win_share, &mut self.points, &mut self.ranks, &mut self.margins] {
            mean.close_block(matchup);
        }
    }
}
// ANCHOR_END: tally

impl Statistics {
    /// Creates statistics without results for agents with these labels.
    pub fn new(labels: Vec<String>, players: usize) -> Self {
        let agents = labels.len();
        Self {
            labels,
            players,
            games: 0,
            agents: vec![AgentTally::default(); agents],
            seats: vec![vec![SeatTally::default(); players]; agents],
            payoffs: Payoffs::new(agents),
            finishes: Finishes::new(agents, players, Places::All),
            wins: Finishes::new(agents, players, Places::First),
            identical: IdenticalGames::default(),
            matchup: 0,
            repeat: 0,
            is_whole: true,
        }
    }

    /// Fixes the ratings of some agents by ranks and by wins, as [`Finishes::holding`] does.
    #[must_use]
    pub fn holding(mut self, by_ranks: &[Option<f64>], by_wins: &[Option<f64>]) -> Self {
        self.finishes = self.finishes.holding(by_ranks);
        self.wins = self.wins.holding(by_wins);
        self
    }

    /// Adds the result of the next game in the order of the schedule.
    pub fn add(&mut self, scheduled: &ScheduledGame, outcome: &Outcome) {
        self.games += 1;
        self.matchup = scheduled.matchup;
        self.is_whole = scheduled.left_in_block == 0;
        if self.repeat != scheduled.repeat {
            // Repeats of a block differ only in their random numbers.
            self.identical.close_group();
            self.repeat = scheduled.repeat;
        }
        for (seat, &agent) in Seat::all(self.players).zip(&scheduled.assignment) {
            let is_first_seat = !scheduled.assignment[..seat.index()].contains(&agent);
            self.agents[agent].games += u64::from(is_first_seat);
            self.agents[agent].add(outcome, seat);
            self.add_on_seat(agent, outcome, seat);
        }
        self.payoffs.add(&scheduled.assignment, outcome);
        self.identical.add(outcome);
        for finishes in [&mut self.finishes, &mut self.wins] {
            finishes.add(&scheduled.assignment, outcome.ranks());
        }
        if self.is_whole {
            self.close_block();
        }
    }

    fn add_on_seat(&mut self, agent: usize, outcome: &Outcome, seat: Seat) {
        let win_share = outcome.win_share(seat);
        for (number, tally) in self.seats[agent].iter_mut().enumerate() {
            let here = if number == seat.index() { self.players as f64 } else { 0.0 };
            tally.effect.add(win_share * (here - 1.0));
        }
        let tally = &mut self.seats[agent][seat.index()];
        tally.win_share.add(win_share);
        tally.points.add(f64::from(outcome.points()[seat.index()]));
        tally.ranks.add(f64::from(outcome.ranks()[seat.index()]));
    }

    /// Ends the current block early. Needed only if its remaining games will never be added.
    pub fn close_block(&mut self) {
        let matchup = self.matchup;
        for tally in &mut self.agents {
            tally.close_block(matchup);
        }
        for tally in self.seats.iter_mut().flatten() {
            tally.win_share.close_block(matchup);
            if self.is_whole {
                tally.effect.close_block(matchup);
            } else {
                tally.effect.drop_block();
            }
        }
        self.payoffs.close_block(matchup);
        self.finishes.close_block();
        self.wins.close_block();
        self.identical.close_group();
    }

    /// Returns the number of games so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the participants' labels.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns each agent's results over all seats.
    pub fn agents(&self) -> &[AgentTally] {
        &self.agents
    }

    /// Returns a warning if all games of each block had the same result.
    pub fn identical_games_warning(&self) -> Option<String> {
        self.identical.sentence()
    }

    /// Returns the totals of the run, from which games may summarize their own rows.
    pub fn totals(&self) -> RunTotals {
        let agent = |(label, tally): (&String, &AgentTally)| AgentTotals {
            label: label.clone(),
            games: tally.games,
            win_share: tally.win_share(),
        };
        RunTotals {
            games: self.games,
            players: self.players,
            agents: self.labels.iter().zip(&self.agents).map(agent).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Seed;
    use rand::RngExt;
    use store::schedule::{Grouping, Schedule};

    /// Plays games in which the agent with the lowest number wins; several copies of this agent share the win.
    fn statistics(agents: usize, players: usize, games: usize) -> Statistics {
        let labels = (0..agents).map(|agent| format!("agent-{agent}")).collect();
        let mut statistics = Statistics::new(labels, players);
        for scheduled in
            Schedule::new(agents, players, Grouping::Auto).unwrap().games_from(0).take(games)
        {
            let points = scheduled.assignment.iter().map(|&agent| (10 - agent as i16, 0));
            statistics.add(&scheduled, &Outcome::new(points));
        }
        statistics.close_block();
        statistics
    }

    /// Plays 60 blocks with three equally strong agents. The first seat has an advantage, and a good deck improves all results.
    fn null_arm(tournament: u64) -> Statistics {
        let labels = ["one", "same", "again"].map(str::to_owned).to_vec();
        let mut statistics = Statistics::new(labels, 3);
        let seed = Seed::new(5).child(tournament);
        for scheduled in Schedule::new(3, 3, Grouping::Auto).unwrap().games_from(0).take(360) {
            let deck = seed.child(scheduled.block).rng().random_range(0..40);
            let mut stream = seed.child(scheduled.block).child(scheduled.game).rng();
            // On average, the deck gives 19.5 points, the seat 10 and luck 20.
            let points = [20, 10, 0].map(|seat| deck + seat + stream.random_range(0..41));
            statistics.add(&scheduled, &Outcome::new(points.map(|points| (points, 0))));
        }
        statistics
    }

    #[test]
    fn shares_of_the_win_add_up() {
        let rows = Summary::of(&statistics(3, 4, 360)).agents;
        let wins: f64 = rows.iter().map(|row| row.win_share.unwrap() * row.seats as f64).sum();
        assert!((wins - 360.0).abs() < 1e-9);
        assert_eq!(Some(rows[0].expected), Some(0.25));
        assert!(rows.iter().all(|row| row.games == 360 && row.seats == 480));
    }

    #[test]
    fn a_sure_winner_has_an_interval_by_the_number_of_blocks() {
        let rows = Summary::of(&statistics(2, 2, 100)).agents;
        assert_eq!((rows[0].win_share, rows[0].ci_high), (Some(1.0), Some(1.0)));
        // Fifty blocks: the bound is the 50th root of 0.025.
        assert!((rows[0].ci_low.unwrap() - 0.928_878).abs() < 1e-5, "{:?}", rows[0].ci_low);
        assert_eq!((rows[0].mean_points, rows[0].mean_margin), (Some(10.0), Some(1.0)));
        assert_eq!((rows[1].mean_rank, rows[1].design_effect), (Some(2.0), None));
    }

    #[test]
    fn one_game_has_no_interval_and_no_spread() {
        let rows = Summary::of(&statistics(2, 2, 1)).agents;
        assert_eq!((rows[0].win_share, rows[0].ci_low, rows[0].sd_points), (Some(1.0), None, None));
        let files = Summary::of(&statistics(2, 2, 1)).files();
        let (_, seats) = files.iter().find(|(table, _)| table.name == "summary_seats.csv").unwrap();
        assert!(String::from_utf8_lossy(seats).contains("agent-0,1,0,,,,,,,,\n"));
    }

    /// An A/A test: three copies of one agent have different labels, and results depend on seats and luck only. In the long run,
    /// at most one interval in twenty misses the expected share.
    #[test]
    fn a_null_arm_shows_no_difference_beyond_its_intervals() {
        let (mut missed, mut all) = (0, 0);
        for tournament in 0..100 {
            let summary = Summary::of(&null_arm(tournament));
            for (row, agent) in summary.agents.iter().zip(0..) {
                let mut check = |low: Option<f64>, high: Option<f64>, truth: f64| {
                    missed += u32::from(low > Some(truth) || high < Some(truth));
                    all += 1;
                    assert!(low.is_some() && high.is_some(), "{agent} in {tournament}");
                };
                check(row.ci_low, row.ci_high, 1.0 / 3.0);
                check(row.points_low, row.points_high, 49.5);
                check(row.rank_low, row.rank_high, 2.0);
                check(row.rating_low, row.rating_high, 0.0);
            }
            for row in &summary.payoffs {
                missed += u32::from(row.score_low > Some(0.5) || row.score_high < Some(0.5));
                all += 1;
            }
        }
        let share = f64::from(missed) / f64::from(all);
        assert!((0.03..0.07).contains(&share), "{share} miss");
    }
}
