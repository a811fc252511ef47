//! Rollouts: how searches play on from where they stop looking, and what the end is worth to them.

mod judge;

pub(crate) use judge::{Goal, Judge, Rewards};

use crate::evaluation::{Evaluate, Weights};
use crate::parameter::{Arguments, Parameter, Range};
use crate::registry::EntrantError;
use engine::{Seat, Stream, Turn};
use rand::SeedableRng;
use std::sync::Arc;

/// The parameter of how far rollouts go; its default is the game's.
pub(crate) const LENGTH: Parameter = Parameter {
    name: "rollout",
    meaning: "turns played out after the one under way; a round is a turn for each other seat, a cycle one for the own seat too; auto is a cycle, or two in a thorough search: from 300 iterations or 10 ms on",
    range: Range::WholeOr(0, 1_000_000, Length::WORDS),
    default: "round",
};

/// The parameter of how well the searching seat plays in rollouts; its default is the game's.
pub(crate) const OWN: Parameter = Parameter {
    name: "own",
    meaning: "random ways to play a turn of one's own in rollouts, of which the best is taken; 1 plays on uniformly at random; auto is 12, or 16 in a thorough search",
    range: Range::WholeOr(1, 1000, &["auto"]),
    default: "1",
};

/// The parameter of how well the other seats play in rollouts; its default is the game's.
pub(crate) const OTHERS: Parameter =
    Parameter { name: "others", meaning: "the same for the turns of other seats", ..OWN };

/// How much a search is given. Beyond some hundreds of rollouts more of them gain little, longer and better
/// ones much.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Care {
    Brief,
    Thorough,
}

impl Care {
    /// Ways to play a turn where the parameter says `auto`.
    const fn ways(self) -> u64 {
        match self {
            Self::Brief => 12,
            Self::Thorough => 16,
        }
    }

    /// Turns of every seat where the parameter says `auto`.
    const fn cycles(self) -> u32 {
        match self {
            Self::Brief => 1,
            Self::Thorough => 2,
        }
    }
}

/// The parameter of what rewards are for; its default is the game's.
pub(crate) const REWARD: Parameter = Parameter {
    name: "reward",
    meaning: "what seats strive for: win, lead in points, both (leader), others to be in front of (rank), lead in features (value), the chance to win by features (chance)",
    range: Range::Word(Goal::WORDS),
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
    /// So many turns for every seat.
    Cycles(u32),
    /// To the end.
    Full,
}

impl Length {
    /// The words for lengths that are no number.
    const WORDS: &'static [&'static str] = &["round", "cycle", "full", "auto"];

    fn read(arguments: &Arguments, care: Care) -> Self {
        match arguments.whole_or_word(LENGTH.name) {
            Some(turns) => Self::Turns(turns as u32),
            None => match arguments.text(LENGTH.name) {
                "round" => Self::Round,
                "cycle" => Self::Cycles(1),
                "full" => Self::Full,
                _ => Self::Cycles(care.cycles()),
            },
        }
    }

    /// How many turns these are at a table.
    fn turns(self, players: usize) -> u32 {
        match self {
            Self::Turns(turns) => turns,
            Self::Round => players as u32 - 1,
            Self::Cycles(cycles) => cycles * players as u32,
            Self::Full => u32::MAX / 2,
        }
    }
}

/// Where a rollout's randomness comes from: choices and chance draw apart, so that different choices
/// meet the same luck.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    choices: Stream,
    luck: Stream,
}

impl Dice {
    pub(crate) fn new(rng: &mut Stream) -> Self {
        Self { choices: Stream::from_rng(rng), luck: Stream::from_rng(rng) }
    }
}

/// How rollouts are played and judged.
#[derive(Clone, Debug)]
pub(crate) struct Rollout<G> {
    length: Length,
    own: u32,
    others: u32,
    /// What their ends are worth.
    pub(crate) judge: Judge<G>,
}

impl<G: Evaluate> Rollout<G> {
    /// What the parameters of this module ask for.
    ///
    /// # Errors
    /// If the file of weights is not what it should be.
    pub(crate) fn read(arguments: &Arguments, care: Care) -> Result<Self, EntrantError> {
        let ways = |parameter: &Parameter| {
            arguments.whole_or_word(parameter.name).unwrap_or(care.ways()) as u32
        };
        Ok(Self {
            length: Length::read(arguments, care),
            own: ways(&OWN),
            others: ways(&OTHERS),
            judge: Judge {
                goal: Goal::parse(arguments.text(REWARD.name)),
                scale: arguments.number(SCALE.name) as f32,
                weights: Arc::new(Weights::read(arguments)?),
            },
        })
    }

    /// Whether all play uniformly at random.
    pub(crate) const fn is_uniform(&self) -> bool {
        self.own == 1 && self.others == 1
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
                    let ways = if mover == seat { self.own } else { self.others };
                    self.play_turn(position, mover, ways, dice);
                }
                Turn::Chance => position.happen(position.random_chance(&mut dice.luck)),
                Turn::Over => return,
            }
        }
    }

    /// Plays the rest of a turn: the best for the mover of some random ways under the same luck.
    fn play_turn(&self, position: &mut G, mover: Seat, ways: u32, dice: &mut Dice) {
        if ways == 1 {
            return position.play_out(position.turns_played() + 1, &mut dice.choices);
        }
        let luck = Stream::from_rng(&mut dice.luck);
        let mut best: Option<(f64, G)> = None;
        for _ in 0..ways {
            let mut after = position.clone();
            after.play_turn(&mut dice.choices, &mut luck.clone());
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

    fn read(spec: &str, care: Care) -> Rollout<State> {
        const PARAMETERS: &[Parameter] = &[LENGTH, OWN, OTHERS, REWARD, SCALE, WEIGHTS];
        let arguments = Arguments::check("mcts", PARAMETERS, &spec.parse().unwrap()).unwrap();
        Rollout::read(&arguments, care).unwrap()
    }

    #[test]
    fn thorough_searches_play_out_farther_and_better_unless_they_are_told_how() {
        let start = State::new(&Setup::new(3).unwrap());
        let settings = |spec, care| {
            let rollout = read(spec, care);
            (rollout.turns(&start), rollout.own, rollout.others)
        };
        let auto = "mcts:rollout=auto:own=auto:others=auto";
        assert_eq!(settings(auto, Care::Brief), (3, 12, 12));
        assert_eq!(settings(auto, Care::Thorough), (6, 16, 16));
        for care in [Care::Brief, Care::Thorough] {
            assert_eq!(settings("mcts:rollout=cycle:own=2:others=auto", care).0, 3);
            assert_eq!(settings("mcts:rollout=5:own=2", care), (5, 2, 1));
        }
    }
}
