//! One iteration of the search: down the trees, a rollout, back up.
//!
//! With one tree, all seats choose in it, and it knows what the searching seat sees. With more there
//! is one for every seat: it knows what that seat sees, and the seat's choices are made in it.

use super::tree::{Edge, Index, ROOT, Tree};
use super::ucb::{Choice, best_of_all};
use crate::evaluation::Memo;
use crate::policy::{Dice, Rewards, Rollout};
use engine::Game;
use engine::{GameRng, Seat, Turn};
use rand::RngExt;

/// How the search chooses, plays out and rewards.
#[derive(Clone, Debug)]
pub(super) struct Policy<G> {
    /// The weight of the unknown against the proven.
    pub(super) exploration: f32,
    /// How the game is played on, and what the outcome is worth.
    pub(super) rollout: Rollout<G>,
    /// How many visits a first impression counts for.
    pub(super) prior_visits: u32,
}

/// Where every tree is on the way down, and the seat whose move leads there.
#[derive(Copy, Clone)]
struct Step<const TREES: usize> {
    nodes: [Index; TREES],
    seat: Option<Seat>,
}

/// Trees and what is needed to make them grow: one, or [`engine::MAX_SEATS`]. Nothing is allocated for
/// an iteration once the buffers have their size.
pub(super) struct Search<G: Game, const TREES: usize> {
    trees: [Tree<G::Move, G::Chance>; TREES],
    /// Who searches.
    seat: Seat,
    policy: Policy<G>,
    /// What the evaluation made of positions.
    memo: Memo,
    path: Vec<Step<TREES>>,
    moves: Vec<G::Move>,
    /// What is seen of the moves.
    seen: Vec<G::Move>,
}

impl<G: Game, const TREES: usize> Search<G, TREES> {
    /// Whether every seat has a tree of its own.
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

    /// Forgets everything; this seat is going to search.
    pub(super) fn clear(&mut self, seat: Seat) {
        self.seat = seat;
        self.trees.iter_mut().for_each(Tree::clear);
    }

    /// The tree of the seat that searches.
    pub(super) const fn tree(&self) -> &Tree<G::Move, G::Chance> {
        &self.trees[Self::tree_of(self.seat)]
    }

    /// The same, to change it.
    pub(super) const fn tree_mut(&mut self) -> &mut Tree<G::Move, G::Chance> {
        &mut self.trees[Self::tree_of(self.seat)]
    }

    /// Where a seat's choices are made.
    const fn tree_of(seat: Seat) -> usize {
        if Self::HAS_TREE_FOR_EVERY_SEAT { seat.index() } else { 0 }
    }

    /// Whose eyes a tree sees with.
    const fn observer_of(&self, tree: usize) -> Seat {
        if Self::HAS_TREE_FOR_EVERY_SEAT { Seat::new(tree) } else { self.seat }
    }

    /// Lets the trees grow by a leaf: `state` is a guess at the state of the root.
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

    /// Credits a move at the root with visits that nobody made: `lead` is what it is expected to bring.
    /// They steer the search until it knows better.
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

    /// Follows the trees down until whoever chooses stands at a node of its tree that has never been
    /// visited, and visits it.
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
            // A new leaf is left alone: its children would hardly ever be visited.
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

    /// Chance acts: the guess decides what happens.
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

    /// A seat chooses by UCB among the moves that the guess allows.
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
            // In an open game every visit sees the same state, so the complete list of children can be used again.
            best_of_all(self.trees[own].children_mut(node).1, self.policy.exploration, rng)
        } else {
            self.best_of_listed(node, seat, state, rng)?
        };
        let child = self.trees[own].children_mut(node).0 + position as Index;
        let Edge::Move(_, seen) = self.trees[own].edge(child) else {
            unreachable!("whoever decides plays a move")
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

    /// The position of the best child whose move this guess allows; children that are missing are added,
    /// as long as there is room.
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

    /// The move behind what is seen of it. Of several that look the same any may be meant.
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

    /// Every node on the path is credited with the reward of the seat whose move leads to it.
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

/// Whether nothing of a seat's moves is hidden from the observer: he is that seat, or nothing ever is.
fn sees_all<G: Game>(observer: Seat, seat: Seat) -> bool {
    G::IS_OPEN || observer == seat
}
