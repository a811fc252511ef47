//! The input of ratings: which agent finished ahead of which on which seats, block by block.
//!
//! A game's ranks are a series of *choices*: the best of all seats, the best of the rest, and so
//! on. Equal choices and equal blocks are stored once with a count, so memory grows with the number
//! of distinct ones, not with the number of games. A million games of two agents take a few hundred
//! bytes. Six agents on six seats, where hardly two blocks are equal, take some 30 bytes a game.
//!
//! Of wins alone only the first choice is kept.

use engine::MAX_SEATS;
use std::collections::{BTreeMap, HashMap};

/// Marks a seat that has already been chosen.
const GONE: u16 = u16::MAX;

/// Which places of a game count.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Places {
    /// The whole ranking.
    All,
    /// The winner; seats that share the win have equal parts of it.
    First,
}

/// The choice of the next rank among the remaining seats, shared by one or more of them.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct PickChoice {
    /// The agents on the remaining seats.
    agents: [u16; MAX_SEATS],
    /// The seats that share the rank, as bits; zero if one seat alone has it, whichever it is.
    tied: u8,
    credited: Credited,
}

/// The seats whose strengths a choice adds to the likelihood.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
enum Credited {
    /// All seats: each is chosen once in a ranking, the last one from itself alone.
    All,
    /// None: this choice is a later one of a ranking.
    None,
    /// The winners, as bits, in equal parts.
    Winners(u8),
}

/// The finishes of all games.
#[derive(Debug)]
pub struct Finishes {
    agents: usize,
    players: usize,
    places: Places,
    choices: Vec<PickChoice>,
    numbers: HashMap<PickChoice, u32>,
    /// The choices of the current block.
    open: Vec<u32>,
    /// The choices of each distinct block, in ascending order, and the number of such blocks.
    blocks: BTreeMap<Box<[u32]>, u64>,
    agents_ahead: Ahead,
    seats_ahead: Ahead,
}

/// Which agents ever finished ahead of or level with which; one that has played is level with
/// itself.
#[derive(Debug)]
struct Ahead {
    size: usize,
    /// By the agent ahead, then by the other agent.
    pairs: Vec<bool>,
}

impl Ahead {
    fn new(size: usize) -> Self {
        Self { size, pairs: vec![false; size * size] }
    }

    fn add(&mut self, one: usize, other: usize) {
        self.pairs[one * self.size + other] = true;
    }

    fn holds(&self, one: usize, other: usize) -> bool {
        self.pairs[one * self.size + other]
    }

    /// Whether a path leads from each agent or seat to each other one.
    fn connects_all(&self) -> bool {
        let reaches_all = |is_next: &dyn Fn(usize, usize) -> bool| {
            let mut reached = vec![false; self.size];
            let mut open = vec![0];
            while let Some(one) = open.pop() {
                if !std::mem::replace(&mut reached[one], true) {
                    open.extend((0..self.size).filter(|&other| is_next(one, other)));
                }
            }
            reached.into_iter().all(|reached| reached)
        };
        reaches_all(&|one, other| self.holds(one, other))
            && reaches_all(&|one, other| self.holds(other, one))
    }
}

impl PickChoice {
    /// Returns the remaining seats and their agents.
    pub fn seats(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let left = self.agents.iter().enumerate().filter(|&(_, &agent)| agent != GONE);
        left.map(|(seat, &agent)| (seat, usize::from(agent)))
    }

    /// Returns the seats whose strengths count, their agents, and how much each counts.
    pub fn credits(&self) -> impl Iterator<Item = ((usize, usize), f64)> + '_ {
        let (seats, part) = match self.credited {
            Credited::All => (u8::MAX, 1.0),
            Credited::None => (0, 0.0),
            Credited::Winners(seats) => (seats, 1.0 / f64::from(seats.count_ones())),
        };
        self.seats().filter(move |&(seat, _)| seats & 1 << seat != 0).map(move |seat| (seat, part))
    }

    /// Returns the sets of seats, as bits, among which one was the best, and the weight of each
    /// set.
    ///
    /// Seats that share a rank stand for all their orders in equal parts: each of two is the best
    /// of both in half of the orders. That makes a draw half a win, as in all such ratings, and
    /// keeps the likelihood concave.
    pub fn parts(&self) -> impl Iterator<Item = (u8, f64)> + '_ {
        let left = self.seats().fold(0, |left, (seat, _)| left | 1 << seat);
        // Each proper subset of the tied seats is placed first in this fraction of the orders.
        let placed = (0..=self.tied).filter(|&placed| placed & !self.tied == 0);
        let placed = placed.filter(|&placed| placed != self.tied || self.tied == 0);
        placed.map(move |placed: u8| {
            let part = 1.0 / binomial(self.tied.count_ones(), placed.count_ones());
            (left & !placed, part)
        })
    }
}

/// Returns the binomial coefficient.
fn binomial(many: u32, some: u32) -> f64 {
    (0..some).map(|taken| f64::from(many - taken) / f64::from(taken + 1)).product()
}

impl Finishes {
    /// Starts without games.
    pub fn new(agents: usize, players: usize, places: Places) -> Self {
        Self {
            agents,
            players,
            places,
            choices: Vec::new(),
            numbers: HashMap::new(),
            open: Vec::new(),
            blocks: BTreeMap::new(),
            agents_ahead: Ahead::new(agents),
            seats_ahead: Ahead::new(players),
        }
    }

