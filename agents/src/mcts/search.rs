//! One iteration of the search: down the tree, a rollout, back up.

use super::reward::{Judge, Rewards};
use super::tree::{Edge, Index, Node, ROOT, Tree};
use crate::evaluation::Evaluate;
use engine::{Seat, Stream, Turn};
use rand::RngExt;
use std::f32::consts::LN_2;

/// How the search chooses, plays out and rewards.
#[derive(Clone, Debug)]
pub(super) struct Policy<G> {
    /// The weight of the unknown against the proven.
    pub(super) exploration: f32,
    /// How far the game is played out at random.
    pub(super) rollout: Rollout,
    /// What the outcome is worth.
    pub(super) judge: Judge<G>,
    /// How many visits a first impression counts for.
    pub(super) prior: u32,
}

/// How far a game is played out at random. The turn under way is always finished first.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Rollout {
    /// This many more turns.
    Turns(u32),
    /// A turn for each of the other seats.
    Round,
    /// To the end.
    Full,
}

impl Rollout {
    /// The words for rollouts that are no number.
    pub(super) const WORDS: &'static [&'static str] = &["round", "full"];

    /// The number of turns after which a rollout from this position ends.
    fn last_turn<G: Evaluate>(self, from: &G) -> u32 {
        let turns = match self {
            Self::Turns(turns) => turns,
            Self::Round => from.players() as u32 - 1,
            Self::Full => return u32::MAX,
        };
        from.turns_played() + u32::from(!from.is_between_turns()) + turns
    }
}

/// The natural logarithm of a positive number.
fn ln(number: u32) -> f32 {
    LOGARITHMS.get(number as usize).copied().unwrap_or_else(|| logarithm(number))
}

/// The logarithms of small numbers, which are asked for most: that of 0 is none.
static LOGARITHMS: [f32; 2048] = {
    let mut logarithms = [f32::NEG_INFINITY; 2048];
    let mut number = 1;
    while number < logarithms.len() {
        logarithms[number] = logarithm(number as u32);
        number += 1;
    }
    logarithms
};

/// The natural logarithm, to five digits. It is written out because that of the system's library
/// differs between machines, and moves must not.
const fn logarithm(number: u32) -> f32 {
    let exponent = number.ilog2();
    let mantissa = number as f32 / (1_u64 << exponent) as f32;
    // ln m = 2 artanh((m - 1) / (m + 1)), a series that converges fast for m between 1 and 2.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let series = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0)));
    exponent as f32 * LN_2 + 2.0 * ratio * series
}

/// A node on the way down, and the seat whose move leads there.
#[derive(Copy, Clone)]
struct Step {
    node: Index,
    seat: Option<Seat>,
}

/// A tree and what is needed to make it grow. Nothing is allocated for an iteration once the buffers
/// have their size.
pub(super) struct Search<G: Evaluate> {
    pub(super) tree: Tree<G::Move, G::Chance>,
    policy: Policy<G>,
    path: Vec<Step>,
    moves: Vec<G::Move>,
}

impl<G: Evaluate> Search<G> {
    pub(super) fn new(policy: Policy<G>, nodes: usize) -> Self {
        Self { tree: Tree::new(nodes), policy, path: Vec::new(), moves: Vec::new() }
    }

    /// Lets the tree grow by a leaf: `state` is a guess at the state of the root.
    pub(super) fn iterate(&mut self, mut state: G, rng: &mut Stream) {
        self.descend(&mut state, rng);
        state.play_out(self.policy.rollout.last_turn(&state), rng);
        let rewards = self.policy.judge.rewards(&state);
        self.back_up(&rewards);
    }

    /// Credits a move at the root with visits that nobody made: `lead` is what it is expected to bring.
    /// They steer the search until it knows better.
    pub(super) fn expect(&mut self, seat: Seat, mv: G::Move, lead: f64) {
        let tree = &mut self.tree;
        let Some(position) = tree.child_or_new(ROOT, Edge::Move(seat, mv), 0, 16) else { return };
        let node = &mut tree.children_mut(ROOT).1[position];
        let prior = self.policy.prior;
        node.availability += prior;
        let reward = self.policy.judge.squash_lead(lead as f32);
        node.credit(prior, f64::from(prior) * f64::from(reward));
    }

    /// Follows the tree down to a node that has never been visited, and visits it.
    fn descend(&mut self, state: &mut G, rng: &mut Stream) {
        self.path.clear();
        let mut step = Step { node: ROOT, seat: None };
        loop {
            self.path.push(step);
            let node = step.node;
            // A new leaf is left alone: its children would hardly ever be visited.
            if node != ROOT && self.tree.node(node).visits == 0 {
                return;
            }
            let next = match state.turn() {
                Turn::Decide(seat) => self.select(node, seat, state, rng),
                Turn::Chance => self.draw(node, state, rng),
                Turn::Over => return,
            };
            match next {
                Some(next) => step = next,
                None => return,
            }
        }
    }

    /// Chance acts: the guess decides what happens.
    fn draw(&mut self, node: Index, state: &mut G, rng: &mut Stream) -> Option<Step> {
        let chance = state.random_chance(rng);
        let position = self.tree.child_or_new(node, Edge::Chance(chance), 0, 4)?;
        state.happen(chance);
        Some(Step { node: self.tree.children_mut(node).0 + position as Index, seat: None })
    }

