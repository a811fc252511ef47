//! The schedule: which agents play each other, and where they sit.
//!
//! A *matchup* says which agents play and on how many seats each. A *seat assignment* says which
//! agent sits on which seat. A *block* is one deck with a group of seat assignments of one matchup,
//! in which every agent sits on every seat equally often. The matchups are
//!
//! * with fewer agents than seats: all multisets with at least one of each;
//! * with as many: the one with all of them;
//! * with more: all subsets of the right size.
//!
//! The next block always goes to the matchup with the fewest games so far, and uses the next of its
//! groups of seat assignments. So after every round of the schedule, all matchups have played
//! equally often and in all their seat assignments. At any time, they are at most a block apart.

mod assignment;
pub mod shard;

pub use assignment::{Grouping, SeatAssignment};

use assignment::ALL_ASSIGNMENTS;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;

/// More matchups than this are refused: no run could play them all.
const MOST_MATCHUPS: usize = 100_000;

/// The matchups of some agents on some seats, and the seat assignments of each.
#[derive(Clone, Debug)]
pub struct Schedule {
    matchups: Vec<Matchup>,
    /// The balanced groups of seat assignments, by the number of seats of each agent in a matchup.
    /// Agents are numbered within the matchup.
    groups: BTreeMap<Vec<usize>, Vec<Vec<SeatAssignment>>>,
    grouping: Grouping,
}

/// Agents that play each other.
#[derive(Clone, Debug)]
struct Matchup {
    /// The agents, in ascending order.
    agents: Vec<usize>,
    /// The number of seats of each agent.
    seats: Vec<usize>,
}

/// A game to be played.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 0.
    pub game: u64,
    /// The number of its block, from 0.
    pub block: u64,
    /// The number of its matchup.
    pub matchup: usize,
    /// The agent on each seat.
    pub assignment: SeatAssignment,
    /// How many games of its block come after it.
    pub left_in_block: usize,
}

/// There are too many matchups.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error(
    "{agents} agents on {players} seats make more than {MOST_MATCHUPS} matchups: list fewer agents"
)]
pub struct TooManyMatchups {
    agents: usize,
    players: usize,
}

impl Schedule {
    /// Builds the schedule for at least one agent on at least one seat.
    ///
    /// # Errors
    /// Fails if there are too many matchups to play.
    pub fn new(agents: usize, players: usize, grouping: Grouping) -> Result<Self, TooManyMatchups> {
        // With more agents than seats, an agent has one seat or none; otherwise it has at least
        // one.
        let seats = if agents > players { 0..=1 } else { 1..=players };
        let mut matchups = Vec::new();
        let mut counts = Vec::new();
        let complete = collect_matchups(agents, players, &seats, &mut counts, &mut matchups);
        if !complete {
            return Err(TooManyMatchups { agents, players });
        }
        let mut groups = BTreeMap::new();
        for matchup in &matchups {
            groups.entry(matchup.seats.clone()).or_insert_with_key(|seats| grouping.groups(seats));
        }
        Ok(Self { matchups, groups, grouping })
    }

