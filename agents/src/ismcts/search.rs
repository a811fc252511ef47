//! One iteration of the search: descent, rollout and backpropagation.
//!
//! All seats choose in one tree, which contains only information that the searching seat sees.

use super::tree::{Edge, Index, ROOT, Tree};
use super::ucb::{Choice, best_of_all};
use crate::objective::Worths;
use crate::policy::{Dice, Memos, Rollout};
use engine::{Evaluated, GameRng, Seat, Turn};
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

/// A node on the way down, and the seat whose move leads there.
#[derive(Copy, Clone)]
struct Step {
    node: Index,
    seat: Option<Seat>,
}

/// A search tree with the buffers for its iterations, which do not allocate once the buffers have reached their
/// final size.
pub(super) struct Search<G: Evaluated> {
    pub(super) tree: Tree<G::Move, G::Chance>,
    /// The searching seat.
    seat: Seat,
    policy: Policy<G>,
    memos: Memos,
    /// Number of iterations since the search was created.
    pub(super) playouts: u64,
    path: Vec<Step>,
    moves: Vec<G::Move>,
    /// The moves as the searching seat sees them.
    seen: Vec<G::Move>,
}

impl<G: Evaluated> Search<G> {
    pub(super) fn new(policy: Policy<G>, nodes: usize) -> Self {
        Self {
            tree: Tree::new(nodes),
            seat: Seat::new(0),
            policy,
            memos: Memos::default(),
            playouts: 0,
            path: Vec::new(),
            moves: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// Clears the tree for a search of this seat.
    pub(super) fn clear(&mut self, seat: Seat) {
        self.seat = seat;
        self.tree.clear();
    }

    /// Runs one iteration, which adds a leaf to the tree. `state` is a determinization of the root.
    pub(super) fn iterate(&mut self, mut state: G, rng: &mut GameRng) {
        self.descend(&mut state, rng);
        let rollout = &self.policy.rollout;
        let last_turn = rollout.last_turn(&state);
        if rollout.is_uniform() {
            state.play_out(last_turn, rng);
        } else {
            let memo = &mut self.memos.choices;
            rollout.play(&mut state, last_turn, self.seat, &mut Dice::new(rng), memo);
        }
        let rewards = rollout.objective.worths(&state, None, &mut self.memos.values);
        self.back_up(&rewards);
        self.playouts += 1;
    }

    /// Adds prior visits to a move at the root, with the reward of the expected `lead`. They guide the search
    /// until it has better information.
    pub(super) fn expect(&mut self, mv: G::Move, lead: f64) {
        let edge = Edge::Move(self.seat, mv);
        let Some(position) = self.tree.child_or_new(ROOT, edge, 0, 16) else { return };
        let node = &mut self.tree.children_mut(ROOT).1[position];
        let prior = self.policy.prior_visits;
        node.availability += prior;
        let reward = self.policy.rollout.objective.of_lead(lead);
        node.credit(prior, f64::from(prior) * reward);
    }

    /// Descends the tree to a node that has never been visited, and visits it.
    fn descend(&mut self, state: &mut G, rng: &mut GameRng) {
        self.path.clear();
        let mut next = Some(Step { node: ROOT, seat: None });
        while let Some(step) = next {
            self.path.push(step);
            // A new leaf is not expanded, because few of its children would be visited.
            if step.node != ROOT && self.tree.node(step.node).visits == 0 {
                return;
            }
            next = match state.turn() {
                Turn::Decide(seat) => self.select(step.node, seat, state, rng),
                Turn::Chance => self.draw(step.node, state, rng),
                Turn::Over => None,
            };
        }
    }

    /// Descends through a chance event, drawn from the determinization.
    fn draw(&mut self, node: Index, state: &mut G, rng: &mut GameRng) -> Option<Step> {
        let chance = state.random_chance(rng);
        let seen = state.observe_chance(chance, self.seat);
        let node = self.tree.follow(node, Edge::Chance(seen))?;
        state.happen(chance);
        Some(Step { node, seat: None })
    }

    /// Descends through a decision: the seat chooses by UCB among the moves that are legal in the
    /// determinization.
    fn select(
        &mut self,
        node: Index,
        seat: Seat,
        state: &mut G,
        rng: &mut GameRng,
    ) -> Option<Step> {
        let position = if G::IS_OPEN && self.tree.node(node).is_complete {
            // In an open game every visit has the same state, so the complete list of children can be reused.
            best_of_all(self.tree.children_mut(node).1, self.policy.exploration, rng)
        } else {
            self.best_of_listed(node, seat, state, rng)?
        };
        let node = self.tree.children_mut(node).0 + position as Index;
        let Edge::Move(_, seen) = self.tree.edge(node) else {
            unreachable!("a seat that decides plays a move")
        };
        state.play(self.one_seen_as(seen, seat, state, rng));
        Some(Step { node, seat: Some(seat) })
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
        let listed = if sees_all::<G>(self.seat, seat) {
            &self.moves
        } else {
            self.seen.clear();
            self.seen.extend(self.moves.iter().map(|&mv| state.observe_move(mv, self.seat)));
            self.seen.sort_unstable();
            self.seen.dedup();
            &self.seen
        };
        let mut choice = Choice::new(self.policy.exploration);
        let mut from = 0;
        for &mv in listed {
            let edge = Edge::Move(seat, mv);
            let position = self.tree.child_or_new(node, edge, from, listed.len())?;
            choice.consider(position, &mut self.tree.children_mut(node).1[position], rng);
            from = position + 1;
        }
        self.tree.node_mut(node).is_complete = true;
        Some(choice.position)
    }

    /// Returns the move behind an observation of it, drawn at random among moves that look alike.
    fn one_seen_as(&self, seen: G::Move, seat: Seat, state: &G, rng: &mut GameRng) -> G::Move {
        if sees_all::<G>(self.seat, seat) {
            return seen;
        }
        let alike = |mv: &&G::Move| state.observe_move(**mv, self.seat) == seen;
        let mut chosen = seen;
        for (earlier, &mv) in self.moves.iter().filter(alike).enumerate() {
            if earlier == 0 || rng.random_range(0..=earlier as u32) == 0 {
                chosen = mv;
            }
        }
        chosen
    }

    /// Credits every node on the path with the reward of the seat whose move leads to it.
    fn back_up(&mut self, rewards: &Worths) {
        for &Step { node, seat } in &self.path {
            let node = self.tree.node_mut(node);
            match seat {
                Some(seat) => node.credit(1, rewards[seat.index()]),
                None => node.visits += 1,
            }
        }
    }
}

/// Returns whether the observer sees a seat's moves completely: the observer is that seat, or the game hides
/// nothing.
fn sees_all<G: Evaluated>(observer: Seat, seat: Seat) -> bool {
    G::IS_OPEN || observer == seat
}
