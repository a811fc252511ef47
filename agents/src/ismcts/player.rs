//! The ISMCTS agent: one search tree per thread, reused between decisions.

use super::search::{Policy, Search};
use super::tree::{Edge, Index, ROOT};
use crate::budget::{Budget, Limit};
use crate::greedy::{Greedy, GreedyAgent};
use crate::share::share;
use crate::{Agent, SearchedMove, cancellation};
use engine::{Evaluated, GameRng, Seat, Turn, View};
use rand::SeedableRng;
use std::sync::Arc;

/// Parameters of the agent `ismcts`.
#[derive(Clone, Debug)]
pub struct Ismcts<G> {
    pub(super) budget: Budget,
    pub(super) threads: usize,
    pub(super) policy: Policy<G>,
    pub(super) nodes: usize,
}

/// Number of iterations between two readings of the clock.
const ITERATIONS_PER_LOOK: u32 = 16;

/// An agent that searches with a tree per thread.
pub(super) struct TreeAgent<G: Evaluated> {
    budget: Budget,
    /// The agent that provides prior values of moves; `None` if `prior_visits` is 0.
    planner: Option<GreedyAgent<G>>,
    /// The search of each thread.
    searches: Vec<Search<G>>,
    moves: Vec<G::Move>,
    /// The results of the last search.
    visited: Vec<SearchedMove<G::Move>>,
    /// The last view and the move chosen there, for which the trees were built.
    last: Option<(G::View, G::Move)>,
}

impl<G: Evaluated> TreeAgent<G> {
    pub(super) fn new(settings: &Ismcts<G>) -> Self {
        let Policy { prior_visits, rollout, .. } = &settings.policy;
        let greedy =
            (*prior_visits > 0).then(|| Greedy::new(Arc::clone(&rollout.objective.evaluation)));
        let trees = match settings.budget {
            Budget::Iterations(visits) => settings.threads.min(visits as usize),
            Budget::Time(_) => settings.threads,
        };
        let search = || Search::new(settings.policy.clone(), settings.nodes);
        Self {
            budget: settings.budget,
            planner: greedy.map(GreedyAgent::new),
            searches: std::iter::repeat_with(search).take(trees).collect(),
            moves: Vec::new(),
            visited: Vec::new(),
            last: None,
        }
    }

    fn think(&mut self, view: &G::View, rng: &mut GameRng) {
        let running = self.budget.begin();
        if let Some(planner) = &mut self.planner {
            for (mv, lead) in planner.values(view, rng) {
                self.searches.iter_mut().for_each(|search| search.expect(mv, lead));
            }
        }
        let trees = self.searches.len() as u32;
        let limit = |number| {
            let of_tree = |visits| (visits / trees + u32::from(number < visits % trees)) as usize;
            running.limit(1, 1, of_tree)
        };
        if let [search] = &mut self.searches[..] {
            return search.grow(view, limit(0), rng);
        }
        // Each piece of work changes nothing but its tree, so the results do not depend on the thread or the order.
        let work = self.searches.iter_mut().zip(0..);
        let work = work.map(|(search, number)| (search, limit(number), GameRng::from_rng(rng)));
        share(work.collect(), |(search, limit, mut rng): (&mut Search<G>, _, _)| {
            search.grow(view, limit, &mut rng);
        });
    }

    /// Returns the visits and mean rewards of a move over all trees; `None` if it was not visited.
    fn visited(&self, mv: G::Move, seat: Seat) -> Option<SearchedMove<G::Move>> {
        let (mut visits, mut reward) = (0, 0.0);
        for tree in self.searches.iter().map(|search| &search.tree) {
            if let Some(node) = tree.child(ROOT, Edge::Move(seat, mv)) {
                visits += u64::from(tree.node(node).visits);
                reward += tree.node(node).reward;
            }
        }
        (visits > 0).then(|| SearchedMove { mv, visits, value: reward / visits as f64 })
    }
}

impl<G: Evaluated> Agent<G> for TreeAgent<G> {
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        let last = self.last.take();
        for search in &mut self.searches {
            search.prepare(last.as_ref(), view, rng);
        }
        view.moves(&mut self.moves);
        self.visited.clear();
        let chosen = if let [only] = self.moves[..] {
            only
        } else {
            self.think(view, rng);
            // If the tree has no room for a single move, the first one is played.
            let moves = self.moves.iter();
            self.visited = moves.filter_map(|&mv| self.visited(mv, view.seat())).collect();
            SearchedMove::preferred(&self.visited).map_or(self.moves[0], |best| best.mv)
        };
        self.last = Some((view.clone(), chosen));
        chosen
    }

    fn playouts(&self) -> u64 {
        self.searches.iter().map(|search| search.playouts).sum()
    }

    fn search_table(&self) -> Vec<SearchedMove<G::Move>> {
        self.visited.clone()
    }
}

impl<G: Evaluated> Search<G> {
    /// Prepares the tree for this view: keeps the matching subtree of the last tree, or begins a new one.
    fn prepare(&mut self, last: Option<&(G::View, G::Move)>, view: &G::View, rng: &mut GameRng) {
        match last.and_then(|(seen, chosen)| self.kept(seen, *chosen, view, rng)) {
            Some(node) => self.tree.reroot(node),
            None => self.clear(view.seat()),
        }
    }

    /// Returns the node of this view in the last tree, if only chance events happened since.
    fn kept(
        &self,
        seen: &G::View,
        chosen: G::Move,
        view: &G::View,
        rng: &mut GameRng,
    ) -> Option<Index> {
        let node = self.tree.child(ROOT, Edge::Move(view.seat(), chosen))?;
        let mut state = seen.determinize(rng);
        state.play(chosen);
        self.find(node, &state, view)
    }

    fn find(&self, node: Index, state: &G, view: &G::View) -> Option<Index> {
        match state.turn() {
            Turn::Decide(seat) => {
                (seat == view.seat() && state.view(seat) == *view).then_some(node)
            }
            Turn::Chance => {
                let mut chances = Vec::new();
                state.chances(&mut chances);
                chances.into_iter().find_map(|(chance, _)| {
                    let seen = state.observe_chance(chance, view.seat());
                    let child = self.tree.child(node, Edge::Chance(seen))?;
                    let mut next = state.clone();
                    next.happen(chance);
                    self.find(child, &next, view)
                })
            }
            Turn::Over => None,
        }
    }

    /// Grows the tree up to a limit. Kept visits may already suffice, but the new view needs at least one iteration.
    fn grow(&mut self, view: &G::View, limit: Limit, rng: &mut GameRng) {
        let batch = if matches!(limit, Limit::Time(_)) { ITERATIONS_PER_LOOK } else { 1 };
        loop {
            for _ in 0..batch {
                cancellation::check();
                self.iterate(view.determinize(rng), rng);
            }
            if limit.is_reached(self.tree.node(ROOT).visits as usize) {
                return;
            }
        }
    }
}
