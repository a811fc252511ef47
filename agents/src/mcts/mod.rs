//! `mcts`: information-set Monte Carlo tree search from one observer's point of view.
//!
//! Every iteration guesses what is hidden, walks down one tree shared by all guesses, plays out at
//! random and credits every seat with its own reward (Cowling, Powley, Whitehouse: *Information Set
//! Monte Carlo Tree Search*, 2012). What chance does is a node's key like any move, so play after a
//! good draw is not mixed up with play after a bad one. Within a turn the subtree of what has happened
//! is kept. At the root the moves begin with what `greedy` expects of them, which steers the first
//! iterations and is outweighed by later ones.

mod reward;
mod search;
mod tree;

use crate::Agent;
use crate::evaluation::{Evaluate, WEIGHTS, Weights};
use crate::greedy::{Greedy, Planner};
use crate::parameter::{Arguments, Parameter, Range, Value};
use crate::registry::{EntrantError, Settings};
use engine::{Stream, Turn, View};
use reward::{Goal, Judge};
use search::{Policy, Rollout, Search};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tree::{Edge, Index, ROOT};

/// The settings of `mcts`.
#[derive(Clone, Debug)]
pub struct Mcts<G> {
    budget: Budget,
    policy: Policy<G>,
    nodes: usize,
}

/// When the search ends.
#[derive(Copy, Clone, Debug)]
enum Budget {
    /// When the root has been visited this often, kept visits included.
    Visits(u32),
    /// After this time: the only setting whose results depend on the machine.
    Time(Duration),
}

/// Iterations between two looks at the clock.
const ITERATIONS_PER_LOOK: u32 = 16;

