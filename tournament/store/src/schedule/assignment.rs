//! Seat assignments of one matchup, in groups in which every agent has every seat equally often.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The number of the agent in each seat.
pub type SeatAssignment = Vec<usize>;

/// The maximum number of seat assignments in one group; larger sets are split into Latin squares.
const LARGEST_GROUP: usize = 24;

/// The way in which the seat assignments of a matchup are grouped into blocks.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grouping {
    /// All seat assignments of a matchup if there are at most 24, else a Williams Latin square.
    #[default]
    Auto,
    /// A Williams Latin square: every agent has every seat equally often, and follows every other agent equally often.
    Williams,
    /// The rotations of a seat assignment: every agent has every seat equally often.
    Cyclic,
    /// All seat assignments of a matchup.
    All,
}

impl Grouping {
    /// All groupings, each with its word in commands and files and with its description.
    pub const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::Auto,
            "auto",
            "All seat assignments of a matchup if there are at most 24, else a Williams Latin square",
        ),
        (
            Self::Williams,
            "williams",
            "A Williams Latin square: every agent sits equally often in every seat and behind every other agent",
        ),
        (
            Self::Cyclic,
            "cyclic",
            "The rotations of a seat assignment: every agent sits equally often in every seat",
        ),
        (Self::All, "all", "All seat assignments of a matchup"),
    ];

    /// Returns every seat assignment of a matchup once, in groups in which every agent has every seat equally often. Agents are
    /// numbered from 0; `seats` is the number of seats of each agent.
    pub fn groups(self, seats: &[usize]) -> Vec<Vec<SeatAssignment>> {
        let all = assignments(seats);
        let group_of = match self {
            Self::Auto if all.len() > LARGEST_GROUP => williams_square,
            Self::Williams => williams_square,
            Self::Cyclic => rotations,
            Self::Auto | Self::All => return vec![all],
        };
        let mut seen = BTreeSet::new();
        let mut groups = Vec::new();
        for assignment in all {
            if !seen.contains(&assignment) {
                let mut group = group_of(&assignment);
                // With several seats for each agent, a row may occur twice in its group, but never in two groups.
                group.retain(|row| seen.insert(row.clone()));
                groups.push(group);
            }
        }
        groups
    }

    /// Describes the groups for the manifest, if there are several.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => {
                "all seat assignments of a matchup, or a Williams Latin square of them in turn"
            }
            Self::Williams => "a Williams Latin square of a matchup's seat assignments in turn",
            Self::Cyclic => "the rotations of a matchup's seat assignments in turn",
            Self::All => ALL_ASSIGNMENTS,
        }
    }
}

/// Describes the group for the manifest, if there is only one.
pub const ALL_ASSIGNMENTS: &str = "all seat assignments of a matchup";

/// Returns all distinct seat assignments of a matchup, in ascending order.
fn assignments(seats: &[usize]) -> Vec<SeatAssignment> {
    fn extend(left: &mut [usize], assignment: &mut SeatAssignment, into: &mut Vec<SeatAssignment>) {
        if left.iter().all(|&seats| seats == 0) {
            into.push(assignment.clone());
        }
        for agent in 0..left.len() {
            if left[agent] > 0 {
                left[agent] -= 1;
                assignment.push(agent);
                extend(left, assignment, into);
                assignment.pop();
                left[agent] += 1;
            }
        }
    }
    let mut into = Vec::new();
    extend(&mut seats.to_vec(), &mut Vec::new(), &mut into);
    into
}

/// Returns the Williams Latin square to which a seat assignment belongs.
///
/// The first row of Williams' square is 0, 1, n-1, 2, n-2, …: the differences between neighbours include every number once. The
/// other rows count up from it; an odd n also needs each row in reverse. The numbers are mapped to agents such that the first row
/// is the given assignment. The squares of two assignments are equal or disjoint, because the rows of a square are the images of
/// one row under a group.
fn williams_square(assignment: &SeatAssignment) -> Vec<SeatAssignment> {
    let players = assignment.len();
    let first_row: Vec<_> = (0..players)
        .map(|seat| if seat % 2 == 1 { seat.div_ceil(2) } else { (players - seat / 2) % players })
        .collect();
    let mut agent_of = vec![0; players];
    for (&number, &agent) in first_row.iter().zip(assignment) {
        agent_of[number] = agent;
    }
    let row = |add: usize| -> SeatAssignment {
        first_row.iter().map(|number| agent_of[(number + add) % players]).collect()
    };
    let mut rows: Vec<_> = (0..players).map(row).collect();
    if players % 2 == 1 {
        rows.extend((0..players).map(|add| row(add).into_iter().rev().collect()));
    }
    rows
}

/// Returns the rotations of a seat assignment.
fn rotations(assignment: &SeatAssignment) -> Vec<SeatAssignment> {
    let rotated = |by: usize| {
        let (front, back) = assignment.split_at(by);
        [back, front].concat()
    };
    (0..assignment.len()).map(rotated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_assignments_are_one_group() {
        assert_eq!(Grouping::Auto.groups(&[1, 1]), [[[0, 1], [1, 0]]]);
        assert_eq!(Grouping::Auto.groups(&[2, 1]), [[[0, 0, 1], [0, 1, 0], [1, 0, 0]]]);
        assert_eq!(Grouping::Auto.groups(&[3]), [[[0, 0, 0]]]);
        assert_eq!(Grouping::Auto.groups(&[1; 4])[0].len(), 24);
    }

    #[test]
    fn the_groups_hold_every_assignment_once() {
        for (seats, count) in [
            (&[1; 5][..], 120),
            (&[1; 6], 720),
            (&[2, 2, 1], 30),
            (&[2, 2, 2], 90),
            (&[4, 1, 1], 30),
            (&[2, 1, 1, 1], 60),
        ] {
            let all: Vec<_> = Grouping::Auto.groups(seats).concat();
            assert_eq!(all.len(), count, "{seats:?}");
            assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), count, "{seats:?}");
        }
    }

    #[test]
    fn williams_squares_balance_seats_and_who_follows_whom() {
        for players in [3, 4, 5, 6] {
            let rows = williams_square(&(0..players).collect());
            let rounds = if players % 2 == 0 { 1 } else { 2 };
            assert_eq!(rows.len(), rounds * players);
            assert_eq!(rows[0], (0..players).collect::<Vec<_>>());
            let mut on_seat = vec![vec![0; players]; players];
            let mut behind = vec![vec![0; players]; players];
            for row in &rows {
                row.iter().enumerate().for_each(|(seat, &agent)| on_seat[agent][seat] += 1);
                row.windows(2).for_each(|pair| behind[pair[0]][pair[1]] += 1);
            }
            for agent in 0..players {
                for other in 0..players {
                    assert_eq!(on_seat[agent][other], rounds);
                    assert_eq!(behind[agent][other], if agent == other { 0 } else { rounds });
                }
            }
        }
    }
}
