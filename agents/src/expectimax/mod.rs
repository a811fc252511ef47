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

use crate::evaluation::{self, Memo};
use crate::greedy::{Determinizations, Utility};
use crate::lookahead::{Candidate, FirstLook};
use crate::plan::PlanUnderWay;
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Value};
use crate::{Agent, SearchedMove};
use engine::{Evaluated, GameRng, View};
use rand::RngExt;
use std::collections::BTreeMap;

/// The fraction of the positions that the first look may use: one in `FIRST_LOOK`.
const FIRST_LOOK: usize = 4;

/// The settings in a spec of `expectimax`.
#[derive(Clone, Debug)]
pub struct Expectimax<G> {
    nodes: usize,
    turns: u32,
    samples: u32,
    plans: usize,
    gap: f64,
    determinizations: usize,
    utility: Utility<G>,
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
                "plans within this gap of the best one are searched beyond the current turn; a chance to win, or a lead if temperature=0",
            ),
        ];
        parameters.push(Determinizations::<G>::parameter());
        parameters.push(Utility::<G>::parameter());
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
            utility: Utility::read(values, Self::NAME)?,
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        // `read` refuses games without features, so this agent is not compiled for them.
        if const { G::FEATURES.is_empty() } {
            unreachable!("expectimax was refused");
        }
        Box::new(ExpectimaxAgent {
            settings: self.clone(),
            moves: Vec::new(),
            determinized: Determinizations::default(),
            plan: None,
            memo: Memo::default(),
            tried: BTreeMap::new(),
        })
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.utility.details()
    }
}

/// The `expectimax` agent of one game and seat.
struct ExpectimaxAgent<G: Evaluated> {
    settings: Expectimax<G>,
    moves: Vec<G::Move>,
    determinized: Determinizations<G>,
    plan: Option<PlanUnderWay<G>>,
    memo: Memo,
    /// For each first move of a plan: the number of such plans, and the highest of their latest values.
    tried: BTreeMap<G::Move, (u64, f64)>,
}

impl<G: Evaluated> ExpectimaxAgent<G> {
    /// Searches for the best plan and makes it the plan under way.
    fn think(&mut self, view: &G::View, rng: &mut GameRng) {
        let Expectimax { nodes, turns, samples, plans, gap, determinizations, .. } = self.settings;
        self.determinized.draw(view, determinizations, rng);
        let look = FirstLook {
            seat: view.seat(),
            determinized: &self.determinized,
            valuation: &self.settings.utility,
            offset: rng.random(),
            samples,
        };
        let first = nodes.div_ceil(FIRST_LOOK);
        let mut candidates = look.candidates(plans, first, &mut self.memo);
        let worst = candidates[0].0 - gap;
        let near = candidates.iter().take(plans).filter(|(worth, _)| *worth >= worst).count();
        if turns > 1 && near > 1 {
            look.look(&mut candidates[..near], turns, (nodes - first) / plans, &mut self.memo);
        }
        let moves = candidates[0].1.moves.clone();
        self.note(candidates);
        self.plan = Some(PlanUnderWay::new(moves, self.determinized.first().clone()));
    }

    /// Records the latest values of lines for the search table.
    fn note(&mut self, candidates: impl IntoIterator<Item = Candidate<G>>) {
        for (worth, line) in candidates {
            let (lines, best) = self.tried.entry(line.moves[0]).or_insert((0, worth));
            *lines += 1;
            *best = best.max(worth);
        }
    }
}

impl<G: Evaluated> Agent<G> for ExpectimaxAgent<G> {
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        self.tried.clear();
        if let Some(mv) = PlanUnderWay::next_or_only(&mut self.plan, view, &mut self.moves) {
            return mv;
        }
        self.think(view, rng);
        // A determinization always looks like the view from which it was made.
        PlanUnderWay::next(&mut self.plan, view).unwrap_or(self.moves[0])
    }

    fn search_table(&self) -> Vec<SearchedMove<G::Move>> {
        let rows = self.tried.iter();
        rows.map(|(&mv, &(visits, value))| SearchedMove { mv, visits, value }).collect()
    }
}
