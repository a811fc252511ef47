//! Policies for turns beyond the search, in rollouts and in replies to them, and the evaluation of the final
//! position.

mod turn;

use crate::evaluation::{Evaluation, Memo};
use crate::greedy::Greedy;
use crate::objective::{Objective, Quantity};
use crate::spec::{AgentError, Parameter, ParameterValues, Range, Value};
use engine::{Evaluated, GameRng, Reward, Seat, Turn};
use rand::SeedableRng;
use std::sync::Arc;
use turn::TurnPolicy;

const LENGTH: &str = "rollout";
const OWN: &str = "rollout_policy";
const OPPONENTS: &str = "opponent_policy";
const BUDGET: &str = "rollout_budget";
const EVALUATION: &str = "rollout_evaluation";
/// The word for the small network where evaluation is slow, and otherwise the same evaluation.
const AUTO: &str = "auto";
const REWARD: &str = "reward";
const SCALE: &str = "scale";

/// Returns the parameters of rollouts, with these defaults for their length and for the policy of their turns. In a
/// game without features, rollouts are random and go to the end, because the positions in between cannot be
/// evaluated.
pub(crate) fn parameters<G: Evaluated>(length: &str, policy: u32) -> Vec<Parameter> {
    let has_features = !G::FEATURES.is_empty();
    let length = if has_features { length } else { "full" };
    let mut parameters = vec![Parameter::new(
        LENGTH,
        Range::WholeOr(0, 1_000_000, Length::WORDS),
        length,
        "turns played after the current one: a number, round (one per opponent), cycle (one per seat), long (two cycles with 2 or 3 players, three with more), or full (to the end of the game)",
    )];
    let scale = Range::Number(0.001, 1_000_000.0);
    if !has_features {
        parameters.push(Parameter::new(
            SCALE,
            scale,
            G::DEFAULTS.scale,
            "margin in points at which the reward reaches its maximum; rewards are linear in the margin up to there",
        ));
        return parameters;
    }
    let policies = Range::WholeOr(1, 1000, &["greedy"]);
    parameters.extend([
        Parameter::new(
            OWN,
            policies,
            policy,
            "how the searching seat plays its turns in rollouts: N plays the best of N random turns under the chance outcomes to come (1 is uniformly random), greedy the best turn in expectation",
        ),
        Parameter::new(OPPONENTS, policies, policy, "how opponents play their turns in rollouts; same values as rollout_policy"),
        Parameter::new(
            BUDGET,
            Range::Whole(1, 100_000_000),
            800,
            "positions evaluated per decision of a greedy turn in rollouts: a quarter for all moves, the rest for the best of them",
        ),
        Parameter::new(
            EVALUATION,
            Range::NameOrFile,
            AUTO,
            "evaluation by which turns in rollouts are chosen: any name that evaluation takes, or auto, which is net where evaluation is a network with dense and sparse inputs, and evaluation itself otherwise",
        ),
        Parameter::new(
            REWARD,
            Range::Word(&["chance", "value"]),
            if G::DEFAULTS.reward == Reward::Chance { "chance" } else { "value" },
            "quantity that seats maximize: chance (the win probability, from features) or value (the lead in features)",
        ),
        Parameter::new(
            SCALE,
            scale,
            G::DEFAULTS.scale,
            "lead in features at which the reward reaches half of its maximum; with reward=chance, the lead that means odds of e:1",
        ),
    ]);
    parameters
}

/// Prefers long rollouts of greedy turns, for searches with enough time: beyond some hundreds of iterations, better
/// rollouts gain more than additional ones.
pub(crate) fn prefer_thorough(values: &mut ParameterValues) {
    values.prefer(LENGTH, "long");
    values.prefer(OWN, turn::GREEDY);
    values.prefer(OPPONENTS, turn::GREEDY);
}

/// The length of a rollout. The current turn is always finished first.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Length {
    /// This many more turns.
    Turns(u32),
    /// One turn for each of the other seats.
    Round,
    /// One turn for every seat.
    Cycle,
    /// Two cycles with 2 or 3 players, three with more.
    Long,
    /// All turns to the end of the game.
    Full,
}

