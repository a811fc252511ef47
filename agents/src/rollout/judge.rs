//! What a position is worth to the search: a number from 0 to 1 for each seat.

use crate::evaluation::{Evaluate, Weights, chances};
use engine::{MAX_SEATS, Outcome, Turn};
use std::cmp::Ordering;
use std::sync::Arc;

/// What every seat is taken to strive for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Reward {
    /// The share of the win.
    Win,
    /// Points ahead of the best other seat.
    Points,
    /// Half the one, half the other.
    Leader,
    /// The share of the other seats to be in front of; before the end, as the weighed features foresee it.
    Rank,
    /// The weighed features ahead of those of the best other seat; at the game's end as [`Self::Leader`].
    Value,
    /// The chance to win by the weighed features; at the game's end the win, and a little of the points.
    Chance,
}

/// What of [`Reward::Chance`] is for points, so that even the beaten prefer a narrow defeat.
const HONOUR: f32 = 0.02;

/// A number from 0 to 1 for each seat; 0 where nobody sits.
pub(crate) type Rewards = [f32; MAX_SEATS];

/// How positions become rewards.
#[derive(Clone, Debug)]
pub(crate) struct Judge<G> {
    pub(crate) goal: Reward,
    /// The lead that is worth half of what an endless one is; of a chance, the one that makes the odds e
    /// to 1.
    pub(crate) scale: f32,
    pub(crate) weights: Arc<Weights<G>>,
}

impl Reward {
    /// The words for the goals in specs.
    pub(crate) const WORDS: &'static [&'static str] =
        &["win", "points", "leader", "rank", "value", "chance"];

    pub(crate) fn parse(word: &str) -> Self {
        match word {
            "win" => Self::Win,
            "points" => Self::Points,
            "leader" => Self::Leader,
            "rank" => Self::Rank,
            "value" => Self::Value,
            _ => Self::Chance,
        }
    }
}

impl<G: Evaluate> Judge<G> {
    /// What the position is worth to the seats.
    pub(crate) fn rewards(&self, position: &G) -> Rewards {
        if position.turn() == Turn::Over {
            return self.final_rewards(position);
        }
        let players = position.players();
        match self.goal {
            Reward::Win | Reward::Points | Reward::Leader => self.final_rewards(position),
            Reward::Rank => {
                let values = self.weights.values(position);
                let odds = |lead: f64| libm::exp(lead / f64::from(self.scale));
                in_front(&values[..players], |own, other| 1.0 / (1.0 + odds(other - own)) as f32)
            }
            Reward::Value => {
                let values = self.weights.values(position).map(|value| value as f32);
                self.squash(&values[..players])
            }
            Reward::Chance => {
                let values = self.weights.values(position);
                chances(&values, players, self.scale.into()).map(|chance| chance as f32)
            }
        }
    }

    /// What the position is worth if the game ends now.
    pub(crate) fn final_rewards(&self, position: &G) -> Rewards {
        self.of_outcome(&position.outcome())
    }

    fn of_outcome(&self, outcome: &Outcome) -> Rewards {
        let mut points = [0.0; MAX_SEATS];
        for (float, &integer) in points.iter_mut().zip(outcome.points()) {
            *float = f32::from(integer);
        }
        let points = self.squash(&points[..outcome.points().len()]);
        let share = 1.0 / outcome.winners().count() as f32;
        let mut wins = [0.0; MAX_SEATS];
        for seat in outcome.winners() {
            wins[seat.index()] = share;
        }
        match self.goal {
            Reward::Win => wins,
            Reward::Points => points,
            Reward::Leader | Reward::Value => {
                std::array::from_fn(|seat| f32::midpoint(wins[seat], points[seat]))
            }
            Reward::Rank => in_front(outcome.ranks(), |own, other| match own.cmp(&other) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            }),
            Reward::Chance => {
                std::array::from_fn(|seat| HONOUR * points[seat] + (1.0 - HONOUR) * wins[seat])
            }
        }
    }

    /// Each number's lead over the best other one, from 0 for a hopeless deficit over one half for a
    /// tie to 1 for a crushing lead.
    fn squash(&self, values: &[f32]) -> Rewards {
        let best = (0..values.len()).max_by(|&one, &other| values[one].total_cmp(&values[other]));
        let others = (0..values.len()).filter(|&seat| Some(seat) != best);
        let second = others.map(|seat| values[seat]).reduce(f32::max).unwrap_or(0.0);
        let mut rewards = [0.0; MAX_SEATS];
        for (seat, &value) in values.iter().enumerate() {
            let rival = best.filter(|&best| best != seat).map_or(second, |best| values[best]);
            rewards[seat] = self.squash_lead(value - rival);
        }
        rewards
    }

    /// The worth of a lead, from 0 to 1.
    pub(crate) fn squash_lead(&self, lead: f32) -> f32 {
        0.5 + 0.5 * lead / (self.scale + lead.abs())
    }
}

