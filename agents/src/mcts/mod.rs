//! `mcts`: Monte Carlo search, of plans for the turn or of a tree.
//!
//! With `search=plans` whole plans are compared in rollouts, under the same guesses and the same luck:
//! see `agents/src/planner`. With `search=tree` it is information-set Monte Carlo tree search.
//!
//! Every iteration guesses what is hidden, walks down one tree shared by all guesses, plays out at
//! random and credits every seat with its own reward (Cowling, Powley, Whitehouse: *Information Set
//! Monte Carlo Tree Search*, 2012). What chance does is a node's key like any move, so play after a
//! good draw is not mixed up with play after a bad one.
//!
//! The keys are what the searching seat sees: a choice that is hidden from it is chosen as if it were
//! one, and then any of the moves behind it is made (SO-ISMCTS). With `observers=multi` every seat has
//! a tree of its own, keyed by what that seat sees, in which its choices are made; all are walked down
//! together (MO-ISMCTS). That costs time, and others then act on what the guess deals them instead of
//! on what the searching seat sees of it.
//!
//! Within a turn the subtree of what has happened
//! is kept. At the root the moves begin with what `greedy` expects of them, which steers the first
//! iterations and is outweighed by later ones. With several threads each grows a tree of its own, and
//! their roots are added up.

mod search;
mod searcher;
mod tree;
mod ucb;

use crate::Agent;
use crate::evaluation::{Evaluate, WEIGHTS};
use crate::parameter::{Parameter, ParameterValues, Range, Value};
use crate::planner;
use crate::registry::{AgentError, AgentSpec};
use crate::rollout::{self, Effort, Rollout};
use engine::MAX_SEATS;
use search::Policy;
use searcher::Searcher;
use std::time::Duration;

/// The settings of `mcts`.
#[derive(Clone, Debug)]
pub struct Mcts<G> {
    budget: Budget,
    threads: usize,
    searched: Searched,
    choice: planner::Breadth,
    observers: Observers,
    policy: Policy<G>,
    nodes: usize,
}

/// What is searched.
#[derive(Copy, Clone, Debug)]
enum Searched {
    Plans,
    Tree,
}

/// Whose knowledge the trees are about.
#[derive(Copy, Clone, Debug)]
enum Observers {
    /// That of the seat that searches: one tree.
    Single,
    /// Everybody's: a tree for every seat.
    Multi,
}

/// When the thinking about a decision ends.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Budget {
    /// When the roots have been visited this often together, kept visits included.
    Visits(u32),
    /// After this time: the only setting whose results depend on the machine.
    Time(Duration),
}

impl Budget {
    /// What the budget is enough for.
    fn care(self) -> Effort {
        let is_thorough = match self {
            Self::Visits(visits) => visits >= 300,
            Self::Time(time) => time >= Duration::from_millis(200),
        };
        if is_thorough { Effort::Thorough } else { Effort::Brief }
    }
}

/// More trees than this would hardly have an iteration each.
const MOST_THREADS: u64 = 1024;

impl<G: Evaluate> AgentSpec<G> for Mcts<G> {
    const NAME: &'static str = "mcts";
    const SUMMARY: &'static str = "Monte Carlo search: compares plans for the turn under the same luck, or grows an information-set tree";
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "iterations",
            meaning: "rollouts before a decision, in a tree with those kept from the last one; at least one is new, and one for each plan tried",
            range: Range::Whole(1, 1_000_000_000),
            default: G::DEFAULTS.iterations,
        },
        Parameter {
            name: "time",
            meaning: "milliseconds for a decision instead of iterations: results then depend on the machine",
            range: Range::Whole(1, 3_600_000),
            default: "none",
        },
        Parameter {
            name: "threads",
            meaning: "threads for a decision; a tree for each, with its share of the iterations, so that results depend on this number, though not on the machine",
            range: Range::Whole(1, MOST_THREADS),
            default: "1",
        },
        Parameter {
            name: "search",
            meaning: "what is searched: plans for the turn (plans) or a tree of all decisions (tree)",
            range: Range::Word(&["plans", "tree"]),
            default: G::DEFAULTS.search,
        },
        planner::PLANS,
        planner::LOOKS,
        planner::WIDTH,
        planner::PATIENCE,
        Parameter {
            name: "observers",
            meaning: "in a tree, whose knowledge tells positions apart: that of the searching seat in one tree (single), or each seat's in a tree of its own, of which nothing is kept (multi)",
            range: Range::Word(&["single", "multi"]),
            default: "single",
        },
        Parameter {
            name: "exploration",
            meaning: "in a tree, weight of the unknown against the proven in UCB",
            range: Range::Number(0.0, 100.0),
            default: "0.4",
        },
        Parameter { default: G::DEFAULTS.rollout, ..rollout::LENGTH },
        Parameter { default: G::DEFAULTS.ways, ..rollout::OWN },
        Parameter { default: G::DEFAULTS.ways, ..rollout::OTHERS },
        rollout::THOUGHT,
        Parameter { default: G::DEFAULTS.reward, ..rollout::REWARD },
        Parameter { default: G::DEFAULTS.scale, ..rollout::SCALE },
        Parameter {
            name: planner::PRIOR,
            meaning: "visits that what greedy expects of a move counts for in a tree; rollouts that first looks at a plan count for",
            range: Range::Whole(0, 1_000_000),
            default: G::DEFAULTS.prior,
        },
        WEIGHTS,
        Parameter {
            name: "nodes",
            meaning: "room in each tree; when it is full, the search goes on without new leaves",
            range: Range::Whole(1, 1_000_000_000),
            default: "1000000",
        },
    ];

    fn read(arguments: &mut ParameterValues) -> Result<Self, AgentError> {
        let budget = match arguments.choose_between("iterations", "time")? {
            "time" => Budget::Time(Duration::from_millis(arguments.whole("time"))),
            iterations => Budget::Visits(arguments.whole(iterations) as u32),
        };
        Ok(Self {
            budget,
            threads: arguments.whole("threads") as usize,
            searched: match arguments.text("search") {
                "plans" => Searched::Plans,
                _ => Searched::Tree,
            },
            choice: planner::Breadth::read(arguments),
            observers: match arguments.text("observers") {
                "multi" => Observers::Multi,
                _ => Observers::Single,
            },
            policy: Policy {
                exploration: arguments.number("exploration") as f32,
                rollout: Rollout::read(arguments, budget.care())?,
                prior: arguments.whole(planner::PRIOR) as u32,
            },
            nodes: arguments.whole("nodes") as usize,
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        if let Searched::Plans = self.searched {
            let rollout = self.policy.rollout.clone();
            return Box::new(planner::Player::new(self.budget, self.threads, self.choice, rollout));
        }
        match self.observers {
            Observers::Single => Box::new(Searcher::<G, 1>::new(self)),
            Observers::Multi => Box::new(Searcher::<G, MAX_SEATS>::new(self)),
        }
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.policy.rollout.judge.weights.details()
    }
}
