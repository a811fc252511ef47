//! The input of ratings: the order in which agents finished, seat by seat and block by block.
//!
//! A game's ranks are stored as a series of [*choices*](PickChoice). Equal choices, games and blocks are stored once with a
//! count, so memory grows with the number of distinct ones, not with the number of games. A million games of two agents take a
//! few hundred bytes. Six agents on six seats, where equal blocks are rare, take about 10 bytes per game.
//!
//! If only wins count, only the first choice of each game is kept.

use super::groups::Ahead;
use super::picks::{MAX_SEATS, PickChoice, SeatedAgents, seated};
use arrayvec::ArrayVec;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::f64::consts::LN_10;
use std::hash::Hash;

/// Rating points per unit of strength.
pub const POINTS_PER_STRENGTH: f64 = 400.0 / LN_10;

/// The places of a game that count for a rating.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Places {
    /// All places: the whole ranking.
    All,
    /// First place only; seats that share the win get equal parts of it.
    First,
}

/// Returns the score of a rank against another: 1 for the better rank, 0 for the worse one, and one half for a shared rank.
pub fn score_of_ranks(rank: u8, other: u8) -> f64 {
    match rank.cmp(&other) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// Distinct values, numbered in the order of their first appearance.
#[derive(Debug)]
struct Interner<T> {
    all: Vec<T>,
    numbers: HashMap<T, u32>,
}

/// A game's result: the agent and the rank of each seat. If only wins count, all seats that did not win have rank 2.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct GameResult {
    agents: SeatedAgents,
    ranks: [u8; MAX_SEATS],
}

/// The finishes of all games, by block.
#[derive(Debug)]
pub struct Finishes {
    /// The number of agents.
    pub(crate) agents: usize,
    /// The number of seats.
    pub(crate) players: usize,
    /// The places that count for the rating.
    pub(crate) places: Places,
    choices: Interner<PickChoice>,
    games: Interner<GameResult>,
    /// The choices of each distinct game.
    choices_of: Vec<ArrayVec<u32, MAX_SEATS>>,
    /// The games of the current block.
    open: Vec<u32>,
    /// The games of each distinct block, in ascending order, and the number of such blocks.
    blocks: BTreeMap<Box<[u32]>, u64>,
    /// The relation of agents that finished ahead of or level with each other; if only wins count, of agents that won against each
    /// other.
    pub(crate) agents_ahead: Ahead,
    seats_ahead: Ahead,
    /// The known strength of each agent, which no fit changes.
    known: Vec<Option<f64>>,
}

impl<T: Copy + Eq + Hash> Interner<T> {
    fn new() -> Self {
        Self { all: Vec::new(), numbers: HashMap::new() }
    }

    /// Returns the number of a value, and whether the value is new.
    fn number(&mut self, thing: T) -> (u32, bool) {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(thing).or_insert(next);
        if number == next {
            self.all.push(thing);
        }
        (number, number == next)
    }
}

impl Finishes {
    /// Creates an empty collection.
    pub fn new(agents: usize, players: usize, places: Places) -> Self {
        Self {
            agents,
            players,
            places,
            choices: Interner::new(),
            games: Interner::new(),
            choices_of: Vec::new(),
            open: Vec::new(),
            blocks: BTreeMap::new(),
            agents_ahead: Ahead::new(agents),
            seats_ahead: Ahead::new(players),
            known: vec![None; agents],
        }
    }

    /// Fixes the ratings of some agents, in points: only the other agents and the seats are rated. The differences between
    /// agents with fixed ratings are known without any game.
    #[must_use]
    pub fn holding(mut self, ratings: &[Option<f64>]) -> Self {
        let strength = |rating: &Option<f64>| rating.map(|points| points / POINTS_PER_STRENGTH);
        self.known = ratings.iter().map(strength).collect();
        let held: Vec<_> = (0..self.agents).filter(|&agent| self.known[agent].is_some()).collect();
        for &one in &held {
            for &other in held.iter().filter(|&&other| other != one) {
                self.agents_ahead.add(one, other);
            }
        }
        self
    }

    /// Returns the fixed strength of an agent, if it has one; seats, which follow the agents, have none.
    pub fn known(&self, place: usize) -> Option<f64> {
        self.known.get(place).copied().flatten()
    }

    /// Adds a game to the current block, given the agent and the rank of each seat.
    pub fn add(&mut self, assignment: &[usize], ranks: &[u8]) {
        let mut kept = [0; MAX_SEATS];
        for (kept, &rank) in kept.iter_mut().zip(ranks) {
            *kept = if self.places == Places::First { rank.min(2) } else { rank };
        }
        let result = GameResult { agents: seated(assignment), ranks: kept };
        let (number, is_new) = self.games.number(result);
        if is_new {
            let choices = self.number_choices(&result);
            self.choices_of.push(choices);
            self.compare(assignment, ranks);
        }
        self.open.push(number);
    }

    /// Returns the numbers of a game's choices, adding new choices.
    fn number_choices(&mut self, result: &GameResult) -> ArrayVec<u32, MAX_SEATS> {
        let ranks = &result.ranks[..self.players];
        let mut number = |choice| self.choices.number(choice).0;
        match self.places {
            Places::All => PickChoice::of_ranks(result.agents, ranks).map(number).collect(),
            Places::First => {
                let winners = PickChoice::of_winners(result.agents, ranks);
                [number(winners)].into_iter().collect()
            }
        }
    }

