//! Rewards of positions: a number from 0 to 1 for each seat.

use crate::evaluation::{Evaluation, Memo, chances};
use engine::{Evaluated, MAX_SEATS, Outcome, Reward, Seat, Turn};
use std::sync::Arc;

/// The weight of points in [`Reward::Chance`], so that even losing seats prefer a narrow defeat.
const POINTS_TIEBREAK_WEIGHT: f32 = 0.02;

/// The rewards of all seats, from 0 to 1; 0 for empty seats.
pub(crate) type Rewards = [f32; MAX_SEATS];

/// The conversion of positions to rewards.
#[derive(Clone, Debug)]
pub(crate) struct Judge<G> {
    pub(crate) reward: Reward,
    /// The scale of leads; see [`crate::evaluation::SearchDefaults::scale`].
    pub(crate) scale: f32,
    pub(crate) evaluation: Arc<Evaluation<G>>,
}

impl<G: Evaluated> Judge<G> {
    /// Returns the rewards of a position.
    pub(crate) fn rewards(&self, position: &G) -> Rewards {
        if position.turn() == Turn::Over {
            return self.final_rewards(position);
        }
        let values = || self.evaluation.values(position);
        match self.reward {
            Reward::Points => self.final_rewards(position),
            Reward::Value => self.squash(&values().map(|value| value as f32)[..position.players()]),
            Reward::Chance => chances(&values(), position.players(), self.scale.into())
                .map(|chance| chance as f32),
        }
    }

    /// Returns the rewards of all seats, with the cache of the evaluation.
    pub(crate) fn cached_rewards(&self, position: &G, memo: &mut Memo) -> Rewards {
        match &*self.evaluation {
            Evaluation::Network(network) if position.turn() != Turn::Over => {
                memo.chances(network, position).map(|chance| chance as f32)
            }
            _ => self.rewards(position),
        }
    }

    /// Returns the reward of one seat, with the cache of the evaluation.
    pub(crate) fn reward(&self, position: &G, seat: Seat, memo: &mut Memo) -> f32 {
        self.cached_rewards(position, memo)[seat.index()]
    }

    /// Returns a seat's estimate of a position, for comparing its own turns: higher is better.
    pub(crate) fn promise(&self, position: &G, seat: Seat, memo: &mut Memo) -> f64 {
        match &*self.evaluation {
            Evaluation::Network(_) => self.reward(position, seat, memo).into(),
            Evaluation::Linear(_) => self.evaluation.lead(position, seat),
        }
    }

    /// Returns the rewards as if the game ended now.
    pub(crate) fn final_rewards(&self, position: &G) -> Rewards {
        self.of_outcome(&position.outcome())
    }

    fn of_outcome(&self, outcome: &Outcome) -> Rewards {
        let seats = Seat::all(outcome.points().len());
        let mut rewards = [0.0; MAX_SEATS];
        if self.reward == Reward::Points {
            for seat in seats {
                let margin = f32::from(outcome.margin(seat)) / self.scale;
                rewards[seat.index()] = 0.5 + 0.5 * margin.clamp(-1.0, 1.0);
            }
            return rewards;
        }
        for (float, &integer) in rewards.iter_mut().zip(outcome.points()) {
            *float = f32::from(integer);
        }
        let points = self.squash(&rewards[..outcome.points().len()]);
        let share = 1.0 / outcome.winners().count() as f32;
        let mut wins = [0.0; MAX_SEATS];
        for seat in outcome.winners() {
            wins[seat.index()] = share;
        }
        std::array::from_fn(|seat| match self.reward {
            Reward::Chance => {
                POINTS_TIEBREAK_WEIGHT * points[seat] + (1.0 - POINTS_TIEBREAK_WEIGHT) * wins[seat]
            }
            _ => f32::midpoint(wins[seat], points[seat]),
        })
    }

    /// Maps each number's lead over the best other number to a reward: from 0 for a hopeless deficit through
    /// 0.5 for a tie to 1 for an overwhelming lead.
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

    /// Maps a lead to a number from 0 to 1.
    pub(crate) fn squash_lead(&self, lead: f32) -> f32 {
        0.5 + 0.5 * lead / (self.scale + lead.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Game;
    use tongiaki::{Setup, State};

    const OUTCOMES: [&[(i16, i16)]; 4] = [
        &[(12, 4), (9, 3), (12, 4), (9, 2)],
        &[(0, 0), (90, 0)],
        &[(-5, 1), (-5, 0), (30, 0), (2, 0), (2, 2), (29, 0)],
        &[(7, 0)],
    ];

    fn judge(reward: Reward) -> Judge<State> {
        Judge { reward, scale: 10.0, evaluation: Arc::default() }
    }

    fn rewards(reward: Reward, scores: &[(i16, i16)]) -> Vec<f32> {
        let outcome = Outcome::new(scores.iter().copied());
        judge(reward).of_outcome(&outcome)[..scores.len()].to_vec()
    }

    #[test]
    fn rewards_lie_between_0_and_1_and_nobody_has_none() {
        for reward in [Reward::Chance, Reward::Value, Reward::Points] {
            let check = |rewards: Rewards, players: usize| {
                assert!(rewards.iter().all(|reward| (0.0..=1.0).contains(reward)), "{rewards:?}");
                assert!(rewards[players..].iter().all(|&reward| reward == 0.0), "{rewards:?}");
            };
            for scores in OUTCOMES {
                let outcome = Outcome::new(scores.iter().copied());
                check(judge(reward).of_outcome(&outcome), scores.len());
            }
            let mut rng = engine::Seed::new(1).rng();
            let mut game = State::new(&Setup::new(3).unwrap());
            while game.turn() != Turn::Over {
                check(judge(reward).rewards(&game), 3);
                match game.turn() {
                    Turn::Chance => game.happen(game.random_chance(&mut rng)),
                    _ => game.play(game.random_move(&mut rng)),
                }
            }
        }
    }

    #[test]
    fn points_are_rewarded_linearly_by_the_lead_over_the_best_other_seat() {
        assert_eq!(rewards(Reward::Points, &[(4, 0), (-1, 0), (2, 0)]), [0.6, 0.25, 0.4]);
        assert_eq!(rewards(Reward::Points, &[(0, 0), (90, 0)]), [0.0, 1.0]);
    }

    #[test]
    fn the_win_counts_for_all_but_a_little_or_for_half() {
        let scores = [(12, 4), (2, 3)];
        assert_eq!(rewards(Reward::Value, &scores), [0.875, 0.125]);
        let chances = rewards(Reward::Chance, &scores);
        assert!(chances[0] > 0.99 && chances[1] < 0.01 && chances[1] > 0.0);
    }
}
