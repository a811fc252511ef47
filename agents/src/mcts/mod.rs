//! `mcts`: information-set Monte Carlo tree search.
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

mod reward;
mod search;
mod searcher;
mod tree;
mod ucb;

use crate::Agent;
use crate::evaluation::{Evaluate, WEIGHTS, Weights};
use crate::parameter::{Arguments, Parameter, Range, Value};
use crate::registry::{EntrantError, Settings};
use engine::MAX_SEATS;
use reward::{Goal, Judge};
use search::{Policy, Rollout};
use searcher::Searcher;
use std::sync::Arc;
use std::time::Duration;

/// The settings of `mcts`.
#[derive(Clone, Debug)]
pub struct Mcts<G> {
    budget: Budget,
    threads: usize,
    observers: Observers,
    policy: Policy<G>,
    nodes: usize,
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
enum Budget {
    /// When the roots have been visited this often together, kept visits included.
    Visits(u32),
    /// After this time: the only setting whose results depend on the machine.
    Time(Duration),
}

/// More trees than this would hardly have an iteration each.
const MOST_THREADS: u64 = 1024;

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
            name: "threads",
            meaning: "trees grown at the same time, each with its share of the iterations; results depend on this number, not on the machine",
            range: Range::Whole(1, MOST_THREADS),
            default: "1",
        },
        Parameter {
            name: "observers",
            meaning: "whose knowledge tells positions apart: that of the searching seat in one tree (single), or each seat's in a tree of its own, of which nothing is kept (multi)",
            range: Range::Word(&["single", "multi"]),
            default: "single",
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
            meaning: "room in each tree; when it is full, the search goes on without new leaves",
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
            threads: arguments.whole("threads") as usize,
            observers: match arguments.text("observers") {
                "multi" => Observers::Multi,
                _ => Observers::Single,
            },
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
        match self.observers {
            Observers::Single => Box::new(Searcher::<G, 1>::new(self)),
            Observers::Multi => Box::new(Searcher::<G, MAX_SEATS>::new(self)),
        }
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.policy.judge.weights.details()
    }
}