    /// Returns the number of games in the largest block.
    pub fn block_size(&self) -> usize {
        self.groups.values().flatten().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the endless sequence of games, from the first block that begins at `from_game` or
    /// later.
    pub fn games_from(&self, from_game: u64) -> impl Iterator<Item = ScheduledGame> {
        let mut next_game = 0;
        let blocks = self.blocks().zip(0..).filter_map(move |((matchup, group), block)| {
            let first_game = next_game;
            next_game += group.len() as u64;
            (first_game >= from_game).then_some((matchup, group, block, first_game))
        });
        blocks.flat_map(|(matchup, group, block, first_game)| {
            let agents = &self.matchups[matchup].agents;
            let left = (0..group.len()).rev();
            let games = group.iter().zip(left).zip(first_game..);
            games.map(move |((assignment, left_in_block), game)| {
                let assignment = assignment.iter().map(|&agent| agents[agent]).collect();
                ScheduledGame { game, block, matchup, assignment, left_in_block }
            })
        })
    }

    /// Returns the endless sequence of blocks: a matchup and the seat assignments, numbered within
    /// it.
    fn blocks(&self) -> impl Iterator<Item = (usize, &[SeatAssignment])> {
        // The matchup with the fewest games comes first; ties go to the first of them.
        let fresh = (0..self.matchups.len()).map(|matchup| Reverse((0, matchup, 0)));
        let mut due: BinaryHeap<_> = fresh.collect();
        std::iter::from_fn(move || {
            let Reverse((games, matchup, blocks)) = due.pop()?;
            let groups = &self.groups[&self.matchups[matchup].seats];
            let group = &groups[blocks % groups.len()];
            due.push(Reverse((games + group.len(), matchup, blocks + 1)));
            Some((matchup, group.as_slice()))
        })
    }
}

/// Describes the schedule in one sentence for the manifest.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let matchups = match self.matchups.len() {
            1 => "1 matchup".to_owned(),
            matchups => format!("{matchups} matchups in turn"),
        };
        let is_one_group = self.groups.values().all(|groups| groups.len() == 1);
        let assignments = if is_one_group { ALL_ASSIGNMENTS } else { self.grouping.name() };
        write!(f, "{matchups}; a block is one deck with {assignments}")
    }
}

