//! Ceremonies and tokens over all games.
//!
//! What is told of tokens is association: who is ahead may hold them for that reason.

use super::rows::{CAUSES, Essence, TOKENS};
use crate::console::{aligned, decimal, percent};
use crate::games::Digest;
use crate::sheet::{Page, Sheet, page};
use crate::statistics::Moments;
use crate::summary::Ledger;
use engine::wongar::{Cause, Figure, PHASES};
use serde::Serialize;
use std::collections::BTreeMap;

/// The sums of all games, by agent.
#[derive(Debug, Default)]
pub struct Sums(BTreeMap<String, AgentSums>);

#[derive(Debug, Default)]
struct AgentSums {
    /// By cause and phase.
    ceremonies: [[CeremonySums; PHASES]; CAUSES],
    /// By token and by how long the agent held it.
    tokens: [[TokenSums; Holding::ALL.len()]; TOKENS],
}

#[derive(Debug, Default)]
struct CeremonySums {
    /// Points of the agent in a game, from all ceremonies of the kind.
    points: Moments,
    /// What the agent, and all others together, got from a ceremony that the agent caused.
    own: Moments,
    others: Moments,
}

#[derive(Debug, Default)]
struct TokenSums {
    points: Moments,
    win_shares: Moments,
}

/// How much of a game a token was held.
#[derive(Copy, Clone, Debug)]
enum Holding {
    Never,
    /// Less than by chance.
    Less,
    /// As much as by chance, or more.
    More,
}

impl Holding {
    const ALL: [Self; 3] = [Self::Never, Self::Less, Self::More];

    const fn id(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Less => "less",
            Self::More => "more",
        }
    }

    fn of(share: f64, players: usize) -> Self {
        if share == 0.0 {
            Self::Never
        } else if share * (players as f64) < 1.0 {
            Self::Less
        } else {
            Self::More
        }
    }
}

/// A row of `summary_ceremonies.csv`: an agent, a cause and a phase.
#[derive(Debug, Default, Serialize)]
struct CeremonyRow {
    agent: String,
    cause: &'static str,
    phase: usize,
    /// Points of a seat of the agent from such ceremonies in a game, whoever caused them.
    points_per_game: Option<f64>,
    /// Such ceremonies that the agent caused, in all and a game of a seat.
    caused: u64,
    caused_per_game: Option<f64>,
    /// What the agent and all others together got from one that it caused.
    mean_own_points: Option<f64>,
    mean_others_points: Option<f64>,
}

/// A row of `summary_tokens.csv`: an agent, a token and how long it was held.
#[derive(Debug, Default, Serialize)]
struct TokenRow {
    agent: String,
    token: &'static str,
    held: &'static str,
    /// Seats of the agent in all games.
    seats: u64,
    mean_points: Option<f64>,
    win_share: Option<f64>,
    /// The agent's mean share of the win on all its seats.
    win_share_baseline: Option<f64>,
}

impl Sums {
    fn ceremony_rows(&self) -> Vec<CeremonyRow> {
        let mut rows = Vec::new();
        for (agent, sums) in &self.0 {
            for cause in Cause::ALL {
                for (phase, sums) in (1..).zip(&sums.ceremonies[cause.index()]) {
                    let caused = sums.own.count();
                    let games = sums.points.count();
                    rows.push(CeremonyRow {
                        agent: agent.clone(),
                        cause: cause.id(),
                        phase,
                        points_per_game: sums.points.mean(),
                        caused,
                        caused_per_game: (games > 0).then(|| caused as f64 / games as f64),
                        mean_own_points: sums.own.mean(),
                        mean_others_points: sums.others.mean(),
                    });
                }
            }
        }
        rows
    }

    fn token_rows(&self, ledger: &Ledger) -> Vec<TokenRow> {
        let baseline = |agent: &String| {
            let position = ledger.labels().iter().position(|label| label == agent)?;
            ledger.agents()[position].win_share()
        };
        let mut rows = Vec::new();
        for (agent, sums) in &self.0 {
            for token in Figure::ALL {
                for holding in Holding::ALL {
                    let sums = &sums.tokens[token.index()][holding as usize];
                    rows.push(TokenRow {
                        agent: agent.clone(),
                        token: token.id(),
                        held: holding.id(),
                        seats: sums.points.count(),
                        mean_points: sums.points.mean(),
                        win_share: sums.win_shares.mean(),
                        win_share_baseline: baseline(agent),
                    });
                }
            }
        }
        rows
    }
}

impl Digest<Essence> for Sums {
    fn add(&mut self, game: &Essence) {
        for seat in &game.seats {
            let sums = self.0.entry(seat.agent.clone()).or_default();
            for (sums, points) in
                sums.ceremonies.iter_mut().flatten().zip(seat.scores.iter().flatten())
            {
                sums.points.add(f64::from(*points));
            }
            for (sums, &share) in sums.tokens.iter_mut().zip(&seat.held) {
                let sums = &mut sums[Holding::of(share, game.seats.len()) as usize];
                sums.points.add(f64::from(seat.points));
                sums.win_shares.add(seat.win_share);
            }
        }
        for ceremony in &game.ceremonies {
            let sums = self.0.entry(game.seats[ceremony.seat].agent.clone()).or_default();
            let phase = usize::from(ceremony.phase) - 1;
            let sums = &mut sums.ceremonies[ceremony.cause.index()][phase];
            sums.own.add(f64::from(ceremony.own));
            sums.others.add(f64::from(ceremony.others));
        }
    }

    fn summaries(&self, ledger: &Ledger) -> Vec<(Sheet, Page)> {
        vec![
            (Sheet::of::<CeremonyRow>("summary_ceremonies.csv"), page(&self.ceremony_rows())),
            (Sheet::of::<TokenRow>("summary_tokens.csv"), page(&self.token_rows(ledger))),
        ]
    }

    fn report(&self, ledger: &Ledger) -> String {
        let ceremonies = self.ceremony_rows().into_iter().map(|row| {
            vec![
                row.agent,
                row.cause.to_owned(),
                row.phase.to_string(),
                decimal(row.points_per_game, 1),
                decimal(row.caused_per_game, 2),
                decimal(row.mean_own_points, 1),
                decimal(row.mean_others_points, 1),
            ]
        });
        let tokens = self.token_rows(ledger).into_iter().map(|row| {
            vec![
                row.agent,
                row.token.to_owned(),
                row.held.to_owned(),
                row.seats.to_string(),
                decimal(row.mean_points, 1),
                percent(row.win_share),
                percent(row.win_share_baseline),
            ]
        });
        format!(
            "{}\n{}",
            aligned(
                &["ceremonies", "cause", "phase", "points a game", "caused", "own", "others'"],
                2,
                ceremonies.collect()
            ),
            aligned(
                &["tokens", "token", "held", "seats", "points", "win share", "usual share"],
                3,
                tokens.collect()
            ),
        )
    }
}
