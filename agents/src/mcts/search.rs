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

/// The natural logarithm, to five digits. It is written out because that of the system's library
/// differs between machines, and moves must not.
fn ln(number: u32) -> f32 {
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
        self.roll_out(&mut state, rng);
        let rewards = self.policy.judge.rewards(&state);
        self.back_up(&rewards);
    }

    /// Credits a move at the root with visits that nobody made: `lead` is what it is expected to bring.
    /// They steer the search until it knows better.
    pub(super) fn expect(&mut self, seat: Seat, mv: G::Move, lead: f64) {
        let tree = &mut self.tree;
        let Some(position) = tree.child_or_new(ROOT, Edge::Move(seat, mv), 0, 16) else { return };
        let node = &mut tree.children_mut(ROOT).1[position];
        node.visits += self.policy.prior;
        node.availability += self.policy.prior;
        let reward = self.policy.judge.squash_lead(lead as f32);
        node.reward += f64::from(self.policy.prior) * f64::from(reward);
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
        let mut choice = Choice::new(self.policy.exploration);
        if G::IS_OPEN && node != ROOT && !self.tree.edges(node).is_empty() {
            // Whoever comes here finds the same state and thus the same moves.
            for (position, child) in self.tree.children_mut(node).1.iter_mut().enumerate() {
                choice.consider(position, child, rng);
            }
        } else {
            state.moves(&mut self.moves);
            let mut from = 0;
            for &mv in &self.moves {
                let edge = Edge::Move(seat, mv);
                let expected = self.moves.len();
                let position = self.tree.child_or_new(node, edge, from, expected)?;
                choice.consider(position, &mut self.tree.children_mut(node).1[position], rng);
                from = position + 1;
            }
        }
        let child = self.tree.children_mut(node).0 + choice.position? as Index;
        if let Edge::Move(_, mv) = self.tree.edge(child) {
            state.play(mv);
        }
        Some(Step { node: child, seat: Some(seat) })
    }

    /// Plays on at random.
    fn roll_out(&self, state: &mut G, rng: &mut Stream) {
        let last = self.policy.rollout.last_turn(state);
        while state.turns_played() < last {
            match state.turn() {
                Turn::Decide(_) => state.play_random(rng),
                Turn::Chance => state.happen(state.random_chance(rng)),
                Turn::Over => return,
            }
        }
    }

    /// Every node on the path is credited with the reward of the seat whose move leads to it.
    fn back_up(&mut self, rewards: &Rewards) {
        for &Step { node, seat } in &self.path {
            let node = self.tree.node_mut(node);
            node.visits += 1;
            if let Some(seat) = seat {
                node.reward += f64::from(rewards[seat.index()]);
            }
        }
    }
}

/// A choice among children by UCB: one that was never tried, at random, or else the best mean of its
/// own rewards plus a bonus. The bonus grows with how often the move was available, not with the
/// parent's visits (Cowling, Powley, Whitehouse 2012).
struct Choice {
    exploration: f32,
    untried: u32,
    score: f32,
    /// The choice so far.
    position: Option<usize>,
    /// Where nothing is hidden all moves are equally available: one logarithm serves all.
    logarithm: (u32, f32),
}

impl Choice {
    const fn new(exploration: f32) -> Self {
        let score = f32::NEG_INFINITY;
        Self { exploration, untried: 0, score, position: None, logarithm: (0, 0.0) }
    }

    /// Another child is available.
    #[inline]
    fn consider(&mut self, position: usize, child: &mut Node, rng: &mut Stream) {
        child.availability += 1;
        if child.visits == 0 {
            self.untried += 1;
            if rng.random_range(0..self.untried) == 0 {
                self.position = Some(position);
            }
        } else if self.untried == 0 {
            if self.logarithm.0 != child.availability {
                self.logarithm = (child.availability, ln(child.availability));
            }
            let bonus = (self.logarithm.1 / child.visits as f32).sqrt();
            let score = child.mean() as f32 + self.exploration * bonus;
            if score > self.score {
                (self.score, self.position) = (score, Some(position));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn the_logarithm_is_good_to_five_digits() {
        for number in (1..5000).chain([1 << 20, (1 << 24) - 1, u32::MAX]) {
            let expected = f64::from(number).ln();
            assert!((f64::from(ln(number)) - expected).abs() < 2e-5, "ln {number}");
        }
    }
}
