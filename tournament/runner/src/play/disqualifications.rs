//! Disqualification of agents that forfeit repeatedly.
//!
//! A bot that hangs costs its time limit in every game. Therefore an agent that has forfeited
//! [`MAX_CONSECUTIVE_FORFEITS`] of its games in a row, in the order of the schedule, is disqualified, and its later
//! games are forfeited without play. Only the order of the schedule counts, so the number of threads does not affect
//! the result.

use anygame::play::MAX_CONSECUTIVE_FORFEITS;
use std::sync::atomic::{AtomicU64, Ordering};
use store::schedule::ScheduledGame;

/// The value of `from_game` for an agent that is not disqualified.
const NEVER: u64 = u64::MAX;

/// The disqualified agents, with the game from which each is disqualified. Threads play games ahead of those already
/// noted, so a game must be checked again once all earlier games have been noted.
#[derive(Debug)]
pub struct Disqualifications {
    agents: Vec<AgentStatus>,
}

#[derive(Debug)]
struct AgentStatus {
    /// The first game from which the agent is disqualified.
    from_game: AtomicU64,
    /// The current number of consecutive games that the agent has forfeited.
    in_a_row: AtomicU64,
    /// The number of games that the agent forfeited without play after its disqualification.
    skipped_games: AtomicU64,
}

impl Disqualifications {
    /// Creates the list without disqualified agents.
    pub fn new(agents: usize) -> Self {
        let agent = || AgentStatus {
            from_game: AtomicU64::new(NEVER),
            in_a_row: AtomicU64::new(0),
            skipped_games: AtomicU64::new(0),
        };
        Self { agents: std::iter::repeat_with(agent).take(agents).collect() }
    }

    /// Returns the disqualified agents of a game, in ascending order, according to the games noted so far.
    pub fn disqualified_in(&self, scheduled: &ScheduledGame) -> Vec<usize> {
        let agents = self.agents.iter().enumerate();
        let is_disqualified = |(number, agent): &(usize, &AgentStatus)| {
            agent.from_game.load(Ordering::Acquire) <= scheduled.game
                && scheduled.assignment.contains(number)
        };
        agents.filter(is_disqualified).map(|(number, _)| number).collect()
    }

    /// Notes a game and its forfeited seats. Games are noted in the order of the schedule.
    pub fn note(&self, scheduled: &ScheduledGame, forfeited: &[usize]) {
        for (number, agent) in self.agents.iter().enumerate() {
            let mut seats =
                scheduled.assignment.iter().zip(0..).filter(|&(&other, _)| other == number);
            let Some((_, first)) = seats.next() else { continue };
            if agent.from_game.load(Ordering::Acquire) <= scheduled.game {
                agent.skipped_games.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let has_failed =
                forfeited.contains(&first) || seats.any(|(_, seat)| forfeited.contains(&seat));
            let in_a_row = if has_failed { agent.in_a_row.load(Ordering::Relaxed) + 1 } else { 0 };
            agent.in_a_row.store(in_a_row, Ordering::Relaxed);
            if in_a_row == u64::from(MAX_CONSECUTIVE_FORFEITS) {
                agent.from_game.store(scheduled.game + 1, Ordering::Release);
            }
        }
    }

    /// Returns a message for every agent that was disqualified.
    pub fn sentences(&self, labels: &[String]) -> Vec<String> {
        let told = labels.iter().zip(&self.agents).filter_map(|(label, agent)| {
            let games = agent.skipped_games.load(Ordering::Relaxed);
            let from = agent.from_game.load(Ordering::Relaxed);
            (games > 0).then(|| {
                format!(
                    "{label} is disqualified from game {from} on: it forfeited {MAX_CONSECUTIVE_FORFEITS} games in a row; \
                     games forfeited without play after that: {games}"
                )
            })
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, assignment: &[usize]) -> ScheduledGame {
        let assignment = assignment.to_vec();
        ScheduledGame {
            game: number,
            block: 0,
            matchup: 0,
            assignment,
            repeat: 0,
            left_in_block: 0,
        }
    }

    #[test]
    fn only_forfeits_in_a_row_count() {
        let disqualifications = Disqualifications::new(3);
        let most = u64::from(MAX_CONSECUTIVE_FORFEITS);
        for number in 0..most - 1 {
            disqualifications.note(&game(number, &[0, 1]), &[0]);
        }
        // A game without the agent does not break its row of forfeits; a game that it finishes does.
        disqualifications.note(&game(most - 1, &[1, 2]), &[0, 1]);
        disqualifications.note(&game(most, &[1, 0]), &[]);
        for number in most + 1..2 * most {
            disqualifications.note(&game(number, &[0, 1]), &[0]);
        }
        assert!(disqualifications.disqualified_in(&game(u64::MAX - 1, &[0, 1, 2])).is_empty());
        assert!(disqualifications.sentences(&["a", "b", "c"].map(str::to_owned)).is_empty());
        disqualifications.note(&game(2 * most, &[1, 0]), &[1]);
        assert!(disqualifications.disqualified_in(&game(2 * most, &[1, 0])).is_empty());
        assert_eq!(disqualifications.disqualified_in(&game(2 * most + 1, &[1, 0])), [0]);
        assert!(disqualifications.disqualified_in(&game(2 * most + 1, &[1, 2])).is_empty());
        disqualifications.note(&game(2 * most + 1, &[1, 0]), &[1]);
        let told = disqualifications.sentences(&["a", "b", "c"].map(str::to_owned));
        assert_eq!(
            told,
            [
                "a is disqualified from game 41 on: it forfeited 20 games in a row; games forfeited without play after that: 1"
            ]
        );
    }

    #[test]
    fn one_forfeit_among_several_seats_is_one() {
        let disqualifications = Disqualifications::new(1);
        for number in 0..u64::from(MAX_CONSECUTIVE_FORFEITS) {
            assert!(disqualifications.disqualified_in(&game(number, &[0, 0])).is_empty());
            disqualifications.note(&game(number, &[0, 0]), &[(number % 2) as usize]);
        }
        assert_eq!(disqualifications.disqualified_in(&game(20, &[0, 0])), [0]);
    }
}