impl<G: Evaluate> Settings<G> for Mcts<G> {
    const NAME: &'static str = "mcts";
    const SUMMARY: &'static str =
        "information-set Monte Carlo tree search, steered at the root by what greedy expects";
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "iterations",
            meaning: "visits of the root before a decision, those kept from the last one included; at least one is new",
            range: Range::Whole(1, 1_000_000_000),
            default: "500",
        },
        Parameter {
            name: "time",
            meaning: "milliseconds for a decision instead of iterations: results then depend on the machine",
            range: Range::Whole(1, 3_600_000),
            default: "none",
        },
        Parameter {
            name: "exploration",
            meaning: "weight of the unknown against the proven in UCB",
            range: Range::Number(0.0, 100.0),
            default: "0.4",
        },
        Parameter {
            name: "rollout",
            meaning: "turns played out at random after the one under way; a round is a turn for each other seat",
            range: Range::WholeOr(0, 1_000_000, Rollout::WORDS),
            default: "round",
        },
        Parameter {
            name: "reward",
            meaning: "what seats strive for: win, lead in points, both (leader), lead in features (value)",
            range: Range::Word(Goal::WORDS),
            default: "value",
        },
        Parameter {
            name: "scale",
            meaning: "lead that is worth half of what an endless one is",
            range: Range::Number(0.001, 1_000_000.0),
            default: "20",
        },
        Parameter {
            name: "prior",
            meaning: "visits that what greedy expects of a move counts for",
            range: Range::Whole(0, 1_000_000),
            default: "10",
        },
        WEIGHTS,
        Parameter {
            name: "nodes",
            meaning: "room in the tree; when it is full, the search goes on without new leaves",
            range: Range::Whole(1, 1_000_000_000),
            default: "1000000",
        },
    ];

    fn read(arguments: &mut Arguments) -> Result<Self, EntrantError> {
        let budget = match arguments.choose_between("iterations", "time")? {
            "time" => Budget::Time(Duration::from_millis(arguments.whole("time"))),
            iterations => Budget::Visits(arguments.whole(iterations) as u32),
        };
        Ok(Self {
            budget,
            policy: Policy {
                exploration: arguments.number("exploration") as f32,
                rollout: match arguments.whole_or_word("rollout") {
                    Some(turns) => Rollout::Turns(turns as u32),
                    None if arguments.text("rollout") == "round" => Rollout::Round,
                    None => Rollout::Full,
                },
                judge: Judge {
                    goal: Goal::parse(arguments.text("reward")),
                    scale: arguments.number("scale") as f32,
                    weights: Arc::new(Weights::read(arguments)?),
                },
                prior: arguments.whole("prior") as u32,
            },
            nodes: arguments.whole("nodes") as usize,
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(Searcher::new(self))
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.policy.judge.weights.details()
    }
}

/// The searching player at the table.
struct Searcher<G: Evaluate> {
    budget: Budget,
    /// Gives the first impressions, if they count for anything.
    planner: Option<Planner<G>>,
    search: Search<G>,
    moves: Vec<G::Move>,
    /// What was seen and chosen last; the tree is about that view.
    last: Option<(G::View, G::Move)>,
    playouts: u64,
}

impl<G: Evaluate> Searcher<G> {
    fn new(settings: &Mcts<G>) -> Self {
        let Policy { prior, judge, .. } = &settings.policy;
        let greedy = (*prior > 0).then(|| Greedy::new(Arc::clone(&judge.weights)));
        Self {
            budget: settings.budget,
            planner: greedy.map(Planner::new),
            search: Search::new(settings.policy.clone(), settings.nodes),
            moves: Vec::new(),
            last: None,
            playouts: 0,
        }
    }

    /// Makes the tree one about this view: what is left of the last one, or a new one.
    fn prepare(&mut self, view: &G::View, rng: &mut Stream) {
        match self.kept(view, rng) {
            Some(node) => self.search.tree.reroot(node),
            None => self.search.tree.clear(),
        }
    }

    /// The node of this view in the tree of the last one, if nobody but chance has acted since.
    fn kept(&mut self, view: &G::View, rng: &mut Stream) -> Option<Index> {
        let (seen, chosen) = self.last.take()?;
        let node = self.search.tree.child(ROOT, Edge::Move(view.seat(), chosen))?;
        let mut state = seen.guess(rng);
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
                    let child = self.search.tree.child(node, Edge::Chance(chance))?;
                    let mut next = state.clone();
                    next.happen(chance);
                    self.find(child, &next, view)
                })
            }
            Turn::Over => None,
        }
    }

    fn iterate(&mut self, view: &G::View, rng: &mut Stream) {
        self.search.iterate(view.guess(rng), rng);
        self.playouts += 1;
    }

    fn think(&mut self, view: &G::View, rng: &mut Stream) {
        let begin = Instant::now();
        if let Some(planner) = &mut self.planner {
            for (mv, lead) in planner.values(view, rng) {
                self.search.expect(view.seat(), mv, lead);
            }
        }
        match self.budget {
            Budget::Visits(visits) => {
                // Kept visits may be enough already; a look at what is new there must be had.
                self.iterate(view, rng);
                while self.search.tree.node(ROOT).visits < visits {
                    self.iterate(view, rng);
                }
            }
            Budget::Time(time) => {
                while begin.elapsed() < time {
                    (0..ITERATIONS_PER_LOOK).for_each(|_| self.iterate(view, rng));
                }
            }
        }
    }

    /// The move visited most often; of several such, the one with the best mean; then the first.
    fn favourite(&self) -> Option<G::Move> {
        let mut best: Option<(u32, f64, G::Move)> = None;
        for (edge, child) in self.search.tree.children(ROOT) {
            let Edge::Move(_, mv) = edge else { continue };
            let better = best.is_none_or(|(visits, mean, _)| {
                child.visits > visits || child.visits == visits && child.exact_mean() > mean
            });
            if better {
                best = Some((child.visits, child.exact_mean(), mv));
            }
        }
        best.map(|(_, _, mv)| mv)
    }
}

impl<G: Evaluate> Agent<G> for Searcher<G> {
    fn choose(&mut self, view: &G::View, rng: &mut Stream) -> G::Move {
        self.prepare(view, rng);
        view.moves(&mut self.moves);
        let chosen = if let [only] = self.moves[..] {
            only
        } else {
            self.think(view, rng);
            // A tree without room for a single move leaves nothing but the first.
            self.favourite().unwrap_or(self.moves[0])
        };
        self.last = Some((view.clone(), chosen));
        chosen
    }

    fn playouts(&self) -> u64 {
        self.playouts
    }
}