/// Appends every way to distribute all seats among the agents, each of which gets one of the
/// numbers in `seats`. Returns `false` if there are too many. `counts` holds those of the first
/// agents.
fn collect_matchups(
    agents: usize,
    seats_left: usize,
    seats: &std::ops::RangeInclusive<usize>,
    counts: &mut Vec<usize>,
    into: &mut Vec<Matchup>,
) -> bool {
    let agents_left = agents - counts.len();
    if agents_left == 0 {
        let playing = || counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        into.push(Matchup {
            agents: playing().map(|(agent, _)| agent).collect(),
            seats: playing().map(|(_, &count)| count).collect(),
        });
        return into.len() <= MOST_MATCHUPS;
    }
    // More seats for the first agents come first; the other agents must be able to take the rest.
    seats.clone().rev().all(|count| {
        let Some(rest) = seats_left.checked_sub(count) else { return true };
        let others = agents_left - 1;
        if rest < others * seats.start() || rest > others * seats.end() {
            return true;
        }
        counts.push(count);
        let complete = collect_matchups(agents, rest, seats, counts, into);
        counts.pop();
        complete
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn matchups(agents: usize, players: usize) -> Vec<Vec<usize>> {
        let design = Schedule::new(agents, players, Grouping::Auto).unwrap();
        let matchup = |matchup: &Matchup| {
            let seats = matchup.agents.iter().zip(&matchup.seats);
            seats.flat_map(|(&agent, &count)| std::iter::repeat_n(agent, count)).collect()
        };
        design.matchups.iter().map(matchup).collect()
    }

    #[test]
    fn fewer_agents_than_seats_make_multisets_with_all_of_them() {
        assert_eq!(matchups(1, 3), [[0, 0, 0]]);
        assert_eq!(matchups(2, 3), [[0, 0, 1], [0, 1, 1]]);
        assert_eq!(matchups(3, 4), [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
        assert_eq!(matchups(3, 6).len(), 10);
    }

    #[test]
    fn as_many_agents_as_seats_make_one_matchup() {
        assert_eq!(matchups(4, 4), [[0, 1, 2, 3]]);
    }

    #[test]
    fn more_agents_than_seats_make_subsets() {
        assert_eq!(matchups(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(matchups(8, 6).len(), 28);
    }

    #[test]
    fn absurd_numbers_of_matchups_are_refused() {
        let error = Schedule::new(60, 6, Grouping::Auto).unwrap_err();
        let sentence = "60 agents on 6 seats make more than 100000 matchups: list fewer agents";
        assert_eq!(error.to_string(), sentence);
    }

    #[test]
    fn in_every_block_every_agent_sits_on_every_seat_equally_often() {
        for (agents, players) in
            [(1, 2), (2, 2), (2, 3), (2, 6), (3, 4), (3, 6), (5, 5), (6, 6), (7, 5)]
        {
            let design = Schedule::new(agents, players, Grouping::Auto).unwrap();
            let mut block = vec![vec![0; players]; agents];
            let mut matchup = BTreeSet::new();
            for scheduled in design.games_from(0).take(3000) {
                for (seat, &agent) in scheduled.assignment.iter().enumerate() {
                    block[agent][seat] += 1;
                }
                matchup.insert(scheduled.matchup);
                if scheduled.left_in_block == 0 {
                    let balanced = |seats: &Vec<i32>| seats.iter().all(|&count| count == seats[0]);
                    assert!(block.iter().all(balanced), "{agents} on {players}: {block:?}");
                    assert_eq!(matchup.len(), 1, "a block has one matchup");
                    block = vec![vec![0; players]; agents];
                    matchup.clear();
                }
            }
        }
    }

    #[test]
    fn after_a_round_all_matchups_have_played_equally_often_and_in_all_assignments() {
        // AAAB and ABBB have 4 seat assignments, AABB has 6: a round is 12 games of each.
        let design = Schedule::new(2, 4, Grouping::Auto).unwrap();
        let mut games = [0; 3];
        let mut assignments = BTreeSet::new();
        for scheduled in design.games_from(0).take(36) {
            games[scheduled.matchup] += 1;
            assignments.insert(scheduled.assignment);
        }
        assert_eq!(games, [12, 12, 12]);
        assert_eq!(assignments.len(), 4 + 6 + 4);

        let all: BTreeSet<_> = Schedule::new(6, 6, Grouping::Auto)
            .unwrap()
            .games_from(0)
            .take(720)
            .map(|s| s.assignment)
            .collect();
        assert_eq!(all.len(), 720);
    }

    #[test]
    fn a_sentence_describes_the_design() {
        let sentence =
            |agents, players| Schedule::new(agents, players, Grouping::Auto).unwrap().to_string();
        assert_eq!(
            sentence(2, 2),
            "1 matchup; a block is one deck with all seat assignments of a matchup"
        );
        assert_eq!(
            sentence(3, 6),
            "10 matchups in turn; a block is one deck with all seat assignments of a matchup, or a Williams \
             Latin square of them in turn"
        );
    }

    #[test]
    fn every_grouping_balances_the_seats_and_plays_every_assignment_once() {
        for grouping in [Grouping::Auto, Grouping::Williams, Grouping::Cyclic, Grouping::All] {
            for seats in
                [&[1, 1][..], &[2, 1], &[2, 2], &[1, 1, 1], &[2, 2, 1], &[1; 5], &[3, 1, 1, 1]]
            {
                let groups = grouping.groups(seats);
                for group in &groups {
                    for agent in 0..seats.len() {
                        let on =
                            |seat: usize| group.iter().filter(|row| row[seat] == agent).count();
                        assert!((1..group[0].len()).all(|seat| on(seat) == on(0)), "{group:?}");
                    }
                }
                let all: Vec<_> = groups.concat();
                let different: BTreeSet<_> = all.iter().collect();
                assert_eq!(
                    (different.len(), all.len()),
                    (all.len(), Grouping::All.groups(seats)[0].len())
                );
            }
        }
        assert_eq!(Grouping::Cyclic.groups(&[1; 4]).len(), 6);
        assert_eq!(Grouping::Williams.groups(&[1; 3]).len(), 1);
    }

    #[test]
    fn games_go_on_with_the_next_whole_block() {
        let design = Schedule::new(2, 4, Grouping::Auto).unwrap();
        let all: Vec<_> = design.games_from(0).take(60).collect();
        for from in 0..30 {
            let first = all.iter().position(|s| {
                s.game >= from && (s.game == 0 || all[s.game as usize - 1].left_in_block == 0)
            });
            let first = first.unwrap();
            assert!(design.games_from(from).take(20).eq(all[first..first + 20].iter().cloned()));
        }
    }

    #[test]
    fn games_and_blocks_are_numbered() {
        let design = Schedule::new(2, 2, Grouping::Auto).unwrap();
        let numbers: Vec<_> =
            design.games_from(0).take(3).map(|s| (s.game, s.block, s.left_in_block)).collect();
        assert_eq!(numbers, [(0, 0, 1), (1, 0, 0), (2, 1, 1)]);
        assert_eq!(design.block_size(), 2);
    }
}
