//! One iteration of the search: descent, rollout and backpropagation.
//!
//! With one tree, all seats choose in it, and it contains only information that the searching seat sees. With
//! more trees, there is one for every seat: it contains the information that the seat sees, and the seat's
//! choices are made in it.

use super::tree::{Edge, Index, ROOT, Tree};
use super::ucb::{Choice, best_of_all};
use crate::evaluation::Memo;
use crate::policy::{Dice, Rewards, Rollout};
use engine::Game;
use engine::{GameRng, Seat, Turn};
use rand::RngExt;

/// The policies of a search for selection, rollouts and rewards.
#[derive(Clone, Debug)]
pub(super) struct Policy<G> {
    /// The exploration constant of UCB.
    pub(super) exploration: f32,
    /// The policy of rollouts and the rewards of their outcomes.
    pub(super) rollout: Rollout<G>,
    /// Number of visits that a move's prior value counts for.
    pub(super) prior_visits: u32,
}

/// The current node of every tree on the way down, and the seat whose move leads there.
#[derive(Copy, Clone)]
struct Step<const TREES: usize> {
    nodes: [Index; TREES],
    seat: Option<Seat>,
}

/// Search trees with the buffers for their iterations: one tree, or [`engine::MAX_SEATS`] trees. Iterations do
/// not allocate once the buffers have reached their final size.
pub(super) struct Search<G: Game, const TREES: usize> {
    trees: [Tree<G::Move, G::Chance>; TREES],
    /// The searching seat.
    seat: Seat,
    policy: Policy<G>,
    /// A cache of evaluations.
    memo: Memo,
    path: Vec<Step<TREES>>,
    moves: Vec<G::Move>,
    /// The moves as the observer sees them.
    seen: Vec<G::Move>,
}

impl<G: Game, const TREES: usize> Search<G, TREES> {
    /// Whether every seat has a separate tree.
    pub(super) const HAS_TREE_FOR_EVERY_SEAT: bool = TREES > 1;

