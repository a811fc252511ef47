//! The matchups of one kind: when their blocks begin.

use super::assignment::{Grouping, SeatAssignment};

/// What matchups with the same numbers of seats have in common.
#[derive(Clone, Debug)]
pub struct MatchupKind {
    /// The number of seats of each agent.
    seats: Vec<usize>,
    /// The balanced groups of seat assignments; agents are numbered within the matchup.
    groups: Vec<Vec<SeatAssignment>>,
    /// By group, the games of a round that come before it.
    starts: Vec<u64>,
    /// The games of a round: all groups once.
    round: u64,
    /// How many matchups there are of this kind.
    pub matchups: u128,
}

impl MatchupKind {
    /// Returns the kind with these numbers of seats, without a matchup.
    pub fn new(seats: Vec<usize>, grouping: Grouping) -> Self {
        let groups = grouping.groups(&seats);
        let mut round = 0;
        let start = |group: &Vec<SeatAssignment>| {
            let start = round;
            round += group.len() as u64;
            start
        };
        let starts = groups.iter().map(start).collect();
        Self { seats, groups, starts, round, matchups: 0 }
    }

    /// Returns the number of seats of each agent.
    pub fn seats(&self) -> &[usize] {
        &self.seats
    }

    /// Returns the groups, in order.
    pub fn groups(&self) -> &[Vec<SeatAssignment>] {
        &self.groups
    }

    /// Returns the group that begins at a level, if one does.
    pub fn group_at(&self, level: u64) -> Option<&[SeatAssignment]> {
        let number = self.starts.binary_search(&(level % self.round)).ok()?;
        Some(&self.groups[number])
    }

    /// Returns the next level after this one at which a group begins, unless it has no number.
    pub fn next_level(&self, level: u64) -> Option<u64> {
        let rest = level % self.round;
        let begun = self.starts.partition_point(|&start| start <= rest);
        let next = self.starts.get(begun).copied().unwrap_or(self.round);
        (level - rest).checked_add(next)
    }

    /// Returns how many games and blocks of a matchup begin before a level: whole blocks count.
    pub fn before(&self, level: u64) -> (u128, u128) {
        let (rounds, rest) = (u128::from(level / self.round), level % self.round);
        let begun = self.starts.partition_point(|&start| start < rest);
        let games = self.starts.get(begun).copied().unwrap_or(self.round);
        (
            rounds * u128::from(self.round) + u128::from(games),
            rounds * self.groups.len() as u128 + begun as u128,
        )
    }
}
