//! Forecasts of every seat's final win share and margin from a position.
//!
//! Chance events happen in the middle of turns, but evaluations value positions between turns. So a fixed
//! policy first completes the current turn under several sequences of chance events, and the final positions
//! are evaluated by the network that comes with the game, or else by the tuned weights.
//!
//! The *surprise* of a chance event is the forecast after it minus the mean forecast over all possible events,
//! weighted by their probabilities. Its expectation is zero for any forecast fixed in advance, whatever the
//! players do. These are the chance nodes of AIVAT (Burch et al., *AIVAT: A New Variance Reduction Technique
//! for Agent Evaluation in Imperfect Information Games*, 2018). The randomness of a forecast comes from a
//! separate stream that does not depend on any game, agent or event, and all possible events are evaluated
//! under the same draws where possible.

mod draws;
mod luck;
mod outlook;

use crate::evaluation::{Evaluation, Memo, Network, chances};
use crate::greedy::Greedy;
use crate::objective::{by_seat, lead};
use draws::Draws;
use engine::{Evaluated, MAX_SEATS, OutcomeModel, Seed, Turn};
pub use luck::LuckMeter;
pub use outlook::{Outlook, TurnForecast};
use serde::Serialize;
use std::sync::Arc;

/// Number of completions of the turn for each possible event.
const WAYS: u64 = 4;

/// Number of positions that the policy evaluates for a decision.
const NODES: usize = 60;

/// Maximum number of the policy's decisions; later ones are random, because chains of moves may be long.
const MOST_DECISIONS: u32 = 64;

/// The random-number stream of all forecasts.
const STREAM: Seed = Seed::new(0x41_49_56_41_54);

/// A seat's forecast, or the change that a chance event makes in it.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Worth {
    /// The share of the win.
    pub win_share: f64,
    /// The margin in points.
    pub margin: f64,
}

/// The terms of a seat's forecast: its share of the win; the margin of a finished game; and, for an unfinished
/// game, the win probability, the lead in value over the strongest rival, and the margin if the game ended now.
/// Forecasts are linear in these terms, and so are sums of surprises.
pub type Terms = [f64; 5];

/// A game's forecasts: the evaluation, the outcome model and the policy that completes turns.
pub struct Forecast<G> {
    model: OutcomeModel,
    /// The policy, which also has the evaluation.
    policy: Greedy<G>,
}

impl<G: Evaluated> Forecast<G> {
    /// Returns the forecasts of the game's built-in evaluation, or `None` if it has no [`OutcomeModel`].
    ///
    /// # Panics
    /// If the built-in network or weights cannot be read; tests check them.
    pub fn built_in() -> Option<Self> {
        let model = G::OUTCOME_MODEL?;
        let network = Network::built_in().map(Evaluation::Network);
        let policy = Greedy::new(Arc::new(network.unwrap_or_default())).with_nodes(NODES);
        Some(Self { model, policy })
    }

    /// Returns the surprise of an event in the terms of every seat, or `None` if no other event is possible.
    /// `number` is the event's number in its game, which selects the random draws; `memo` caches evaluations.
    fn surprise(
        &self,
        before: &G,
        happened: G::Chance,
        number: u64,
        memo: &mut Memo,
    ) -> Option<[Terms; MAX_SEATS]> {
        let mut chances = Vec::new();
        before.chances(&mut chances);
        if chances.len() < 2 {
            return None;
        }
        let total: f64 = chances.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let mut surprise = [Terms::default(); MAX_SEATS];
        for &(chance, weight) in &chances {
            let mut after = before.clone();
            after.happen(chance);
            let terms = self.expected(&after, number, memo);
            let part = f64::from(u8::from(chance == happened)) - f64::from(weight) / total;
            add(&mut surprise, &terms, part);
        }
        Some(surprise)
    }

    /// Converts the terms of a forecast to a win share and a margin.
    pub fn worth(&self, terms: &Terms, players: usize) -> Worth {
        let &[win_share, over, of_unfinished @ ..] = terms;
        let weights = self.model.margin[players];
        let weighed = of_unfinished.iter().zip(weights).map(|(term, weight)| term * weight);
        Worth { win_share, margin: over + weighed.sum::<f64>() }
    }

    /// Returns the mean terms of every seat over several completions of the turn.
    fn expected(&self, position: &G, number: u64, memo: &mut Memo) -> [Terms; MAX_SEATS] {
        let ways = if position.is_between_turns() { 1 } else { WAYS };
        let mut mean = [Terms::default(); MAX_SEATS];
        for way in 0..ways {
            let mut end = position.clone();
            self.complete(&mut end, STREAM.child(number).child(way), memo);
            add(&mut mean, &self.terms(&end), 1.0 / ways as f64);
        }
        mean
    }

    /// Plays on until a turn is about to begin or the game is over.
    fn complete(&self, position: &mut G, stream: Seed, memo: &mut Memo) {
        let mut choices = stream.child(0).rng();
        let mut draws = Draws::new(stream.child(1).value());
        let mut decisions = 0;
        while !position.is_between_turns() {
            match position.turn() {
                Turn::Decide(_) if decisions == MOST_DECISIONS => {
                    position.play_random(&mut choices);
                }
                Turn::Decide(seat) => {
                    self.policy.decide(position, seat, &mut choices, memo);
                    decisions += 1;
                }
                Turn::Chance => position.happen(draws.draw(position)),
                Turn::Over => break,
            }
        }
    }

