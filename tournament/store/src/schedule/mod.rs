//! The schedule of a tournament: which agents play each other, and in which seats.
//!
//! A *matchup* is a selection of agents, with the number of seats of each. A *seat assignment* gives each seat an agent. A
//! *block* is one deck with a group of seat assignments of one matchup, in which every agent has every seat equally often; with
//! repeats, the whole group is played several times on this deck. The matchups are
//!
//! * with fewer agents than seats: all multisets that contain each agent at least once;
//! * with equal numbers of agents and seats: the single matchup of all agents;
//! * with more agents than seats: all subsets that fill the seats.
//!
//! The next block always belongs to the matchup with the fewest games so far, and uses this matchup's next group of seat
//! assignments. Therefore, after every round of the schedule, all matchups have played equally often and in all their seat
//! assignments. At any time, their numbers of games differ by at most one block.

mod assignment;
mod kind;
mod repeats;
pub mod shard;
#[cfg(test)]
mod tests;

pub use assignment::{Grouping, SeatAssignment};
pub use repeats::Repeats;

use assignment::ALL_ASSIGNMENTS;
use engine::Seating;
use kind::MatchupKind;
use std::fmt;
use std::iter;

/// Maximum number of matchups. Larger tournaments are refused, because no run could play them all.
const MOST_MATCHUPS: usize = 100_000;

/// The matchups of some agents on some seats, and the seat assignments of each.
///
/// A matchup is due whenever it has the fewest games, so its blocks begin at fixed *levels*, where a level is the number of games
/// that the matchup has played before. Blocks are ordered by level, and within a level by matchup. Therefore the position of any
/// game can be computed by counting. Repeats make all blocks longer by the same factor, so levels and places count the games of
/// one repeat.
///
/// ```
/// use store::schedule::{Grouping, Schedule};
///
/// let schedule = Schedule::new(2, 2, Grouping::Auto).unwrap();
/// let first_block = schedule.games_from(0).take(schedule.block_size());
/// let assignments: Vec<_> = first_block.map(|game| game.assignment).collect();
/// assert_eq!(assignments, [[0, 1], [1, 0]]);
/// ```
#[derive(Clone, Debug)]
pub struct Schedule {
    matchups: Vec<Matchup>,
    /// The kinds of matchups. There are few, because a kind depends only on the number of seats of each agent.
    kinds: Vec<MatchupKind>,
    grouping: Grouping,
    repeats: Repeats,
}

/// A set of agents that play each other.
#[derive(Clone, Debug)]
struct Matchup {
    /// The agents, in ascending order.
    agents: Vec<usize>,
    /// The index of its kind.
    kind: usize,
}

/// The beginning of a block, or of a gap before a block, counting every seat assignment once.
#[derive(Copy, Clone, Debug)]
struct Place {
    /// The number of games that the matchup has played before.
    level: u64,
    /// The index of the matchup.
    matchup: usize,
    /// The number of the first game from this place on.
    game: u64,
    /// The number of the first block from this place on.
    block: u64,
}

/// A game of the schedule.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 0.
    pub game: u64,
    /// The number of its block, from 0.
    pub block: u64,
    /// The index of its matchup.
    pub matchup: usize,
    /// The agent in each seat.
    pub assignment: SeatAssignment,
    /// The repeat: the number of times that the block has played this seat assignment before.
    pub repeat: u64,
    /// The number of later games in its block.
    pub left_in_block: usize,
}

impl ScheduledGame {
    /// Returns the game in the form that tables play.
    pub fn seating(&self) -> Seating {
        let Self { game, block, repeat, .. } = *self;
        Seating { game, block, repeat, assignment: self.assignment.clone() }
    }
}

/// The error that the agents and seats make too many matchups.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error(
    "{agents} agents on {players} seats make more than {MOST_MATCHUPS} matchups: list fewer agents"
)]
pub struct TooManyMatchups {
    agents: usize,
    players: usize,
}

