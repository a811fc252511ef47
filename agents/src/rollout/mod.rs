//! Rollouts: how searches play on from where they stop looking, and what the end is worth to them.

mod judge;
mod skill;

pub(crate) use judge::{Judge, Reward, Rewards};
pub(crate) use skill::{OTHERS, OWN, THOUGHT};

use crate::evaluation::{Evaluate, Weights};
use crate::greedy::Greedy;
use crate::parameter::{Parameter, ParameterValues, Range};
use crate::registry::AgentError;
use engine::{GameRng, Seat, Turn};
use rand::SeedableRng;
use skill::TurnPolicy;
use std::sync::Arc;

/// The parameter of how far rollouts go; its default is the game's.
pub(crate) const LENGTH: Parameter = Parameter {
    name: "rollout",
    meaning: "turns played out after the one under way; a round is a turn for each other seat, a cycle one for the own seat too; auto is a cycle, in a thorough search two at tables of 2 and 3 and three at larger ones: from 300 iterations or 200 ms on",
    range: Range::WholeOr(0, 1_000_000, Length::WORDS),
    default: "round",
};

/// How much a search is given. Beyond some hundreds of rollouts more of them gain little, longer and better
/// ones much.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Effort {
    Brief,
    Thorough,
}

impl Effort {
    /// How turns are played where the parameter says `auto`.
    const fn skill(self) -> TurnPolicy {
        match self {
            Self::Brief => TurnPolicy::Ways(12),
            Self::Thorough => TurnPolicy::Greedy,
        }
    }

    /// How far rollouts go where the parameter says `auto`.
    const fn length(self) -> Length {
        match self {
            Self::Brief => Length::Cycle,
            Self::Thorough => Length::Far,
        }
    }
}

/// The parameter of what rewards are for; its default is the game's.
pub(crate) const REWARD: Parameter = Parameter {
    name: "reward",
    meaning: "what seats strive for: win, lead in points, both (leader), others to be in front of (rank), lead in features (value), the chance to win by features (chance)",
    range: Range::Word(Reward::WORDS),
    default: "value",
};

/// The parameter of how leads become rewards; its default is the game's.
pub(crate) const SCALE: Parameter = Parameter {
    name: "scale",
    meaning: "lead that is worth half of what an endless one is; with reward=chance, that makes the odds to win e to 1",
    range: Range::Number(0.001, 1_000_000.0),
    default: "20",
};

/// How far a game is played out. The turn under way is always finished first.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Length {
    /// This many more turns.
    Turns(u32),
    /// A turn for each of the other seats.
    Round,
    /// A turn for every seat.
    Cycle,
    /// Two cycles at tables of 2 and 3, three at larger ones, as thorough searches see.
    Far,
    /// To the end.
    Full,
}

impl Length {
    /// The words for lengths that are no number.
    const WORDS: &'static [&'static str] = &["round", "cycle", "full", "auto"];

    fn read(arguments: &ParameterValues, care: Effort) -> Self {
        match arguments.whole_or_word(LENGTH.name) {
            Some(turns) => Self::Turns(turns as u32),
            None => match arguments.text(LENGTH.name) {
                "round" => Self::Round,
                "cycle" => Self::Cycle,
                "full" => Self::Full,
                _ => care.length(),
            },
        }
    }

    /// How many turns these are at a table.
    fn turns(self, players: usize) -> u32 {
        match self {
            Self::Turns(turns) => turns,
            Self::Round => players as u32 - 1,
            Self::Cycle => players as u32,
            Self::Far => players as u32 * if players < 4 { 2 } else { 3 },
            Self::Full => u32::MAX / 2,
        }
    }
}

/// Where a rollout's randomness comes from: choices and chance draw apart, so that different choices
/// meet the same luck.
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

/// How rollouts are played and judged.
#[derive(Clone, Debug)]
pub(crate) struct Rollout<G> {
    length: Length,
    own: TurnPolicy,
    others: TurnPolicy,
    /// Who plays greedy turns.
    greedy: Greedy<G>,
    /// What their ends are worth.
    pub(crate) judge: Judge<G>,
}

impl<G: Evaluate> Rollout<G> {
    /// What the parameters of this module ask for.
    ///
    /// # Errors
    /// If the file of weights is not what it should be.
    pub(crate) fn read(arguments: &ParameterValues, care: Effort) -> Result<Self, AgentError> {
        let weights = Arc::new(Weights::read(arguments)?);
        let thought = arguments.whole(THOUGHT.name) as usize;
        Ok(Self {
            length: Length::read(arguments, care),
            own: TurnPolicy::read(arguments, &OWN, care),
            others: TurnPolicy::read(arguments, &OTHERS, care),
            greedy: Greedy::looking_at(thought, Arc::clone(&weights)),
            judge: Judge {
                goal: Reward::parse(arguments.text(REWARD.name)),
                scale: arguments.number(SCALE.name) as f32,
                weights,
            },
        })
    }

