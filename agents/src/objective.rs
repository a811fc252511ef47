//! Objectives: the quantity that seats maximize, and the value of a position for every seat.
//!
//! A search compares positions by one objective. In most games it is the win probability by a multinomial logit of the
//! evaluation: a seat that is ahead of another by the softness is e times as likely to win. So a leading seat avoids
//! risks, and a trailing seat seeks them.
//!
//! Lookaheads and rollouts still differ in two settings, because each change of a digit changes games: the margin at
//! which the points of a finished game count half, and the precision of the arithmetic.

use crate::evaluation::{Evaluation, Memo, chances};
use crate::spec::{AgentError, Parameter, ParameterValues, Range};
use engine::{Evaluated, MAX_SEATS, Outcome, Seat, Turn};
use std::sync::Arc;

const TEMPERATURE: &str = "temperature";

/// The part of the points in the value of a finished game under [`Quantity::Chance`], so that even a beaten seat prefers
/// a narrow defeat.
const POINTS_WEIGHT: f64 = 0.02;

/// The margin in points that counts half of [`POINTS_WEIGHT`] in lookaheads.
const HALFWAY_MARGIN: f64 = 10.0;

/// The distance from 0 and 1 to which chances are limited before a logarithm is taken.
const LEAST_CHANCE: f64 = 1e-9;

/// The value of a position for every seat; 0 for empty seats.
pub(crate) type Worths = [f64; MAX_SEATS];

/// The quantity that seats maximize. All but the lead lie between 0 and 1.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Quantity {
    /// The lead over the best other seat in the evaluation, even at the end of the game.
    Lead,
    /// The win probability. At the end of the game: the win share and a small part for the margin in points.
    Chance,
    /// The lead, mapped to 0.5 for a tie and to 1 for an overwhelming lead. At the end of the game: half for the win
    /// share, half for the margin in points.
    Value,
    /// The margin in points if the game ended now, linear up to a cap.
    Points,
}

/// The precision of the arithmetic.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Precision {
    /// Every step is rounded to 24 binary digits, which gives the same values as arithmetic with `f32`.
    Single,
    /// The precision of `f64`.
    Double,
}

/// The quantity that seats maximize, with the evaluation that estimates it.
#[derive(Clone, Debug)]
pub(crate) struct Objective<G> {
    pub(crate) evaluation: Arc<Evaluation<G>>,
    quantity: Quantity,
    /// The lead that makes the odds of winning e to 1. Under [`Quantity::Value`], the lead that is worth half of an infinite
    /// one; under [`Quantity::Points`], the margin at which the value is capped.
    pub(crate) softness: f64,
    /// The margin in points at the end of the game that is worth half of an infinite one.
    halfway: f64,
    precision: Precision,
    /// An outcome that counts as the game's result wherever it occurs, because it has stopped changing.
    pub(crate) settled: Option<Outcome>,
}

impl<G: Evaluated> Objective<G> {
    /// Returns the parameter of lookaheads' objectives, which comes in addition to the parameters of the evaluation.
    pub(crate) fn parameter() -> Parameter {
        Parameter::new(
            TEMPERATURE,
            Range::Number(0.0, 1_000_000.0),
            G::DEFAULTS.temperature,
            "lead in features that means odds of e:1 to win; 0 maximizes the lead instead of the win probability",
        )
    }