/// For every seat, how much of the others it is in front of, by what it has and what they have.
fn in_front<T: Copy>(seats: &[T], before: impl Fn(T, T) -> f32) -> Rewards {
    let others = (seats.len() - 1).max(1) as f32;
    let mut rewards = [0.0; MAX_SEATS];
    for (seat, &own) in seats.iter().enumerate() {
        let rest = seats.iter().enumerate().filter(|&(other, _)| other != seat);
        rewards[seat] = rest.map(|(_, &other)| before(own, other)).sum::<f32>() / others;
    }
    rewards
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::tongiaki::{Setup, State};
    use engine::{Game, Seat};

    const OUTCOMES: [&[(i16, i16)]; 4] = [
        &[(12, 4), (9, 3), (12, 4), (9, 2)],
        &[(0, 0), (90, 0)],
        &[(-5, 1), (-5, 0), (30, 0), (2, 0), (2, 2), (29, 0)],
        &[(7, 0)],
    ];

    fn judge(goal: Reward) -> Judge<State> {
        Judge { goal, scale: 10.0, weights: Arc::default() }
    }

    fn rewards(goal: Reward, scores: &[(i16, i16)]) -> Vec<f32> {
        let outcome = Outcome::new(scores.iter().copied());
        judge(goal).of_outcome(&outcome)[..scores.len()].to_vec()
    }

    #[test]
    fn rewards_lie_between_0_and_1_and_nobody_has_none() {
        for word in Reward::WORDS {
            for scores in OUTCOMES {
                let outcome = Outcome::new(scores.iter().copied());
                let rewards = judge(Reward::parse(word)).of_outcome(&outcome);
                assert!(rewards.iter().all(|reward| (0.0..=1.0).contains(reward)), "{rewards:?}");
                assert!(rewards[scores.len()..].iter().all(|&reward| reward == 0.0));
            }
            let mut rng = engine::Seed::new(1).rng();
            let mut game = State::new(&Setup::new(3).unwrap());
            while game.turn() != Turn::Over {
                let rewards = judge(Reward::parse(word)).rewards(&game);
                assert!(rewards.iter().all(|reward| (0.0..=1.0).contains(reward)), "{rewards:?}");
                match game.turn() {
                    Turn::Chance => game.happen(game.random_chance(&mut rng)),
                    _ => game.play(game.random_move(&mut rng)),
                }
            }
        }
    }

    #[test]
    fn leads_are_over_the_best_other_seat() {
        for scores in OUTCOMES {
            let outcome = Outcome::new(scores.iter().copied());
            for (seat, reward) in Seat::all(scores.len()).zip(rewards(Reward::Points, scores)) {
                let margin = f32::from(outcome.margin(seat));
                let expected = 0.5 + 0.5 * margin / (10.0 + margin.abs());
                assert!((reward - expected).abs() < 1e-6, "{reward} for {margin}");
            }
        }
    }

    #[test]
    fn goals_reward_what_they_say() {
        let scores = [(12, 4), (2, 3)];
        assert_eq!(rewards(Reward::Win, &scores), [1.0, 0.0]);
        assert_eq!(rewards(Reward::Points, &scores), [0.75, 0.25]);
        assert_eq!(rewards(Reward::Leader, &scores), [0.875, 0.125]);
        let chances = rewards(Reward::Chance, &scores);
        assert!(chances[0] > 0.99 && chances[1] < 0.01 && chances[1] > 0.0);
        assert_eq!(rewards(Reward::Win, OUTCOMES[0]), [0.5, 0.0, 0.5, 0.0]);
        assert_eq!(rewards(Reward::Rank, &[(12, 4), (9, 3), (12, 4)]), [0.75, 0.0, 0.75]);
    }
}