impl Length {
    /// The lengths given as words.
    const WORDS: &'static [&'static str] = &["round", "cycle", "long", "full"];

    fn read(values: &ParameterValues) -> Self {
        match values.whole_or_word(LENGTH) {
            Some(turns) => Self::Turns(turns as u32),
            None => match values.text(LENGTH) {
                "round" => Self::Round,
                "cycle" => Self::Cycle,
                "long" => Self::Long,
                _ => Self::Full,
            },
        }
    }

    /// Returns the length in turns for this number of players.
    fn turns(self, players: usize) -> u32 {
        match self {
            Self::Turns(turns) => turns,
            Self::Round => players as u32 - 1,
            Self::Cycle => players as u32,
            Self::Long => players as u32 * if players < 4 { 2 } else { 3 },
            Self::Full => u32::MAX / 2,
        }
    }
}

/// The random numbers of a rollout. Moves and chance events have separate streams, so that different moves meet the
/// same chance events.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    choices: GameRng,
    luck: GameRng,
}

impl Dice {
    pub(crate) fn new(rng: &mut GameRng) -> Self {
        Self { choices: GameRng::from_rng(rng), luck: GameRng::from_rng(rng) }
    }
}

/// Caches of evaluations: of a search's own values, and of the choices of turns in rollouts.
#[derive(Clone, Default)]
pub(crate) struct Memos {
    pub(crate) values: Memo,
    pub(crate) choices: Memo,
}

/// The settings for playing and evaluating rollouts.
#[derive(Clone, Debug)]
pub(crate) struct Rollout<G> {
    length: Length,
    own: TurnPolicy,
    opponents: TurnPolicy,
    /// The agent that plays greedy turns.
    greedy: Greedy<G>,
    /// The objective in the choice among random turns.
    choices: Objective<G>,
    /// The objective before rollouts and at their ends.
    pub(crate) objective: Objective<G>,
}