impl Schedule {
    /// Creates the schedule for at least one agent on at least one seat.
    ///
    /// # Errors
    /// Fails if there are more than 100,000 matchups.
    pub fn new(agents: usize, players: usize, grouping: Grouping) -> Result<Self, TooManyMatchups> {
        if number_of_matchups(agents, players) > MOST_MATCHUPS {
            return Err(TooManyMatchups { agents, players });
        }
        // With more agents than seats, an agent has one seat or none; otherwise it has at least
        // one.
        let seats = if agents > players { 0..=1 } else { 1..=players };
        let mut distributions = Vec::new();
        distribute(agents, players, &seats, &mut Vec::new(), &mut distributions);
        let mut kinds: Vec<MatchupKind> = Vec::new();
        let matchup = |counts: Vec<usize>| {
            let playing = || counts.iter().enumerate().filter(|&(_, &count)| count > 0);
            let seats: Vec<usize> = playing().map(|(_, &count)| count).collect();
            let known = kinds.iter().position(|kind| kind.seats == seats);
            let kind = known.unwrap_or_else(|| {
                kinds.push(MatchupKind::new(seats, grouping));
                kinds.len() - 1
            });
            kinds[kind].matchups += 1;
            Matchup { agents: playing().map(|(agent, _)| agent).collect(), kind }
        };
        let matchups = distributions.into_iter().map(matchup).collect();
        Ok(Self { matchups, kinds, grouping, repeats: Repeats::ONCE })
    }

    /// Sets the number of times that each group of seat assignments is played on its deck.
    #[must_use]
    pub fn repeated(self, repeats: Repeats) -> Self {
        Self { repeats, ..self }
    }

    /// Returns the number of games in the largest block.
    pub fn block_size(&self) -> usize {
        let once = self.kinds.iter().flat_map(|kind| &kind.groups).map(Vec::len).max().unwrap_or(0);
        once * self.repeats.get() as usize
    }

    /// Returns the games in order, from the first block that begins at `from_game` or later, without computing the games before
    /// it. The sequence ends only at the last game with a number below [`u64::MAX`].
    pub fn games_from(&self, from_game: u64) -> impl Iterator<Item = ScheduledGame> {
        let repeats = self.repeats.get();
        let place = self.place_from(from_game.div_ceil(repeats));
        let mut next =
            place.and_then(|place| Some((place.game.checked_mul(repeats)?, place.block)));
        let blocks = place.into_iter().flat_map(|place| self.blocks_from(place));
        let numbered = blocks.map_while(move |(matchup, group)| {
            let (game, block) = next?;
            let games = group.len() as u64 * repeats;
            let after = game.checked_add(games).filter(|&after| after < u64::MAX);
            next = after.map(|after| (after, block + 1));
            Some((matchup, group, block, game))
        });
        numbered.flat_map(move |(matchup, group, block, first_game)| {
            let agents = &self.matchups[matchup].agents;
            let left = (0..group.len() * repeats as usize).rev();
            let played =
                (0..repeats).flat_map(move |repeat| group.iter().map(move |row| (repeat, row)));
            let games = played.zip(left).zip(first_game..u64::MAX);
            games.map(move |(((repeat, assignment), left_in_block), game)| {
                let assignment = assignment.iter().map(|&agent| agents[agent]).collect();
                ScheduledGame { game, block, matchup, assignment, repeat, left_in_block }
            })
        })
    }

    /// Returns the endless sequence of blocks from a place on. Each is a matchup and its group of seat assignments, whose agents
    /// are numbered within the matchup.
    fn blocks_from(&self, place: Place) -> impl Iterator<Item = (usize, &[SeatAssignment])> {
        let next = |&level: &u64| self.kinds.iter().filter_map(|kind| kind.next_level(level)).min();
        let levels = iter::successors(Some(place.level), next);
        levels.flat_map(move |level| {
            let first = if level == place.level { place.matchup } else { 0 };
            self.due(level).skip(first).filter_map(|(matchup, group)| Some((matchup, group?)))
        })
    }