    /// A seat chooses by UCB among the moves that the guess allows.
    fn select(&mut self, node: Index, seat: Seat, state: &mut G, rng: &mut Stream) -> Option<Step> {
        let position = if G::IS_OPEN && self.tree.node(node).is_complete {
            // Whoever comes here finds the same state and thus the same moves.
            best_of_all(self.tree.children_mut(node).1, self.policy.exploration, rng)
        } else {
            self.best_of_listed(node, seat, state, rng)?
        };
        let child = self.tree.children_mut(node).0 + position as Index;
        if let Edge::Move(_, mv) = self.tree.edge(child) {
            state.play(mv);
        }
        Some(Step { node: child, seat: Some(seat) })
    }

    /// The position of the best child whose move this guess allows; children that are missing are added,
    /// as long as there is room.
    fn best_of_listed(
        &mut self,
        node: Index,
        seat: Seat,
        state: &G,
        rng: &mut Stream,
    ) -> Option<usize> {
        state.moves(&mut self.moves);
        let mut choice = Choice::new(self.policy.exploration);
        let mut from = 0;
        for &mv in &self.moves {
            let edge = Edge::Move(seat, mv);
            let position = self.tree.child_or_new(node, edge, from, self.moves.len())?;
            choice.consider(position, &mut self.tree.children_mut(node).1[position], rng);
            from = position + 1;
        }
        self.tree.node_mut(node).is_complete = true;
        Some(choice.position)
    }

    /// Every node on the path is credited with the reward of the seat whose move leads to it.
    fn back_up(&mut self, rewards: &Rewards) {
        for &Step { node, seat } in &self.path {
            let node = self.tree.node_mut(node);
            match seat {
                Some(seat) => node.credit(1, f64::from(rewards[seat.index()])),
                None => node.visits += 1,
            }
        }
    }
}

/// Children that are weighed at a time.
const LANES: usize = 8;

/// The position of the best child where all are available: [`Choice`] for many at once.
fn best_of_all(children: &mut [Node], exploration: f32, rng: &mut Stream) -> usize {
    // All are available equally often: the first keeps count for the others.
    children[0].availability += 1;
    if children.iter().any(|child| child.visits == 0) {
        return untried(children, rng);
    }
    let logarithm = ln(children[0].availability);
    let mut best = (f32::NEG_INFINITY, 0);
    for (chunk, children) in children.chunks(LANES).enumerate() {
        let (mut visits, mut scores) = ([1.0; LANES], [0.0; LANES]);
        for (lane, child) in children.iter().enumerate() {
            visits[lane] = child.visits as f32;
            scores[lane] = child.mean;
        }
        for lane in 0..LANES {
            scores[lane] += exploration * (logarithm / visits[lane]).sqrt();
        }
        for (lane, &score) in scores[..children.len()].iter().enumerate() {
            if score > best.0 {
                best = (score, chunk * LANES + lane);
            }
        }
    }
    best.1
}

/// One of the children that were never visited, at random.
#[cold]
fn untried(children: &[Node], rng: &mut Stream) -> usize {
    let mut chosen = 0;
    let untried = children.iter().enumerate().filter(|(_, child)| child.visits == 0);
    for (earlier, (position, _)) in untried.enumerate() {
        if rng.random_range(0..=earlier as u32) == 0 {
            chosen = position;
        }
    }
    chosen
}

/// A choice among children by UCB: one that was never tried, at random, or else the best mean of its
/// own rewards plus a bonus. The bonus grows with how often the move was available, not with the
/// parent's visits (Cowling, Powley, Whitehouse 2012).
struct Choice {
    exploration: f32,
    untried: u32,
    score: f32,
    /// The choice so far.
    position: usize,
    /// Where nothing is hidden all moves are equally available: one logarithm serves all.
    logarithm: (u32, f32),
}

impl Choice {
    const fn new(exploration: f32) -> Self {
        let score = f32::NEG_INFINITY;
        Self { exploration, untried: 0, score, position: 0, logarithm: (0, 0.0) }
    }

    /// Another child is available.
    #[inline]
    fn consider(&mut self, position: usize, child: &mut Node, rng: &mut Stream) {
        child.availability += 1;
        if child.visits == 0 {
            self.untried += 1;
            if rng.random_range(0..self.untried) == 0 {
                self.position = position;
            }
        } else if self.untried == 0 {
            if self.logarithm.0 != child.availability {
                self.logarithm = (child.availability, ln(child.availability));
            }
            let bonus = (self.logarithm.1 / child.visits as f32).sqrt();
            let score = child.mean + self.exploration * bonus;
            if score > self.score {
                (self.score, self.position) = (score, position);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ln, logarithm};

    #[test]
    fn the_logarithm_is_good_to_five_digits() {
        for number in (1..5000).chain([1 << 20, (1 << 24) - 1, u32::MAX]) {
            let expected = f64::from(number).ln();
            assert!((f64::from(ln(number)) - expected).abs() < 2e-5, "ln {number}");
            assert_eq!(ln(number).to_bits(), logarithm(number).to_bits(), "ln {number}");
        }
    }
}