    pub(super) fn new(policy: Policy<G>, nodes: usize) -> Self {
        Self {
            trees: std::array::from_fn(|_| Tree::new(nodes)),
            seat: Seat::new(0),
            policy,
            memo: Memo::default(),
            path: Vec::new(),
            moves: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Clears the trees for a search of this seat.
    pub(super) fn clear(&mut self, seat: Seat) {
        self.seat = seat;
        self.trees.iter_mut().for_each(Tree::clear);
    }

    /// Returns the tree of the searching seat.
    pub(super) const fn tree(&self) -> &Tree<G::Move, G::Chance> {
        &self.trees[Self::tree_of(self.seat)]
    }

    /// Returns the tree of the searching seat for changes.
    pub(super) const fn tree_mut(&mut self) -> &mut Tree<G::Move, G::Chance> {
        &mut self.trees[Self::tree_of(self.seat)]
    }

    /// Returns the index of the tree in which a seat chooses.
    const fn tree_of(seat: Seat) -> usize {
        if Self::HAS_TREE_FOR_EVERY_SEAT { seat.index() } else { 0 }
    }

    /// Returns the seat whose observations a tree contains.
    const fn observer_of(&self, tree: usize) -> Seat {
        if Self::HAS_TREE_FOR_EVERY_SEAT { Seat::new(tree) } else { self.seat }
    }

    /// Runs one iteration, which adds a leaf to the trees. `state` is a determinization of the root.
    pub(super) fn iterate(&mut self, mut state: G, rng: &mut GameRng) {
        self.descend(&mut state, rng);
        let rollout = &self.policy.rollout;
        let last_turn = rollout.last_turn(&state);
        if rollout.is_uniform() {
            state.play_out(last_turn, rng);
        } else {
            rollout.play(&mut state, last_turn, self.seat, &mut Dice::new(rng), &mut self.memo);
        }
        let rewards = rollout.judge.rewards(&state);
        self.back_up(&rewards);
    }

    /// Adds prior visits to a move at the root, with the reward of the expected `lead`. They guide the search
    /// until it has better information.
    pub(super) fn expect(&mut self, mv: G::Move, lead: f64) {
        let edge = Edge::Move(self.seat, mv);
        let tree = &mut self.trees[Self::tree_of(self.seat)];
        let Some(position) = tree.child_or_new(ROOT, edge, 0, 16) else { return };
        let node = &mut tree.children_mut(ROOT).1[position];
        let prior = self.policy.prior_visits;
        node.availability += prior;
        let reward = self.policy.rollout.judge.squash_lead(lead as f32);
        node.credit(prior, f64::from(prior) * f64::from(reward));
    }

    /// Descends the trees until the deciding seat reaches a node of its tree that has never been visited, and
    /// visits that node.
    fn descend(&mut self, state: &mut G, rng: &mut GameRng) {
        self.path.clear();
        let mut step = Step { nodes: [ROOT; TREES], seat: None };
        let mut tree = Self::tree_of(self.seat);
        loop {
            self.path.push(step);
            let turn = state.turn();
            if let Turn::Decide(seat) = turn {
                tree = Self::tree_of(seat);
            }
            let node = step.nodes[tree];
            // A new leaf is not expanded: its children would hardly ever be visited.
            if node != ROOT && self.trees[tree].node(node).visits == 0 {
                return;
            }
            let next = match turn {
                Turn::Decide(seat) => self.select(step.nodes, seat, state, rng),
                Turn::Chance => self.draw(step.nodes, state, rng),
                Turn::Over => return,
            };
            match next {
                Some(next) => step = next,
                None => return,
            }
        }
    }

    /// Descends through a chance event, drawn from the determinization.
    fn draw(
        &mut self,
        mut nodes: [Index; TREES],
        state: &mut G,
        rng: &mut GameRng,
    ) -> Option<Step<TREES>> {
        let chance = state.random_chance(rng);
        for (tree, node) in nodes.iter_mut().enumerate().take(state.players()) {
            let seen = state.observe_chance(chance, self.observer_of(tree));
            *node = self.trees[tree].follow(*node, Edge::Chance(seen))?;
        }
        state.happen(chance);
        Some(Step { nodes, seat: None })
    }

    /// Descends through a decision: the seat chooses by UCB among the moves that are legal in the
    /// determinization.
    fn select(
        &mut self,
        mut nodes: [Index; TREES],
        seat: Seat,
        state: &mut G,
        rng: &mut GameRng,
    ) -> Option<Step<TREES>> {
        let own = Self::tree_of(seat);
        let node = nodes[own];
        let position = if G::IS_OPEN && self.trees[own].node(node).is_complete {
            // In an open game every visit has the same state, so the complete list of children can be reused.
            best_of_all(self.trees[own].children_mut(node).1, self.policy.exploration, rng)
        } else {
            self.best_of_listed(node, seat, state, rng)?
        };
        let child = self.trees[own].children_mut(node).0 + position as Index;
        let Edge::Move(_, seen) = self.trees[own].edge(child) else {
            unreachable!("a seat that decides plays a move")
        };
        let mv = self.one_seen_as(seen, seat, state, rng);
        let others = nodes.iter_mut().enumerate().take(state.players());
        for (tree, node) in others.filter(|&(tree, _)| tree != own) {
            let seen = state.observe_move(mv, self.observer_of(tree));
            *node = self.trees[tree].follow(*node, Edge::Move(seat, seen))?;
        }
        nodes[own] = child;
        state.play(mv);
        Some(Step { nodes, seat: Some(seat) })
    }

    /// Returns the position of the best child whose move is legal in this determinization. Adds missing
    /// children, as long as there is room.
    fn best_of_listed(
        &mut self,
        node: Index,
        seat: Seat,
        state: &G,
        rng: &mut GameRng,
    ) -> Option<usize> {
        state.moves(&mut self.moves);
        let observer = self.observer_of(Self::tree_of(seat));
        let listed = if sees_all::<G>(observer, seat) {
            &self.moves
        } else {
            self.seen.clear();
            self.seen.extend(self.moves.iter().map(|&mv| state.observe_move(mv, observer)));
            self.seen.sort_unstable();
            self.seen.dedup();
            &self.seen
        };
        let tree = &mut self.trees[Self::tree_of(seat)];
        let mut choice = Choice::new(self.policy.exploration);
        let mut from = 0;
        for &mv in listed {
            let edge = Edge::Move(seat, mv);
            let position = tree.child_or_new(node, edge, from, listed.len())?;
            choice.consider(position, &mut tree.children_mut(node).1[position], rng);
            from = position + 1;
        }
        tree.node_mut(node).is_complete = true;
        Some(choice.position)
    }

    /// Returns the move behind an observation of it, drawn at random among moves that look alike.
    fn one_seen_as(&self, seen: G::Move, seat: Seat, state: &G, rng: &mut GameRng) -> G::Move {
        let observer = self.observer_of(Self::tree_of(seat));
        if sees_all::<G>(observer, seat) {
            return seen;
        }
        let alike = |mv: &&G::Move| state.observe_move(**mv, observer) == seen;
        let mut chosen = seen;
        for (earlier, &mv) in self.moves.iter().filter(alike).enumerate() {
            if earlier == 0 || rng.random_range(0..=earlier as u32) == 0 {
                chosen = mv;
            }
        }
        chosen
    }

    /// Credits every node on the path with the reward of the seat whose move leads to it.
    fn back_up(&mut self, rewards: &Rewards) {
        for &Step { nodes, seat } in &self.path {
            for (tree, node) in self.trees.iter_mut().zip(nodes) {
                let node = tree.node_mut(node);
                match seat {
                    Some(seat) => node.credit(1, f64::from(rewards[seat.index()])),
                    None => node.visits += 1,
                }
            }
        }
    }
}

/// Returns whether the observer sees a seat's moves completely: the observer is that seat, or the game hides
/// nothing.
fn sees_all<G: Game>(observer: Seat, seat: Seat) -> bool {
    G::IS_OPEN || observer == seat
}
