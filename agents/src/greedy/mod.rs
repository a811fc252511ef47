//! `greedy`: the best outcome of the agent's own turn, averaged over chance outcomes.
//!
//! At each decision, the agent searches the ways to finish its turn. It maximizes over its own choices. Where
//! chance acts, it averages a sample of outcomes, which is the same for all alternatives. Where another seat
//! decides within the turn, that seat is assumed to maximize its own lead, up to the number of decisions in
//! `replies`. Where the turn ends or `replies` is used up, the evaluation gives the value of the position: a chance
//! to win, or a lead.

use crate::determinizations::{self, Determinizations};
use crate::evaluation::{self, Evaluation, Memo};
use crate::lookahead::{Effort, Lookahead, Model};
use crate::objective::Objective;
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Value};
use crate::{Agent, cancellation};
use engine::{Evaluated, GameRng, Seat, Turn, View};
use rand::{RngExt, SeedableRng};
use std::cmp::Ordering;
use std::sync::Arc;

/// The largest number of decisions in a turn of a rollout that are searched; the rest of the turn is random. Few
/// turns have this many, but an agent that does not look far ahead can go in circles, with chains of up to two
/// hundred moves.
const MOST_DECISIONS: u32 = 64;

/// The settings in a spec of `greedy`.
#[derive(Clone, Debug)]
pub struct Greedy<G> {
    samples: u32,
    replies: u32,
    nodes: usize,
    determinizations: usize,
    /// The quantity that the agent maximizes.
    pub(crate) objective: Objective<G>,
}

const SAMPLES: u32 = 8;
const NODES: u32 = 2000;

impl<G: Evaluated> Greedy<G> {
    /// Returns the default settings with this evaluation.
    pub fn new(evaluation: Arc<Evaluation<G>>) -> Self {
        Self {
            samples: SAMPLES,
            replies: G::DEFAULTS.replies,
            nodes: NODES as usize,
            determinizations: determinizations::DEFAULT as usize,
            objective: Objective::of_lookahead(evaluation, G::DEFAULTS.temperature),
        }
    }

    /// Returns the settings with this number of positions per decision.
    #[must_use]
    pub fn with_nodes(self, nodes: usize) -> Self {
        Self { nodes, ..self }
    }

    /// Returns the settings with this number of outcomes sampled at the first chance event.
    #[must_use]
    pub fn with_samples(self, samples: u32) -> Self {
        Self { samples, ..self }
    }

    /// Returns the lead that makes the odds of winning about e to 1.
    pub const fn unit(&self) -> f64 {
        self.objective.softness
    }

    /// Returns the effort of a search within a turn of this seat.
    fn effort(&self, seat: Seat) -> Effort {
        let model = Model::OneSeat { seat, replies: self.replies };
        Effort { turns: 1, samples: self.samples, nodes: self.nodes, model }
    }

    /// Plays the rest of the current turn, or a whole turn if none has begun. The deciding seats see the whole
    /// position except the chance events to come. After [`MOST_DECISIONS`] decisions, the rest of the turn is
    /// random. `memo` caches the evaluation.
    pub(crate) fn play_turn(
        &self,
        position: &mut G,
        choices: &mut GameRng,
        luck: &mut GameRng,
        memo: &mut Memo,
    ) {
        let turn = position.turns_played();
        let mut decisions = 0;
        while position.turns_played() == turn {
            match position.turn() {
                Turn::Decide(_) if decisions == MOST_DECISIONS => {
                    return position.play_turn(choices, luck);
                }
                Turn::Decide(seat) => {
                    self.decide(position, seat, choices, memo);
                    decisions += 1;
                }
                Turn::Chance => position.happen(position.random_chance(luck)),
                Turn::Over => return,
            }
        }
    }

    /// Plays the next consecutive decisions of a seat, by a search from the full position. `memo` caches the
    /// evaluation.
    pub(crate) fn decide(
        &self,
        position: &mut G,
        seat: Seat,
        choices: &mut GameRng,
        memo: &mut Memo,
    ) {
        let mut lookahead = Lookahead::new(&self.objective, memo, choices.random());
        *position = lookahead.decide(position, seat, self.effort(seat));
    }
}

impl<G: Evaluated> AgentSpec<G> for Greedy<G> {
    const NAME: &'static str = "greedy";
    const SUMMARY: &'static str =
        "plays the turn with the highest expected value of an evaluation function";

