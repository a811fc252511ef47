//! Summaries of ceremonies and tokens over all games.
//!
//! The duration for which a seat holds a token and its win share are associated, but the association need not be an
//! effect: a seat may hold a token for long because it is ahead. The first owner is drawn at random (W7), so the
//! difference for first owners is an effect.

use crate::tables::rows::{CeremonyRow, Rows, SeatColumns};
use crate::{Cause, Figure, PHASES};
use engine::csv_table::{CsvTable, FilledTable};
use engine::{Column, Mean, RunTotals, Seat, SummedGame, TableSums, TextTable, decimal, percent};
use serde::Serialize;
use std::collections::BTreeMap;

/// The sums of all games, by agent.
#[derive(Debug, Default)]
pub struct CeremonyAndTokenSums(BTreeMap<String, AgentSums>);

#[derive(Debug, Default)]
struct AgentSums {
    /// The number of the agent's seats in all games.
    seats: u64,
    /// The sums by cause and phase.
    ceremonies: [[CeremonySums; PHASES]; Cause::ALL.len()],
    /// The sums by token and by the duration of holding it.
    tokens: [[TokenSums; HOLDINGS.len()]; Figure::ALL.len()],
}

#[derive(Debug, Default)]
struct CeremonySums {
    /// Points of the agent's seats from ceremonies that any seat caused.
    points: f64,
    /// Points of the agent from a ceremony that it caused. `others` has the points of all other seats together.
    own: Mean,
    others: Mean,
}

#[derive(Debug, Default)]
struct TokenSums {
    points: Mean,
    win_shares: Mean,
}

/// The durations for which a seat holds a token: never; for less than a fair share of the turns, which is 1 divided
/// by the number of players; for at least the fair share; or before the first round. Each seat counts in one of the
/// first three, and possibly also in the last.
const HOLDINGS: [&str; 4] = ["never", "less", "more", "first"];
const FIRST: usize = 3;

/// A row of `summary_ceremonies.csv`: one agent, cause and phase.
#[derive(Debug, Default, Serialize)]
struct CeremonySummary {
    /// Label of the agent.
    agent: String,
    /// Cause of the ceremonies: `ancestor`, `elder` or `both`.
    cause: &'static str,
    /// Phase of the scorpion track, from 1.
    phase: usize,
    /// Mean points of a seat of the agent in a game from such ceremonies, whichever seat caused them.
    points_per_game: Option<f64>,
    /// Number of such ceremonies that the agent caused.
    caused: u64,
    /// Number of such ceremonies that the agent caused, per seat and game.
    caused_per_game: Option<f64>,
    /// Mean points of the agent from a ceremony that it caused.
    mean_own_points: Option<f64>,
    /// Mean points of all other seats together from a ceremony that the agent caused.
    mean_others_points: Option<f64>,
}

/// A row of `summary_tokens.csv`: one agent, token and duration of holding it.
///
/// The duration is associated with the result but need not cause it, because a seat may hold a token for long by
/// being ahead. The first holder is drawn at random (W7), so the rows with `first` show an effect.
#[derive(Debug, Default, Serialize)]
struct TokenSummary {
    /// Label of the agent.
    agent: String,
    /// Token: `ancestor` or `elder`.
    token: &'static str,
    /// Duration: `never`; `less` than a fair share of all turns, which is 1 divided by the number of players;
    /// `more`, at least the fair share; or `first`, before the first round. A seat counts in one of the first three
    /// and possibly in `first`.
    held: &'static str,
    /// Number of seats of the agent that held the token this way.
    seats: u64,
    /// Mean final points of these seats.
    mean_points: Option<f64>,
    /// Mean win share of these seats, from 0 to 1.
    win_share: Option<f64>,
    /// Mean win share of the agent on all its seats.
    win_share_baseline: Option<f64>,
}

impl CeremonyAndTokenSums {
    fn add_seat(&mut self, game: &SummedGame<'_>, seat: usize, rows: &Rows) {
        let columns: &SeatColumns = &rows.seats[seat];
        let points = f64::from(game.outcome.points()[seat]);
        let win_share = game.outcome.win_share(Seat::new(seat));
        let sums = self.0.entry(game.agents[seat].clone()).or_default();
        sums.seats += 1;
        let turns = [columns.ancestor_turns, columns.elder_turns];
        let firsts = [rows.game.first_ancestor, rows.game.first_elder];
        for ((token, turns), first) in sums.tokens.iter_mut().zip(turns).zip(firsts) {
            let holding = match turns {
                0 => 0,
                _ if turns * (rows.seats.len() as u32) < game.turns => 1,
                _ => 2,
            };
            token[holding].add(points, win_share);
            if first == Some(seat) {
                token[FIRST].add(points, win_share);
            }
        }
    }

