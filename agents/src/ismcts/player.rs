//! The ISMCTS agent: one search tree per thread, reused between decisions.

use super::search::{Policy, Search};
use super::tree::{Edge, Index, Node, ROOT};
use crate::budget::Budget;
use crate::greedy::{Greedy, GreedyAgent};
use crate::share::share;
use crate::{Agent, SearchedMove, cancellation};
use engine::{Evaluated, GameRng, Turn, View};
use rand::SeedableRng;
use std::sync::Arc;
use std::time::Instant;

/// The settings in a spec of `ismcts`.
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
    growers: Vec<Grower<G>>,
    moves: Vec<G::Move>,
    /// The last view and the move chosen there, for which the trees were built.
    last: Option<(G::View, G::Move)>,
}

/// A search with its count of iterations.
struct Grower<G: Evaluated> {
    search: Search<G>,
    playouts: u64,
}

/// The stopping rule of a search: a visit count or a deadline.
#[derive(Copy, Clone)]
enum End {
    /// Stops when the root has this number of visits.
    Visits(u32),
    /// Stops at this time.
    Time(Instant),
}

impl<G: Evaluated> TreeAgent<G> {
    pub(super) fn new(settings: &Ismcts<G>) -> Self {
        let Policy { prior_visits, rollout, .. } = &settings.policy;
        let greedy =
            (*prior_visits > 0).then(|| Greedy::new(Arc::clone(&rollout.judge.evaluation)));
        let trees = match settings.budget {
            Budget::Iterations(visits) => settings.threads.min(visits as usize),
            Budget::Time(_) => settings.threads,
        };
        let grower =
            || Grower { search: Search::new(settings.policy.clone(), settings.nodes), playouts: 0 };
        Self {
            budget: settings.budget,
            planner: greedy.map(GreedyAgent::new),
            growers: std::iter::repeat_with(grower).take(trees).collect(),
            moves: Vec::new(),
            last: None,
        }
    }

    fn think(&mut self, view: &G::View, rng: &mut GameRng) {
        let begin = self.budget.clock();
        if let Some(planner) = &mut self.planner {
            for (mv, lead) in planner.values(view, rng) {
                for grower in &mut self.growers {
                    grower.search.expect(mv, lead);
                }
            }
        }
        let trees = self.growers.len() as u32;
        let end = |number| match self.budget {
            Budget::Iterations(visits) => {
                End::Visits(visits / trees + u32::from(number < visits % trees))
            }
            Budget::Time(time) => End::Time(begin.unwrap_or_else(Instant::now) + time),
        };
        if let [grower] = &mut self.growers[..] {
            return grower.grow(view, end(0), rng);
        }
        let work = self.growers.iter_mut().zip(0..).map(|(grower, number)| Work {
            grower,
            view: view.clone(),
            end: end(number),
            rng: GameRng::from_rng(rng),
        });
        share(work.collect(), Work::run);
    }

    /// Returns the visits and mean rewards of the moves over all trees, without unvisited moves.
    fn visited<'a>(
        &'a self,
        view: &'a G::View,
    ) -> impl Iterator<Item = SearchedMove<G::Move>> + use<'a, G> {
        self.moves.iter().filter_map(|&mv| {
            let edge = Edge::Move(view.seat(), mv);
            let trees = self.growers.iter().map(|grower| grower.search.tree());
            let nodes = trees.filter_map(|tree| Some(tree.node(tree.child(ROOT, edge)?)));
            let sum = |(visits, reward), node: &Node| {
                (visits + u64::from(node.visits), reward + node.reward)
            };
            let (visits, reward) = nodes.fold((0, 0.0), sum);
            (visits > 0).then(|| SearchedMove { mv, visits, value: reward / visits as f64 })
        })
    }

    /// Returns the most visited move; ties go to the better mean, then to the first move.
    fn favourite(&self, view: &G::View) -> Option<G::Move> {
        let better = |best: SearchedMove<G::Move>, other: SearchedMove<G::Move>| {
            let is_better = other.visits > best.visits
                || other.visits == best.visits && other.value > best.value;
            if is_better { other } else { best }
        };
        self.visited(view).reduce(better).map(|best| best.mv)
    }
}

impl<G: Evaluated> Agent<G> for TreeAgent<G> {
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        let last = self.last.take();
        for grower in &mut self.growers {
            grower.prepare(last.as_ref(), view, rng);
        }
        view.moves(&mut self.moves);
        let chosen = if let [only] = self.moves[..] {
            only
        } else {
            self.think(view, rng);
            // If the tree has no room for a single move, the first one is played.
            self.favourite(view).unwrap_or(self.moves[0])
        };
        self.last = Some((view.clone(), chosen));
        chosen
    }

    fn playouts(&self) -> u64 {
        self.growers.iter().map(|grower| grower.playouts).sum()
    }

    fn search_table(&self) -> Vec<SearchedMove<G::Move>> {
        let last = self.last.as_ref().filter(|_| self.moves.len() > 1);
        last.map(|(view, _)| self.visited(view).collect()).unwrap_or_default()
    }
}

impl<G: Evaluated> Grower<G> {
    /// Prepares the tree for this view: keeps the matching subtree of the last tree, or begins a new one.
    fn prepare(&mut self, last: Option<&(G::View, G::Move)>, view: &G::View, rng: &mut GameRng) {
        match last.and_then(|(seen, chosen)| self.kept(seen, *chosen, view, rng)) {
            Some(node) => self.search.tree_mut().reroot(node),
            None => self.search.clear(view.seat()),
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
        let node = self.search.tree().child(ROOT, Edge::Move(view.seat(), chosen))?;
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
                    let child = self.search.tree().child(node, Edge::Chance(seen))?;
                    let mut next = state.clone();
                    next.happen(chance);
                    self.find(child, &next, view)
                })
            }
            Turn::Over => None,
        }
    }

    fn grow(&mut self, view: &G::View, end: End, rng: &mut GameRng) {
        match end {
            End::Visits(visits) => {
                // Kept visits may already suffice, but the new view needs at least one iteration.
                self.iterate(view, rng);
                while self.search.tree().node(ROOT).visits < visits {
                    self.iterate(view, rng);
                }
            }
            End::Time(time) => loop {
                (0..ITERATIONS_PER_LOOK).for_each(|_| self.iterate(view, rng));
                if Instant::now() >= time {
                    break;
                }
            },
        }
    }

    fn iterate(&mut self, view: &G::View, rng: &mut GameRng) {
        cancellation::check();
        self.search.iterate(view.determinize(rng), rng);
        self.playouts += 1;
    }
}

/// The work on one tree. It changes nothing but the tree, so the results do not depend on the thread or the
/// order.
struct Work<'a, G: Evaluated> {
    grower: &'a mut Grower<G>,
    view: G::View,
    end: End,
    rng: GameRng,
}

impl<G: Evaluated> Work<'_, G> {
    fn run(mut self) {
        self.grower.grow(&self.view, self.end, &mut self.rng);
    }
}