    /// Reads the objective of a lookahead from the parameters of the objective and of the evaluation.
    ///
    /// # Errors
    /// Fails if the game has no features, or the evaluation cannot be read.
    pub(crate) fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        if const { G::FEATURES.is_empty() } {
            let sentence = format!(
                "{} evaluates positions by features, and this game defines none: use mcts",
                values.agent()
            );
            return Err(AgentError::Refused(sentence));
        }
        let evaluation = Evaluation::read(values, &[TEMPERATURE])?;
        Ok(Self::of_lookahead(Arc::new(evaluation), values.number(TEMPERATURE)))
    }

    /// Returns the objective of a lookahead: the win probability, or the lead if the temperature of weighted features
    /// is 0.
    pub(crate) fn of_lookahead(evaluation: Arc<Evaluation<G>>, temperature: f64) -> Self {
        let temperature = evaluation.temperature(temperature);
        let (quantity, softness) = if temperature == 0.0 {
            (Quantity::Lead, G::OUTCOME_MODEL.map_or(1.0, |model| model.temperature))
        } else {
            (Quantity::Chance, temperature)
        };
        let precision = Precision::Double;
        Self { evaluation, quantity, softness, halfway: HALFWAY_MARGIN, precision, settled: None }
    }

    /// Returns the objective of rollouts: this quantity of weighted features, or the win probability by a network.
    pub(crate) fn of_rollouts(
        evaluation: Arc<Evaluation<G>>,
        quantity: Quantity,
        scale: f64,
    ) -> Self {
        let softness = f64::from(evaluation.temperature(scale) as f32);
        let quantity = if evaluation.is_linear() { quantity } else { Quantity::Chance };
        let precision = Precision::Single;
        Self { evaluation, quantity, softness, halfway: softness, precision, settled: None }
    }

    /// Returns the value of the position for every seat. `memo` caches the evaluation; `key` is the position's key, if it is
    /// known.
    pub(crate) fn worths(&self, position: &G, key: Option<u64>, memo: &mut Memo) -> Worths {
        let players = position.players();
        match self.quantity {
            Quantity::Lead => {
                let values = memo.numbers(&self.evaluation, position, key);
                by_seat(players, |seat| lead(&values[..players], seat))
            }
            _ if self.is_decided(position) => self.of_outcome(&position.outcome()),
            Quantity::Chance => {
                self.chances(position, key, memo).map(|chance| self.rounded(chance))
            }
            Quantity::Value | Quantity::Points => {
                let values = memo.numbers(&self.evaluation, position, key);
                let values = values.map(|value| self.rounded(value));
                by_seat(players, |seat| self.of_lead(lead(&values[..players], seat)))
            }
        }
    }

    /// Returns every seat's win probability by the evaluation alone. `memo` caches it.
    pub(crate) fn chances(&self, position: &G, key: Option<u64>, memo: &mut Memo) -> Worths {
        let numbers = memo.numbers(&self.evaluation, position, key);
        match &*self.evaluation {
            Evaluation::Linear(_) => chances(&numbers, position.players(), self.softness),
            Evaluation::Network(_) => numbers,
        }
    }

    /// Returns whether the position is valued by the outcome as if the game ended now.
    fn is_decided(&self, position: &G) -> bool {
        self.quantity == Quantity::Points
            || position.turn() == Turn::Over
            || self.settled.is_some_and(|settled| settled == position.outcome())
    }

    fn of_outcome(&self, outcome: &Outcome) -> Worths {
        by_seat(outcome.points().len(), |seat| {
            let margin = f64::from(outcome.margin(seat));
            let win = self.rounded(outcome.win_share(seat));
            let points = self.squashed(margin, self.halfway);
            let weight = self.rounded(POINTS_WEIGHT);
            self.rounded(match self.quantity {
                Quantity::Points => {
                    0.5 + 0.5 * self.rounded(margin / self.softness).clamp(-1.0, 1.0)
                }
                Quantity::Value => f64::midpoint(win, points),
                Quantity::Chance | Quantity::Lead => {
                    self.rounded(weight * points) + self.rounded(self.rounded(1.0 - weight) * win)
                }
            })
        })
    }

    /// Maps a lead in the evaluation to a number from 0 to 1: 0.5 for a tie, 0.75 for the softness.
    pub(crate) fn of_lead(&self, lead: f64) -> f64 {
        self.squashed(self.rounded(lead), self.softness)
    }

    fn squashed(&self, lead: f64, halfway: f64) -> f64 {
        self.rounded(0.5 + self.rounded(0.5 * lead / self.rounded(halfway + lead.abs())))
    }

    fn rounded(&self, value: f64) -> f64 {
        match self.precision {
            Precision::Single => f64::from(value as f32),
            Precision::Double => value,
        }
    }

    /// Returns the lead over a single opponent that has this value; the quantity is a lead or a chance.
    pub(crate) fn lead_worth(&self, worth: f64) -> f64 {
        if self.quantity == Quantity::Lead {
            return worth;
        }
        let chance = worth.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        self.softness * libm::log(chance / (1.0 - chance))
    }
}

/// Returns a seat's lead: its value minus the value of the best other seat.
pub(crate) fn lead(values: &[f64], seat: Seat) -> f64 {
    let others = values.iter().enumerate().filter(|&(other, _)| other != seat.index());
    let best = others.map(|(_, &value)| value).reduce(f64::max);
    values[seat.index()] - best.unwrap_or(0.0)
}