    fn parameters() -> Vec<Parameter> {
        let mut parameters = vec![
            Parameter::new(
                "samples",
                Range::Whole(1, 1000),
                SAMPLES,
                "outcomes sampled at the first chance event of a turn, half as many at each later one",
            ),
            Parameter::new(
                "replies",
                Range::Whole(0, 1000),
                G::DEFAULTS.replies,
                "opponents' decisions within the turn that are predicted, each by the lead of that opponent",
            ),
            Parameter::new(
                "nodes",
                Range::Whole(1, 100_000_000),
                NODES,
                "positions evaluated per decision; when they are used up, turns are cut short",
            ),
            Determinizations::<G>::parameter(),
            Objective::<G>::parameter(),
        ];
        parameters.extend(evaluation::parameters(evaluation::LINEAR));
        parameters
    }

    fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        Ok(Self {
            samples: values.whole("samples") as u32,
            replies: values.whole("replies") as u32,
            nodes: values.whole("nodes") as usize,
            determinizations: Determinizations::<G>::read(values),
            objective: Objective::read(values)?,
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        // `read` refuses games without features, so this agent is not compiled for them.
        if const { G::FEATURES.is_empty() } {
            unreachable!("greedy was refused");
        }
        Box::new(GreedyAgent::new(self.clone()))
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.objective.evaluation.details()
    }
}

/// The `greedy` agent, which also gives other searches their first estimates of moves.
pub(crate) struct GreedyAgent<G: Evaluated> {
    settings: Greedy<G>,
    moves: Vec<G::Move>,
    determinized: Determinizations<G>,
    memo: Memo,
}

impl<G: Evaluated> GreedyAgent<G> {
    pub(crate) fn new(settings: Greedy<G>) -> Self {
        let (moves, determinized) = (Vec::new(), Determinizations::default());
        Self { settings, moves, determinized, memo: Memo::default() }
    }

    /// Returns the legal moves, each with the lead expected at the end of the turn.
    pub(crate) fn values(&mut self, view: &G::View, rng: &mut GameRng) -> Vec<(G::Move, f64)> {
        view.moves(&mut self.moves);
        self.determinized.draw(view, self.settings.determinizations, rng);
        let Self { settings, moves, determinized, memo } = self;
        let (seat, objective) = (view.seat(), &settings.objective);
        let mut effort = settings.effort(seat);
        effort.nodes /= determinized.all().len() * moves.len();
        let mut lookahead = Lookahead::new(objective, memo, rng.random());
        let mut value_of = |mv| {
            determinized.mean(|state| {
                cancellation::check();
                lookahead.after_move(state, mv, effort)[seat.index()]
            })
        };
        moves.iter().map(|&mv| (mv, objective.lead_worth(value_of(mv)))).collect()
    }
}

impl<G: Evaluated> Agent<G> for GreedyAgent<G> {
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        view.moves(&mut self.moves);
        if let [only] = self.moves[..] {
            return only;
        }
        let mut tie_breaker = GameRng::from_rng(rng);
        let mut best = (f64::NEG_INFINITY, self.moves[0]);
        let mut ties = 1;
        for (mv, value) in self.values(view, rng) {
            match value.total_cmp(&best.0) {
                Ordering::Less => {}
                Ordering::Greater => (best, ties) = ((value, mv), 1),
                // Each of several equally good moves is chosen with the same probability.
                Ordering::Equal => {
                    ties += 1;
                    if tie_breaker.random_range(0..ties) == 0 {
                        best.1 = mv;
                    }
                }
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    /// Turns of greedy in rollouts end even if very few positions are searched.
    #[test]
    fn greedy_turns_in_rollouts_end() {
        for nodes in [1, 30, 500] {
            let settings = Greedy::<tongiaki::State>::new(Arc::default()).with_nodes(nodes);
            let seed = engine::Seed::new(3);
            let (mut choices, mut luck) = (seed.child(0).rng(), seed.child(1).rng());
            let mut game = tongiaki::State::new(&tongiaki::Setup::new(4).unwrap());
            for turn in 1.. {
                settings.play_turn(&mut game, &mut choices, &mut luck, &mut Memo::default());
                if game.turn() == Turn::Over {
                    break;
                }
                assert!(game.is_between_turns());
                assert_eq!(game.turns_played(), turn);
            }
        }
    }
}