    /// Records which agents and which seats finished ahead of or level with which.
    fn compare(&mut self, assignment: &[usize], ranks: &[u8]) {
        for (seat, rank) in ranks.iter().enumerate() {
            if self.places == Places::First && *rank > 1 {
                self.agents_ahead.add(assignment[seat], assignment[seat]);
                continue;
            }
            let behind = ranks.iter().enumerate().filter(|&(_, other)| rank <= other);
            for (other, _) in behind {
                self.agents_ahead.add(assignment[seat], assignment[other]);
                self.seats_ahead.add(seat, other);
            }
        }
    }

    /// Ends the current block. A block without games is ignored.
    pub fn close_block(&mut self) {
        if self.open.is_empty() {
            return;
        }
        self.open.sort_unstable();
        if let Some(blocks) = self.blocks.get_mut(self.open.as_slice()) {
            *blocks += 1;
        } else {
            self.blocks.insert(self.open.as_slice().into(), 1);
        }
        self.open.clear();
    }

    /// Returns all distinct choices.
    pub fn choices(&self) -> &[PickChoice] {
        &self.choices.all
    }

    /// Returns the number of blocks.
    pub fn number_of_blocks(&self) -> u64 {
        self.blocks.values().sum()
    }

    /// Returns the games of each distinct block, by number, and the number of times the block occurred.
    pub fn blocks(&self) -> impl Iterator<Item = (&[u32], u64)> {
        self.blocks.iter().map(|(games, &blocks)| (&**games, blocks))
    }

    /// Returns the choices of a game.
    pub fn choices_of(&self, game: u32) -> impl Iterator<Item = &PickChoice> {
        self.choices_of[game as usize].iter().map(|&choice| &self.choices.all[choice as usize])
    }

    /// Returns the agent and the rank of each seat in a game.
    pub fn seats_of(&self, game: u32) -> impl Iterator<Item = (usize, u8)> + Clone {
        let GameResult { agents, ranks } = self.games.all[game as usize];
        (0..self.players).map(move |seat| (usize::from(agents[seat]), ranks[seat]))
    }

    /// Returns the number of times each choice was made.
    pub fn counts(&self) -> Vec<f64> {
        let mut counts = vec![0.0; self.choices.all.len()];
        for (games, blocks) in self.blocks() {
            for &game in games {
                for &choice in &self.choices_of[game as usize] {
                    counts[choice as usize] += blocks as f64;
                }
            }
        }
        counts
    }

    /// Whether an agent has played.
    pub fn has_played(&self, agent: usize) -> bool {
        self.agents_ahead.holds(agent, agent)
    }

    /// Whether the results bound all differences between seats, so that no proper subset of seats always finished ahead of the
    /// others.
    pub fn bound_seats(&self) -> bool {
        self.seats_ahead.largest_group().len() == self.players
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_blocks_are_kept_once() {
        let mut finishes = Finishes::new(2, 2, Places::All);
        for block in 0..1000 {
            let ranks = if block % 2 == 0 { [1, 2] } else { [2, 1] };
            finishes.add(&[0, 1], &ranks);
            finishes.add(&[1, 0], &ranks);
            finishes.close_block();
        }
        finishes.close_block();
        assert_eq!((finishes.number_of_blocks(), finishes.blocks.len()), (1000, 2));
        // The choice among both agents for each of the two seat assignments, and the choice from each agent alone in each seat.
        assert_eq!(finishes.choices().len(), 6);
        assert!((finishes.counts().iter().sum::<f64>() - 4000.0).abs() < 1e-9);
        let (games, _) = finishes.blocks().next().unwrap();
        assert!(finishes.seats_of(games[0]).eq([(0, 1), (1, 2)]));
    }

    #[test]
    fn shared_ranks_stand_for_all_their_orders() {
        let mut finishes = Finishes::new(3, 3, Places::All);
        finishes.add(&[0, 1, 2], &[1, 1, 3]);
        finishes.close_block();
        let parts = |choice: usize| finishes.choices()[choice].parts().collect::<Vec<_>>();
        // The first choice is among all three seats. In the second, seat 0 is gone in half of the orders and seat 1 in the other
        // half.
        assert_eq!(parts(0), [(0b111, 1.0), (0b110, 0.5), (0b101, 0.5)]);
        assert_eq!(parts(1), [(0b100, 1.0)]);
    }

    #[test]
    fn undefeated_agents_are_outside_the_rated_group() {
        let mut finishes = Finishes::new(3, 3, Places::All);
        for assignment in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let ranks = assignment.map(|agent| 1 + agent as u8);
            finishes.add(&assignment, &ranks);
        }
        let group = |finishes: &Finishes| finishes.agents_ahead.largest_group();
        assert!(finishes.bound_seats());
        assert_eq!(group(&finishes), [0]);
        finishes.add(&[0, 1, 2], &[1, 3, 2]);
        assert_eq!(group(&finishes), [1, 2]);
        finishes.add(&[0, 1, 2], &[1, 3, 1]);
        assert_eq!(group(&finishes), [0, 1, 2], "level is not lost");
    }

    #[test]
    fn ratings_by_wins_use_only_winners() {
        let mut finishes = Finishes::new(3, 3, Places::First);
        finishes.add(&[0, 1, 2], &[1, 1, 3]);
        finishes.add(&[0, 1, 2], &[1, 1, 2]);
        finishes.close_block();
        let [choice] = finishes.choices() else { panic!("{:?}", finishes.choices()) };
        assert_eq!(choice.credits().collect::<Vec<_>>(), [((0, 0), 0.5), ((1, 1), 0.5)]);
        assert_eq!(choice.parts().collect::<Vec<_>>(), [(0b111, 1.0)]);
        assert!(finishes.has_played(2));
        finishes.add(&[0, 1, 2], &[2, 3, 1]);
        assert_eq!(finishes.agents_ahead.largest_group(), [0, 1, 2]);
    }
}
