//! `halving`: plans for the turn, compared in rollouts by sequential halving.
//!
//! A plan is a sequence of decisions of one seat, up to the next chance event, the next decision of another seat or
//! the end of the turn. All plans are first evaluated at the end of the turn, and promising plans more often. The
//! best plans are compared in rollouts by sequential halving: in each round, all remaining plans get the same
//! number of rollouts, with the same determinizations and the same chance events, and the worse half drops out
//! (Karnin, Koren, Somekh: *Almost Optimal Exploration in Multi-Armed Bandits*, 2013; with common random numbers:
//! Baharav, Tse: *Ultra Fast Medoid Identification via Correlated Sequential Halving*, 2019). Plans that are
//! clearly worse than the best also drop out, in long rounds even before the end of the round. The first evaluation
//! counts as a number of rollouts. The agent follows the best plan without searching again, until the game deviates
//! from it.

mod plan;
mod player;
mod trial;

use crate::Agent;
use crate::budget::Budget;
use crate::evaluation;
use crate::policy::{self, Rollout};
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Value};
use engine::{Game, Search};
pub use player::Halving;
use player::PlanningAgent;

/// The default parameters in games that recommend another search: rollouts, weight of the first evaluations in
/// rollouts, plans tried and plans listed.
const GENERIC: (u32, u32, u32, u32) = (120, 20, 32, 300);

impl<G: Game> AgentSpec<G> for Halving<G> {
    const NAME: &'static str = "halving";
    const SUMMARY: &'static str = "compares plans for the whole turn by sequential halving, in rollouts that share their chance outcomes";

    fn parameters() -> Vec<Parameter> {
        const MANY: Range = Range::Whole(1, 1_000_000);
        let (iterations, prior_rollouts, plans, max_plans) = match G::DEFAULTS.search {
            Search::TurnPlans { iterations, prior_rollouts, plans, max_plans } => {
                (iterations, prior_rollouts, plans, max_plans)
            }
            Search::InformationSetTree { .. } => GENERIC,
        };
        let has_features = !G::FEATURES.is_empty();
        let is_recommended = matches!(G::DEFAULTS.search, Search::TurnPlans { .. });
        let mut parameters = Vec::from(Budget::parameters(
            iterations,
            "rollouts per decision; each plan compared gets at least one",
            "threads that share the rollouts of a decision; results do not depend on this number",
        ));
        if has_features {
            parameters.push(Parameter::new(
                "effort",
                Range::Word(&["brief", "thorough"]),
                "brief",
                "preset: thorough, for hundreds of iterations, sets rollout=long and both policies to greedy unless they are given",
            ));
        }
        parameters.extend([
            Parameter::new("plans", MANY, plans, "plans compared in rollouts: those with the best first evaluations"),
            Parameter::new(
                "eval_samples",
                MANY,
                2,
                "first evaluations of each plan, at the end of the turn; the best plans get four times as many",
            ),
            Parameter::new(
                "max_plans",
                MANY,
                max_plans,
                "approximate maximum number of plans listed; if there are more, they are cut short",
            ),
            Parameter::new(
                "stall_limit",
                Range::Whole(0, 1_000_000),
                4,
                "full rounds without a change of outcome after which that outcome counts as final unless a plan changes it; 0 disables the check",
            ),
        ]);
        parameters.extend(policy::parameters::<G>("cycle", 12));
        if has_features {
            parameters.push(Parameter::new(
                "prior_rollouts",
                Range::Whole(0, 1_000_000),
                prior_rollouts,
                "weight of the first evaluation of a plan, in equivalent rollouts",
            ));
            parameters.extend(evaluation::parameters(evaluation::of_search::<G>(is_recommended)));
        }
        parameters
    }

    fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        let (budget, threads) = Budget::read(values)?;
        let has_features = !G::FEATURES.is_empty();
        if has_features && values.text("effort") == "thorough" {
            policy::prefer_thorough(values);
        }
        Ok(Self {
            budget,
            threads,
            plans: values.whole("plans") as usize,
            eval_samples: values.whole("eval_samples") as usize,
            max_plans: values.whole("max_plans") as usize,
            stall_limit: values.whole("stall_limit") as u32,
            rollout: Rollout::read(values)?,
            prior_rollouts: if has_features { values.whole("prior_rollouts") as f64 } else { 0.0 },
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(PlanningAgent::new(self.clone()))
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.rollout.judge.evaluation.details()
    }
}
