//! `halving`: plans for the turn, compared in rollouts by sequential halving.
//!
//! A plan is a sequence of decisions of one seat, up to the next chance event, the next decision of another seat or
//! the end of the turn. A first look compares all plans by an expectimax search to the end of the turn, and with
//! `second_look`, another one compares the best of them through the next turn. The plans that remain are compared in
//! rollouts by sequential halving: in each round, all remaining plans get the same number of rollouts, with the same
//! determinizations and the same chance events, and the worse half drops out (Karnin, Koren, Somekh: *Almost Optimal
//! Exploration in Multi-Armed Bandits*, 2013; with common random numbers: Baharav, Tse: *Ultra Fast Medoid
//! Identification via Correlated Sequential Halving*, 2019). Plans that are clearly worse than the best also drop out,
//! in long rounds even before the end of the round. The value at the last look counts as a number of rollouts. The
//! agent follows the best plan without searching again, until the game deviates from it.

mod plan;
mod player;
mod trial;
mod tried;

use crate::budget::Budget;
use crate::determinizations::Determinizations;
use crate::plan::Planner;
use crate::policy::{self, Rollout};
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Value};
use crate::{Agent, evaluation};
use engine::{Evaluated, Search};
pub use player::Halving;
use player::{Looks, PlanHalving};

/// The default parameters in games that recommend another search: rollouts, weight of the first values in rollouts, and plans
/// tried.
const GENERIC: (u32, u32, u32) = (120, 8, 32);

/// The looks without a second one, with 2 players and with more.
const ONE_LOOK: [Looks; 2] = [Looks { first: 150, second: 0 }, Looks { first: 600, second: 0 }];

/// The looks by `auto` with the network for 2 players. With other networks, a second look gained nothing.
const TWO_LOOKS: [Looks; 2] = [Looks { first: 300, second: 600 }, ONE_LOOK[1]];

/// The parameters of the looks that `effort=thorough` sets: good rollouts deserve good plans, and many of them.
const THOROUGH: [(&str, u32); 4] =
    [("nodes", 1500), ("samples", 8), ("second_look", 0), ("prior_rollouts", 20)];

impl<G: Evaluated> AgentSpec<G> for Halving<G> {
    const NAME: &'static str = "halving";
    const SUMMARY: &'static str = "compares plans for the whole turn by sequential halving, in rollouts that share their chance outcomes";

    // Long, because it lists every parameter with its text.
    fn parameters() -> Vec<Parameter> {
        const MANY: Range = Range::Whole(1, 1_000_000);
        const OR_NONE: Range = Range::Whole(0, 1_000_000);
        let (iterations, prior_rollouts, plans) = match G::DEFAULTS.search {
            Search::TurnPlans { iterations, prior_rollouts, plans } => {
                (iterations, prior_rollouts, plans)
            }
            Search::InformationSetTree { .. } => GENERIC,
        };
        let has_features = !G::FEATURES.is_empty();
        let is_recommended = matches!(G::DEFAULTS.search, Search::TurnPlans { .. });
        let mut parameters = Vec::from(Budget::parameters(
            iterations,
            "rollouts per decision; each plan compared gets at least one. Any number that you give ends the second look by auto",
            "threads that share the rollouts of a decision; results do not depend on this number",
        ));
        if has_features {
            parameters.push(Parameter::new(
                "effort",
                Range::Word(&["brief", "thorough"]),
                "brief",
                "preset: thorough, for hundreds of iterations, sets rollout=long, both policies to greedy, nodes=1500, samples=8, second_look=0 and prior_rollouts=20 unless they are given",
            ));
        }
        parameters.extend([
            Parameter::new(
                "nodes",
                OR_NONE,
                0,
                "approximate number of positions evaluated in the first look at all plans, which ends with the turn; 0 stands for 150 with 2 players, for 300 before a second look by auto, and for 600 with more players",
            ),
            Parameter::new(
                "samples",
                Range::Whole(1, 1000),
                4,
                "outcomes sampled at the first chance event of the first look, half as many at each later one",
            ),
            Parameter::new("plans", MANY, plans, "maximum number of plans compared in rollouts"),
            Parameter::new(
                "stall_limit",
                OR_NONE,
                4,
                "full rounds without a change of outcome after which that outcome counts as final unless a plan changes it; 0 disables the check",
            ),
        ]);
        parameters.push(Determinizations::<G>::parameter());
        parameters.extend(policy::parameters::<G>("cycle", 12));
        if has_features {
            parameters.push(Parameter::new(
                "second_look",
                Range::WholeOr(0, 1_000_000, &["auto"]),
                "auto",
                "approximate number of positions searched through the next turn, from the ends of up to 4 plans within 0.04 of the best one; other plans get no rollouts, and there are fewer in all. 0 for no second look; auto stands for 600 with 2 players and evaluation=duel if neither iterations nor time is given, and for 0 otherwise",
            ));
            parameters.push(Parameter::new(
                "prior_rollouts",
                OR_NONE,
                prior_rollouts,
                "weight of the value of a plan in the last look, in equivalent rollouts",
            ));
            parameters.extend(evaluation::parameters(evaluation::of_search::<G>(is_recommended)));
        }
        parameters
    }

    fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        let is_budget_given = Budget::is_given(values);
        let (budget, threads) = Budget::read(values)?;
        let has_features = !G::FEATURES.is_empty();
        if has_features && values.text("effort") == "thorough" {
            policy::prefer_thorough(values);
            for (parameter, default) in THOROUGH {
                values.prefer(parameter, default);
            }
        }
        // Weights drop the default network, so this comes before the question for it.
        let rollout = Rollout::read(values)?;
        let second_look = if has_features { values.whole_or_word("second_look") } else { Some(0) };
        let looks_twice = second_look.is_none() && !is_budget_given && evaluation::is_duel(values);
        let looks = if looks_twice { TWO_LOOKS } else { ONE_LOOK };
        let nodes = values.whole("nodes") as usize;
        let looks = looks.map(|usual| Looks {
            first: if nodes == 0 { usual.first } else { nodes },
            second: second_look.map_or(usual.second, |nodes| nodes as usize),
        });
        Ok(Self {
            budget,
            threads,
            plans: values.whole("plans") as usize,
            looks,
            samples: values.whole("samples") as u32,
            determinizations: Determinizations::<G>::read(values),
            stall_limit: values.whole("stall_limit") as u32,
            rollout,
            prior_rollouts: if has_features { values.whole("prior_rollouts") as f64 } else { 0.0 },
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        Box::new(Planner::new(PlanHalving::new(self.clone()), self.determinizations))
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.rollout.details()
    }
}
