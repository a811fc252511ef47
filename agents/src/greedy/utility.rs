//! The quantity that greedy maximizes: the chance to win, or the lead.

use crate::evaluation::{Evaluation, Memo, chances};
use crate::spec::{AgentError, Parameter, ParameterValues, Range, Value};
use engine::{Evaluated, MAX_SEATS, Seat, Turn};
use std::sync::Arc;

const TEMPERATURE: &str = "temperature";

/// The value of a position for a seat: its chance to win, or its lead.
///
/// With a temperature above 0, the value is the chance to win by a multinomial logit of the evaluation: a seat that
/// is ahead of another by the temperature is e times as likely to win. So a leading seat avoids risks, and a
/// trailing seat seeks them. With a temperature of 0, the value is the lead.
#[derive(Clone, Debug)]
pub(crate) struct Utility<G> {
    pub(super) evaluation: Arc<Evaluation<G>>,
    /// The temperature in the unit of the weights; 0 stands for no temperature.
    pub(super) temperature: f64,
}

/// The largest bonus or penalty for the points of a finished game, so that even a beaten seat prefers a narrow
/// defeat.
const POINTS_HALF_RANGE: f64 = 0.01;

/// The margin in points at which the bonus reaches half of [`POINTS_HALF_RANGE`].
const HALFWAY_MARGIN: f64 = 10.0;

/// The distance from 0 and 1 to which chances are limited before a logarithm is taken.
const LEAST_CHANCE: f64 = 1e-9;

impl<G: Evaluated> Utility<G> {
    /// Returns the parameter of the utility, which comes in addition to the parameters of the evaluation.
    pub(crate) fn parameter() -> Parameter {
        Parameter::new(
            TEMPERATURE,
            Range::Number(0.0, 1_000_000.0),
            G::DEFAULTS.temperature,
            "lead in features that means odds of e:1 to win; 0 maximizes the lead instead of the chance to win",
        )
    }

    /// Reads the parameters of the utility and of the evaluation.
    ///
    /// # Errors
    /// Fails if the game has no features, or the evaluation cannot be read.
    pub(crate) fn read(values: &mut ParameterValues, agent: &str) -> Result<Self, AgentError> {
        if const { G::FEATURES.is_empty() } {
            let sentence = format!(
                "{agent} evaluates positions by features, and this game defines none: use mcts"
            );
            return Err(AgentError::Refused(sentence));
        }
        let evaluation = Evaluation::read(values, &[TEMPERATURE])?;
        let temperature = evaluation.temperature(values.number(TEMPERATURE));
        Ok(Self { evaluation: Arc::new(evaluation), temperature })
    }

    /// Returns the evaluation's details for the agent's report.
    pub(crate) fn details(&self) -> Vec<(String, Value)> {
        self.evaluation.details()
    }

    /// Returns the value of the position for every seat; 0 for empty seats.
    pub(crate) fn worths(&self, position: &G, memo: &mut Memo) -> [f64; MAX_SEATS] {
        self.chances(position, memo).unwrap_or_else(|| {
            let mut worths = [0.0; MAX_SEATS];
            for seat in Seat::all(position.players()) {
                worths[seat.index()] = self.worth(position, seat, memo);
            }
            worths
        })
    }

    /// Returns the value of the position for the seat: a chance to win, or a lead.
    pub(super) fn worth(&self, position: &G, seat: Seat, memo: &mut Memo) -> f64 {
        if let Some(chances) = self.chances(position, memo) {
            return chances[seat.index()];
        }
        if self.temperature == 0.0 {
            return self.evaluation.lead(position, seat);
        }
        let outcome = position.outcome();
        let margin = f64::from(outcome.margin(seat));
        let tiebreak = margin / (HALFWAY_MARGIN + margin.abs());
        POINTS_HALF_RANGE * (1.0 + tiebreak)
            + (1.0 - 2.0 * POINTS_HALF_RANGE) * outcome.win_share(seat)
    }

    /// Returns every seat's chance to win, unless leads count or the game is over.
    fn chances(&self, position: &G, memo: &mut Memo) -> Option<[f64; MAX_SEATS]> {
        if self.temperature == 0.0 || position.turn() == Turn::Over {
            return None;
        }
        Some(match &*self.evaluation {
            Evaluation::Linear(weights) => {
                chances(&weights.values(position), position.players(), self.temperature)
            }
            Evaluation::Network(network) => memo.chances(network, position),
        })
    }

    /// Returns the lead over a single opponent that has this value.
    pub(super) fn lead_worth(&self, worth: f64) -> f64 {
        if self.temperature == 0.0 {
            return worth;
        }
        let chance = worth.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        self.temperature * libm::log(chance / (1.0 - chance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Game, Seed};
    use tongiaki::{Setup, State};

    fn utility(temperature: f64) -> Utility<State> {
        Utility { evaluation: Arc::default(), temperature }
    }

    #[test]
    fn chances_to_win_add_up_and_follow_the_lead() {
        let mut rng = Seed::new(2).rng();
        for players in 2..=6 {
            let mut game = State::new(&Setup::new(players).unwrap());
            while game.turn() != Turn::Over {
                let chance = |seat| utility(20.0).worth(&game, seat, &mut Memo::default());
                let chances: Vec<f64> = Seat::all(players).map(chance).collect();
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for (seat, chance) in Seat::all(players).zip(chances) {
                    let lead = utility(0.0).worth(&game, seat, &mut Memo::default());
                    assert!(lead >= 0.0 || chance < 0.5, "{chance} at a lead of {lead}");
                    // With a single opponent, the chance corresponds to the lead from which it was computed.
                    let worth = utility(20.0).lead_worth(chance);
                    assert!(players > 2 || (worth - lead).abs() < 1e-6, "{worth} for {lead}");
                }
                match game.turn() {
                    Turn::Chance => game.happen(game.random_chance(&mut rng)),
                    _ => game.play(game.random_move(&mut rng)),
                }
            }
            // T30: the result is certain, and points still count for the beaten seats.
            let outcome = game.outcome();
            for seat in Seat::all(players) {
                let (worth, share) = (
                    utility(20.0).worth(&game, seat, &mut Memo::default()),
                    outcome.win_share(seat),
                );
                assert!(
                    (worth - share).abs() <= 2.0 * POINTS_HALF_RANGE
                        && (0.0..=1.0).contains(&worth)
                );
                assert!(utility(20.0).lead_worth(worth).is_finite());
            }
        }
    }
}