impl<G: Evaluated> Rollout<G> {
    /// Reads the parameters of rollouts.
    ///
    /// # Errors
    /// Fails if the file of weights is invalid.
    pub(crate) fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        let scale = values.number(SCALE);
        let length = Length::read(values);
        if const { G::FEATURES.is_empty() } {
            let objective = Objective::of_rollouts(Arc::default(), Quantity::Points, scale);
            return Ok(Self {
                length,
                own: TurnPolicy::UNIFORM,
                opponents: TurnPolicy::UNIFORM,
                greedy: Greedy::new(Arc::default()),
                choices: objective.clone(),
                objective,
            });
        }
        let evaluation = Arc::new(Evaluation::read(values, &[REWARD, SCALE])?);
        let of_choices = match values.text(EVALUATION) {
            AUTO => Arc::new(evaluation.of_rollouts()?),
            name => Arc::new(evaluation.other(name)?),
        };
        let quantity =
            if values.text(REWARD) == "chance" { Quantity::Chance } else { Quantity::Value };
        let choices = if of_choices.is_linear() {
            Objective::of_lookahead(Arc::clone(&of_choices), 0.0)
        } else {
            Objective::of_rollouts(Arc::clone(&of_choices), Quantity::Chance, scale)
        };
        Ok(Self {
            length,
            own: TurnPolicy::read(values, OWN),
            opponents: TurnPolicy::read(values, OPPONENTS),
            greedy: Greedy::new(of_choices).with_nodes(values.whole(BUDGET) as usize),
            choices,
            objective: Objective::of_rollouts(evaluation, quantity, scale),
        })
    }

    /// Returns the details of both evaluations for the agent's report.
    pub(crate) fn details(&self) -> Vec<(String, Value)> {
        let mut details = self.objective.evaluation.details();
        if self.choices.evaluation != self.objective.evaluation {
            let rollouts = self.choices.evaluation.details().into_iter();
            details.extend(rollouts.map(|(key, value)| (format!("rollout_{key}"), value)));
        }
        details
    }

    /// Returns whether all seats play uniformly at random.
    pub(crate) const fn is_uniform(&self) -> bool {
        matches!((self.own, self.opponents), (TurnPolicy::UNIFORM, TurnPolicy::UNIFORM))
    }

    /// Returns the number of turns played at the end of a rollout from this position.
    pub(crate) fn last_turn(&self, from: &G) -> u32 {
        let under_way = u32::from(!from.is_between_turns());
        from.turns_played() + under_way + self.length.turns(from.players())
    }

    /// Returns the number of turns after the current one.
    pub(crate) fn turns(&self, from: &G) -> u32 {
        self.length.turns(from.players())
    }

    /// Plays until `last_turn` turns have been played in all. `seat` is the searching seat, and `memo` caches the
    /// evaluation.
    pub(crate) fn play(
        &self,
        position: &mut G,
        last_turn: u32,
        seat: Seat,
        dice: &mut Dice,
        memo: &mut Memo,
    ) {
        while position.turns_played() < last_turn {
            match position.turn() {
                Turn::Decide(mover) => {
                    let policy = if mover == seat { self.own } else { self.opponents };
                    self.play_turn(position, mover, policy, dice, memo);
                }
                Turn::Chance => position.happen(position.random_chance(&mut dice.luck)),
                Turn::Over => return,
            }
        }
    }

    /// Plays the rest of a turn by a policy.
    fn play_turn(
        &self,
        position: &mut G,
        mover: Seat,
        policy: TurnPolicy,
        dice: &mut Dice,
        memo: &mut Memo,
    ) {
        if policy == TurnPolicy::UNIFORM {
            return position.play_out(position.turns_played() + 1, &mut dice.choices);
        }
        let mut luck = GameRng::from_rng(&mut dice.luck);
        let TurnPolicy::BestOf(turns) = policy else {
            return self.greedy.play_turn(position, &mut dice.choices, &mut luck, memo);
        };
        // All turns meet the same chance events.
        let mut best: Option<(f64, G)> = None;
        for _ in 0..turns {
            let mut after = position.clone();
            after.play_turn(&mut dice.choices, &mut luck.clone());
            let value = self.choices.worths(&after, None, memo)[mover.index()];
            if best.as_ref().is_none_or(|&(highest, _)| value > highest) {
                best = Some((value, after));
            }
        }
        if let Some((_, after)) = best {
            *position = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation;
    use tongiaki::{Setup, State};

    fn read(spec: &str, is_thorough: bool) -> Rollout<State> {
        let mut parameters = parameters::<State>("cycle", 12);
        parameters.extend(evaluation::parameters(evaluation::LINEAR));
        let spec = spec.parse().unwrap();
        let mut values = ParameterValues::check("search", &parameters, &spec).unwrap();
        if is_thorough {
            prefer_thorough(&mut values);
        }
        Rollout::read(&mut values).unwrap()
    }

    #[test]
    fn effort_sets_defaults_of_rollouts() {
        let turns = |rollout: &Rollout<State>, players| {
            rollout.turns(&State::new(&Setup::new(players).unwrap()))
        };
        let brief = read("search", false);
        assert_eq!((brief.own, brief.opponents), (TurnPolicy::BestOf(12), TurnPolicy::BestOf(12)));
        assert_eq!([2, 3, 4, 5, 6].map(|players| turns(&brief, players)), [2, 3, 4, 5, 6]);
        let thorough = read("search", true);
        assert_eq!((thorough.own, thorough.opponents), (TurnPolicy::Greedy, TurnPolicy::Greedy));
        assert_eq!([2, 3, 4, 5, 6].map(|players| turns(&thorough, players)), [4, 6, 12, 15, 18]);
        let told = read("search:rollout=cycle:rollout_policy=12:opponent_policy=2", true);
        assert_eq!((told.own, told.opponents), (TurnPolicy::BestOf(12), TurnPolicy::BestOf(2)));
        assert_eq!(turns(&told, 3), 3);
    }
}