/// Returns a value for each seat at the table; the default for empty seats.
pub(crate) fn by_seat<T: Copy + Default>(
    players: usize,
    mut value: impl FnMut(Seat) -> T,
) -> [T; MAX_SEATS] {
    let mut values = [T::default(); MAX_SEATS];
    for seat in Seat::all(players) {
        values[seat.index()] = value(seat);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Game, Seed};
    use tongiaki::{Setup, State};

    fn lookahead(temperature: f64) -> Objective<State> {
        Objective::of_lookahead(Arc::default(), temperature)
    }

    fn worths(objective: &Objective<State>, position: &State) -> Worths {
        objective.worths(position, None, &mut Memo::default())
    }

    /// Calls a function for every position of a random game.
    fn at_positions(players: usize, mut call: impl FnMut(&State)) {
        let mut rng = Seed::new(2).rng();
        let mut game = State::new(&Setup::new(players).unwrap());
        call(&game);
        while game.next_decision(|game| game.happen(game.random_chance(&mut rng))).is_some() {
            call(&game);
            game.play(game.random_move(&mut rng));
            call(&game);
        }
        call(&game);
    }

    #[test]
    fn chances_to_win_add_up_and_follow_the_lead() {
        let chance = lookahead(20.0);
        for players in 2..=6 {
            at_positions(players, |game| {
                let (chances, leads) = (worths(&chance, game), worths(&lookahead(0.0), game));
                if game.turn() == Turn::Over {
                    // T30: the result is certain, and points still count for the beaten seats.
                    let outcome = game.outcome();
                    for seat in Seat::all(players) {
                        let (worth, share) = (chances[seat.index()], outcome.win_share(seat));
                        assert!((worth - share).abs() <= POINTS_WEIGHT);
                        assert!((0.0..=1.0).contains(&worth));
                        assert!(chance.lead_worth(worth).is_finite());
                    }
                    return;
                }
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for (worth, lead) in chances.into_iter().zip(leads).take(players) {
                    assert!(lead >= 0.0 || worth < 0.5, "{worth} at a lead of {lead}");
                    // With a single opponent, the chance corresponds to the lead from which it was computed.
                    let found = chance.lead_worth(worth);
                    assert!(players > 2 || (found - lead).abs() < 1e-6, "{found} for {lead}");
                }
            });
        }
    }

    const OUTCOMES: [&[(i16, i16)]; 4] = [
        &[(12, 4), (9, 3), (12, 4), (9, 2)],
        &[(0, 0), (90, 0)],
        &[(-5, 1), (-5, 0), (30, 0), (2, 0), (2, 2), (29, 0)],
        &[(7, 0)],
    ];

    fn rollouts(quantity: Quantity) -> Objective<State> {
        Objective::of_rollouts(Arc::default(), quantity, 10.0)
    }

    fn rewards(quantity: Quantity, scores: &[(i16, i16)]) -> Vec<f32> {
        let outcome = Outcome::new(scores.iter().copied());
        let rewards = rollouts(quantity).of_outcome(&outcome).map(|reward| reward as f32);
        rewards[..scores.len()].to_vec()
    }

    #[test]
    fn rewards_lie_between_0_and_1_and_nobody_has_none() {
        for quantity in [Quantity::Chance, Quantity::Value, Quantity::Points] {
            let check = |rewards: Worths, players: usize| {
                assert!(rewards.iter().all(|reward| (0.0..=1.0).contains(reward)), "{rewards:?}");
                assert!(rewards[players..].iter().all(|&reward| reward == 0.0), "{rewards:?}");
            };
            for scores in OUTCOMES {
                let outcome = Outcome::new(scores.iter().copied());
                check(rollouts(quantity).of_outcome(&outcome), scores.len());
            }
            at_positions(3, |game| check(worths(&rollouts(quantity), game), 3));
        }
    }

    #[test]
    fn points_are_rewarded_linearly_by_the_lead_over_the_best_other_seat() {
        assert_eq!(rewards(Quantity::Points, &[(4, 0), (-1, 0), (2, 0)]), [0.6, 0.25, 0.4]);
        assert_eq!(rewards(Quantity::Points, &[(0, 0), (90, 0)]), [0.0, 1.0]);
    }

    #[test]
    fn the_win_counts_for_all_but_a_little_or_for_half() {
        let scores = [(12, 4), (2, 3)];
        assert_eq!(rewards(Quantity::Value, &scores), [0.875, 0.125]);
        let chances = rewards(Quantity::Chance, &scores);
        assert!(chances[0] > 0.99 && chances[1] < 0.01 && chances[1] > 0.0);
    }

    /// A settled outcome counts as the result wherever it occurs, and no other outcome does.
    #[test]
    fn a_settled_outcome_is_the_result() {
        let mut objective = rollouts(Quantity::Chance);
        let game = State::new(&Setup::new(2).unwrap());
        let bits = |objective: &Objective<State>| worths(objective, &game).map(f64::to_bits);
        let (open, result) = (bits(&objective), objective.of_outcome(&game.outcome()));
        objective.settled = Some(Outcome::new([(1, 0), (0, 0)]));
        assert_eq!(bits(&objective), open);
        objective.settled = Some(game.outcome());
        assert_eq!(bits(&objective), result.map(f64::to_bits));
    }

    /// Rounding every step gives the bits of `f32` arithmetic, in which rollouts have always been valued.
    #[test]
    fn single_precision_has_the_bits_of_f32() {
        const WEIGHT: f32 = 0.02;
        for scale in [0.1, 10.0, 20.0, 37.3] {
            let objective =
                Objective::<State>::of_rollouts(Arc::default(), Quantity::Chance, scale);
            let squash = |lead: f32| 0.5 + 0.5 * lead / (scale as f32 + lead.abs());
            for points in -60..=60 {
                for rival in [0, 7, points] {
                    let outcome = Outcome::new([(points, 0), (rival, 0)]);
                    let margin = f32::from(points) - f32::from(rival);
                    let win = outcome.win_share(Seat::new(0)) as f32;
                    let expected = WEIGHT * squash(margin) + (1.0 - WEIGHT) * win;
                    let found = objective.of_outcome(&outcome)[0];
                    assert_eq!(found.to_bits(), f64::from(expected).to_bits());
                }
                let lead = f64::from(points) * 0.37;
                let expected = f64::from(squash(lead as f32));
                assert_eq!(objective.of_lead(lead).to_bits(), expected.to_bits());
            }
        }
    }
}
