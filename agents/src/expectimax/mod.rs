//! `expectimax`: a lookahead over plans for the turn and the opponents' replies.
//!
//! A plan is a sequence of decisions of one seat, up to the next chance event, the next decision of another seat or the
//! end of the turn. From the end of each plan the agent computes the expected values of all seats: at a decision, the
//! deciding seat maximizes its value (max^n; Luckhardt, Irani: *An algorithmic solution of n-person games*, 1986), and at
//! a chance event, a sample of outcomes is averaged, which is the same for all plans.
//!
//! The first look ends with the turn. It drops the worse half of the plans in each round, and so spends more positions
//! on the better plans. The plans that remain within a gap of the best one are searched through the following turns. The
//! agent follows the best plan without searching again, until the game deviates from it.

use crate::determinizations::Determinizations;
use crate::evaluation::{self, Memo};
use crate::lookahead::{Candidate, FirstLook, near};
use crate::objective::Objective;
use crate::plan::{Found, PlanSearch, Planner};
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Value};
use crate::{Agent, SearchedMove};
use engine::{Evaluated, GameRng, View};
use rand::RngExt;
use std::collections::BTreeMap;

/// The fraction of the positions that the first look may use: one in `FIRST_LOOK`.
const FIRST_LOOK: usize = 4;

/// Parameters of the agent `expectimax`.
#[derive(Clone, Debug)]
pub struct Expectimax<G> {
    nodes: usize,
    turns: u32,
    samples: u32,
    plans: usize,
    gap: f64,
    determinizations: usize,
    objective: Objective<G>,
}

impl<G: Evaluated> AgentSpec<G> for Expectimax<G> {
    const NAME: &'static str = "expectimax";
    const SUMMARY: &'static str = "compares plans for the whole turn by an expectimax search that includes the opponents' best replies";

    fn parameters() -> Vec<Parameter> {
        let mut parameters = vec![
            Parameter::new(
                "nodes",
                Range::Whole(1, 100_000_000),
                800,
                "approximate number of positions searched per decision; a quarter of them in the current turn alone",
            ),
            Parameter::new(
                "turns",
                Range::Whole(1, 100),
                2,
                "turns searched, including the current one",
            ),
            Parameter::new(
                "samples",
                Range::Whole(1, 1000),
                8,
                "outcomes sampled at the first chance event, half as many at each later one and in each later turn",
            ),
            Parameter::new(
                "plans",
                Range::Whole(2, 1000),
                3,
                "maximum number of plans searched beyond the current turn",
            ),
            Parameter::new(
                "gap",
                Range::Number(0.0, 1_000_000.0),
                0.03,
                "plans within this gap of the best one are searched beyond the current turn; a win probability, or a lead if temperature=0",
            ),
        ];
        parameters.push(Determinizations::<G>::parameter());
        parameters.push(Objective::<G>::parameter());
        parameters.extend(evaluation::parameters(evaluation::strongest::<G>()));
        parameters
    }

    fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        Ok(Self {
            nodes: values.whole("nodes") as usize,
            turns: values.whole("turns") as u32,
            samples: values.whole("samples") as u32,
            plans: values.whole("plans") as usize,
            gap: values.number("gap"),
            determinizations: Determinizations::<G>::read(values),
            objective: Objective::read(values)?,
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        // `read` refuses games without features, so this agent is not compiled for them.
        if const { G::FEATURES.is_empty() } {
            unreachable!("expectimax was refused");
        }
        let search = PlanExpectimax { settings: self.clone(), memo: Memo::default() };
        Box::new(Planner::new(search, self.determinizations))
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.objective.evaluation.details()
    }
}

/// The search of one game and seat.
struct PlanExpectimax<G> {
    settings: Expectimax<G>,
    memo: Memo,
}

impl<G: Evaluated> PlanSearch<G> for PlanExpectimax<G> {
    fn search(
        &mut self,
        view: &G::View,
        determinized: &Determinizations<G>,
        rng: &mut GameRng,
    ) -> Found<G::Move> {
        let Expectimax { nodes, turns, samples, plans, gap, ref objective, .. } = self.settings;
        let (seat, offset) = (view.seat(), rng.random());
        let look = FirstLook { seat, determinized, objective, offset, samples };
        let first = nodes.div_ceil(FIRST_LOOK);
        let mut candidates = look.candidates(plans, first, &mut self.memo);
        let near = near(&candidates, plans, gap);
        if turns > 1 && near > 1 {
            look.look(&mut candidates[..near], turns, (nodes - first) / plans, &mut self.memo);
        }
        Found { moves: candidates[0].1.moves.clone(), tried: tried(&candidates) }
    }
}

/// Returns for each first move of a line the number of such lines, and the highest of their latest values.
fn tried<G: Evaluated>(candidates: &[Candidate<G>]) -> Vec<SearchedMove<G::Move>> {
    let mut tried = BTreeMap::new();
    for &(worth, ref line) in candidates {
        let (lines, best) = tried.entry(line.moves[0]).or_insert((0, worth));
        *lines += 1;
        *best = worth.max(*best);
    }
    tried.into_iter().map(|(mv, (visits, value))| SearchedMove { mv, visits, value }).collect()
}
