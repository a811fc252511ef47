//! The seat assignments of a match, and the value of a block.
//!
//! A block is one deck. On it, the first agent plays alone against copies of the second, once in every seat, and the second agent
//! plays alone against copies of the first. With two players, both are the same two games. A match measures the *advantage*: half
//! the difference between the win shares of the first and the second agent when each plays alone. With two players, the advantage
//! is the first agent's win share minus one half.

use engine::{MAX_SEATS, Outcome, Seat};
use std::ops::Range;
use store::schedule::{ScheduledGame, SeatAssignment};

/// The number of units in a win, divisible by every number of seats that may share it.
pub const PARTS_OF_A_WIN: i64 = 60;
const _: () = {
    let mut seats = 1;
    while seats <= MAX_SEATS as i64 {
        assert!(PARTS_OF_A_WIN % seats == 0);
        seats += 1;
    }
};

/// Returns the number of parts into which the scale of advantages, from -0.5 to 0.5, is divided.
pub const fn parts(players: usize) -> i64 {
    2 * PARTS_OF_A_WIN * players as i64
}

/// Returns the seat assignments of a block in order, where 0 is the first agent and 1 the second.
pub fn assignments(players: usize) -> Vec<SeatAssignment> {
    let alone = |agent: usize| {
        (0..players).map(move |seat| {
            let mut assignment = vec![1 - agent; players];
            assignment[seat] = agent;
            assignment
        })
    };
    let reverse = alone(1).filter(|_| players > 2);
    alone(0).chain(reverse).collect()
}

/// Returns the games of a match with the given numbers.
pub fn games(players: usize, numbers: Range<u64>) -> impl Iterator<Item = ScheduledGame> {
    let assignments = assignments(players);
    let size = assignments.len() as u64;
    numbers.map(move |game| {
        let place = (game % size) as usize;
        ScheduledGame {
            game,
            block: game / size,
            matchup: 0,
            assignment: assignments[place].clone(),
            repeat: 0,
            left_in_block: assignments.len() - 1 - place,
        }
    })
}

/// Returns a game's contribution to the value of its block, in units of 1 / [`parts`]. `share` returns a seat's share of the win
/// in units of 1 / `PARTS_OF_A_WIN`.
pub fn advantage(assignment: &[usize], share: impl Fn(usize) -> i64) -> i64 {
    let lone = |agent: usize| {
        let mut seats = (0..assignment.len()).filter(|&seat| assignment[seat] == agent);
        let seat = seats.next()?;
        seats.next().is_none().then(|| share(seat))
    };
    lone(0).unwrap_or(0) - lone(1).unwrap_or(0)
}

/// Returns a seat's share of the win, in units of 1 / `PARTS_OF_A_WIN`.
pub fn share(outcome: &Outcome, seat: usize) -> i64 {
    let winners = outcome.winners().count() as i64;
    if outcome.ranks()[Seat::new(seat).index()] == 1 { PARTS_OF_A_WIN / winners } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_agents_sit_alone_on_every_seat_once() {
        assert_eq!(assignments(2), [[0, 1], [1, 0]]);
        let three =
            [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]].map(Vec::from);
        assert_eq!(assignments(3), three);
        let all: Vec<_> = games(3, 0..7).collect();
        assert_eq!((all[5].block, all[5].left_in_block), (0, 0));
        assert_eq!((all[6].block, all[6].left_in_block), (1, 5));
        assert!(games(3, 4..7).eq(all[4..].iter().cloned()));
        let last = games(3, u64::MAX - 4..u64::MAX).last().unwrap();
        assert_eq!((last.game, last.block), (u64::MAX - 1, u64::MAX / 6));
    }

    #[test]
    fn advantages_of_winners_and_equal_agents() {
        for players in 2..=MAX_SEATS {
            let block = |winner: Option<usize>| -> i64 {
                let game = |assignment: &SeatAssignment| {
                    let points =
                        assignment.iter().map(|&agent| (i16::from(Some(agent) == winner), 0));
                    let outcome = Outcome::new(points);
                    advantage(assignment, |seat| share(&outcome, seat))
                };
                assignments(players).iter().map(game).sum()
            };
            assert_eq!(block(Some(0)), parts(players) / 2, "{players}");
            assert_eq!(block(Some(1)), -parts(players) / 2, "{players}");
            assert_eq!(block(None), 0, "{players}");
        }
    }

    #[test]
    fn seat_effects_cancel_within_a_block() {
        for players in 2..=MAX_SEATS {
            let first_seat_wins = |seat| if seat == 0 { PARTS_OF_A_WIN } else { 0 };
            let games = assignments(players);
            let sum: i64 =
                games.iter().map(|assignment| advantage(assignment, first_seat_wins)).sum();
            assert_eq!(sum, 0);
        }
    }
}