    /// Returns every matchup with its group of seat assignments at a level, or with `None` if no block of the matchup begins
    /// there.
    fn due(&self, level: u64) -> impl Iterator<Item = (usize, Option<&[SeatAssignment]>)> {
        let by_kind: Vec<_> = self.kinds.iter().map(|kind| kind.group_at(level)).collect();
        self.matchups.iter().map(move |matchup| by_kind[matchup.kind]).enumerate()
    }

    /// Returns the place of the first block that begins at `from_game` or later, or `None` if its game numbers exceed the range
    /// of `u64`. Every seat assignment counts once.
    fn place_from(&self, from_game: u64) -> Option<Place> {
        let from = u128::from(from_game);
        // The blocks at `level` begin before this game, and the blocks at `next` do not.
        let (mut level, mut next) = (0, from_game);
        while level + 1 < next {
            let middle = level + (next - level) / 2;
            *(if self.before(middle).0 < from { &mut level } else { &mut next }) = middle;
        }
        let (mut game, mut block) = self.before(level);
        let mut place = (level, 0);
        if game < from {
            place = (next, 0);
            for (matchup, group) in self.due(level) {
                if game >= from {
                    place = (level, matchup);
                    break;
                }
                game += group.map_or(0, |group| group.len() as u128);
                block += u128::from(group.is_some());
            }
        }
        let (level, matchup) = place;
        Some(Place { level, matchup, game: game.try_into().ok()?, block: block.try_into().ok()? })
    }

    /// Returns the numbers of games and blocks before the blocks of a level.
    fn before(&self, level: u64) -> (u128, u128) {
        let add = |(games, blocks), kind: &MatchupKind| {
            let (its_games, its_blocks) = kind.before(level);
            (games + kind.matchups * its_games, blocks + kind.matchups * its_blocks)
        };
        self.kinds.iter().fold((0, 0), add)
    }
}

/// Describes the schedule in one sentence for the manifest.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let matchups = match self.matchups.len() {
            1 => "1 matchup".to_owned(),
            matchups => format!("{matchups} matchups in turn"),
        };
        let is_one_group = self.kinds.iter().all(|kind| kind.groups.len() == 1);
        let assignments = if is_one_group { ALL_ASSIGNMENTS } else { self.grouping.name() };
        write!(f, "{matchups}; a block is one deck with {assignments}")?;
        match self.repeats.get() {
            1 => Ok(()),
            repeats => write!(f, ", each played {repeats} times"),
        }
    }
}

/// Returns the number of ways to distribute all seats, or some number above `MOST_MATCHUPS` if there are more.
fn number_of_matchups(agents: usize, players: usize) -> usize {
    // Counts the subsets of agents that play, or else the sets of positions at which one agent's seats end.
    let (of, chosen) =
        if agents > players { (agents, players) } else { (players.max(1) - 1, agents.max(1) - 1) };
    let mut ways: usize = 1;
    for number in 0..chosen.min(of - chosen) {
        ways = ways.saturating_mul(of - number) / (number + 1);
        if ways > MOST_MATCHUPS {
            break;
        }
    }
    ways
}

/// Appends every way to distribute all seats among the agents, where the number of seats of each agent is in `seats`. `counts`
/// contains the seats of the first agents.
fn distribute(
    agents: usize,
    seats_left: usize,
    seats: &std::ops::RangeInclusive<usize>,
    counts: &mut Vec<usize>,
    into: &mut Vec<Vec<usize>>,
) {
    let agents_left = agents - counts.len();
    if agents_left == 0 {
        into.push(counts.clone());
        return;
    }
    // More seats for the first agents come first, provided that the other agents can take the rest.
    for count in seats.clone().rev().filter(|&count| count <= seats_left) {
        let (rest, others) = (seats_left - count, agents_left - 1);
        if (others * seats.start()..=others * seats.end()).contains(&rest) {
            counts.push(count);
            distribute(agents, rest, seats, counts, into);
            counts.pop();
        }
    }
}