    /// Returns the terms of every seat in a position.
    fn terms(&self, position: &G) -> [Terms; MAX_SEATS] {
        let (players, outcome) = (position.players(), position.outcome());
        let margin = |seat| f64::from(outcome.margin(seat));
        if position.turn() == Turn::Over {
            return by_seat(players, |seat| [outcome.win_share(seat), margin(seat), 0.0, 0.0, 0.0]);
        }
        let evaluation = &self.policy.objective.evaluation;
        let values = evaluation.values(position);
        let temperature = evaluation.temperature(self.model.temperature);
        let shares = chances(&values, players, temperature);
        by_seat(players, |seat| {
            let (share, lead) = (shares[seat.index()], lead(&values[..players], seat));
            [share, 0.0, share, lead / temperature, margin(seat)]
        })
    }
}

/// Adds a multiple of the terms to the sums.
fn add(sums: &mut [Terms], terms: &[Terms], times: f64) {
    for (sum, term) in sums.as_flattened_mut().iter_mut().zip(terms.as_flattened()) {
        *sum += times * term;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Game, Seat};

    /// Calls a function at every chance event of a random game, or at every n-th one.
    fn at_chances<G: Evaluated>(mut game: G, every: usize, mut call: impl FnMut(&G, u64)) {
        let mut rng = Seed::new(11).rng();
        let mut number = 0;
        while game.turn() != Turn::Over {
            if game.turn() == Turn::Chance {
                if number % every == 0 {
                    call(&game, number as u64);
                }
                number += 1;
                game.happen(game.random_chance(&mut rng));
            } else {
                game.play(game.random_move(&mut rng));
            }
        }
    }

    /// The surprises of all possible events, weighted by their probabilities, sum to zero for every seat and
    /// term; yet single events have nonzero surprises.
    fn surprises_are_nothing_on_average<G: Evaluated>(start: G, every: usize) {
        let forecast = Forecast::built_in().unwrap();
        let players = start.players();
        let mut largest = Worth::default();
        at_chances(start, every, |before, number| {
            let mut chances = Vec::new();
            before.chances(&mut chances);
            let mut sums = [Terms::default(); MAX_SEATS];
            for &(chance, weight) in &chances {
                let mut memo = Memo::default();
                let Some(surprise) = forecast.surprise(before, chance, number, &mut memo) else {
                    return assert_eq!(chances.len(), 1);
                };
                add(&mut sums, &surprise, weight.into());
                for seat in &surprise[..players] {
                    let worth = forecast.worth(seat, players);
                    largest.win_share = largest.win_share.max(worth.win_share.abs());
                    largest.margin = largest.margin.max(worth.margin.abs());
                }
            }
            assert!(sums.as_flattened().iter().all(|sum| sum.abs() < 1e-7), "{sums:?}");
        });
        assert!(largest.win_share > 0.01 && largest.margin > 0.1, "{largest:?}");
    }

    #[test]
    fn surprises_of_all_events_add_up_to_nothing() {
        for players in [2, 4] {
            let setup = tongiaki::Setup::new(players).unwrap();
            surprises_are_nothing_on_average(tongiaki::State::new(&setup), 6);
        }
        let setup = wongar::Setup::new(3).unwrap();
        surprises_are_nothing_on_average(wongar::State::new(&setup), 40);
    }

    /// Forecasts depend only on the position and the number of the event.
    #[test]
    fn forecasts_do_not_depend_on_earlier_ones() {
        let forecast = Forecast::built_in().unwrap();
        let mut experienced = Memo::default();
        let start = tongiaki::State::new(&tongiaki::Setup::new(3).unwrap());
        at_chances(start, 9, |before, number| {
            let event = before.random_chance(&mut Seed::new(number).rng());
            let [fresh, again] = [&mut Memo::default(), &mut experienced]
                .map(|memo| forecast.surprise(before, event, number, memo));
            assert_eq!(fresh, again);
        });
    }

    /// The forecast of a finished game is its result, and the forecast win shares sum to one in all other
    /// positions.
    #[test]
    fn the_end_is_worth_the_result() {
        let forecast = Forecast::<tongiaki::State>::built_in().unwrap();
        let mut game = tongiaki::State::new(&tongiaki::Setup::new(3).unwrap());
        let mut rng = Seed::new(5).rng();
        let worth = |game: &tongiaki::State| {
            forecast.terms(game).map(|terms| forecast.worth(&terms, game.players()))
        };
        while game.turn() != Turn::Over {
            let shares: f64 = worth(&game).iter().map(|worth| worth.win_share).sum();
            assert!((shares - 1.0).abs() < 1e-9);
            game.play_out(game.turns_played() + 1, &mut rng);
        }
        let outcome = game.outcome();
        for seat in Seat::all(3) {
            let expected = Worth {
                win_share: outcome.win_share(seat),
                margin: f64::from(outcome.margin(seat)),
            };
            assert_eq!(worth(&game)[seat.index()], expected);
        }
    }
}
