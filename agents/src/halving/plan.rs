//! Plans: sequences of one seat's consecutive decisions.

use crate::plan::end_in;
use engine::{Game, Seat, Turn};

/// Minimum number of trials before a plan can be dropped because of its results.
const ENOUGH: usize = 6;

/// Number of standard errors by which a plan must trail to be dropped.
const HOPELESS: f64 = 3.0;

/// A sequence of decisions and the results of its trials.
pub(super) struct Plan<G: Game> {
    pub(super) moves: Vec<G::Move>,
    /// The position after the moves, from the state for which the plan was listed.
    after: G,
    /// The mean of the first evaluations.
    promise: f64,
    /// The results of the trials. Trials with the same number in different plans have the same chance events.
    values: Vec<f64>,
    sum: f64,
}

impl<G: Game> Plan<G> {
    const fn new(moves: Vec<G::Move>, after: G) -> Self {
        Self { moves, after, promise: 0.0, values: Vec::new(), sum: 0.0 }
    }

    /// Adds the results of more trials.
    pub(super) fn credit(&mut self, values: &[f64]) {
        self.values.extend(values);
        self.sum += values.iter().sum::<f64>();
    }

    /// Turns the results so far into the first evaluation, because later trials look further ahead.
    pub(super) fn begin_rollouts(&mut self) {
        self.promise = self.mean();
        self.values.clear();
        self.sum = 0.0;
    }

    /// Returns the number of trials, without the first evaluations.
    pub(super) const fn trials(&self) -> usize {
        self.values.len()
    }

    /// Returns the mean result of the trials; there must have been at least one.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.values.len() as f64
    }

    /// Returns the expected result, with the first evaluation weighted like `prior` trials.
    pub(super) fn expected(&self, prior: f64) -> f64 {
        (prior * self.promise + self.sum) / (prior + self.values.len() as f64)
    }

    /// Returns whether the plan can be dropped in favour of another one that did better in the same trials:
    /// clearly better, or exactly as well in each trial.
    pub(super) fn is_hopeless_beside(&self, better: &Self) -> bool {
        let number = self.values.len();
        let deficit = better.mean() - self.mean();
        let pairs = self.values.iter().zip(&better.values);
        let squares = pairs.map(|(own, other)| (other - own - deficit).powi(2));
        let variance = squares.sum::<f64>() / number as f64;
        number >= ENOUGH && deficit >= HOPELESS * (variance / number as f64).sqrt()
    }

    /// Returns whether the turn that is under way in this state ends with the plan.
    pub(super) fn ends_turn(&self, state: &G) -> bool {
        self.after.turns_played() > state.turns_played()
    }

    /// Returns the position after the plan in this determinization, up to the first move that is illegal there.
    pub(super) fn follow(&self, state: &G) -> G {
        end_in(&self.moves, &self.after, state)
    }
}

/// Lists all plans of the seat that is to decide in this state. If there are more than about `limit`, some are
/// cut short.
pub(super) fn plans<G: Game>(state: &G, seat: Seat, limit: usize) -> Vec<Plan<G>> {
    let mut listing =
        Listing { seat, turn: state.turns_played(), path: Vec::new(), plans: Vec::new() };
    listing.extend(state, limit);
    listing.plans
}

/// Plans in the process of being listed, depth first.
struct Listing<G: Game> {
    seat: Seat,
    turn: u32,
    path: Vec<G::Move>,
    plans: Vec<Plan<G>>,
}

impl<G: Game> Listing<G> {
    /// Lists all plans that begin with the path, which leads to this state.
    fn extend(&mut self, state: &G, limit: usize) {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let share = limit / moves.len();
        if share == 0 && !self.path.is_empty() {
            return self.plans.push(Plan::new(self.path.clone(), state.clone()));
        }
        for mv in moves {
            let mut next = state.clone();
            next.play(mv);
            self.path.push(mv);
            if next.turn() == Turn::Decide(self.seat) && next.turns_played() == self.turn {
                self.extend(&next, share);
            } else {
                self.plans.push(Plan::new(self.path.clone(), next));
            }
            self.path.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::tongiaki::{Setup, State};
    use engine::{Game, Seed};

    fn plan(values: &[f64]) -> Plan<State> {
        let mut plan = Plan::new(Vec::new(), State::new(&Setup::new(2).unwrap()));
        plan.credit(values);
        plan
    }

    /// In random games, plans are legal and distinct, reach their recorded positions, and do not exceed the
    /// limit, provided that it admits a plan for every first move.
    #[test]
    fn plans_contain_consecutive_decisions_of_one_seat() {
        let mut rng = Seed::new(4).rng();
        let mut game = State::new(&Setup::new(3).unwrap());
        while game.turn() != Turn::Over {
            let Turn::Decide(seat) = game.turn() else {
                game.happen(game.random_chance(&mut rng));
                continue;
            };
            let mut first_moves = Vec::new();
            game.moves(&mut first_moves);
            for limit in [1, 40, 1000] {
                let plans = plans(&game, seat, limit);
                assert!((first_moves.len()..=limit.max(first_moves.len())).contains(&plans.len()));
                let mut moves: Vec<_> = plans.iter().map(|plan| &plan.moves).collect();
                moves.sort();
                assert!(moves.is_sorted_by(|one, other| one < other));
                for plan in &plans {
                    let mut end = game;
                    for &mv in &plan.moves {
                        assert_eq!(end.turn(), Turn::Decide(seat));
                        assert!(end.is_legal(mv));
                        end.play(mv);
                    }
                    assert_eq!(plan.follow(&game), end);
                }
            }
            game.play(game.random_move(&mut rng));
        }
    }

    #[test]
    fn a_promise_counts_for_some_trials() {
        let mut plan = plan(&[0.2, 0.4]);
        plan.begin_rollouts();
        assert!((plan.expected(5.0) - 0.3).abs() < 1e-9);
        plan.credit(&[0.9, 0.9, 0.9, 0.9, 0.9]);
        assert!((plan.expected(0.0) - 0.9).abs() < 1e-9);
        assert!((plan.expected(5.0) - 0.6).abs() < 1e-9);
    }

    #[test]
    fn dominated_and_duplicate_plans_are_hopeless() {
        let best = plan(&[5.0, 7.0, 6.0, 8.0, 6.0, 7.0]);
        let less = best.values.iter().map(|value| value - 1.0).collect::<Vec<_>>();
        assert!(plan(&less).is_hopeless_beside(&best));
        assert!(plan(&best.values).is_hopeless_beside(&best));
        assert!(!plan(&[5.0, 5.0, 7.0, 8.0, 5.0, 7.0]).is_hopeless_beside(&best));
        let early = plan(&best.values[..ENOUGH - 1]);
        assert!(!plan(&less[..ENOUGH - 1]).is_hopeless_beside(&early));
    }
}