    fn add_ceremony(&mut self, ceremony: &CeremonyRow, agents: &[String]) {
        let Ok(cause) = ceremony.cause.parse::<Cause>() else { return };
        let all: i16 = ceremony.scores().sum();
        for ((seat, agent), points) in agents.iter().enumerate().zip(ceremony.scores()) {
            let sums = self.0.entry(agent.clone()).or_default();
            let phase = usize::from(ceremony.phase).wrapping_sub(1);
            let Some(sums) = sums.ceremonies[cause.index()].get_mut(phase) else { return };
            sums.points += f64::from(points);
            if seat == ceremony.seat {
                sums.own.add(f64::from(points));
                sums.others.add(f64::from(all - points));
            }
        }
    }

    /// Returns the sums and the mean win share of every agent, in the order in which the agents are listed.
    fn of_agents<'a>(
        &'a self,
        run: &'a RunTotals,
    ) -> impl Iterator<Item = (&'a String, &'a AgentSums, Option<f64>)> {
        run.agents.iter().filter_map(|agent| {
            self.0.get(&agent.label).map(|sums| (&agent.label, sums, agent.win_share))
        })
    }

    fn ceremonies(&self, run: &RunTotals) -> Vec<CeremonySummary> {
        let mut rows = Vec::new();
        for (agent, sums, _) in self.of_agents(run) {
            let per_game = |sum: f64| (sums.seats > 0).then(|| sum / sums.seats as f64);
            for cause in Cause::ALL {
                for (phase, sums) in (1..).zip(&sums.ceremonies[cause.index()]) {
                    rows.push(CeremonySummary {
                        agent: agent.clone(),
                        cause: cause.id(),
                        phase,
                        points_per_game: per_game(sums.points),
                        caused: sums.own.count(),
                        caused_per_game: per_game(sums.own.count() as f64),
                        mean_own_points: sums.own.mean(),
                        mean_others_points: sums.others.mean(),
                    });
                }
            }
        }
        rows
    }

    fn tokens(&self, run: &RunTotals) -> Vec<TokenSummary> {
        let mut rows = Vec::new();
        for (agent, sums, win_share_baseline) in self.of_agents(run) {
            for token in Figure::ALL {
                for (held, sums) in HOLDINGS.into_iter().zip(&sums.tokens[token.index()]) {
                    rows.push(TokenSummary {
                        agent: agent.clone(),
                        token: token.id(),
                        held,
                        seats: sums.points.count(),
                        mean_points: sums.points.mean(),
                        win_share: sums.win_shares.mean(),
                        win_share_baseline,
                    });
                }
            }
        }
        rows
    }
}

impl TokenSums {
    fn add(&mut self, points: f64, win_share: f64) {
        self.points.add(points);
        self.win_shares.add(win_share);
    }
}

impl TableSums<Rows> for CeremonyAndTokenSums {
    fn add(&mut self, game: &SummedGame<'_>, rows: &Rows) {
        for seat in 0..rows.seats.len() {
            self.add_seat(game, seat, rows);
        }
        for ceremony in &rows.ceremonies {
            self.add_ceremony(ceremony, game.agents);
        }
    }

    fn summaries(&self, run: &RunTotals) -> Vec<FilledTable> {
        vec![
            CsvTable::filled("summary_ceremonies.csv", &self.ceremonies(run)),
            CsvTable::filled("summary_tokens.csv", &self.tokens(run)),
        ]
    }

    fn report(&self, run: &RunTotals) -> Vec<TextTable> {
        let columns: [Column<CeremonySummary>; 7] = [
            ("ceremonies", |row| row.agent.clone()),
            ("cause", |row| row.cause.to_owned()),
            ("phase", |row| row.phase.to_string()),
            ("points", |row| decimal(row.points_per_game, 2)),
            ("caused", |row| decimal(row.caused_per_game, 2)),
            ("own", |row| decimal(row.mean_own_points, 1)),
            ("others'", |row| decimal(row.mean_others_points, 1)),
        ];
        let ceremonies = TextTable::of(&columns, 2, &self.ceremonies(run));
        let tokens = self.tokens(run);
        // One line for each agent and token.
        let token = |rows: &[TokenSummary]| {
            let shares = rows.iter().map(|row| percent(row.win_share));
            let names = [rows[0].agent.clone(), rows[0].token.to_owned()];
            names.into_iter().chain(shares).collect()
        };
        let tokens = tokens.chunks_exact(HOLDINGS.len()).map(token).collect();
        let header: Vec<_> =
            ["win share by token held", "token"].into_iter().chain(HOLDINGS).collect();
        vec![ceremonies, TextTable::new(&header, 2, tokens)]
    }
}
