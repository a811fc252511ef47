//! Kinds of matchups: the levels at which their blocks begin.

use super::assignment::{Grouping, SeatAssignment};

/// The common properties of all matchups in which the agents have the same numbers of seats.
#[derive(Clone, Debug)]
pub struct MatchupKind {
    /// The number of seats of each agent.
    pub seats: Vec<usize>,
    /// The balanced groups of seat assignments. Agents are numbered within the matchup.
    pub(super) groups: Vec<Vec<SeatAssignment>>,
    /// For each group, the number of games in a round before the group.
    starts: Vec<u64>,
    /// The number of games in a round, which plays all groups once.
    round: u64,
    /// The number of matchups of this kind.
    pub matchups: u128,
}

impl MatchupKind {
    /// Creates a kind with the given numbers of seats and without matchups.
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

    /// Returns the group that begins at a level, or `None` if no group does.
    pub fn group_at(&self, level: u64) -> Option<&[SeatAssignment]> {
        let number = self.starts.binary_search(&(level % self.round)).ok()?;
        Some(&self.groups[number])
    }

    /// Returns the next level at which a group begins, or `None` if it exceeds the range of `u64`.
    pub fn next_level(&self, level: u64) -> Option<u64> {
        let rest = level % self.round;
        let begun = self.starts.partition_point(|&start| start <= rest);
        let next = self.starts.get(begun).copied().unwrap_or(self.round);
        (level - rest).checked_add(next)
    }

    /// Returns the numbers of games and blocks of a matchup before a level. A block that begins before the level counts as a
    /// whole.
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
