//! `ismcts`: information-set Monte Carlo tree search.
//!
//! Every iteration draws a determinization, descends one tree shared by all determinizations, plays a rollout and
//! credits every seat with its own reward (Cowling, Powley, Whitehouse: *Information Set Monte Carlo Tree Search*,
//! 2012). Chance outcomes are keys of nodes like moves, so play after a good draw is not mixed with play after a
//! bad one.
//!
//! The keys are the observations of the searching seat. If a choice is hidden from that seat, the search chooses
//! among its observations, and then plays any of the moves behind the chosen one (SO-ISMCTS).
//!
//! Within a turn, `ismcts` keeps the subtree of the moves and events that have happened. At the root, moves start
//! with the values that `greedy` expects, which steer the first iterations and are outweighed by later ones. With
//! several threads, each thread grows a separate tree, and the statistics of the roots are added.

mod player;
mod search;
mod tree;
mod ucb;

use crate::budget::Budget;
use crate::policy::{self, Rollout};
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Value};
use crate::{Agent, evaluation};
use engine::{Evaluated, Search as Recommended};
pub use player::Ismcts;
use player::TreeAgent;
use search::Policy;

/// The default parameters in games that recommend another search: iterations, visits that first estimates count
/// for, and random turns that rollouts try for each turn.
const GENERIC: (u32, u32, u32) = (500, 10, 1);

impl<G: Evaluated> AgentSpec<G> for Ismcts<G> {
    const NAME: &'static str = "ismcts";
    const SUMMARY: &'static str =
        "runs information-set MCTS with one tree, over the information sets of the searching seat";

    fn parameters() -> Vec<Parameter> {
        let (iterations, prior_visits, candidate_turns) = match G::DEFAULTS.search {
            Recommended::InformationSetTree { iterations, prior_visits, candidate_turns } => {
                (iterations, prior_visits, candidate_turns)
            }
            Recommended::TurnPlans { .. } => GENERIC,
        };
        let is_recommended = matches!(G::DEFAULTS.search, Recommended::InformationSetTree { .. });
        let mut parameters = Vec::from(Budget::parameters(
            iterations,
            "root visits per decision, including visits kept from the last decision; at least one is new",
            "threads per decision, each with a separate tree and a share of the iterations; results depend on this number, but not on the machine",
        ));
        parameters.push(Parameter::new(
            "exploration",
            Range::Number(0.0, 100.0),
            // Results range over all rewards, features over a part of them.
            if G::FEATURES.is_empty() { 1.0 } else { 0.4 },
            "exploration constant c of UCB1",
        ));
        parameters.extend(policy::parameters::<G>("round", candidate_turns));
        parameters.push(Parameter::new(
            "nodes",
            Range::Whole(1, 1_000_000_000),
            1_000_000,
            "capacity of each tree in nodes; the search adds no leaves to a full tree",
        ));
        if !G::FEATURES.is_empty() {
            parameters.push(Parameter::new(
                "prior_visits",
                Range::Whole(0, 1_000_000),
                prior_visits,
                "weight of greedy's prior estimate of a move, in equivalent visits",
            ));
            parameters.extend(evaluation::parameters(evaluation::of_search::<G>(is_recommended)));
        }
        parameters
    }

    fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        let (budget, threads) = Budget::read(values)?;
        let has_features = !G::FEATURES.is_empty();
        Ok(Self {
            budget,
            threads,
            policy: Policy {
                exploration: values.number("exploration") as f32,
                rollout: Rollout::read(values)?,
                prior_visits: if has_features { values.whole("prior_visits") as u32 } else { 0 },
            },
            nodes: values.whole("nodes") as usize,
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(TreeAgent::new(self))
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.policy.rollout.details()
    }
}