    /// Adds a game to the current block: the agent on each seat, and its rank.
    pub fn add(&mut self, assignment: &[usize], ranks: &[u8]) {
        let mut left = [GONE; MAX_SEATS];
        for (place, &agent) in left.iter_mut().zip(assignment) {
            *place = agent as u16;
        }
        let mut credited = Credited::All;
        for rank in 1..=ranks.len() as u8 {
            let sharing = || (0..ranks.len()).filter(|&seat| ranks[seat] == rank);
            let seats = sharing().fold(0, |seats: u8, seat| seats | 1 << seat);
            if seats == 0 {
                continue;
            }
            if self.places == Places::First {
                self.choose(PickChoice {
                    agents: left,
                    tied: 0,
                    credited: Credited::Winners(seats),
                });
                break;
            }
            let tied = if seats.is_power_of_two() { 0 } else { seats };
            self.choose(PickChoice { agents: left, tied, credited });
            sharing().for_each(|seat| left[seat] = GONE);
            credited = Credited::None;
        }
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

    /// Adds a choice to the current block.
    fn choose(&mut self, choice: PickChoice) {
        let next = self.choices.len() as u32;
        let number = *self.numbers.entry(choice).or_insert(next);
        if number == next {
            self.choices.push(choice);
        }
        self.open.push(number);
    }

    /// Ends the current block. A block without games does not count.
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

    /// Returns the number of agents.
    pub const fn agents(&self) -> usize {
        self.agents
    }

    /// Returns the number of seats.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns all distinct choices.
    pub fn choices(&self) -> &[PickChoice] {
        &self.choices
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks.values().sum()
    }

    /// Returns how often each choice was made if each distinct block counts as often as `weigh`
    /// returns for its number of occurrences.
    pub fn weigh(&self, mut weigh: impl FnMut(u64) -> f64) -> Vec<f64> {
        let mut weights = vec![0.0; self.choices.len()];
        for (choices, &blocks) in &self.blocks {
            let weight = weigh(blocks);
            for &choice in choices {
                weights[choice as usize] += weight;
            }
        }
        weights
    }

    /// Whether an agent has played.
    pub fn has_played(&self, agent: usize) -> bool {
        self.agents_ahead.holds(agent, agent)
    }

    /// Whether the results bound all differences of strength: no agent, seat or group of them
    /// always finished ahead of, or won against, all others (Hunter: *MM algorithms for generalized Bradley-Terry
    /// models*, 2004, assumption 1).
    pub fn bound_all(&self) -> bool {
        self.agents_ahead.connects_all() && self.seats_ahead.connects_all()
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
        assert_eq!((finishes.blocks(), finishes.blocks.len()), (1000, 2));
        // Both seat assignments as a whole, and each agent alone on each seat.
        assert_eq!(finishes.choices().len(), 6);
        let weights = finishes.weigh(|blocks| blocks as f64);
        assert!((weights.iter().sum::<f64>() - 4000.0).abs() < 1e-9);
    }

    #[test]
    fn shared_ranks_stand_for_all_their_orders() {
        let mut finishes = Finishes::new(3, 3, Places::All);
        finishes.add(&[0, 1, 2], &[1, 1, 3]);
        finishes.close_block();
        let parts = |choice: usize| finishes.choices()[choice].parts().collect::<Vec<_>>();
        // One of all three is the best; then seat 0 is gone in half of the orders, seat 1 in the
        // other half.
        assert_eq!(parts(0), [(0b111, 1.0), (0b110, 0.5), (0b101, 0.5)]);
        assert_eq!(parts(1), [(0b100, 1.0)]);
    }

    #[test]
    fn who_never_loses_is_not_bounded() {
        let mut finishes = Finishes::new(3, 3, Places::All);
        for assignment in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let ranks = assignment.map(|agent| 1 + agent as u8);
            finishes.add(&assignment, &ranks);
        }
        assert!(finishes.seats_ahead.connects_all() && !finishes.bound_all());
        finishes.add(&[0, 1, 2], &[1, 3, 2]);
        assert!(!finishes.bound_all());
        finishes.add(&[0, 1, 2], &[1, 3, 1]);
        assert!(finishes.bound_all(), "level is not lost, but no longer beyond all bounds");
    }

    #[test]
    fn of_wins_alone_only_the_winners_count() {
        let mut finishes = Finishes::new(3, 3, Places::First);
        finishes.add(&[0, 1, 2], &[1, 1, 3]);
        finishes.add(&[0, 1, 2], &[1, 1, 3]);
        finishes.close_block();
        let [choice] = finishes.choices() else { panic!("{:?}", finishes.choices()) };
        assert_eq!(choice.credits().collect::<Vec<_>>(), [((0, 0), 0.5), ((1, 1), 0.5)]);
        assert_eq!(choice.parts().collect::<Vec<_>>(), [(0b111, 1.0)]);
        assert!(finishes.has_played(2));
        finishes.add(&[0, 1, 2], &[2, 3, 1]);
        assert!(finishes.bound_all(), "the third has won once against both others");
    }
}
