//! `greedy`: the best outcome of the agent's own turn, averaged over chance outcomes.
//!
//! At each decision, the agent searches the ways to finish its turn. It maximizes over its own choices. Where
//! chance acts, it averages a sample of outcomes, which is the same for all alternatives. Where another seat
//! decides within the turn, that seat is assumed to maximize its own lead, up to the number of decisions in
//! `replies`. Where the turn ends or `replies` is used up, the evaluation gives the value of the position: a chance
//! to win, or a lead.

mod determinizations;
mod lookahead;
mod utility;

pub(crate) use determinizations::Determinizations;
pub(crate) use lookahead::sample;
pub(crate) use utility::Utility;

use crate::Agent;
use crate::evaluation::{self, Evaluation, Memo, chances};
use crate::spec::{AgentError, AgentSpec, Parameter, ParameterValues, Range, Value};
use engine::{Evaluated, GameRng, MAX_SEATS, Turn, View};
use lookahead::Lookahead;
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
    utility: Utility<G>,
}

const SAMPLES: u32 = 8;
const NODES: u32 = 2000;

impl<G: Evaluated> Greedy<G> {
    /// Returns the default settings with this evaluation.
    pub fn new(evaluation: Arc<Evaluation<G>>) -> Self {
        let temperature = evaluation.temperature(G::DEFAULTS.temperature);
        Self {
            samples: SAMPLES,
            replies: G::DEFAULTS.replies,
            nodes: NODES as usize,
            determinizations: determinizations::DEFAULT as usize,
            utility: Utility { evaluation, temperature },
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

    /// Creates an agent with these settings.
    pub fn player(&self) -> Box<dyn Agent<G>> {
        Box::new(GreedyAgent::new(self.clone()))
    }

    /// Returns the quantity that the agent maximizes.
    #[cfg(test)]
    pub(crate) const fn utility(&self) -> &Utility<G> {
        &self.utility
    }

    /// Returns the lead that makes the odds of winning about e to 1.
    pub fn unit(&self) -> f64 {
        match G::OUTCOME_MODEL {
            Some(model) if self.utility.temperature == 0.0 => model.temperature,
            _ if self.utility.temperature == 0.0 => 1.0,
            _ => self.utility.temperature,
        }
    }

    /// Returns every seat's chance to win by the evaluation; 0 for empty seats.
    pub(crate) fn chances(&self, position: &G) -> [f64; MAX_SEATS] {
        chances(&self.utility.evaluation.values(position), position.players(), self.unit())
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
        let mut lookahead = self.lookahead(std::mem::take(memo));
        let turn = position.turns_played();
        let mut decisions = 0;
        while position.turns_played() == turn {
            match position.turn() {
                Turn::Decide(_) if decisions == MOST_DECISIONS => {
                    position.play_turn(choices, luck);
                    break;
                }
                Turn::Decide(seat) => {
                    lookahead.prepare(seat, choices);
                    *position = lookahead.decide(position, self.nodes);
                    decisions += 1;
                }
                Turn::Chance => position.happen(position.random_chance(luck)),
                Turn::Over => break,
            }
        }
        *memo = lookahead.into_memo();
    }

    /// Plays one decision of the seat that decides, by a search from the full position. `memo` caches the
    /// evaluation.
    pub(crate) fn decide(&self, position: &mut G, choices: &mut GameRng, memo: &mut Memo) {
        let mut lookahead = self.lookahead(std::mem::take(memo));
        if let Turn::Decide(seat) = position.turn() {
            lookahead.prepare(seat, choices);
            *position = lookahead.decide(position, self.nodes);
        }
        *memo = lookahead.into_memo();
    }

    fn lookahead(&self, memo: Memo) -> Lookahead<G> {
        Lookahead::new(self.utility.clone(), memo, self.samples, self.replies)
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
            Utility::<G>::parameter(),
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
            utility: Utility::read(values, Self::NAME)?,
        })
    }

    fn agent(&self) -> Box<dyn Agent<G>> {
        // `read` refuses games without features, so this agent is not compiled for them.
        if const { G::FEATURES.is_empty() } {
            unreachable!("greedy was refused")
        } else {
            self.player()
        }
    }

    fn details(&self) -> Vec<(String, Value)> {
        self.utility.details()
    }
}

/// The `greedy` agent, which also gives other searches their first estimates of moves.
pub(crate) struct GreedyAgent<G: Evaluated> {
    settings: Greedy<G>,
    moves: Vec<G::Move>,
    determinized: Determinizations<G>,
    lookahead: Lookahead<G>,
}

impl<G: Evaluated> GreedyAgent<G> {
    pub(crate) fn new(settings: Greedy<G>) -> Self {
        let lookahead = settings.lookahead(Memo::default());
        Self { settings, moves: Vec::new(), determinized: Determinizations::default(), lookahead }
    }

    /// Returns the legal moves, each with the lead expected at the end of the turn.
    pub(crate) fn values<'a>(
        &'a mut self,
        view: &G::View,
        rng: &mut GameRng,
    ) -> impl Iterator<Item = (G::Move, f64)> + use<'a, G> {
        view.moves(&mut self.moves);
        self.determinized.draw(view, self.settings.determinizations, rng);
        self.lookahead.prepare(view.seat(), rng);
        let budget = self.settings.nodes / (self.determinized.all().len() * self.moves.len());
        let total = self.settings.determinizations as f64;
        let Self { moves, determinized, lookahead, .. } = self;
        moves.iter().map(move |&mv| {
            let value = |(state, times): &(G, u32)| {
                f64::from(*times) * lookahead.value_of(state, mv, budget)
            };
            let worth = determinized.all().iter().map(value).sum::<f64>() / total;
            (mv, lookahead.lead_worth(worth))
        })
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