    /// Whether all play uniformly at random.
    pub(crate) const fn is_uniform(&self) -> bool {
        matches!((self.own, self.others), (TurnPolicy::Ways(1), TurnPolicy::Ways(1)))
    }

    /// How many turns will have been played when a rollout ends that begins in this position.
    pub(crate) fn last_turn(&self, from: &G) -> u32 {
        let under_way = u32::from(!from.is_between_turns());
        from.turns_played() + under_way + self.length.turns(from.players())
    }

    /// How many turns follow the one under way.
    pub(crate) fn turns(&self, from: &G) -> u32 {
        self.length.turns(from.players())
    }

    /// Plays on until so many turns have been played in all; `seat` is who searches.
    pub(crate) fn play(&self, position: &mut G, last_turn: u32, seat: Seat, dice: &mut Dice) {
        while position.turns_played() < last_turn {
            match position.turn() {
                Turn::Decide(mover) => {
                    let skill = if mover == seat { self.own } else { self.others };
                    self.play_turn(position, mover, skill, dice);
                }
                Turn::Chance => position.happen(position.random_chance(&mut dice.luck)),
                Turn::Over => return,
            }
        }
    }

    /// Plays the rest of a turn.
    fn play_turn(&self, position: &mut G, mover: Seat, skill: TurnPolicy, dice: &mut Dice) {
        if skill == TurnPolicy::Ways(1) {
            return position.play_out(position.turns_played() + 1, &mut dice.choices);
        }
        let mut luck = GameRng::from_rng(&mut dice.luck);
        match skill {
            TurnPolicy::Ways(ways) => {
                self.play_best(position, mover, ways, &mut dice.choices, &luck)
            }
            TurnPolicy::Greedy => self.greedy.play_turn(position, &mut dice.choices, &mut luck),
        }
    }

    /// Plays the best for the mover of some random ways under this luck.
    fn play_best(
        &self,
        position: &mut G,
        mover: Seat,
        ways: u32,
        choices: &mut GameRng,
        luck: &GameRng,
    ) {
        let mut best: Option<(f64, G)> = None;
        for _ in 0..ways {
            let mut after = position.clone();
            after.play_turn(choices, &mut luck.clone());
            let value = self.judge.weights.lead(&after, mover);
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
    use crate::evaluation::WEIGHTS;
    use engine::tongiaki::{Setup, State};

    fn read(spec: &str, care: Effort) -> Rollout<State> {
        const PARAMETERS: &[Parameter] = &[LENGTH, OWN, OTHERS, THOUGHT, REWARD, SCALE, WEIGHTS];
        let arguments = ParameterValues::check("mcts", PARAMETERS, &spec.parse().unwrap()).unwrap();
        Rollout::read(&arguments, care).unwrap()
    }

    #[test]
    fn thorough_searches_play_out_farther_and_better_unless_they_are_told_how() {
        let turns = |rollout: &Rollout<State>, players| {
            rollout.turns(&State::new(&Setup::new(players).unwrap()))
        };
        let auto = "mcts:rollout=auto:own=auto:others=auto";
        let brief = read(auto, Effort::Brief);
        assert_eq!((brief.own, brief.others), (TurnPolicy::Ways(12), TurnPolicy::Ways(12)));
        assert_eq!([2, 3, 4, 5, 6].map(|players| turns(&brief, players)), [2, 3, 4, 5, 6]);
        let thorough = read(auto, Effort::Thorough);
        assert_eq!((thorough.own, thorough.others), (TurnPolicy::Greedy, TurnPolicy::Greedy));
        assert_eq!([2, 3, 4, 5, 6].map(|players| turns(&thorough, players)), [4, 6, 12, 15, 18]);
        for care in [Effort::Brief, Effort::Thorough] {
            let told = read("mcts:rollout=cycle:own=2:others=greedy", care);
            assert_eq!((told.own, told.others), (TurnPolicy::Ways(2), TurnPolicy::Greedy));
            assert_eq!(turns(&told, 3), 3);
            let told = read("mcts:rollout=5:own=2", care);
            assert_eq!(
                (told.own, told.others, turns(&told, 3)),
                (TurnPolicy::Ways(2), TurnPolicy::Ways(1), 5)
            );
        }
    }
}
